#pragma once

#include "model/frameworks/megatron/megatron_facts.h"
#include "model/launch/launch_spec.h"
#include "model/launch/torch_launch.h"

namespace headroom {

/// Shape of the model in Megatron-LM's arguments.
void addMegatronModel(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
/// Experts, router and token dispatch; nothing for a dense model.
void addMegatronExperts(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
/// What carries tokens to their experts, and what runs beside it; for a model with experts.
void addMegatronDispatch(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft);
/// Which part of a step is recorded as CUDA graphs; nothing where the plan records none.
void addMegatronGraphs(const LaunchSpec &spec, ArgumentGroups &arguments);

/// All arguments but tokenizer and data.
ArgumentGroups megatronArguments(const LaunchSpec &spec, ExportDraft &draft);
/// Shell lines of TOKENS and DATA: the plan's tokenizer and data, or mock ones, and what of the
/// script's arguments takes their place.
std::string megatronData(const LaunchSpec &spec);
/// Where checkpoints are written and looked for; nothing when the plan asks for none.
void addMegatronCheckpoints(const LaunchSpec &spec, ArgumentGroups &arguments);

} // namespace headroom
