#include "model/timeline/weight_writer.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Blocks that the messages of one layer are drawn as; each block then holds several messages.
constexpr int maxBlocksPerLayer = 8;

} // namespace

PassOp WeightWriter::blank(BlockOp op, TimeTerm term, int layer) const
{
    PassOp own;
    own.stream = term == TimeTerm::ExposedData ? TimelineStream::Replicas : TimelineStream::Weights;
    own.op = op;
    own.term = term;
    own.phase = m_phase;
    own.layer = static_cast<std::int16_t>(layer);
    const OverlapRules &rules = m_context.rules;
    own.contention = op == BlockOp::GatherWeights ? rules.gather.contention
        : op == BlockOp::ReduceGradients          ? rules.reduce.contention
                                                  : rules.exchange.contention;
    if (own.stream == TimelineStream::Replicas
        && !exchangesByTensor(m_context.prepared, rules, m_context.data))
        own.reach = m_context.prepared.assumed.exchangeReach * rules.exchange.reach;
    return own;
}

WeightWriter::Traffic WeightWriter::partOf(
    const StageParameters &layer, double attentionShare, LayerPart part, Bytes each) const
{
    const double attention = layer.plain * attentionShare;
    if (part == LayerPart::Attention)
        return { attention * each, {} };
    const double plain = part == LayerPart::Mlp ? layer.plain - attention : layer.plain;
    return { plain * each, layer.experts * each };
}

/// Weights that FSDP gathers; adapters in 16 bits beside frozen ones in their own format.
WeightWriter::Traffic WeightWriter::gathered(bool holdsExperts, LayerPart part) const
{
    const Prepared &p = m_context.prepared;
    const LayerSteps &steps = m_context.layer(holdsExperts);
    const Traffic traffic
        = partOf(steps.parameters, steps.attentionParameterShare, part, p.gatherBytes);
    if (!p.tuning.isAdapted)
        return traffic;
    const Traffic adapters
        = partOf(steps.trained, steps.attentionParameterShare, part, p.wideGatherBytes);
    return { traffic.plain + adapters.plain, traffic.experts + adapters.experts };
}

/// Gradients that FSDP reduces.
WeightWriter::Traffic WeightWriter::reduced(bool holdsExperts, LayerPart part) const
{
    const LayerSteps &steps = m_context.layer(holdsExperts);
    return partOf(steps.trained, steps.attentionParameterShare, part,
        m_context.prepared.stack.gradientReduceBytes);
}

Bytes WeightWriter::gatherBytes(bool holdsExperts) const
{
    return gathered(holdsExperts, LayerPart::Whole).total();
}

Bytes WeightWriter::reduceBytes(bool holdsExperts) const
{
    return reduced(holdsExperts, LayerPart::Whole).total() / m_context.fsdp.group.size;
}

/// Messages for a part of a layer whose whole would take so many.
int WeightWriter::messagesOf(const OverlapRule &rule, Bytes bytes, Bytes whole) const
{
    const int all = rule.messages(whole);
    return whole > Bytes {} ? std::max(1, static_cast<int>(std::lround(all * bytes / whole))) : 1;
}

std::int32_t WeightWriter::write(
    PassOp op, const Traffic &traffic, int messages, Seconds seconds, OpDependency since)
{
    if (traffic.total() <= Bytes {} || seconds <= Seconds {})
        return -1;
    const int blocks = std::min(messages, maxBlocksPerLayer);
    std::int32_t last = -1;
    for (int block = 0; block < blocks; ++block) {
        op.work = (seconds * messages / blocks).value();
        op.part = static_cast<std::int16_t>(block);
        op.parts = static_cast<std::int16_t>(blocks);
        last = m_program.add(op, { since });
    }
    return last;
}

std::int32_t WeightWriter::gather(int first, int last,
    const std::vector<std::uint8_t> &holdsExperts, OpDependency since, LayerPart part)
{
    Traffic traffic;
    Bytes whole;
    for (int layer = first; layer <= last; ++layer) {
        const bool isMoe = holdsExperts[static_cast<std::size_t>(layer)] != 0;
        const Traffic own = gathered(isMoe, part);
        traffic.plain += own.plain;
        traffic.experts += own.experts;
        whole += gatherBytes(isMoe);
    }
    const int messages = messagesOf(m_context.rules.gather, traffic.total(), whole);
    const Seconds seconds
        = m_context.fsdp.seconds(traffic.plain / messages, traffic.experts / messages);
    return write(blank(BlockOp::GatherWeights, TimeTerm::ExposedFsdp, first), traffic, messages,
        seconds, since);
}

std::int32_t WeightWriter::gatherRoot(double parameters, OpDependency since)
{
    const Bytes bytes { parameters * m_context.prepared.wideGatherBytes };
    return write(blank(BlockOp::GatherWeights, TimeTerm::ExposedFsdp, -1), { bytes, {} }, 1,
        m_context.fsdp.seconds(bytes, {}), since);
}

std::int32_t WeightWriter::reduce(int layer, bool holdsExperts, OpDependency since, LayerPart part)
{
    const Traffic traffic = reduced(holdsExperts, part);
    const int messages = messagesOf(m_context.rules.reduce,
        traffic.total() / m_context.fsdp.group.size, reduceBytes(holdsExperts));
    const Seconds seconds
        = m_context.fsdp.seconds(traffic.plain / messages, traffic.experts / messages);
    return write(blank(BlockOp::ReduceGradients, TimeTerm::ExposedFsdp, layer), traffic, messages,
        seconds, since);
}

std::int32_t WeightWriter::reduceRoot(double parameters, OpDependency since)
{
    const TuningWork &tuning = m_context.prepared.tuning;
    if (tuning.isAdapted && !tuning.trainsEmbedding && !tuning.trainsHead)
        return -1; // embedding and head are frozen
    const Bytes bytes { parameters * m_context.prepared.stack.gradientReduceBytes };
    return write(blank(BlockOp::ReduceGradients, TimeTerm::ExposedFsdp, -1), { bytes, {} }, 1,
        m_context.fsdp.seconds(bytes, {}), since);
}

std::int32_t WeightWriter::exchange(
    int layer, const StageParameters &all, OpDependency since, double layers)
{
    const StageParameters parameters = trainedParameters(m_context.prepared, all);
    const DataCalls &data = m_context.data;
    const Bytes bytesEach { m_context.prepared.stack.gradientReduceBytes };
    const Traffic traffic { parameters.plain * bytesEach, parameters.experts * bytesEach };
    const int messages = static_cast<int>(layers)
        * m_context.rules.exchange.messages(traffic.total() / layers / std::max(1.0, data.shards));
    // Buckets follow each other at once: a layer takes its part of what the whole stage takes.
    const double together = exchangesByTensor(m_context.prepared, m_context.rules, m_context.data)
        ? 1
        : m_context.stageLayers();
    const double scale = together / messages;
    const Seconds seconds
        = data.reductionSeconds(traffic.plain * scale, traffic.experts * scale) / together;
    const double never = data.reduceHides ? m_context.prepared.stack.dataExposedFloor : 0;
    m_neverHidden += never * messages * seconds;
    return write(blank(BlockOp::ExchangeGradients, TimeTerm::ExposedData, layer), traffic, messages,
        seconds, since);
}

std::int32_t WeightWriter::exchangeRest(Seconds rest, OpDependency since)
{
    return write(blank(m_phase == BlockPhase::Forward ? BlockOp::GatherParameters
                                                      : BlockOp::ExchangeGradients,
                     TimeTerm::ExposedData, -1),
        { Bytes { 1 }, {} }, 1, rest, since);
}

std::int32_t WeightWriter::gatherParameters(int layer, const StageParameters &all)
{
    const StageParameters parameters = trainedParameters(m_context.prepared, all);
    const Bytes bytesEach { m_context.prepared.wideGatherBytes };
    const Traffic traffic { parameters.plain * bytesEach, parameters.experts * bytesEach };
    const double together = m_context.stageLayers();
    const Seconds seconds = m_context.data.returnSeconds(
                                traffic.plain * together, traffic.experts * together, together)
        / together;
    if (m_context.data.gatherHides)
        m_neverHidden += m_context.prepared.stack.dataExposedFloor * seconds;
    return write(
        blank(BlockOp::GatherParameters, TimeTerm::ExposedData, layer), traffic, 1, seconds, {});
}

} // namespace headroom
