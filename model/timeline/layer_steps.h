#pragma once

#include "model/physics/memory/state_memory.h"
#include "model/physics/step/data_traffic.h"
#include "model/physics/step/evaluate.h"
#include "model/physics/step/fsdp_traffic.h"

namespace headroom {

/// Kernels of one layer in one direction. Sums equal the layer's cost in the estimate.
struct KernelTimes
{
    Seconds norms; ///< both halves together
    Seconds attentionInput, attentionCore, attentionOutput, mlpInput, mlpOutput;
    Seconds mlp() const { return mlpInput + mlpOutput; }
    Seconds total() const
    {
        return norms + attentionInput + attentionCore + attentionOutput + mlp();
    }
};

/// An exchange on activations: its duration, and the share of it that computation always waits for.
struct Exchange
{
    Seconds seconds;
    double lead = 1;
    int pieces = 1; ///< that the GEMM beside it is cut into
    Seconds duration() const { return lead > 1 ? seconds * lead : seconds; }
    double leadShare() const { return lead > 1 ? 1 : lead; }
};

/// Everything that one layer does for one micro-batch, in one direction.
struct DirectionSteps
{
    KernelTimes kernels, replay; ///< replay: forward kernels done again
    Exchange tensor; ///< one of four
    Exchange context;
    Exchange dispatch, combine; ///< experts
    Seconds routing;
    Seconds launch; ///< the device waits for the host
    Seconds hostCopy;
};

/// The same for a kind of layer, with the parameters that its collectives on weights move.
struct LayerSteps
{
    DirectionSteps forward, backward;
    Seconds weightCopy; ///< its weights come from host memory, in each pass
    StageParameters parameters;
    StageParameters trained; ///< what the optimizer updates of them
    double attentionParameterShare = 0.5; ///< of the plain parameters: what the first half needs
};

/// Splits the costs of a dense layer, or of one with experts, into its kernels and exchanges.
LayerSteps layerSteps(
    const Prepared &prepared, const Candidate &candidate, const LayerCosts &costs, bool isMoe);

} // namespace headroom
