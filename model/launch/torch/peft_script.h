#pragma once

#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/launch/common/launch_spec.h"
#include "model/launch/common/torch_launch.h"

namespace headroom {

/// Whether the plan trains adapters beside frozen weights.
inline bool trainsAdapters(const LaunchSpec &spec)
{
    return isAdapted(spec.plan());
}

/// TrainingArguments of Hugging Face's Trainer, as a group of command-line arguments.
void addTrainerArguments(
    const LaunchSpec &spec, Sharder sharder, ArgumentGroups &arguments, ExportDraft &draft);

/// Whether the frozen weights come quantised, from a checkpoint that was made with data.
bool isPrequantised(BaseFormat base);
inline constexpr const char *prequantisedNote
    = "The frozen weights are those of a checkpoint that GPTQ or AWQ quantised in groups of 128: "
      "MODEL names it (the name that is written here only says which model), and its config.json "
      "says how it is read.";

/// train.py and tuning.json of a plan with adapters: a complete program with Hugging Face's Trainer
/// and PEFT. Refuses what these cannot do.
void addPeftScript(const LaunchSpec &spec, ExportDraft &draft);

} // namespace headroom
