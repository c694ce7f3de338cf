#include "model/timeline/layer_pass.h"

#include <algorithm>

namespace headroom {
namespace {

/// Writes one backward pass: layers in reverse, each with the gradients that it hands on.
class BackwardPass : LayerPass
{
public:
    BackwardPass(const PassContext &context, const PassSpec &spec)
        : LayerPass(context, spec, BlockPhase::Backward)
        , m_gatheredFrom(m_count)
    { }

    PassTemplate write();

private:
    /// Gradients of one layer that still have to be sent. Layer −1: of `parameters`.
    struct Gradients
    {
        int layer = -1;
        StageParameters parameters;
    };

    void writeHead();
    void writeLayer(int layer);
    void writeKernels(int layer, const LayerSteps &steps, bool isSplit, bool splitsReduce);
    void writeFetch(int layer);
    void gatherNext(int layer);
    void sendWaiting(OpDependency since);
    void sendNow(const Gradients &gradients, bool isLast);
    bool gathers() const { return m_spec.gathers && m_context.rounds.gathersBackward; }
    bool isAtEdge(int layer) const;
    bool hides(const OverlapRule &rule, int layer) const;
    bool isIterationEnd(int layer) const;

    int m_gatheredFrom; ///< lowest layer whose gather is written
    std::int32_t m_fetched = -1; ///< copy from the host for the next layer
    std::int32_t m_sent = -1; ///< last message of gradients
    std::vector<Gradients> m_waiting; ///< to be reduced beside the next layer
    std::vector<Gradients> m_behind; ///< to be reduced behind the loop
};

/// The last layer of those that one iteration of a loop holds.
bool BackwardPass::isAtEdge(int layer) const
{
    return layer < 0 || (m_count - layer) % m_context.rules.layersPerIteration == 0;
}

/// Whether what becomes of a layer's gradients lies beside the next layer: it is pipelined, or both
/// stand in one iteration.
bool BackwardPass::hides(const OverlapRule &rule, int layer) const
{
    return rule.mode == OverlapMode::NeighbourLayer
        || (rule.mode == OverlapMode::SameLayer && !isAtEdge(layer));
}

/// A scanned loop ends its iteration only when everything that it started has ended.
bool BackwardPass::isIterationEnd(int layer) const
{
    return m_context.rules.isScanned && isAtEdge(layer);
}

/// Messages of a layer whose gradients are complete and whose overlap is with its own layer or
/// with nothing: the next layer waits for them. At the end of the pass nothing is left to hide
/// behind.
void BackwardPass::sendNow(const Gradients &gradients, bool isLast)
{
    const bool isRoot = gradients.layer < 0;
    const OverlapRules &rules = m_context.rules;
    std::int32_t sent = -1;
    if (m_spec.reduces && staysOutside())
        m_behind.push_back(gradients);
    else if (m_spec.reduces && (isLast || !hides(rules.reduce, gradients.layer)))
        sent = isRoot ? m_weights.reduceRoot(gradients.parameters.plain, m_kernels.last())
                      : m_weights.reduce(gradients.layer, isMoe(gradients.layer), m_kernels.last());
    if (m_spec.exchanges && (isLast || !hides(rules.exchange, gradients.layer)))
        sent = std::max(
            sent, m_weights.exchange(gradients.layer, gradients.parameters, m_kernels.last()));
    m_kernels.await({ sent, 1 });
}

/// Messages that run beside the layer written last.
void BackwardPass::sendWaiting(OpDependency since)
{
    const OverlapRules &rules = m_context.rules;
    for (const Gradients &gradients : m_waiting) {
        const bool isRoot = gradients.layer < 0;
        if (m_spec.reduces && hides(rules.reduce, gradients.layer))
            m_sent = isRoot ? m_weights.reduceRoot(gradients.parameters.plain, since)
                            : m_weights.reduce(gradients.layer, isMoe(gradients.layer), since);
        if (m_spec.exchanges && hides(rules.exchange, gradients.layer))
            m_sent = std::max(
                m_sent, m_weights.exchange(gradients.layer, gradients.parameters, since));
    }
    m_waiting.clear();
}

void BackwardPass::writeHead()
{
    m_kernels.beginLayer(-1);
    m_kernels.beginWindow();
    if (gathers() && m_count > 0 && gathersAhead()) {
        m_gatheredFrom = m_count - 1;
        gatherOf(m_count - 1) = gather(m_count - 1, m_count - 1, {});
    }
    if (!m_spec.hasHead)
        return;
    m_kernels.kernel(
        BlockOp::Head, BlockPhase::Backward, TimeTerm::HeadLoss, m_context.costs.headBackward);
    const Gradients head { -1, { m_context.headParameters(), 0, 0 } };
    m_waiting.push_back(head);
    sendNow(head, false);
}

/// Activations that were offloaded come back one layer ahead.
void BackwardPass::writeFetch(int layer)
{
    m_kernels.await({ m_fetched, 1 });
    m_fetched = layer > 0
        ? hostCopy(BlockOp::OffloadIn, layer - 1, stepsOf(layer - 1).backward.hostCopy)
        : -1;
}

void BackwardPass::writeKernels(int layer, const LayerSteps &steps, bool isSplit, bool splitsReduce)
{
    const OverlapRules &rules = m_context.rules;
    // Recomputation starts with the attention weights; without it the MLP comes first.
    const bool replays
        = steps.backward.replay.attentionInput + steps.backward.replay.attentionOutput > Seconds {};
    m_kernels.replayAttention(steps.backward);
    const auto gatherRest = [&](LayerPart part) {
        if (isSplit)
            m_kernels.await({ gather(layer, layer, gatherGate(), part), 1 });
    };
    if (replays)
        gatherRest(LayerPart::Mlp);
    m_kernels.backwardMlp(steps.backward);
    if (!replays)
        gatherRest(LayerPart::Attention);
    m_kernels.beginWindow();
    const OpDependency mlpDone = m_kernels.last();
    m_kernels.backwardAttention(steps.backward);
    if (!splitsReduce)
        return;
    const double late = 1 - rules.reduce.reach;
    m_weights.reduce(
        layer, isMoe(layer), late > 0 ? m_kernels.gate(late) : mlpDone, LayerPart::Mlp);
    m_kernels.await(
        { m_weights.reduce(layer, isMoe(layer), m_kernels.last(), LayerPart::Attention), 1 });
}

void BackwardPass::gatherNext(int layer)
{
    if (!gathers() || layer == 0 || m_gatheredFrom != layer || !isPrefetched(m_count - layer))
        return;
    m_gatheredFrom = layer - 1;
    gatherOf(layer - 1) = gather(layer - 1, layer - 1, gatherGate());
}

void BackwardPass::writeLayer(int layer)
{
    const OverlapRules &rules = m_context.rules;
    const LayerSteps &steps = stepsOf(layer);
    const bool gathersNow = gathers() && m_gatheredFrom > layer;
    const bool isSplit = gathersNow && splitsGather(layer);
    const bool splitsReduce = m_spec.reduces && rules.reduce.mode == OverlapMode::SameLayer
        && isAtEdge(layer) && m_weights.isSplit(rules.reduce, m_weights.reduceBytes(isMoe(layer)));
    const bool replays
        = steps.backward.replay.attentionInput + steps.backward.replay.attentionOutput > Seconds {};
    m_kernels.beginLayer(layer);
    if (gathersNow) {
        gatherOf(layer) = gather(layer, layer, m_kernels.last(),
            !isSplit      ? LayerPart::Whole
                : replays ? LayerPart::Attention
                          : LayerPart::Mlp);
        m_gatheredFrom = layer;
    }
    m_kernels.await({ gatherOf(layer), 1 });
    writeFetch(layer);
    m_kernels.beginWindow();
    const std::size_t before = m_program.ops().size();
    writeKernels(layer, steps, isSplit, splitsReduce);
    // The whole layer is the window of what its neighbours send.
    m_kernels.setWindow(before);
    gatherNext(layer);
    sendWaiting(m_kernels.gate(1 - rules.reduce.reach));
    const Gradients own { layer, steps.parameters };
    m_waiting.push_back(own);
    if (!splitsReduce)
        sendNow(own, false);
    else if (m_spec.exchanges && !hides(rules.exchange, layer))
        m_kernels.await({ m_weights.exchange(layer, steps.parameters, m_kernels.last()), 1 });
    if (isIterationEnd(layer))
        m_kernels.await({ m_sent, 1 });
}

PassTemplate BackwardPass::write()
{
    writeHead();
    for (int layer = m_count - 1; layer >= 0; --layer)
        writeLayer(layer);
    m_kernels.beginLayer(-1);
    sendWaiting(m_kernels.last());
    if (m_spec.hasEmbedding) {
        m_kernels.kernel(BlockOp::Embedding, BlockPhase::Backward, TimeTerm::HeadLoss,
            m_context.costs.embedBackward);
        const Gradients root { -1, { m_context.embeddingParameters(), 0, 0 } };
        sendNow(root, true);
    }
    for (const Gradients &gradients : m_behind)
        if (gradients.layer < 0)
            m_weights.reduceRoot(gradients.parameters.plain, m_kernels.last());
        else
            m_weights.reduce(gradients.layer, isMoe(gradients.layer), m_kernels.last());
    return play();
}

} // namespace

PassTemplate backwardPass(const PassContext &context, const PassSpec &spec)
{
    return BackwardPass(context, spec).write();
}

} // namespace headroom
