#pragma once

#include "model/physics/layout.h"
#include "model/physics/trace.h"

#include <cstdint>
#include <limits>

namespace headroom {

/// Where a collective on weights or gradients may run beside computation.
enum class OverlapMode : std::uint8_t {
    None, ///< computation stops for it
    SameLayer, ///< beside the other half of its own layer: nothing crosses a loop iteration
    NeighbourLayer, ///< beside the whole neighbouring layer
};

/// What flags, framework and chip allow one kind of collective on weights or gradients.
struct OverlapRule
{
    OverlapMode mode = OverlapMode::NeighbourLayer;
    double reach = 1; ///< share of the window that the schedule makes use of
    /// Bytes up to which tensors are merged into one message; 0: each tensor alone.
    double threshold = std::numeric_limits<double>::infinity();
    int leastMessages = 1; ///< two when only tensors cut along the same dimension merge
    int mostMessages = 1; ///< tensors of a layer
    double contention = 0; ///< κ: share of a hidden collective that is felt

    /// Messages that a layer's bytes travel in: XLA fills a message up to the threshold.
    int messages(double bytes) const
    {
        if (threshold <= 0)
            return mostMessages;
        const double count = std::ceil(bytes / threshold);
        return std::clamp(static_cast<int>(std::min(count, 4096.0)), leastMessages,
            std::max(leastMessages, mostMessages));
    }
};

/// One set of rules for estimate and timeline (FORMULAS §6.6, §6.9). Only JAX on GPU depends on
/// flags for the mode: other frameworks prefetch the next layer by themselves, and TPU compilers
/// pipeline across the layer loop.
struct OverlapRules
{
    OverlapRule gather, reduce, exchange;
    bool isScanned
        = false; ///< the layer loop is a barrier: nothing crosses it but what is pipelined
    int layersPerIteration = 1; ///< two with double buffering
    bool mergesLayers = false; ///< an unrolled program merges messages of several layers
    bool copiesLoopState = false; ///< buffers carried over an iteration are copied at its end
    /// Share of a layer's computation by which a collective starts late, the device being full.
    double lateShare = 0;
    int tensorChunks = 1; ///< pieces of a matrix product that overlap its tensor-parallel exchange
};

OverlapRules overlapRules(const Prepared &p, const Candidate &c, const Layout &layout);

/// What a collective adds to a window of computation that it may overlap:
/// max(computation, communication) + κ·min(…) − computation.
/// @unit seconds   @source FORMULAS §6.6
inline double exposedBehind(double window, double communication, double contention)
{
    return std::max(0.0, communication - window) + contention * std::min(window, communication);
}

/// What collectives on weights and gradients add to one pass through one layer. One is in flight at
/// a time, so that they share the computation that they hide behind. @source FORMULAS §6.6
class LayerOverlap
{
public:
    /// @param compute  seconds of the pass   @param busy  share of them in which the device
    /// computes
    /// @param lateShare  OverlapRules::lateShare
    LayerOverlap(double compute, double busy, double lateShare)
        : m_free(compute)
        , m_busy(busy)
        , m_late(lateShare * compute)
    { }

    /// @param laterShare  of the bytes: those that have a window inside their own layer
    /// @param laterWindow  that window, seconds
    void add(const OverlapRule &rule, double seconds, int messages, double laterShare,
        double laterWindow)
    {
        const bool hasNone = rule.mode == OverlapMode::None
            // One message for all is needed by the first product, or waits for the last gradient.
            || (rule.mode == OverlapMode::SameLayer && messages <= 1);
        if (hasNone) {
            m_bare += seconds;
        } else if (rule.mode == OverlapMode::NeighbourLayer) {
            m_wide += seconds;
            m_felt += rule.contention * m_busy * seconds;
            m_reach = rule.reach;
        } else {
            const double hidden = std::min(seconds * laterShare, laterWindow * rule.reach);
            m_bare += seconds - hidden + rule.contention * m_busy * hidden;
            m_free -= hidden;
        }
    }

    /// @unit seconds
    double exposed() const
    {
        if (m_wide <= 0)
            return m_bare;
        const double window = std::max(0.0, m_free) * m_reach;
        // A late start only matters where links are not busy all the time.
        const double waits
            = std::max({ 0.0, m_wide - window, std::min(m_late, m_wide + m_late - window) });
        return m_bare + waits + m_felt * std::min(1.0, window / m_wide);
    }

    /// What one exchange more, outside the layers, would add beside the layer next to it.
    /// @unit seconds
    double beside(double seconds) const
    {
        return std::max(0.0, seconds - std::max(0.0, std::max(0.0, m_free) * m_reach - m_wide));
    }

    /// The derivation of exposed() and of the copies that a pipelined loop adds to it.
    template <class Trace> void derive(const char *id, double copies, Trace &trace) const
    {
        trace.open(id, "What the exchanges add to one pass through one layer",
            "bare + max(0, comm − window, late start) + κ·min(comm, window) + copies",
            "FORMULAS §6.6",
            "bare + if(communication > 0, max(0, communication - reach * window, min(late, "
            "communication + late - reach * window)) + felt * min(1, reach * window / "
            "communication), 0) + copies");
        trace.assume("layers are equal; a layer is two halves, attention and MLP");
        trace.input("bare", "Exchanges without a window, and what is left of those with half a one",
            m_bare, "seconds", Origin::Derived);
        trace.input("communication", "Exchanges beside the neighbouring layer", m_wide, "seconds",
            Origin::Derived);
        trace.input("window", "Compute that these may hide behind", std::max(0.0, m_free),
            "seconds", Origin::Derived);
        trace.input("reach", "Share of it that the schedule uses", m_reach, "1", Origin::Stack);
        trace.input(
            "late", "Late start where hardware queues compete", m_late, "seconds", Origin::Flags);
        trace.input("felt", "κ·comm: hidden traffic that is felt", m_felt, "seconds", Origin::Chip);
        trace.input("copies", "Copies of loop state", copies, "seconds", Origin::Flags);
        trace.close(exposed() + copies, "seconds");
    }

private:
    double m_free, m_busy, m_late;
    double m_bare = 0, m_wide = 0, m_felt = 0, m_reach = 1;
};

} // namespace headroom
