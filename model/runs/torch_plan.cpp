#include "model/runs/rebuild_plan.h"

#include "model/base/text/ascii.h"
#include "model/plan/framework_traits.h"

#include <algorithm>
#include <array>
#include <cmath>

// Configurations of DeepSpeed and of the Hugging Face Trainer: what
// model/launch/render_deepspeed.cpp and render_hf.cpp write, read backwards. Neither names model or
// sequence length.

namespace headroom {
namespace {

struct OptimizerName
{
    const char *name, *plan;
};
constexpr std::array optimizerNames { OptimizerName { "adamw_bnb", "adamw_8bit" },
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
    if (total > 0 && perRank > 0)
        return { std::max(std::round(total / perRank), 1.0) * share, FieldOrigin::Inferred };
    const auto &hardware = rebuild.draft.plan.hardware;
    if (rebuild.hasBase)
        return { static_cast<double>(hardware.nodes) * hardware.devicesPerNode,
            FieldOrigin::Inferred };
    return { static_cast<double>(rebuild.chip ? rebuild.chip->devicesPerNode : 8),
        FieldOrigin::Assumed };
}

/// Axes that DeepSpeed splits by itself: tensor groups, experts and Ulysses.
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
}

/// What is sharded, over how many of the data-parallel ranks.
void setSharding(PlanRebuild &rebuild, int ranks, FieldOrigin origin)
{
    const ConfigFacts &config = rebuild.config();
    const auto stage = config.integer("zero_optimization.stage");
    const bool isShardedByTorch = config.has("fsdp");
    if (rebuild.hasBase && !stage)
        return;
    Parallelism &degrees = rebuild.plan().parallelism;
    const bool isSharded = stage.value_or(isShardedByTorch ? 3 : 0) > 0;
    // Copies of gathered weights stay in a group of this many (hpZ).
    const auto group = config.integer("zero_optimization.zero_hpz_partition_size").value_or(1);
    const bool isGrouped = isSharded && group > 1 && ranks % group == 0;
    degrees.fsdp = isGrouped ? static_cast<int>(group) : isSharded ? ranks : 1;
    degrees.data = ranks / degrees.fsdp;
    degrees.zeroStage = static_cast<int>(std::clamp<std::int64_t>(stage.value_or(3), 0, 3));
    const FieldOrigin split = stage || isShardedByTorch
        ? rebuild.weaker(origin, FieldOrigin::Inferred)
        : FieldOrigin::Assumed;
    for (const char *path : { "parallelism.fsdp", "parallelism.data" })
        rebuild.draft.mark(path, split);
    rebuild.draft.mark("parallelism.zero_stage", stage ? FieldOrigin::Read : split);
}

/// Ranks follow from the three batch sizes where nothing tells them.
void setRanksAndBatch(PlanRebuild &rebuild)
{
    setAxes(rebuild);
    const Parallelism &degrees = rebuild.plan().parallelism;
    const double share = static_cast<double>(degrees.tensor) * degrees.context;
    const double micro
        = size(rebuild, { "train_micro_batch_size_per_gpu", "per_device_train_batch_size" });
    const double passes = std::max(size(rebuild, { "gradient_accumulation_steps" }), 1.0);
    // DeepSpeed counts a sequence for every rank of a tensor group.
    double total = degrees.tensor > 1 ? 0 : size(rebuild, { "train_batch_size", "total_batch" });
    const FieldOrigin batchOrigin = total > 0 ? FieldOrigin::Read : FieldOrigin::Inferred;
    if (total == 0) // from mean rates
        total = size(rebuild, { "total_batch_mean" });
    const DeviceCount devices = devicesOf(rebuild, micro * passes, total, share);
    rebuildNodes(rebuild, static_cast<std::int64_t>(std::min(devices.count, 1e6)), devices.origin);
    const int ranks = std::max(static_cast<int>(std::min(devices.count / share, 1e6)), 1);
    setSharding(rebuild, ranks, devices.origin);
    if (micro > 0)
        rebuild.draft.set("parallelism.micro_batch_sequences", micro, FieldOrigin::Read);
    if (total > 0)
        rebuild.draft.set("workload.global_batch_sequences", total, batchOrigin);
    else if (micro > 0)
        rebuild.draft.set("workload.global_batch_sequences", micro * passes * ranks,
            rebuild.weaker(devices.origin, FieldOrigin::Inferred));
}

void setPrecision(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const auto isOn = [&](std::initializer_list<const char *> keys) {
        return std::ranges::any_of(
            keys, [&](const char *key) { return config.flag(key).value_or(false); });
    };
    const bool isBf16 = isOn({ "bf16.enabled", "bf16" });
    const bool isFp16 = isOn({ "fp16.enabled", "fp16" });
    const bool isTold = isBf16 || isFp16 || config.has("bf16.enabled") || config.has("bf16");
    if (!isTold)
        return;
    const char *compute = isBf16 ? "bf16" : isFp16 ? "fp16" : "fp32";
    rebuild.draft.set("precision.compute", compute, FieldOrigin::Read);
    const bool copiesFp32 = frameworkTraits(rebuild.trace.framework).keepsFp32InOptimizer;
    rebuild.draft.set("precision.weights", copiesFp32 ? compute : "fp32", FieldOrigin::Inferred);
    rebuild.read("precision.gradients", "data_types.grad_accum_dtype");
    if (config.flag("bf16.bf16_optimizer_states").value_or(false))
        rebuild.draft.set("precision.optimizer_state", "bf16", FieldOrigin::Read);
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
    if (config.has("zero_optimization.offload_param.device"))
        rebuild.draft.set("options.offload_parameters",
            config.text("zero_optimization.offload_param.device") == "none" ? "false" : "true",
            FieldOrigin::Read);
    if (config.has("zero_optimization.offload_optimizer.device"))
        rebuild.draft.set("options.offload_optimizer",
            config.text("zero_optimization.offload_optimizer.device") == "none" ? "false" : "true",
            FieldOrigin::Read);
    if (const auto recomputes = config.flag("gradient_checkpointing"))
        rebuild.draft.set("remat.policy", *recomputes ? "full" : "no_recompute", FieldOrigin::Read);
    if (const auto overlaps = config.flag("zero_optimization.overlap_comm"))
        rebuild.draft.set(
            "options.overlap_grad_reduce", *overlaps ? "true" : "false", FieldOrigin::Read);
    if (config.flag("use_liger_kernel").value_or(false))
        rebuild.draft.set("options.cross_entropy", "fused", FieldOrigin::Read);
    if (const auto compiles = config.flag("torch_compile"))
        rebuild.draft.set("options.compile", *compiles ? "true" : "false", FieldOrigin::Read);
}

} // namespace

void rebuildTorch(PlanRebuild &rebuild)
{
    setRanksAndBatch(rebuild);
    setPrecision(rebuild);
    setTraining(rebuild);
}

} // namespace headroom
