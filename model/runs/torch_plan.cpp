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
constexpr std::array optimizerNames { OptimizerName { "adamw_bnb_8bit", "adamw_8bit" },
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

/// Ranks follow from the three batch sizes where nothing tells them.
void setRanksAndBatch(PlanRebuild &rebuild)
{
    const double micro
        = size(rebuild, { "train_micro_batch_size_per_gpu", "per_device_train_batch_size" });
    const double passes = std::max(size(rebuild, { "gradient_accumulation_steps" }), 1.0);
    double total = size(rebuild, { "train_batch_size", "total_batch" });
    const FieldOrigin batchOrigin = total > 0 ? FieldOrigin::Read : FieldOrigin::Inferred;
    if (total == 0) // from mean rates
        total = size(rebuild, { "total_batch_mean" });
    double devices = size(rebuild, { "devices" });
    if (devices == 0)
        devices = size(rebuild, { "devices_per_node" }) * std::max(size(rebuild, { "nodes" }), 1.0);
    FieldOrigin origin = FieldOrigin::Read;
    if (devices == 0 && total > 0 && micro > 0) {
        devices = std::max(std::round(total / micro / passes), 1.0);
        origin = FieldOrigin::Inferred;
    }
    if (devices == 0) {
        devices = rebuild.hasBase ? static_cast<double>(rebuild.plan().hardware.nodes)
                * rebuild.plan().hardware.devicesPerNode
            : rebuild.chip ? rebuild.chip->devicesPerNode
                           : 8;
        origin = FieldOrigin::Assumed;
    }
    rebuildNodes(rebuild, static_cast<std::int64_t>(std::min(devices, 1e6)), origin);
    const auto stage = rebuild.config().integer("zero_optimization.stage");
    const bool isShardedByTorch = rebuild.config().has("fsdp");
    Parallelism &degrees = rebuild.plan().parallelism;
    if (!rebuild.hasBase || stage) {
        const bool isSharded = stage.value_or(isShardedByTorch ? 3 : 0) > 0;
        degrees.fsdp = isSharded ? static_cast<int>(devices) : 1;
        degrees.data = isSharded ? 1 : static_cast<int>(devices);
        degrees.zeroStage = static_cast<int>(std::clamp<std::int64_t>(stage.value_or(3), 1, 3));
        const FieldOrigin split = stage || isShardedByTorch
            ? rebuild.weaker(origin, FieldOrigin::Inferred)
            : FieldOrigin::Assumed;
        for (const char *path : { "parallelism.fsdp", "parallelism.data" })
            rebuild.draft.mark(path, split);
        rebuild.draft.mark("parallelism.zero_stage", stage ? FieldOrigin::Read : split);
    }
    if (micro > 0)
        rebuild.draft.set("parallelism.micro_batch_sequences", micro, FieldOrigin::Read);
    if (total > 0)
        rebuild.draft.set("workload.global_batch_sequences", total, batchOrigin);
    else if (micro > 0)
        rebuild.draft.set(
            "workload.global_batch_sequences", micro * passes * devices, FieldOrigin::Inferred);
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
    if (config.has("data_types.grad_accum_dtype"))
        rebuild.read("precision.gradients", "data_types.grad_accum_dtype");
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
