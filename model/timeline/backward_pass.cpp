#include "model/timeline/weight_writer.h"

#include <algorithm>

namespace headroom {
namespace {

/// Writes one backward pass: layers in reverse, each with the gradients that it hands on.
class BackwardPass
{
public:
    BackwardPass(const PassContext &context, const PassSpec &spec)
        : m_context(context)
        , m_spec(spec)
        , m_program(context.prepared.flags.stepTimeFactor)
        , m_kernels(m_program, context.rules)
        , m_weights(m_program, context, BlockPhase::Backward)
        , m_count(static_cast<int>(spec.holdsExperts.size()))
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
    void writeKernels(int layer, const LayerSteps &steps, bool splitsGather, bool splitsReduce);
    void writeFetch(int layer);
    void gatherNext(int layer);
    void sendWaiting(OpDependency since);
    void sendNow(const Gradients &gradients, bool isLast);
    bool gathers() const { return m_spec.gathers && m_context.fsdp.gathersBackward; }
    bool isMoe(int layer) const
    {
        return m_spec.holdsExperts[static_cast<std::size_t>(layer)] != 0;
    }
    bool isPrefetched(int layer) const;
    bool hidesReduce() const;
    bool hidesExchange() const;
    bool isIterationEnd(int layer) const;

    const PassContext &m_context;
    const PassSpec &m_spec;
    PassProgram m_program;
    KernelWriter m_kernels;
    WeightWriter m_weights;
    int m_count;
    int m_gatheredFrom; ///< lowest layer whose gather is written
    std::vector<std::int32_t> m_gathered;
    std::int32_t m_fetched = -1; ///< copy from the host for the next layer
    std::int32_t m_sent = -1; ///< last message of gradients
    std::vector<Gradients> m_waiting; ///< to be reduced beside the next layer
};

bool BackwardPass::isPrefetched(int layer) const
{
    const OverlapRules &rules = m_context.rules;
    if (rules.gather.mode == OverlapMode::SameLayer)
        return (m_count - 1 - layer) % rules.layersPerIteration != 0;
    return rules.gather.mode == OverlapMode::NeighbourLayer;
}

bool BackwardPass::hidesReduce() const
{
    return m_context.rules.reduce.mode == OverlapMode::NeighbourLayer;
}

bool BackwardPass::hidesExchange() const
{
    return m_context.rules.exchange.mode == OverlapMode::NeighbourLayer;
}

/// A scanned loop ends its iteration only when everything that it started has ended.
bool BackwardPass::isIterationEnd(int layer) const
{
    const OverlapRules &rules = m_context.rules;
    return rules.isScanned && (m_count - layer) % rules.layersPerIteration == 0;
}

/// Messages of a layer whose gradients are complete and whose overlap is with its own layer or
/// with nothing: the next layer waits for them. At the end of the pass nothing is left to hide
/// behind.
void BackwardPass::sendNow(const Gradients &gradients, bool isLast)
{
    const bool isRoot = gradients.layer < 0;
    std::int32_t sent = -1;
    if (m_spec.reduces && (isLast || !hidesReduce()))
        sent = isRoot ? m_weights.reduceRoot(gradients.parameters.plain, m_kernels.last())
                      : m_weights.reduce(gradients.layer, isMoe(gradients.layer), m_kernels.last());
    if (m_spec.exchanges && (isLast || !hidesExchange()))
        sent = std::max(
            sent, m_weights.exchange(gradients.layer, gradients.parameters, m_kernels.last()));
    m_kernels.await({ sent, 1 });
}

/// Messages that run beside the layer written last.
void BackwardPass::sendWaiting(OpDependency since)
{
    for (const Gradients &gradients : m_waiting) {
        const bool isRoot = gradients.layer < 0;
        if (m_spec.reduces && hidesReduce())
            m_sent = isRoot ? m_weights.reduceRoot(gradients.parameters.plain, since)
                            : m_weights.reduce(gradients.layer, isMoe(gradients.layer), since);
        if (m_spec.exchanges && hidesExchange())
            m_sent = std::max(
                m_sent, m_weights.exchange(gradients.layer, gradients.parameters, since));
    }
    m_waiting.clear();
}

void BackwardPass::writeHead()
{
    m_kernels.beginLayer(-1);
    m_kernels.beginWindow();
    const bool overlaps = m_context.rules.gather.mode == OverlapMode::NeighbourLayer;
    if (gathers() && m_count > 0 && overlaps) {
        m_gatheredFrom = m_count - 1;
        m_gathered[static_cast<std::size_t>(m_count - 1)]
            = m_weights.gather(m_count - 1, m_count - 1, m_spec.holdsExperts, {});
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
    m_fetched = -1;
    if (layer == 0)
        return;
    PassOp copy;
    copy.work = m_context.layer(isMoe(layer - 1)).backward.hostCopy;
    copy.stream = TimelineStream::Host;
    copy.op = BlockOp::OffloadIn;
    copy.term = TimeTerm::HostTransfer;
    copy.phase = BlockPhase::Backward;
    copy.layer = static_cast<std::int16_t>(layer - 1);
    copy.contention = hostContention;
    m_fetched = m_program.add(copy, { m_kernels.last() });
}

void BackwardPass::writeKernels(
    int layer, const LayerSteps &steps, bool splitsGather, bool splitsReduce)
{
    const OverlapRules &rules = m_context.rules;
    // Recomputation starts with the attention weights; without it the MLP comes first.
    const bool replays
        = steps.backward.replay.attentionInput + steps.backward.replay.attentionOutput > 0;
    m_kernels.replayAttention(steps.backward);
    const auto gatherRest = [&](LayerPart part) {
        if (splitsGather)
            m_kernels.await({ m_weights.gather(layer, layer, m_spec.holdsExperts,
                                  m_kernels.gate(1 - rules.gather.reach), part),
                1 });
    };
    if (replays)
        gatherRest(LayerPart::Mlp);
    m_kernels.backwardMlp(steps.backward);
    if (!replays)
        gatherRest(LayerPart::Attention);
    m_kernels.beginWindow();
    const OpDependency mlpDone = m_kernels.last();
    m_kernels.backwardAttention(steps.backward);
    m_kernels.launch(steps.backward, BlockPhase::Backward);
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
    const OverlapRule &rule = m_context.rules.gather;
    if (!gathers() || layer == 0 || m_gatheredFrom != layer || !isPrefetched(layer - 1))
        return;
    m_gatheredFrom = layer - 1;
    m_gathered[static_cast<std::size_t>(layer - 1)] = m_weights.gather(
        layer - 1, layer - 1, m_spec.holdsExperts, m_kernels.gate(1 - rule.reach));
}

void BackwardPass::writeLayer(int layer)
{
    const auto slot = static_cast<std::size_t>(layer);
    const OverlapRules &rules = m_context.rules;
    const LayerSteps &steps = m_context.layer(isMoe(layer));
    const bool gathersNow = gathers() && m_gatheredFrom > layer;
    const bool splitsGather = gathersNow && rules.gather.mode == OverlapMode::SameLayer
        && m_weights.isSplit(rules.gather, m_weights.gatherBytes(isMoe(layer)));
    const bool splitsReduce = m_spec.reduces && rules.reduce.mode == OverlapMode::SameLayer
        && m_weights.isSplit(rules.reduce, m_weights.reduceBytes(isMoe(layer)));
    const bool replays
        = steps.backward.replay.attentionInput + steps.backward.replay.attentionOutput > 0;
    m_kernels.beginLayer(layer);
    if (gathersNow) {
        m_gathered[slot] = m_weights.gather(layer, layer, m_spec.holdsExperts, m_kernels.last(),
            !splitsGather ? LayerPart::Whole
                : replays ? LayerPart::Attention
                          : LayerPart::Mlp);
        m_gatheredFrom = layer;
    }
    m_kernels.await({ m_gathered[slot], 1 });
    writeFetch(layer);
    m_kernels.beginWindow();
    const std::size_t before = m_program.ops().size();
    writeKernels(layer, steps, splitsGather, splitsReduce);
    // The whole layer is the window of what its neighbours send.
    m_kernels.setWindow(before);
    gatherNext(layer);
    sendWaiting(m_kernels.gate(1 - rules.reduce.reach));
    const Gradients own { layer, steps.parameters };
    m_waiting.push_back(own);
    if (!splitsReduce)
        sendNow(own, false);
    else if (m_spec.exchanges && !hidesExchange())
        m_kernels.await({ m_weights.exchange(layer, steps.parameters, m_kernels.last()), 1 });
    if (isIterationEnd(layer))
        m_kernels.await({ m_sent, 1 });
}

PassTemplate BackwardPass::write()
{
    m_gathered.assign(static_cast<std::size_t>(std::max(1, m_count)), -1);
    m_gatheredFrom = m_count;
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
    m_program.join();
    PassTemplate pattern = playProgram(m_program);
    findLayerSpans(pattern);
    return pattern;
}

} // namespace

PassTemplate backwardPass(const PassContext &context, const PassSpec &spec)
{
    return BackwardPass(context, spec).write();
}

} // namespace headroom
