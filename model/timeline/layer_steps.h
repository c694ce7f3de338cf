#pragma once

#include "model/physics/data_traffic.h"
#include "model/physics/evaluate.h"
#include "model/physics/fsdp_traffic.h"
#include "model/physics/state_memory.h"

namespace headroom {

/// Kernels of one layer in one direction. Sums equal the layer's cost in the estimate.
struct KernelSeconds
{
    double norms = 0; ///< both halves together
    double attentionInput = 0, attentionCore = 0, attentionOutput = 0, mlpInput = 0, mlpOutput = 0;
    double mlp() const { return mlpInput + mlpOutput; }
    double total() const
    {
        return norms + attentionInput + attentionCore + attentionOutput + mlp();
    }
};

/// An exchange on activations: its duration, and the share of it that computation always waits for.
struct Exchange
{
    double seconds = 0;
    double lead = 1;
    int pieces = 1; ///< that the product beside it is cut into
    double duration() const { return lead > 1 ? seconds * lead : seconds; }
    double leadShare() const { return lead > 1 ? 1 : lead; }
};

/// Everything that one layer does for one micro-batch, in one direction.
struct DirectionSteps
{
    KernelSeconds kernels, replay; ///< replay: forward kernels done again
    Exchange tensor; ///< one of four
    Exchange context;
    Exchange dispatch, combine; ///< experts
    double routing = 0;
    double launch = 0; ///< the device waits for the host
    double hostCopy = 0;
    bool isRing = false; ///< the exchange of keys and values streams beside the attention core
};

/// The same for a kind of layer, with the parameters that its collectives on weights move.
struct LayerSteps
{
    DirectionSteps forward, backward;
    double weightCopy = 0; ///< its weights come from host memory, in each pass
    StageParameters parameters;
    StageParameters trained; ///< what the optimizer updates of them
    double attentionParameterShare = 0.5; ///< of the plain parameters: what the first half needs
};

/// Splits the costs of a dense layer, or of one with experts, into its kernels and exchanges.
LayerSteps layerSteps(
    const Prepared &prepared, const Candidate &candidate, const LayerCosts &costs, bool isMoe);

} // namespace headroom
