#pragma once

#include "model/physics/step/state_traffic.h"
#include "model/physics/step/step_calls.h"
#include "model/physics/trace/evaluation.h"

#include <optional>

namespace headroom {

/// What FSDP moves in a step, whole tensors.
struct FsdpVolume
{
    Bytes gathered, reduced;
    Bytes total() const { return gathered + reduced; }
};

/// The same for so many parameters of layers, of which some are trained.
inline FsdpVolume fsdpVolume(
    const Prepared &p, const FsdpRounds &rounds, double parameters, double trained)
{
    const Bytes adapters = p.tuning.isAdapted ? trained * p.wideGatherBytes : Bytes {};
    return { rounds.passes() * rounds.gathers * (parameters * p.gatherBytes + adapters),
        trained * rounds.reductions * p.stack.gradientReduceBytes };
}

/// Copies that a scanned loop makes of what a pipelined collective carries over an iteration; two
/// alternating bodies (double buffering) need none. Of one layer. @source XLA
/// double_buffer_loop_unrolling.h, PR 5473
struct LoopCopies
{
    LoopCopies() = default;
    LoopCopies(const Prepared &p, const OverlapRules &rules, Bytes gathered, Bytes reduced)
    {
        const auto seconds = [&](const OverlapRule &rule, Bytes bytes) {
            return rules.copiesLoopState && rule.mode == OverlapMode::NeighbourLayer
                ? 2 * bytes / p.memoryRate
                : Seconds {};
        };
        gather = seconds(rules.gather, gathered);
        reduce = seconds(rules.reduce, reduced);
    }
    Seconds gather, reduce;
};

/// Exchanges beside one pass through a layer.
struct FsdpPass
{
    LayerOverlap overlap;
    Seconds copies; ///< of loop state
    Seconds added; ///< to the pass, by both
};

/// What FSDP's exchanges of one layer of a kind take, and how they lie beside its passes.
struct FsdpLayer
{
    FsdpLayer() = default;
    FsdpLayer(const Prepared &p, const Candidate &c, const FsdpCalls &calls,
        const FsdpRounds &rounds, const OverlapRules &rules, const LayerWindow &window,
        const StageParameters &layer);

    double parameters = 0, trained = 0;
    Bytes plain, experts, reducedPlain, reducedExperts; ///< gathered once, reduced once
    Seconds gather, reduce; ///< durations
    int gathers = 1, reduces = 1; ///< messages
    /// Layers whose gathers or reductions are one call: more than one only without a loop.
    double gatheredTogether = 1, reducedTogether = 1;
    LoopCopies copies;
    /// A backward pass that reduces nothing, and one that does.
    FsdpPass forward, backward, lastBackward;
};

/// FSDP's all-gathers of weights (forward and backward) and reduce-scatters of gradients of one
/// step, of any stage. Each hides where its rule says; the first gather and the last reduction are
/// exposed. Layers of a kind are equal, and of a layer two halves, attention and MLP.
/// @source FORMULAS §6.6
class FsdpTraffic
{
public:
    /// All arguments have to outlive it.
    FsdpTraffic(const Prepared &p, const Candidate &c, const Layout &layout, const FsdpCalls &calls,
        const OverlapRules &rules, const StateWindows &windows);

    FsdpTraffic(const FsdpTraffic &) = delete;
    FsdpTraffic &operator=(const FsdpTraffic &) = delete;

    bool isActive() const { return m_calls.isActive; }
    template <class Trace>
    AxisLoad load(Stage stage, const StageLayers &layers, Trace &trace) const;
    /// What a layer's forward and last backward pass wait for: a window of other channels, too.
    Seconds besideForward(LayerKind kind) const;
    Seconds besideLastBackward(LayerKind kind) const;

private:
    struct Sums;
    struct PassNames
    {
        const char *id, *label;
    };
    std::optional<FsdpLayer> layerOf(LayerKind kind, const LayerWindow &window) const;
    Sums sums(Stage stage, const StageLayers &layers) const;
    Seconds chained(const FsdpLayer &layer) const;
    Seconds chainedAtEdge(const FsdpLayer &layer) const;
    Seconds chainedBeside(const StageLayers &layers) const;
    Seconds beside(LayerKind kind, FsdpPass FsdpLayer::*pass) const;
    Seconds remote(const StageLayers &layers, double root) const;
    void derivePass(const PassNames &names, const StageLayers &layers, FsdpPass FsdpLayer::*pass,
        DerivationTrace &trace) const;
    void derive(const AxisLoad &load, const Sums &own, const StageLayers &layers,
        Seconds neverHidden, DerivationTrace &trace) const;

    const Prepared &m_p;
    const Candidate &m_c;
    const Layout &m_layout;
    const OverlapRules &m_rules;
    const FsdpCalls &m_calls;
    FsdpRounds m_rounds;
    std::optional<FsdpLayer> m_ownDense, m_ownMoe; ///< of the kinds that the model has
    const FsdpLayer &m_dense, &m_moe; ///< of any; one that the model lacks is never counted
};

} // namespace headroom
