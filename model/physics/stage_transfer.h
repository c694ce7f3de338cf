#pragma once

#include "model/physics/collective_curve.h"
#include "model/physics/evaluation.h"

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
    transfer.seconds = curveOf(p, CollectiveKind::SendReceive, layout.pipeline)
                           .seconds(Bytes { transfer.bytes })
                           .value();
    return transfer;
}

/// Time that the host needs beyond the device's own to issue a layer's kernels.
struct LaunchGap
{
    double forward = 0, backward = 0;
};

/// The slower of host and device sets the pace of a pass. @unit seconds   @source FORMULAS §6.4
inline LaunchGap launchGap(const LayerCost &cost, const LaunchSeconds &launch)
{
    return { std::max(0.0, launch.forward - cost.forward()),
        std::max(0.0, launch.backward - cost.backward()) };
}

} // namespace headroom
