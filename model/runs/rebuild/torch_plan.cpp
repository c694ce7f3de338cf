#include "model/runs/rebuild/rebuild_plan.h"

#include "model/base/text/ascii.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/plan/framework_traits.h"
#include "model/runs/rebuild/trainer_settings.h"

#include <algorithm>
#include <array>
#include <cmath>

// Configurations of DeepSpeed and of the Hugging Face Trainer: what
// model/launch/torch/render_deepspeed.cpp and render_hf.cpp write, read backwards. Neither names
// model or sequence length.

namespace headroom {
namespace {

struct OptimizerName
{
    const char *name, *plan;
};
constexpr std::array optimizerNames { OptimizerName { "adamw_bnb", "adamw_8bit" },
    OptimizerName { "adamw_8bit", "adamw_8bit" }, OptimizerName { "adamw8bit", "adamw_8bit" },
    OptimizerName { "adamw_anyprecision", "adamw_bf16" }, OptimizerName { "adam", "adamw" },
    OptimizerName { "lion", "lion" }, OptimizerName { "sgd", "sgd_momentum" },
    OptimizerName { "adafactor", "adafactor" }, OptimizerName { "muon", "muon" } };

/// A number of either configuration; "auto" is none.
double size(const PlanRebuild &rebuild, std::initializer_list<const char *> keys)
{
    for (const char *key : keys)
        for (const ConfigFacts *facts : { &rebuild.config(), &rebuild.facts() })
            if (const auto value = facts->number(key); value && *value > 0)
                return *value;
    return 0;
}

/// Devices of the run, and how surely they are known.
struct DeviceCount
{
    double count = 0;
    FieldOrigin origin = FieldOrigin::Read;
};

/// Told, or from the batch sizes, of which every group of `share` devices has one.
DeviceCount devicesOf(const PlanRebuild &rebuild, double perRank, double total, double share)
{
    if (const double ranks = size(rebuild, { "world_size" }); ranks > 0) {
        // DeepSpeed counts the ranks of one sequence once. @source deepspeed/runtime/config.py
        return { ranks * std::max(size(rebuild, { "sequence_parallel_size" }), 1.0) };
    }
    if (const double told = size(rebuild, { "devices" }); told > 0)
        return { told };
    if (const double perNode = size(rebuild, { "devices_per_node" }); perNode > 0)
        return { perNode * std::max(size(rebuild, { "nodes" }), 1.0) };
    if (const double told = size(rebuild, { "devices_inferred" }); told > 0)
        return { told, FieldOrigin::Inferred };
    // A mesh that leaves nothing to be inferred.
    if (const double shards = size(rebuild, { "dp_shard_size" }); shards > 0)
        return { shards * std::max(size(rebuild, { "dp_replicate_size" }), 1.0) * share,
            FieldOrigin::Inferred };
    if (total > 0 && perRank > 0)
        return { std::max(std::round(total / perRank), 1.0) * share, FieldOrigin::Inferred };
    const auto &hardware = rebuild.draft.plan.hardware;
    if (rebuild.hasBase)
        return { static_cast<double>(hardware.nodes) * hardware.devicesPerNode,
            FieldOrigin::Inferred };
    return { static_cast<double>(rebuild.chip ? rebuild.chip->devicesPerNode : 8),
        FieldOrigin::Assumed };
}

/// Degrees of a mesh that Accelerate or a tool above it builds.
/// @source accelerate utils/dataclasses.py (ParallelismConfig)
constexpr std::array meshKeys { std::pair { "tp_size", "parallelism.tensor" },
    std::pair { "cp_size", "parallelism.context" } };

/// Axes that DeepSpeed splits by itself: tensor groups, experts and Ulysses; and those of a mesh.
void setAxes(PlanRebuild &rebuild)
{
    const bool hasTensor = size(rebuild, { "tensor_parallel.autotp_size" }) > 0; // 0: none
    if (hasTensor && rebuild.read("parallelism.tensor", "tensor_parallel.autotp_size"))
        rebuild.draft.set("options.tensor_overlap",
            rebuild.config().flag("tensor_parallel.tp_overlap_comm").value_or(false) ? "on"
                                                                                     : "auto",
            FieldOrigin::Read);
    if (rebuild.config().flag("expert_parallel.enabled").value_or(false))
        rebuild.read("parallelism.expert", "expert_parallel.autoep_size");
    if (rebuild.read("parallelism.context", "sequence_parallel_size")
        && rebuild.plan().parallelism.context > 1)
        rebuild.draft.set("parallelism.context_strategy", "ulysses", FieldOrigin::Read);
    for (const auto &[key, path] : meshKeys)
        if (size(rebuild, { key }) > 0)
            rebuild.read(path, key);
    if (rebuild.plan().parallelism.context > 1)
        rebuild.read("parallelism.context_strategy", "context_strategy");
}

/// The stage that the name of a DeepSpeed configuration speaks of ("ds_z3_config.json",
/// "zero2.json", "stage_3.json"); nothing where it does not.
std::optional<std::int64_t> stageOfName(const std::string &file)
{
    const std::string name = asciiLowered(file.substr(file.rfind('/') + 1));
    for (const char *word : { "zero_stage", "zero", "stage", "z" })
        for (std::size_t at = name.find(word); at != std::string::npos;
             at = name.find(word, at + 1)) {
            std::size_t digit = at + std::string_view(word).size();
            digit += digit < name.size() && (name[digit] == '_' || name[digit] == '-') ? 1 : 0;
            if (digit < name.size() && name[digit] >= '0' && name[digit] <= '3')
                return name[digit] - '0';
        }
    return std::nullopt;
}

/// How weights and their state are cut, in DeepSpeed's stages, and how surely that is known.
struct ShardingWord
{
    std::optional<std::int64_t> stage;
    FieldOrigin origin = FieldOrigin::Assumed;
    bool isPerNode = false; ///< shards inside a node, replicas across
    bool isDeepSpeed = false; ///< of a DeepSpeed configuration, or its name
};

/// @source transformers training_args.py (fsdp); torch ShardingStrategy
ShardingWord shardingOf(const ConfigFacts &config)
{
    for (const char *key : { "zero_optimization.stage", "zero_stage" })
        if (const auto stage = config.integer(key))
            return { stage, FieldOrigin::Read, false, true };
    const std::string words = asciiLowered(config.text("fsdp"));
    const auto holds = [&](const char *word) { return words.find(word) != std::string::npos; };
    if (!words.empty() && words != "false" && words != "[]") {
        const bool isHybrid = holds("hybrid_shard");
        const std::int64_t stage = holds("no_shard")                ? 0
            : holds("shard_grad_op") || holds("hybrid_shard_zero2") ? 2
                                                                    : 3;
        return { stage, FieldOrigin::Read, isHybrid };
    }
    // "accelerate launch --config_file fsdp_config.yaml" of a file that is not there
    for (const char *key : { "deepspeed", "deepspeed_config_file", "config_file" })
        if (const std::string file = config.text(key); !file.empty()) {
            if (const auto stage = stageOfName(file))
                return { stage, FieldOrigin::Inferred, false, true };
            if (asciiLowered(file).find("fsdp") != std::string::npos)
                return { 3, FieldOrigin::Inferred };
        }
    if (config.has("dp_shard_size"))
        return { 3, FieldOrigin::Inferred };
    if (config.text("distributed_type") == "MULTI_GPU")
        return { 0, FieldOrigin::Read };
    return {};
}

/// A Trainer's run under DeepSpeed has DeepSpeed's memory, not that of FSDP.
void setShardingStack(PlanRebuild &rebuild, const ShardingWord &word)
{
    const bool isTrainer = frameworkTraits(rebuild.trace.framework).id == Framework::HuggingFace;
    if (isTrainer && word.isDeepSpeed && word.stage.value_or(0) > 0)
        rebuild.draft.set("software.stack", std::string(deepspeedStack), word.origin);
}

/// What is sharded, over how many of the data-parallel ranks.
void setSharding(PlanRebuild &rebuild, int ranks, FieldOrigin origin)
{
    const ConfigFacts &config = rebuild.config();
    const ShardingWord word = shardingOf(config);
    if (rebuild.hasBase && !word.stage)
        return;
    Parallelism &degrees = rebuild.plan().parallelism;
    const bool isSharded = word.stage.value_or(0) > 0;
    // Copies of gathered weights stay in a group of this many (hpZ).
    auto group = config.integer("zero_optimization.zero_hpz_partition_size").value_or(1);
    if (word.isPerNode)
        group = rebuild.plan().hardware.devicesPerNode;
    if (const double shards = size(rebuild, { "dp_shard_size" }); shards > 1 && shards < 1e6)
        group = static_cast<std::int64_t>(shards);
    const bool isGrouped = isSharded && group > 1 && ranks % group == 0;
    degrees.fsdp = isGrouped ? static_cast<int>(group) : isSharded ? ranks : 1;
    degrees.data = ranks / degrees.fsdp;
    degrees.zeroStage = static_cast<int>(std::clamp<std::int64_t>(word.stage.value_or(3), 0, 3));
    const FieldOrigin split
        = word.stage ? rebuild.weaker(origin, FieldOrigin::Inferred) : FieldOrigin::Assumed;
    for (const char *path : { "parallelism.fsdp", "parallelism.data" })
        rebuild.draft.mark(path, split);
    if (config.has("dp_shard_size") && isGrouped)
        rebuild.draft.mark("parallelism.fsdp", FieldOrigin::Read);
    rebuild.draft.mark("parallelism.zero_stage", word.stage ? word.origin : split);
    setShardingStack(rebuild, word);
}

/// What is evaluated at a time, where the run evaluates at all: 8 rows a device unless told, in
/// axolotl and torchtune as many as are trained. What programs gather of all evaluated logits
/// (compute_metrics) no setting tells.
/// @source transformers training_args.py (per_device_eval_batch_size, eval_strategy); axolotl
/// utils/config/__init__.py (eval_batch_size), utils/schemas/config.py (val_set_size); torchtune
/// recipes/full_finetune_distributed.py (batch_size_val, run_val_every_n_steps)
void setEvaluation(PlanRebuild &rebuild, double rows)
{
    constexpr double defaultBatch = 8; // of TrainingArguments
    const ConfigFacts &config = rebuild.config();
    const std::string when
        = asciiLowered(config.text("eval_strategy", config.text("evaluation_strategy")));
    const bool isTrainers
        = (!when.empty() && when != "no") || config.flag("do_eval").value_or(false);
    const bool isAsTrained = config.number("val_set_size").value_or(0) > 0;
    if (!isTrainers && !isAsTrained)
        return;
    const double trained = size(rebuild, { "per_device_train_batch_size" });
    const double told = size(rebuild, { "per_device_eval_batch_size" });
    const double batch = told > 0 ? told : isAsTrained && trained > 0 ? trained : defaultBatch;
    rebuild.draft.set("workload.evaluation.micro_batch", rows * batch,
        told > 0 ? FieldOrigin::Read : FieldOrigin::Inferred);
}

/// Ranks follow from the three batch sizes where nothing tells them.
void setRanksAndBatch(PlanRebuild &rebuild)
{
    setAxes(rebuild);
    const Parallelism &degrees = rebuild.plan().parallelism;
    const double share = static_cast<double>(degrees.tensor) * degrees.context;
    // A row of the data set is a sequence, or the two of a pair.
    const double rows = trainsPreferences(rebuild.config()) ? 2 : 1;
    const double micro
        = rows * size(rebuild, { "train_micro_batch_size_per_gpu", "per_device_train_batch_size" });
    const double passes = std::max(size(rebuild, { "gradient_accumulation_steps" }), 1.0);
    // DeepSpeed counts a sequence for every rank of a tensor group.
    double total
        = degrees.tensor > 1 ? 0 : rows * size(rebuild, { "train_batch_size", "total_batch" });
    const FieldOrigin batchOrigin = total > 0 ? FieldOrigin::Read : FieldOrigin::Inferred;
    if (total == 0) // from mean rates
        total = size(rebuild, { "total_batch_mean" });
    const DeviceCount devices = devicesOf(rebuild, micro * passes, total, share);
    rebuildNodes(rebuild, static_cast<std::int64_t>(std::min(devices.count, 1e6)), devices.origin);
    const int ranks = std::max(static_cast<int>(std::min(devices.count / share, 1e6)), 1);
    setSharding(rebuild, ranks, devices.origin);
    if (micro > 0)
        rebuild.draft.set("parallelism.micro_batch_sequences", micro, FieldOrigin::Read);
    setEvaluation(rebuild, rows);
    if (total > 0)
        rebuild.draft.set("workload.global_batch_sequences", total, batchOrigin);
    else if (micro > 0)
        rebuild.draft.set("workload.global_batch_sequences", micro * passes * ranks,
            rebuild.weaker(devices.origin, FieldOrigin::Inferred));
}

/// @source transformers training_args.py (bf16, fp16); accelerate (mixed_precision); axolotl
/// (bf16: auto, where the chip decides)
void setPrecision(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const std::string mixed = config.text("mixed_precision");
    const auto isTold = [&](std::initializer_list<const char *> keys) {
        return std::ranges::any_of(
            keys, [&](const char *key) { return config.flag(key).has_value(); });
    };
    const auto isSet = [&](std::initializer_list<const char *> keys) {
        return std::ranges::any_of(
            keys, [&](const char *key) { return config.flag(key).value_or(false); });
    };
    const bool isAuto = config.text("bf16") == "auto" && !isSet({ "fp16" });
    const bool isFp16 = isSet({ "fp16.enabled", "fp16" }) || mixed == "fp16";
    const bool isMixed = isSet({ "bf16.enabled", "bf16" }) || mixed == "bf16" || isAuto;
    const std::string type = config.text("model_dtype"); // without mixed precision it computes
    const bool isPure
        = isSet({ "pure_bf16" }) || (!isMixed && !isFp16 && (type == "bf16" || type == "bfloat16"));
    const bool isBf16 = isMixed || isPure;
    if (!isTold({ "bf16.enabled", "bf16", "fp16.enabled", "fp16", "pure_bf16" }) && mixed.empty()
        && !isAuto)
        return;
    const char *compute = isBf16 ? "bf16" : isFp16 ? "fp16" : "fp32";
    rebuild.draft.set(
        "precision.compute", compute, isAuto ? FieldOrigin::Inferred : FieldOrigin::Read);
    const bool copiesFp32 = frameworkTraits(rebuild.trace.framework).keepsFp32InOptimizer;
    rebuild.draft.set("precision.weights", copiesFp32 ? compute : "fp32", FieldOrigin::Inferred);
    // Everything in 16 bits: gradients and the optimizer's state follow the weights.
    if (isPure) {
        rebuild.draft.set("precision.weights", "bf16", FieldOrigin::Read);
        rebuild.draft.set("precision.gradients", "bf16", FieldOrigin::Inferred);
        // The Trainer's plans have such states where they are sharded.
        const Parallelism &degrees = rebuild.plan().parallelism;
        const bool is8Bit = asciiLowered(config.text("optim")).find("8bit") != std::string::npos;
        if (degrees.fsdp > 1 && degrees.zeroStage > 0 && !is8Bit)
            rebuild.draft.set("precision.optimizer_state", "bf16", FieldOrigin::Inferred);
    }
    rebuild.read("precision.weights", "adapter_dtype");
    rebuild.read("precision.gradients", "data_types.grad_accum_dtype");
    if (config.flag("bf16.bf16_optimizer_states").value_or(false))
        rebuild.draft.set("precision.optimizer_state", "bf16", FieldOrigin::Read);
}

/// Whether the word or switch under a key asks for something: "cpu", "true"; not "none", "false".
bool asks(const ConfigFacts &config, const char *key)
{
    const std::string word = asciiLowered(config.text(key));
    return !word.empty() && word != "none" && word != "false" && word != "null";
}

/// What is computed again, and what waits in host memory. Words in place of a switch ("offload",
/// unsloth's "unsloth") do both; with adapters axolotl offloads in place of recomputing.
/// @source axolotl src/axolotl/utils/schemas/validation.py, core/builders/base.py; unsloth_zoo
/// gradient_checkpointing.py; LLaMA-Factory model/model_utils/checkpointing.py; DeepSpeed
/// activation_checkpointing/config.py
void setSavedActivations(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const auto recomputes = config.flag("gradient_checkpointing");
    const bool isWord = config.has("gradient_checkpointing") && !recomputes;
    if (isWord || recomputes)
        rebuild.draft.set(
            "remat.policy", recomputes.value_or(true) ? "full" : "no_recompute", FieldOrigin::Read);
    constexpr const char *field = "options.offload_activations";
    constexpr const char *ofDeepSpeed = "activation_checkpointing.cpu_checkpointing";
    const bool isDeepSpeed = frameworkTraits(rebuild.trace.framework).id == Framework::DeepSpeed;
    for (const char *key : { "activation_offloading", "use_unsloth_gc", ofDeepSpeed })
        if (config.has(key) && (key != ofDeepSpeed || isDeepSpeed))
            rebuild.draft.set(field, asks(config, key) ? "true" : "false", FieldOrigin::Read);
    if (isWord && config.text("gradient_checkpointing") != "null")
        rebuild.draft.set(field, "true", FieldOrigin::Read);
    if (config.flag("offload_replaces_recompute").value_or(false)
        && config.flag("use_peft").value_or(false))
        rebuild.draft.set("remat.policy", "no_recompute", FieldOrigin::Read);
}

void setTraining(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const std::string optimizer = asciiLowered(config.text("optimizer.type", config.text("optim")));
    for (const OptimizerName &row : optimizerNames)
        if (!optimizer.empty() && optimizer.find(row.name) != std::string::npos) {
            rebuild.draft.set("optimizer", row.plan, FieldOrigin::Read);
            break;
        }
    if (optimizer.find("paged") != std::string::npos) // of bitsandbytes
        rebuild.draft.set("options.paged_optimizer", "true", FieldOrigin::Read);
    struct Offload
    {
        const char *key, *path;
    };
    for (const Offload &row :
        { Offload { "zero_optimization.offload_param.device", "options.offload_parameters" },
            Offload { "zero_optimization.offload_optimizer.device", "options.offload_optimizer" },
            Offload { "offload_param_device", "options.offload_parameters" },
            Offload { "offload_optimizer_device", "options.offload_optimizer" } })
        if (config.has(row.key))
            rebuild.draft.set(
                row.path, asks(config, row.key) ? "true" : "false", FieldOrigin::Read);
    // PyTorch's own offload takes weights, gradients and the optimizer's state together.
    if (asciiLowered(config.text("fsdp")).find("offload") != std::string::npos) {
        rebuild.draft.set("options.offload_parameters", "true", FieldOrigin::Read);
        rebuild.draft.set("options.offload_optimizer", "true", FieldOrigin::Inferred);
    }
    setSavedActivations(rebuild);
    if (config.flag("use_liger_kernel").value_or(false))
        rebuild.draft.set("options.cross_entropy", "fused_linear", FieldOrigin::Read);
    rebuildOptions(rebuild, config);
}

} // namespace

void rebuildTorch(PlanRebuild &rebuild)
{
    rebuildTrainerModel(rebuild);
    setRanksAndBatch(rebuild);
    setPrecision(rebuild);
    setTraining(rebuild);
}

} // namespace headroom
