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

/// The stage in DeepSpeed's words: 0 where nothing is sharded over the data-parallel ranks.
constexpr int deepspeedStage(const PlanOptions &options, const Degrees &degrees)
{
    if (options.offloadParameters)
        return 3; // on one device, too
    if (degrees.fsdp == 1 && (degrees.zeroStage == 3 || degrees.data == 1))
        return 0;
    return degrees.zeroStage;
}

} // namespace headroom
