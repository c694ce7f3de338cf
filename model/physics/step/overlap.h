#pragma once

#include "model/physics/prepare/flag_effects.h"
#include "model/physics/prepare/layout.h"
#include "model/physics/trace/trace.h"

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
    Bytes threshold { std::numeric_limits<double>::infinity() };
    int minMessages = 1; ///< two when only tensors cut along the same dimension merge
    int maxMessages = 1; ///< tensors of a layer
    double contention = 0; ///< κ: share of a hidden collective that is felt

    /// Messages that a layer's bytes travel in: XLA fills a message up to the threshold.
    int messages(Bytes bytes) const
    {
        if (threshold <= Bytes {})
            return maxMessages;
        const double count = std::ceil(bytes / threshold);
        return std::clamp(static_cast<int>(std::min(count, 4096.0)), minMessages,
            std::max(minMessages, maxMessages));
    }

    /// Layers whose tensors one call of a program without a loop carries: such a program is one
    /// block, in which calls merge up to the threshold. @param bytes  of a layer
    double layersOfCall(Bytes bytes, double layers) const
    {
        if (threshold == oneLayerCombined || bytes <= Bytes {} || threshold <= bytes)
            return 1;
        return std::min(std::floor(threshold / bytes), std::max(1.0, layers));
    }
};

/// One set of rules for estimate and timeline (FORMULAS §6.6, §6.9). Only JAX depends on flags for
/// the mode: other frameworks prefetch the next layer by themselves.
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
};

/// Share of a layer's computation that copies of its activations to and from the host lie beside.
/// @source XLA gpu_compiler.cc 1213-1307
double hostReach(const Prepared &p);

OverlapRules overlapRules(const Prepared &p, const Layout &layout);

/// What a collective adds to a window of computation that it may overlap:
/// max(computation, communication) + κ·min(…) − computation.
/// @source FORMULAS §6.6
inline Seconds exposedBehind(Seconds window, Seconds communication, double contention)
{
    return larger(Seconds {}, communication - window) + contention * smaller(window, communication);
}

/// What collectives on weights and gradients add to one pass through one layer. One is in flight at
/// a time, so that they share the computation that they hide behind. Of layers that one iteration
/// of a loop holds only one begins at the barrier: collectives of the others have the layer before
/// them in the same body. @source FORMULAS §6.6
class LayerOverlap
{
public:
    LayerOverlap() = default;
    /// @param pass  its duration   @param busy  share of it in which the device computes
    /// @param waits  of it, for something else: they may lie in either half of the layer
    LayerOverlap(Seconds pass, double busy, const OverlapRules &rules, Seconds waits = {})
        : m_window(pass)
        , m_edge { pass, waits }
        , m_inside { pass, waits }
        , m_busy(busy)
        , m_late(rules.lateShare * pass)
        , m_edgeShare(1.0 / rules.layersPerIteration)
    { }

    /// @param laterShare  of the bytes: those that have a window inside their own layer
    /// @param laterWindow  that window
    void add(const OverlapRule &rule, Seconds seconds, int messages, double laterShare,
        Seconds laterWindow)
    {
        addTo(m_edge, rule, rule.mode, seconds, messages, laterShare, laterWindow);
        if (m_edgeShare < 1)
            addTo(m_inside, rule,
                rule.mode == OverlapMode::SameLayer ? OverlapMode::NeighbourLayer : rule.mode,
                seconds, messages, laterShare, laterWindow);
    }

    Seconds exposed() const
    {
        const Seconds edge = exposedIn(m_edge);
        return m_edgeShare < 1 ? m_edgeShare * edge + (1 - m_edgeShare) * exposedIn(m_inside)
                               : edge;
    }

    Seconds window() const { return m_window; } ///< of the whole pass
    /// What the pass itself is slowed down by exchanges beside the neighbouring layer: part of
    /// exposed().
    Seconds felt() const
    {
        return m_edgeShare < 1 ? m_edgeShare * feltIn(m_edge) + (1 - m_edgeShare) * feltIn(m_inside)
                               : feltIn(m_edge);
    }

    /// What one exchange more, outside the layers, would add beside the layer next to it.
    Seconds beside(Seconds seconds) const
    {
        constexpr Seconds none;
        return larger(
            none, seconds - larger(none, larger(none, m_edge.free) * m_edge.reach - m_edge.wide));
    }

    /// The derivation of exposed() and of the copies that a pipelined loop adds to it.
    template <class Trace> void derive(const char *id, Seconds copies, Trace &trace) const
    {
        const bool isLoop = m_edgeShare < 1 && !(m_edge == m_inside);
        trace.open(id, "Time that communication adds to one pass through a layer",
            isLoop ? "bare + max(0, comm − window, late start) + κ·min(comm, window), at the "
                     "barrier of the loop and inside its body, + copies"
                   : "bare + max(0, comm − window, late start) + κ·min(comm, window) + copies",
            "FORMULAS §6.6",
            isLoop ? "edge_share * at_edge + (1 - edge_share) * inside + copies"
                   : "bare + if(communication > 0, max(0, communication - reach * window, "
                     "min(late, communication + late - reach * window)) + felt * min(1, reach * "
                     "window / communication), 0) + copies");
        trace.assume("layers are equal; a layer is two halves, attention and MLP");
        if (isLoop) {
            trace.input("edge_share", "Layers that begin an iteration of the loop", m_edgeShare,
                "1", Origin::Flags);
            trace.input(
                "at_edge", "Time that such a layer adds", exposedIn(m_edge), Origin::Derived);
            trace.input(
                "inside", "Time that the other layers add", exposedIn(m_inside), Origin::Derived);
        } else {
            trace.input("bare",
                "Communication that nothing hides, and what half a window leaves of the rest",
                m_edge.bare, Origin::Derived);
            trace.input("communication", "Communication that the neighbouring layer can hide",
                m_edge.wide, Origin::Derived);
            trace.input("window", "Compute that may hide the communication",
                larger(Seconds {}, m_edge.free), Origin::Derived);
            trace.input("reach", "Share of this time that the schedule uses", m_edge.reach, "1",
                Origin::Stack);
            trace.input("late", "Late start where hardware queues compete", m_late, Origin::Flags);
            trace.input(
                "felt", "κ·comm: exposed share of hidden traffic", m_edge.felt, Origin::Chip);
        }
        trace.input("copies", "Copies of loop state", copies, Origin::Flags);
        trace.close(exposed() + copies);
    }

private:
    /// Of one layer's pass.
    struct Load
    {
        Seconds free {}; ///< of the pass, what nothing lies beside yet
        Seconds waits {}; ///< of that, what either half may use
        Seconds bare {}; ///< collectives without a window
        Seconds wide {}; ///< those beside the neighbouring layer …
        Seconds felt {}; ///< … and what of them is felt
        double reach = 1;
        bool operator==(const Load &) const = default;
    };

    void addTo(Load &load, const OverlapRule &rule, OverlapMode mode, Seconds seconds, int messages,
        double laterShare, Seconds laterWindow) const
    {
        const bool hasNone = mode == OverlapMode::None
            // One message for all is needed by the first GEMM, or waits for the last gradient.
            || (mode == OverlapMode::SameLayer && messages <= 1);
        if (hasNone) {
            load.bare += seconds;
        } else if (mode == OverlapMode::NeighbourLayer) {
            load.wide += seconds;
            load.felt += rule.contention * m_busy * seconds;
            load.reach = rule.reach;
        } else {
            const Seconds hidden
                = smaller(seconds * laterShare, (laterWindow + load.waits) * rule.reach);
            load.waits -= larger(Seconds {}, hidden / rule.reach - laterWindow);
            load.bare += seconds - hidden + rule.contention * m_busy * hidden;
            load.free -= hidden;
        }
    }

    Seconds exposedIn(const Load &load) const
    {
        if (load.wide <= Seconds {})
            return load.bare;
        const Seconds window = larger(Seconds {}, load.free) * load.reach;
        // A late start only matters where links are not busy all the time.
        const Seconds waits = larger(
            larger(Seconds {}, load.wide - window), smaller(m_late, load.wide + m_late - window));
        return load.bare + waits + feltIn(load);
    }
    static Seconds feltIn(const Load &load)
    {
        if (load.wide <= Seconds {})
            return {};
        const Seconds window = larger(Seconds {}, load.free) * load.reach;
        return load.felt * std::min(1.0, window / load.wide);
    }

    Seconds m_window;
    Load m_edge, m_inside;
    double m_busy = 1;
    Seconds m_late;
    double m_edgeShare = 1;
};

} // namespace headroom
