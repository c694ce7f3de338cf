#pragma once

#include "model/physics/collectives/stage_transfer.h"
#include "model/physics/step/overlap.h"
#include "model/physics/trace/evaluation.h"

namespace headroom {

/// One pass through one layer: what the device does, and what it waits for.
struct PassTime
{
    Seconds device; ///< computation, and exchanges of activations that it waits for
    Seconds hostWait; ///< copies over the host link that nothing hides
    Seconds launchGap; ///< the host issuing kernels, behind all that
    Seconds waits() const { return hostWait + launchGap; }
    Seconds total() const { return device + waits(); }
};

struct LayerPasses
{
    PassTime forward, backward;
};

/// What a copy over the host link, one way, adds to a pass: computation and exchanges over other
/// links lie beside as much of it as may, and it slows them down a little. @source FORMULAS §6.8
inline Seconds hostWait(const Prepared &p, Seconds copy, Seconds device)
{
    if (copy <= Seconds {})
        return {};
    return smaller(
        copy, larger(Seconds {}, copy - hostReach(p) * device) + p.assumed.hostFelt * copy);
}

/// @param weights  time in which the layer's weights come from the host, each way
inline LayerPasses layerPasses(const Prepared &p, LayerKind kind, const LayerCost &cost,
    const LaunchSeconds &launch, Seconds weights)
{
    const auto pass = [&](Seconds device, Seconds copy, Seconds gap) {
        const Seconds wait = hostWait(p, copy, device);
        return PassTime { device, wait, larger(Seconds {}, gap - wait) };
    };
    const LaunchGap gap = launchGap(kind, cost, launch);
    return { pass(cost.forward(), cost.hostForward + weights, gap.forward),
        pass(cost.backward(), cost.hostBackward + weights, gap.backward) };
}

/// What state traffic may hide behind in one layer: all of a pass, the time included in which the
/// device waits for the host or for activations. Without that a faster chip would leave smaller
/// windows in a layer that lasts as long as before.
struct LayerWindow
{
    Seconds forward, backward;
    /// Share of it in which the device computes: contention slows nothing while it waits.
    double busyForward = 1, busyBackward = 1;
    Seconds waitsForward, waitsBackward; ///< of it, for the host: part of either half
    /// Work of the device on the half of attention, and on the other one.
    Seconds attentionForward, attentionBackward, mlpBackward;
    /// What the backward pass repeats of attention before anything else.
    Seconds attentionReplay;
};

/// @param GEMMs  share of attention's GEMMs in those of the layer
inline LayerWindow layerWindow(
    const Prepared &p, const LayerCost &cost, const LayerPasses &passes, double gemms)
{
    LayerWindow window;
    window.forward = passes.forward.total();
    window.backward = passes.backward.total();
    const auto busy
        = [](Seconds compute, Seconds whole) { return whole > Seconds {} ? compute / whole : 1; };
    window.busyForward = busy(cost.computeForward(), window.forward);
    window.busyBackward = busy(cost.computeBackward(), window.backward);
    if (!followsXlaFlags(p) && !p.isTpu)
        return window;
    window.waitsForward = passes.forward.waits();
    window.waitsBackward = passes.backward.waits();
    // Element-wise kernels and tensor exchanges belong to both halves alike.
    window.attentionForward = cost.attentionForward + gemms * cost.gemmForward
        + cost.elementForward / 2 + cost.tensorForward / 2 + cost.contextForward;
    window.attentionBackward = cost.attentionBackward + gemms * cost.gemmBackward
        + cost.elementBackward / 2 + cost.tensorBackward / 2 + cost.contextBackward;
    window.mlpBackward = passes.backward.device - window.attentionBackward;
    if (cost.gemmReplay > Seconds {})
        window.attentionReplay
            = cost.attentionReplay + gemms * cost.gemmReplay + cost.elementReplay / 2;
    return window;
}

} // namespace headroom
