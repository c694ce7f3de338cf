#include "model/physics/memory/host_copies.h"
#include "model/timeline/layer_pass.h"

namespace headroom {
namespace {

/// Writes one forward pass: layers in order, each with what it gathers, exchanges and offloads.
class ForwardPass : LayerPass
{
public:
    ForwardPass(const PassContext &context, const PassSpec &spec)
        : LayerPass(context, spec, BlockPhase::Forward)
    { }

    PassTemplate write();

private:
    void writeUpdatedParameters();
    void writeGathers();
    void writeRoot();
    void writeLayer(int layer);
    void writeHead();
    void writeFetch(int layer);
    void writeOffload(int layer);
    int groupEnd(int first) const; ///< last layer whose weights travel with those of `first`

    int m_gatheredTo = -1; ///< last layer whose gather is written
    OpDependency m_handedOut; ///< updated parameters that the first gather comes behind
    std::int32_t m_rootGathered = -1, m_headGathered = -1;
    std::int32_t m_offloaded = -1;
    std::int32_t m_fetched = -1; ///< copy of the next layer's weights from the host
};

int ForwardPass::groupEnd(int first) const
{
    if (!m_context.rules.mergesLayers || m_context.rules.gather.mode == OverlapMode::None)
        return first;
    int last = first;
    Bytes bytes = m_weights.gatherBytes(isMoe(first));
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
        gatherOf(layer) = m_weights.gatherParameters(layer, stepsOf(layer).parameters);
    if (m_spec.hasHead)
        m_headGathered = m_weights.gatherParameters(-1, { m_context.headParameters(), 0, 0 });
    const bool waitsForAll = !m_context.data.gatherHides;
    const OpDependency last { m_spec.hasHead ? m_headGathered : gatherOf(std::max(0, m_count - 1)),
        1 };
    if (waitsForAll)
        m_kernels.await(last);
    if (!m_spec.gathers)
        return;
    // The shards of what came.
    m_handedOut = waitsForAll ? last : OpDependency { gatherOf(0), 1 };
    m_headGathered = -1;
}

/// All weights of the pass, ahead of its first kernel.
void ForwardPass::writeGathers()
{
    for (int layer = 0; layer < m_count; ++layer)
        gatherOf(layer) = gather(layer, layer, m_handedOut);
    m_gatheredTo = m_count - 1;
    if (m_spec.hasHead)
        m_headGathered = m_weights.gatherRoot(m_context.headParameters(), m_handedOut);
    m_kernels.await({ std::max(m_headGathered, m_count > 0 ? gatherOf(m_count - 1) : -1), 1 });
}

void ForwardPass::writeRoot()
{
    if (m_spec.gathers && m_spec.hasEmbedding) {
        // FSDP2 keeps embedding and head in one root group; a compiler gathers each where it is
        // used.
        const double head = !m_context.isJax && m_spec.hasHead ? m_context.headParameters() : 0;
        m_rootGathered = m_weights.gatherRoot(m_context.embeddingParameters() + head, m_handedOut);
    }
    if (m_spec.gathers && m_count > 0 && gathersAhead()) {
        m_gatheredTo = groupEnd(0);
        gatherOf(0) = gather(0, m_gatheredTo, m_handedOut);
    }
    if (m_spec.gathers && staysOutside())
        writeGathers();
    m_kernels.beginLayer(-1);
    if (weightsInHost(m_context.prepared, m_context.layout)) {
        const double root = (m_spec.hasEmbedding ? m_context.embeddingParameters() : 0)
            + (m_spec.hasHead ? m_context.headParameters() : 0);
        m_kernels.await(
            { hostCopy(BlockOp::OffloadIn, -1,
                  weightCopyTime(m_context.prepared, m_context.layout, { root, 0, root })),
                1 });
        if (m_count > 0)
            m_fetched = hostCopy(BlockOp::OffloadIn, 0, stepsOf(0).weightCopy);
    }
    m_kernels.await({ m_rootGathered, 1 });
    if (m_spec.hasEmbedding)
        m_kernels.kernel(BlockOp::Embedding, BlockPhase::Forward, TimeTerm::HeadLoss,
            m_context.costs.embedForward);
}

/// Weights in host memory come one layer ahead.
void ForwardPass::writeFetch(int layer)
{
    if (!weightsInHost(m_context.prepared, m_context.layout))
        return;
    m_kernels.await({ m_fetched, 1 });
    m_fetched = layer + 1 < m_count
        ? hostCopy(BlockOp::OffloadIn, layer + 1, stepsOf(layer + 1).weightCopy)
        : -1;
}

void ForwardPass::writeOffload(int layer)
{
    // The buffer of the copy before this one is free again when the next layer starts.
    m_kernels.await({ m_offloaded, 1 });
    m_offloaded = hostCopy(BlockOp::OffloadOut, layer, stepsOf(layer).forward.hostCopy);
}

void ForwardPass::writeLayer(int layer)
{
    const LayerSteps &steps = stepsOf(layer);
    const bool gathersNow = m_spec.gathers && m_gatheredTo < layer;
    const bool isSplit = gathersNow && splitsGather(layer);
    m_kernels.beginLayer(layer);
    if (gathersNow) {
        gatherOf(layer) = gather(
            layer, layer, m_kernels.last(), isSplit ? LayerPart::Attention : LayerPart::Whole);
        m_gatheredTo = layer;
    }
    m_kernels.await({ gatherOf(layer), 1 });
    writeFetch(layer);
    if (gathersNow || gatherOf(layer) >= 0)
        m_kernels.beginWindow();
    m_kernels.forwardAttention(steps.forward);
    if (isSplit)
        m_kernels.await({ gather(layer, layer, gatherGate(), LayerPart::Mlp), 1 });
    m_kernels.forwardMlp(steps.forward);
    writeOffload(layer);

    if (m_spec.gathers && m_gatheredTo == layer && layer + 1 < m_count && isPrefetched(layer + 1)) {
        m_gatheredTo = groupEnd(layer + 1);
        gatherOf(layer + 1) = gather(layer + 1, m_gatheredTo, gatherGate());
    }
}

void ForwardPass::writeHead()
{
    m_kernels.beginLayer(-1);
    if (m_spec.gathers && m_headGathered < 0 && (m_context.isJax || !m_spec.hasEmbedding))
        m_headGathered = m_weights.gatherRoot(
            m_context.headParameters(), gathersAhead() ? gatherGate() : m_kernels.last());
    m_kernels.await({ m_headGathered, 1 });
    m_kernels.kernel(
        BlockOp::Head, BlockPhase::Forward, TimeTerm::HeadLoss, m_context.costs.headForward);
}

PassTemplate ForwardPass::write()
{
    writeUpdatedParameters();
    writeRoot();
    m_kernels.beginWindow();
    for (int layer = 0; layer < m_count; ++layer)
        writeLayer(layer);
    if (m_spec.hasHead)
        writeHead();
    PassTemplate pattern = play();
    if (m_spec.gathers && staysOutside())
        pattern.leadIn = pattern.blocks.empty() ? 0 : pattern.blocks.front().start;
    return pattern;
}

} // namespace

PassTemplate forwardPass(const PassContext &context, const PassSpec &spec)
{
    return ForwardPass(context, spec).write();
}

} // namespace headroom
