#pragma once

#include "model/physics/evaluation.h"
#include "model/physics/layout.h"

namespace headroom {

/// One transfer of a micro-batch's activations (or their gradients) between neighbouring stages.
struct StageTransfer
{
    double bytes = 0;
    double seconds = 0; ///< 0 without a pipeline
    double exposed = 0; ///< share that the sender's computation waits for
};

/// @source FORMULAS §6.6
inline StageTransfer stageTransfer(const Prepared &p, const Candidate &c, const Layout &layout)
{
    StageTransfer transfer;
    transfer.bytes = layout.tokens * p.hidden * p.computeBytes / layout.plainDivisor;
    transfer.exposed = p.flags.pipelinedP2p ? 0.2 * p.stack.pipelineTransferExposed
                                            : p.stack.pipelineTransferExposed;
    if (c.pipeline <= 1)
        return transfer;
    const double rate = layout.pipeline.inside > 1 && !layout.pipeline.crossesNodes()
        ? p.linkRate
        : p.networkRate;
    transfer.seconds = transfer.bytes / rate + p.chip.linkLatency;
    return transfer;
}

/// Time that the host needs beyond the device's own to issue a layer's kernels.
struct LaunchGap
{
    double forward = 0, backward = 0;
};

/// `launch` is the host's time to issue one forward pass of the layer; the backward pass has half
/// as many kernels again. @unit seconds   @source FORMULAS §6.4
inline LaunchGap launchGap(const LayerCost &cost, double launch)
{
    return { std::max(0.0, launch - cost.forward()),
        std::max(0.0, 1.5 * launch - cost.backward()) };
}

} // namespace headroom
