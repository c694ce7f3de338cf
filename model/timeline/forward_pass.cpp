#include "model/timeline/weight_writer.h"

#include <algorithm>

namespace headroom {
namespace {

/// Writes one forward pass: layers in order, each with what it gathers, exchanges and offloads.
class ForwardPass
{
public:
    ForwardPass(const PassContext &context, const PassSpec &spec)
        : m_context(context)
        , m_spec(spec)
        , m_program(context.prepared.flags.stepTimeFactor)
        , m_kernels(m_program, context.rules)
        , m_weights(m_program, context, BlockPhase::Forward)
        , m_count(static_cast<int>(spec.holdsExperts.size()))
    { }

    PassTemplate write();

private:
    void writeUpdatedParameters();
    void writeRoot();
    void writeLayer(int layer);
    void writeOffload(int layer);
    bool isMoe(int layer) const
    {
        return m_spec.holdsExperts[static_cast<std::size_t>(layer)] != 0;
    }
    /// Whether the gather of this layer may start during the layer before it.
    bool isPrefetched(int layer) const;
    int groupEnd(int first) const; ///< last layer whose weights travel with those of `first`

    const PassContext &m_context;
    const PassSpec &m_spec;
    PassProgram m_program;
    KernelWriter m_kernels;
    WeightWriter m_weights;
    int m_count;
    int m_gatheredTo = -1; ///< last layer whose gather is written
    std::vector<std::int32_t> m_gathered; ///< per layer, index of the message that completes it
    std::int32_t m_rootGathered = -1, m_headGathered = -1;
    std::int32_t m_offloaded = -1;
};

bool ForwardPass::isPrefetched(int layer) const
{
    const OverlapRules &rules = m_context.rules;
    if (rules.gather.mode == OverlapMode::SameLayer)
        return layer % rules.layersPerIteration != 0;
    return rules.gather.mode == OverlapMode::NeighbourLayer;
}

int ForwardPass::groupEnd(int first) const
{
    if (!m_context.rules.mergesLayers || m_context.rules.gather.mode == OverlapMode::None)
        return first;
    int last = first;
    double bytes = m_weights.gatherBytes(isMoe(first));
    while (last + 1 < m_count
        && bytes + m_weights.gatherBytes(isMoe(last + 1)) <= m_context.rules.gather.threshold)
        bytes += m_weights.gatherBytes(isMoe(++last));
    return last;
}

/// A sharded optimizer hands out new weights before the first forward pass, one message per layer.
void ForwardPass::writeUpdatedParameters()
{
    if (!m_spec.gathersParameters)
        return;
    if (m_spec.hasEmbedding)
        m_rootGathered = m_weights.gatherParameters(-1, { m_context.embeddingParameters(), 0, 0 });
    for (int layer = 0; layer < m_count; ++layer)
        m_gathered[static_cast<std::size_t>(layer)]
            = m_weights.gatherParameters(layer, m_context.layer(isMoe(layer)).parameters);
    if (m_spec.hasHead)
        m_headGathered = m_weights.gatherParameters(-1, { m_context.headParameters(), 0, 0 });
    if (!m_context.data.gatherHides)
        m_kernels.await({ m_spec.hasHead ? m_headGathered : m_gathered.back(), 1 });
}

void ForwardPass::writeRoot()
{
    if (m_spec.gathers && m_spec.hasEmbedding) {
        // FSDP2 keeps embedding and head in one root group; a compiler gathers each where it is
        // used.
        const double head = !m_context.isJax && m_spec.hasHead ? m_context.headParameters() : 0;
        m_rootGathered = m_weights.gatherRoot(m_context.embeddingParameters() + head, {});
    }
    if (m_spec.gathers && m_count > 0
        && m_context.rules.gather.mode == OverlapMode::NeighbourLayer) {
        m_gatheredTo = groupEnd(0);
        m_gathered[0] = m_weights.gather(0, m_gatheredTo, m_spec.holdsExperts, {});
    }
    m_kernels.beginLayer(-1);
    m_kernels.await({ m_rootGathered, 1 });
    if (m_spec.hasEmbedding)
        m_kernels.kernel(BlockOp::Embedding, BlockPhase::Forward, TimeTerm::HeadLoss,
            m_context.costs.embedForward);
}

void ForwardPass::writeOffload(int layer)
{
    const double seconds = m_context.layer(isMoe(layer)).forward.hostCopy;
    PassOp copy;
    copy.work = m_context.prepared.isInference ? 0 : seconds;
    copy.stream = TimelineStream::Host;
    copy.op = BlockOp::OffloadOut;
    copy.term = TimeTerm::HostTransfer;
    copy.layer = static_cast<std::int16_t>(layer);
    copy.contention = hostContention;
    // The buffer of the copy before this one is free again when the next layer starts.
    m_kernels.await({ m_offloaded, 1 });
    m_offloaded = m_program.add(copy, { m_kernels.last() });
}

void ForwardPass::writeLayer(int layer)
{
    const auto slot = static_cast<std::size_t>(layer);
    const OverlapRule &rule = m_context.rules.gather;
    const LayerSteps &steps = m_context.layer(isMoe(layer));
    const bool gathersNow = m_spec.gathers && m_gatheredTo < layer;
    const bool isSplit = gathersNow && rule.mode == OverlapMode::SameLayer
        && m_weights.isSplit(rule, m_weights.gatherBytes(isMoe(layer)));
    m_kernels.beginLayer(layer);
    if (gathersNow) {
        m_gathered[slot] = m_weights.gather(layer, layer, m_spec.holdsExperts, m_kernels.last(),
            isSplit ? LayerPart::Attention : LayerPart::Whole);
        m_gatheredTo = layer;
    }
    m_kernels.await({ m_gathered[slot], 1 });
    if (gathersNow || m_gathered[slot] >= 0)
        m_kernels.beginWindow();
    m_kernels.forwardAttention(steps.forward);
    if (isSplit)
        m_kernels.await({ m_weights.gather(layer, layer, m_spec.holdsExperts,
                              m_kernels.gate(1 - rule.reach), LayerPart::Mlp),
            1 });
    m_kernels.forwardMlp(steps.forward);
    m_kernels.launch(steps.forward, BlockPhase::Forward);
    writeOffload(layer);

    if (m_spec.gathers && m_gatheredTo == layer && layer + 1 < m_count && isPrefetched(layer + 1)) {
        m_gatheredTo = groupEnd(layer + 1);
        m_gathered[slot + 1] = m_weights.gather(
            layer + 1, m_gatheredTo, m_spec.holdsExperts, m_kernels.gate(1 - rule.reach));
    }
}

PassTemplate ForwardPass::write()
{
    m_gathered.assign(static_cast<std::size_t>(std::max(1, m_count)), -1);
    writeUpdatedParameters();
    writeRoot();
    m_kernels.beginWindow();
    for (int layer = 0; layer < m_count; ++layer)
        writeLayer(layer);
    if (m_spec.hasHead) {
        m_kernels.beginLayer(-1);
        if (m_spec.gathers && (m_context.isJax || !m_spec.hasEmbedding))
            m_headGathered = m_weights.gatherRoot(m_context.headParameters(),
                m_context.rules.gather.mode == OverlapMode::NeighbourLayer
                    ? m_kernels.gate(1 - m_context.rules.gather.reach)
                    : m_kernels.last());
        m_kernels.await({ m_headGathered, 1 });
        m_kernels.kernel(
            BlockOp::Head, BlockPhase::Forward, TimeTerm::HeadLoss, m_context.costs.headForward);
    }
    m_program.join();
    PassTemplate pattern = playProgram(m_program);
    findLayerSpans(pattern);
    return pattern;
}

} // namespace

PassTemplate forwardPass(const PassContext &context, const PassSpec &spec)
{
    return ForwardPass(context, spec).write();
}

} // namespace headroom
