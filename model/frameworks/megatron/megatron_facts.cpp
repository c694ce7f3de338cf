#include "model/frameworks/megatron/megatron_facts.h"

#include "model/base/text/release_number.h"

#include <cmath>

namespace headroom {

bool megatronWantsOneQueue(const ResolvedPlan &resolved)
{
    const Degrees &degrees = resolved.plan.parallelism;
    if (resolved.framework().id != Framework::Megatron || megatronUsesFsdp(degrees)
        || (degrees.tensor == 1 && degrees.context == 1))
        return false;
    const bool asksAlways
        = degrees.tensor > 1 && !isRelease(resolved.plan.software.megatron, megatronQueueRelease);
    return asksAlways || resolved.accelerator.mayBeBefore(capability::blackwell);
}

std::string_view megatronStateType(const Plan &plan)
{
    const bool is16Bit = plan.optimizer == Optimizer::AdamWBf16
        || (plan.optimizer == Optimizer::AdamW
            && plan.precision.optimizerState == NumberFormat::Bf16);
    return plan.optimizer == Optimizer::AdamW8bit ? "fp8" : is16Bit ? "bf16" : "";
}

bool megatronDistributesOptimizer(const Plan &plan)
{
    const Parallelism &degrees = plan.parallelism;
    const bool isSharded = degrees.zeroStage > 0
        && (degrees.fsdp > 1 || (degrees.zeroStage < 3 && megatronStateRanks(degrees) > 1));
    const bool needsIt = !megatronStateType(plan).empty() || plan.options.offloadOptimizer;
    return (isSharded || needsIt) && plan.optimizer != Optimizer::Muon;
}

bool megatronOverlapsTensor(const Plan &plan)
{
    return plan.options.tensorOverlap == Switch::On && plan.parallelism.tensor > 1
        && plan.parallelism.sequenceParallel;
}

bool megatronOffloadsActivations(const ResolvedPlan &resolved)
{
    const RematKind kind = resolved.rematKind();
    return !resolved.plan.options.offloadModules.empty()
        && (kind == RematKind::Whole || kind == RematKind::AllButCore);
}

bool megatronPadsExperts(const ResolvedPlan &resolved)
{
    const PlanOptions &options = resolved.plan.options;
    const bool isWhole
        = options.cudaGraphs == CudaGraphs::Layer || options.cudaGraphs == CudaGraphs::Full;
    return isWhole && resolved.model->moe && options.moeCapacityFactor > 0;
}

bool megatronHasRope(const ModelShape &model)
{
    const RopeShape &rope = model.rope;
    const bool isLinear
        = rope.scaling == RopeScaling::Linear && rope.factor == std::floor(rope.factor);
    const bool hasScaling = rope.scaling == RopeScaling::None
        || (model.mla ? rope.isDeepSeek() : rope.isLlama31() || isLinear);
    return rope.base > 0 && rope.base == std::floor(rope.base) && hasScaling;
}

namespace {

/// What Gemma 2 and 3 have in common.
bool hasGemmaBlocks(const ModelShape &model)
{
    return model.normsPerLayer == 4 && model.norm == NormKind::Rms && model.gatedMlp && !model.moe
        && model.activation.starts_with("gelu") && model.tiedEmbeddings
        && model.window.globalLayers == 1 && !model.window.chunked;
}

} // namespace

bool hasGemma2Blocks(const ModelShape &model)
{
    return hasGemmaBlocks(model) && model.qkNorm == QkNorm::None && model.window.localLayers == 1;
}

bool hasGemma3Blocks(const ModelShape &model)
{
    return hasGemmaBlocks(model) && model.qkNorm == QkNorm::Head && model.window.localLayers > 1;
}

} // namespace headroom
