#pragma once

#include "model/frameworks/book/adapter_switches.h"
#include "model/launch/common/launch_spec.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

// What the exports for axolotl, LLaMA-Factory and TRL share: programs above Hugging Face's Trainer
// that read one YAML file of settings, with a DeepSpeed configuration beside it where that shards.

/// FSDP in the words of TrainingArguments. @pre FSDP shards
std::vector<Document::Member> trainerFsdp(const LaunchSpec &spec);

/// A tuning tool at the release that its keys were checked against.
struct TuningTool
{
    std::string_view title; ///< "LLaMA-Factory"
    std::string_view release; ///< "0.9.5"
    std::string_view sources; ///< repository and files that define its keys
    std::string_view program; ///< as python3 starts it: "-m axolotl.cli.train"
    std::string_view configFile; ///< "sft.yaml"
    std::string_view configOption; ///< before the file on the command line; empty: none
    std::string_view modelOption; ///< replaces the model: "--base-model "; ends where it joins
    std::string_view schedulerKey = "lr_scheduler_type";
    /// FSDP in its words. @pre FSDP1 shards the plan
    std::vector<Document::Member> (*fsdp)(const LaunchSpec &) = trainerFsdp;
    bool shardsInGroups = true; ///< has a key for replicas of shards
    bool savesWhenTold = false; ///< a file next to its checkpoints makes it save one
    bool makesBenchmarkData = false; ///< its synthetic sequences, where a benchmark runs
    std::string_view evaluatedShare {}; ///< key of the share of the data that is held out
    std::string_view evaluationKey = "per_device_eval_batch_size";
    bool passesBrokenOver = false; ///< goes on from the newest checkpoint that is whole
};

/// Why a tuning tool above the Trainer does not take the plan; nothing: it does. `switches` is its
/// column of the table of switches.
std::optional<Refusal> reasonAgainstTool(
    const ResolvedPlan &resolved, std::string_view title, SwitchName switches);
/// Why a tool cannot keep the frozen weights in 32 bits.
/// @source LLaMA-Factory model/loader.py (torch_dtype: auto, the checkpoint's); axolotl
/// utils/config/__init__.py (torch_dtype: by bf16 and fp16)
std::optional<Refusal> reasonAgainstWideBase(const ResolvedPlan &resolved, std::string_view title);

/// Name of the model on the Hugging Face hub: the tokenizer's where the plan names that on the hub,
/// else that of the profile's source; without either the plan's word for the model.
std::string hubName(const LaunchSpec &spec);

/// Last names of the modules that get adapters; nothing: every linear layer of the blocks.
std::optional<std::vector<std::string>> adaptedModuleNames(const LaunchSpec &spec);
/// Tensors that hold all experts of a layer and get adapters, as PEFT's target parameters.
std::vector<std::string> adaptedTensors(const LaunchSpec &spec);

/// How Hugging Face's data sets call files of this kind: "json", "parquet" or "text"; empty: the
/// path is a data set of the hub, or a folder.
std::string dataFileKind(std::string_view path);

/// Optimizer and its arguments in the words of the Trainer.
struct ToolOptimizer
{
    std::string name, arguments;
};
ToolOptimizer toolOptimizer(const LaunchSpec &spec);

/// Adds what shards weights and state: the tool's keys for FSDP, or DeepSpeed's configuration,
/// whose name says the stage; nothing where the Trainer runs the plan alone.
void addToolSharding(const LaunchSpec &spec, const TuningTool &tool,
    std::vector<Document::Member> &settings, ExportDraft &draft);

/// Settings that all three have: optimizer steps, saves, logs.
void addToolRunKeys(
    const LaunchSpec &spec, const TuningTool &tool, std::vector<Document::Member> &settings);

/// The settings as the tool's file, run.sh, the job, and what to know.
void addToolFiles(const LaunchSpec &spec, const TuningTool &tool,
    std::vector<Document::Member> settings, ExportDraft &draft);

/// Whether pairs of answers are trained on (DPO).
bool trainsPreferences(const LaunchSpec &spec);
/// Rows of the data set that a device takes at a time: sequences, or pairs of them.
std::int64_t rowsPerDevice(const LaunchSpec &spec);
/// How far the policy may move from the reference. @source trl trainer/dpo_config.py (beta)
inline constexpr double preferenceBeta = 0.1;

/// Rows that a device evaluates at a time; 0: the run evaluates nothing, as benchmarks do.
std::int64_t evaluatedRows(const LaunchSpec &spec);
/// Training steps from one evaluation to the next: as often as checkpoints are written.
std::int64_t evaluationSteps(const LaunchSpec &spec);

/// Share of the data that an evaluation takes: a placeholder, which moves no figure.
inline constexpr double heldOutShare = 0.05;

/// Data that run.sh makes where the plan names none, next to it.
inline constexpr const char *syntheticData = "synthetic.jsonl";

} // namespace headroom
