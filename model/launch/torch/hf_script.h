#pragma once

#include "model/frameworks/book/training_defaults.h"
#include "model/launch/common/launch_spec.h"
#include "model/launch/targets/field_homes.h"

#include <string>
#include <string_view>

namespace headroom {

/// Steps of train.py: those of the plan, else a number to stop at.
std::int64_t hfSteps(const LaunchSpec &spec);
/// How the run learns.
TrainingDefaults hfDefaults(const LaunchSpec &spec, TrainingStart start = TrainingStart::Fresh);
/// Whether an optimizer has Adam's settings.
bool isAdam(Optimizer optimizer);

/// Transformers' word for a plan's attention kernel.
const char *transformersAttention(AttentionChoice attention);

/// Whether Liger's kernels fuse the loss with the head; a plan that asks for it in vain, or for a
/// model that a later release has, is told so. `isInTool` is false where the tool's list lacks it.
bool usesLiger(const LaunchSpec &spec, bool isInTool, ExportDraft &draft);

/// Adds train.py, hf_model.py and train.json: a script that trains the plan's model, which run.sh
/// starts unless TRAIN_SCRIPT names another. `program` is the bundled script. False, and a note,
/// where Transformers' families that are written here lack the model's blocks.
bool addTrainingScript(const LaunchSpec &spec, std::string_view program, ExportDraft &draft);

/// The word of run.sh that names the script: the exported one, or a demand.
std::string trainingScriptWord(bool hasScript);

/// Adds run.sh, which starts the training script on this node.
void addTrainingRun(const LaunchSpec &spec, std::string text, ExportDraft &draft);

/// Shell lines that set OUTPUT, the plan's folder of checkpoints, and for adapters DATA where the
/// plan names data; nothing for what it leaves open.
std::string trainerPaths(const LaunchSpec &spec);

/// The Trainer's `--output_dir` with its word of the shell, which OUT_DIR changes.
std::string trainerOutput(const LaunchSpec &spec);

/// Adds what finds the Trainer's checkpoints again, and says where a run goes on.
void addTrainerResume(const LaunchSpec &spec, FileReader reader, ExportDraft &draft);

/// How to start that run.sh, or its job.
std::string trainingStart(const LaunchSpec &spec);

/// accelerate.yaml: the same run for those who start it with `accelerate launch`.
std::string accelerateYaml(const LaunchSpec &spec);

} // namespace headroom
