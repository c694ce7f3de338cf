#pragma once

#include "model/launch/common/launch_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Who runs one process: MaxText's `hardware`.
enum class MaxTextHardware { Tpu, GpuPerNode, GpuPerDevice };

struct MaxTextSetting
{
    std::string key;
    Document value;
};

/// Settings that belong together under one comment of the file.
struct MaxTextSection
{
    std::string title;
    std::vector<MaxTextSetting> settings;
};

/// A MaxText configuration: what stands in the override file, and what only the command line may
/// say because models/MODEL_NAME.yml would win over the file.
struct MaxTextConfig
{
    std::vector<MaxTextSection> sections;
    std::vector<MaxTextSetting> commandLine; ///< with override_model_config=true when not empty

    const Document *find(std::string_view key) const;
};

/// Everything MaxText needs to run the plan; what it cannot say goes to `draft`.
MaxTextConfig maxtextConfig(const LaunchSpec &spec, MaxTextHardware hardware, ExportDraft &draft);

/// The override file: flat `key: value` lines, `base_config` first.
std::string maxtextYaml(const LaunchSpec &spec, const MaxTextConfig &config);

/// "key=value" as MaxText's command line reads it.
std::string maxtextArgument(const MaxTextSetting &setting);

/// What trains the plan: its release's trainer of whole models, or that of adapters.
std::string maxtextTrainer(const ResolvedPlan &resolved);
/// What follows `python3` to start a program of that MaxText release, "train" or "train_compile":
/// "-m maxtext.trainers.pre_train.train", or a file of a checkout, "MaxText/train.py".
std::string maxtextProgram(std::string_view version, std::string_view name = "train");

/// Adds the model: model_name, or its shape key by key.
void addMaxTextModel(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft);
/// Adds mesh, pipeline, context and expert settings.
void addMaxTextParallelism(
    const LaunchSpec &spec, MaxTextHardware hardware, MaxTextConfig &config, ExportDraft &draft);
/// Adds number formats, recipe, optimizer and rematerialisation.
void addMaxTextPrecision(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft);

/// Adds data set, tokenizer and checkpoints, as the plan's job says.
void addMaxTextJob(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft);

/// What a run trains on and keeps where the plan does not say it; what only compiles has neither.
void tellMaxTextRun(const LaunchSpec &spec, ExportDraft &draft);

/// Adds adapters beside frozen weights, in releases that have them.
void addMaxTextAdapters(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft);

/// Moves keys that the chosen model's own file sets from the override file, where they would be
/// lost without a message, to the command line; drops those that the model file says already.
void moveModelOwnedKeys(MaxTextConfig &config);

} // namespace headroom
