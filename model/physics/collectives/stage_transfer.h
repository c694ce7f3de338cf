#pragma once

#include "model/physics/collectives/collective_curve.h"
#include "model/physics/trace/evaluation.h"
#include "model/physics/trace/traced.h"

#include <cmath>

namespace headroom {

/// One transfer of a micro-batch's activations (or their gradients) between neighbouring stages.
struct StageTransfer
{
    Bytes bytes;
    Seconds seconds; ///< 0 without a pipeline
    double exposed = 0; ///< share that the sender's computation waits for
};

/// Whether XLA makes send and receive of a transfer, and pipelines them.
/// @source XLA gpu_compiler.cc 1312-1323
inline bool isDecomposed(const Prepared &p, Bytes bytes)
{
    return p.flags.pipelinedP2p && p.flags.asyncPermute && p.flags.permuteDecomposer
        && bytes >= p.flags.permuteDecomposerThreshold;
}

/// Rate from which a device is taken to have a NIC of its own: a slower one is a share of what a
/// node has for all. ASSUMED
inline constexpr BytesPerSecond ownNic { 12.5e9 };

/// How neighbouring stages send to each other; nothing without a pipeline. Of the stages that lie
/// in one node only the last sends to the next one, and where devices share a NIC it has that of
/// the others, which send inside the node.
inline CollectiveCurve sendCurve(const Prepared &p, const Candidate &c, const Layout &layout)
{
    if (c.pipeline <= 1)
        return {};
    const bool isShared = !p.isTpu && p.networkPeak < ownNic && layout.pipeline.crossesNodes();
    return { p.collectives, CollectiveKind::SendReceive,
        { layout.pipeline, 1, isShared ? 1 / layout.pipeline.insideNode : 1 } };
}

/// @param send  sendCurve of the same degrees   @source FORMULAS §6.6
inline StageTransfer stageTransfer(
    const Prepared &p, const Candidate &c, const Layout &layout, const CollectiveCurve &send)
{
    StageTransfer transfer;
    transfer.bytes = layout.tokens * p.hidden * p.computeBytes / layout.plainDivisor;
    transfer.exposed = !p.flags.asyncPermute ? 1 : p.stack.pipelineTransferExposed;
    // Send and receive of the next iteration run beside this one's computation.
    if (isDecomposed(p, transfer.bytes))
        transfer.exposed *= p.assumed.decomposedExposed;
    if (c.pipeline > 1)
        transfer.seconds = send.seconds(transfer.bytes);
    return transfer;
}

/// Time that the host needs beyond the device's own to issue a layer's kernels.
struct LaunchGap
{
    Seconds forward, backward;
};

/// The slower of host and device sets the pace of a pass. Kernels are of all sizes, so that the
/// host falls behind in some stretches of a pass and waits in others: the two add up like
/// independent lengths, √(device² + host²). Of the exponents 1.5, 2, 3 and ∞ this one carries the
/// dense layers of vTrain's sweep furthest when the sweep is left out (10.7 % off against 18.6 %
/// with the plain maximum); expert layers keep the maximum, by which runs left out come nearest
/// (12.6 % against 15.8 %). @source FORMULAS §6.4
inline Seconds launchGap(LayerKind kind, Seconds host, Seconds device)
{
    if (kind == LayerKind::Moe)
        return larger(Seconds {}, host - device);
    const double h = host.value();
    const double d = device.value();
    return Seconds { std::sqrt(h * h + d * d) - d };
}

inline LaunchGap launchGap(LayerKind kind, const LayerCost &cost, const LaunchSeconds &launch)
{
    return { launchGap(kind, launch.forward, cost.forward()),
        launchGap(kind, launch.backward, cost.backward()) };
}

} // namespace headroom
