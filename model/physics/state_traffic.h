#pragma once

#include "model/physics/collective_curve.h"
#include "model/physics/layer_passes.h"
#include "model/physics/linear.h"
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

/// Windows of the two kinds of layers.
struct StateWindows
{
    LayerWindow dense, moe;
    const LayerWindow &of(LayerKind kind) const { return kind == LayerKind::Moe ? moe : dense; }
};

/// Share of embedding and head on a stage that belongs to the head: its gradient is complete, and
/// its weights are needed, beside the last layer, unless the two are one matrix.
inline double headShare(const Prepared &p, const Candidate &c, Stage stage)
{
    if (c.pipeline > 1)
        return stage == Stage::Last ? 1 : 0;
    const double all = p.embeddingParameters + p.headParameters;
    return p.isTied || all <= 0 ? 0 : p.headParameters / all;
}

/// Torus axes that a data-like collective may use on a TPU: what tensor and context leave.
inline double dataAxes(const Prepared &p, const Candidate &c)
{
    if (!p.isTpu)
        return 1;
    const double taken = (c.tensor > 1) + (c.context > 1) + (p.expertIsAxis && c.expert > 1);
    return std::max(1.0, p.torusDimensions - taken);
}

} // namespace headroom
