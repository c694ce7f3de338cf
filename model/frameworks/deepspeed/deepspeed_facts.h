#pragma once

#include "model/plan/plan.h"

namespace headroom {

/// What cuts sequences in a program on Transformers and Accelerate.
enum class SequenceSplit {
    None,
    Ulysses, ///< DeepSpeed: all-to-alls between sequence and heads
    Torch, ///< PyTorch's context parallelism, which needs FSDP2 and SDPA
};

constexpr SequenceSplit sequenceSplit(const Degrees &degrees)
{
    return degrees.context == 1                               ? SequenceSplit::None
        : degrees.contextStrategy == ContextStrategy::Ulysses ? SequenceSplit::Ulysses
                                                              : SequenceSplit::Torch;
}

/// The stage in DeepSpeed's words: 0 where nothing is sharded over the data-parallel ranks, to
/// which those of a sequence belong. @source DeepSpeed v0.19.5, runtime/engine.py
/// (dp_process_group= self.seq_data_parallel_group)
constexpr int deepspeedStage(const PlanOptions &options, const Degrees &degrees)
{
    if (options.offloadParameters)
        return 3; // on one device, too
    if (degrees.fsdp == 1 && (degrees.zeroStage == 3 || degrees.data * degrees.context == 1))
        return 0;
    return degrees.zeroStage;
}

/// Whether all of the plan's numbers are bf16.
constexpr bool isAll16Bit(const Precision &precision)
{
    constexpr NumberFormat bf16 = NumberFormat::Bf16;
    return precision.compute == bf16 && precision.weights == bf16 && precision.gradients == bf16
        && precision.optimizerState == bf16;
}

/// Whether adapters lie next to frozen weights in 32 bit.
inline bool hasWideBase(const Plan &plan)
{
    return isAdapted(plan) && storedBase(plan) == BaseFormat::Fp32;
}

/// Whether Transformers' Trainer runs a plan without DeepSpeed or FSDP: nothing is cut, and torch's
/// own optimizers keep the states of bf16 weights in bf16, which DeepSpeed does under ZeRO alone;
/// or a frozen base lies in 32 bit, which DeepSpeed would cast.
/// @source DeepSpeed engine.py, _configure_distributed_model (_cast_module_mixed_precision)
inline bool trainerRunsAlone(const Plan &plan, const Degrees &degrees)
{
    return (isAll16Bit(plan.precision) || hasWideBase(plan))
        && deepspeedStage(plan.options, degrees) == 0 && degrees.tensor == 1
        && sequenceSplit(degrees) == SequenceSplit::None && !plan.options.offloadOptimizer;
}

} // namespace headroom
