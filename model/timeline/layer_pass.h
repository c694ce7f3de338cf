#pragma once

#include "model/timeline/weight_writer.h"

namespace headroom {

/// What forward and backward pass share: a program, and who writes kernels and collectives on
/// weights into it, layer by layer.
class LayerPass
{
protected:
    LayerPass(const PassContext &context, const PassSpec &spec, BlockPhase phase)
        : m_context(context)
        , m_spec(spec)
        , m_phase(phase)
        , m_program(context.prepared.stepFactor)
        , m_kernels(m_program)
        , m_weights(m_program, context, phase)
        , m_count(static_cast<int>(spec.holdsExperts.size()))
        , m_gathered(static_cast<std::size_t>(m_count > 0 ? m_count : 1), -1)
    { }

    /// Weights are gathered ahead of a loop over micro-batches and gradients reduced behind it.
    bool staysOutside() const { return m_context.layout.gathersOnce; }
    bool isMoe(int layer) const
    {
        return m_spec.holdsExperts[static_cast<std::size_t>(layer)] != 0;
    }
    const LayerSteps &stepsOf(int layer) const { return m_context.layer(isMoe(layer)); }
    bool gathersAhead() const { return m_context.rules.gather.mode == OverlapMode::NeighbourLayer; }
    /// Whether a gather may start during the layer before it. `position`: in the order of the pass.
    bool isPrefetched(int position) const
    {
        const OverlapRules &rules = m_context.rules;
        return gathersAhead()
            || (rules.gather.mode == OverlapMode::SameLayer
                && position % rules.layersPerIteration != 0);
    }
    /// Whether attention and MLP weights are gathered apart, each beside the other half.
    bool splitsGather(int layer) const
    {
        const OverlapRule &rule = m_context.rules.gather;
        return rule.mode == OverlapMode::SameLayer
            && m_weights.isSplit(rule, m_weights.gatherBytes(isMoe(layer)));
    }
    std::int32_t gather(int first, int last, OpDependency since, LayerPart part = LayerPart::Whole)
    {
        return m_weights.gather(first, last, m_spec.holdsExperts, since, part);
    }
    std::int32_t &gatherOf(int layer) { return m_gathered[static_cast<std::size_t>(layer)]; }
    /// The moment at which the gather of a neighbouring layer starts.
    OpDependency gatherGate() const { return m_kernels.gate(1 - m_context.rules.gather.reach); }
    /// Activations of a layer on their way between device and host.
    std::int32_t hostCopy(BlockOp op, int layer, Seconds seconds)
    {
        PassOp copy;
        copy.work = seconds.value();
        copy.stream = TimelineStream::Host;
        copy.op = op;
        copy.term = TimeTerm::HostTransfer;
        copy.phase = m_phase;
        copy.layer = static_cast<std::int16_t>(layer);
        copy.contention = m_context.prepared.assumed.hostFelt;
        copy.reach = hostReach(m_context.prepared);
        return m_program.add(copy, { m_kernels.last() });
    }
    PassTemplate play()
    {
        const std::int32_t rest = writeRest();
        m_program.join(m_phase == BlockPhase::Forward ? rest : -1);
        PassTemplate pattern = playProgram(m_program);
        findLayerSpans(pattern);
        return pattern;
    }

    /// Where less of an exchange between replicas is felt than never hides, the rest comes last;
    /// its index, −1 for none.
    std::int32_t writeRest()
    {
        if (m_weights.neverHidden() <= Seconds {})
            return -1;
        const PassTemplate hidden = playProgram(m_program);
        const Seconds felt = hidden.terms[TimeTerm::ExposedData]
            + Seconds { std::max(0.0, hidden.replicasEnd - hidden.duration) };
        return felt < m_weights.neverHidden()
            ? m_weights.exchangeRest(m_weights.neverHidden() - felt, m_kernels.last())
            : -1;
    }

    const PassContext &m_context;
    const PassSpec &m_spec;
    BlockPhase m_phase;
    PassProgram m_program;
    KernelWriter m_kernels;
    WeightWriter m_weights;
    int m_count;

private:
    std::vector<std::int32_t> m_gathered; ///< per layer, index of the message that completes it
};

} // namespace headroom
