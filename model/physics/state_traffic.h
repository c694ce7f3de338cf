#pragma once

#include "model/physics/collective_curve.h"
#include "model/physics/overlap.h"
#include "model/physics/state_memory.h"

namespace headroom {

/// One collective on plain weights and on experts, which other ranks may hold together.
class StateCurves
{
public:
    StateCurves() = default;
    /// @param experts  nullptr: none
    StateCurves(const Prepared &p, CollectiveKind kind, const GroupSpan &plain,
        const GroupSpan *experts, double axes)
        : m_plain(curveOf(p, kind, plain, axes))
        , m_isOne(!experts || *experts == plain)
    {
        if (!m_isOne)
            m_experts = curveOf(p, kind, *experts, axes);
    }
    Seconds seconds(Bytes plain, Bytes experts) const
    {
        return m_plain.seconds(plain) + (m_isOne ? m_plain : m_experts).seconds(experts);
    }

private:
    CollectiveCurve m_plain, m_experts;
    bool m_isOne = true;
};

/// Compute of a mean layer that may run beside a collective, one micro-batch.
struct LayerWindow
{
    Seconds forward, backward;
    /// Share of it in which the device computes: contention slows nothing while it waits.
    double busyForward = 1, busyBackward = 1;
    Seconds attentionForward, attentionBackward; ///< the part of attention
    bool replays = false; ///< the backward pass begins with the attention of the forward pass
};

/// Torus axes that a data-like collective may use on a TPU: what tensor and context leave.
inline double dataAxes(const Prepared &p, const Candidate &c)
{
    if (!p.isTpu)
        return 1;
    const double taken = (c.tensor > 1) + (c.context > 1) + (p.expertIsAxis && c.expert > 1);
    return std::max(1.0, p.torusDimensions - taken);
}

} // namespace headroom
