#include "model/timeline/weight_writer.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Blocks that the messages of one layer are drawn as; each block then holds several messages.
constexpr int mostBlocksPerLayer = 8;

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
    return own;
}

WeightWriter::Traffic WeightWriter::layerTraffic(
    bool holdsExperts, double bytesPerParameter, LayerPart part) const
{
    const LayerSteps &steps = m_context.layer(holdsExperts);
    const double attention = steps.parameters.plain * steps.attentionParameterShare;
    Traffic traffic { steps.parameters.plain, steps.parameters.experts };
    if (part == LayerPart::Attention)
        traffic = { attention, 0 };
    else if (part == LayerPart::Mlp)
        traffic.plain -= attention;
    return { traffic.plain * bytesPerParameter, traffic.experts * bytesPerParameter };
}

double WeightWriter::gatherBytes(bool holdsExperts) const
{
    return layerTraffic(holdsExperts, m_context.prepared.gatherBytes, LayerPart::Whole).total();
}

double WeightWriter::reduceBytes(bool holdsExperts) const
{
    return layerTraffic(
               holdsExperts, m_context.prepared.stack.gradientReduceBytes, LayerPart::Whole)
               .total()
        / m_context.fsdp.group.size;
}

/// Messages for a part of a layer whose whole would take so many.
int WeightWriter::messagesOf(const OverlapRule &rule, double bytes, double whole) const
{
    const int all = rule.messages(whole);
    return whole > 0 ? std::max(1, static_cast<int>(std::lround(all * bytes / whole))) : 1;
}

std::int32_t WeightWriter::write(
    PassOp op, const Traffic &traffic, int messages, double seconds, OpDependency since)
{
    if (traffic.total() <= 0 || seconds <= 0)
        return -1;
    const int blocks = std::min(messages, mostBlocksPerLayer);
    std::int32_t last = -1;
    for (int block = 0; block < blocks; ++block) {
        op.work = seconds * messages / blocks;
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
    double whole = 0;
    for (int layer = first; layer <= last; ++layer) {
        const bool isMoe = holdsExperts[static_cast<std::size_t>(layer)] != 0;
        const Traffic own = layerTraffic(isMoe, m_context.prepared.gatherBytes, part);
        traffic.plain += own.plain;
        traffic.experts += own.experts;
        whole += gatherBytes(isMoe);
    }
    const int messages = messagesOf(m_context.rules.gather, traffic.total(), whole);
    const double seconds
        = m_context.fsdp.seconds(traffic.plain / messages, traffic.experts / messages);
    return write(blank(BlockOp::GatherWeights, TimeTerm::ExposedFsdp, first), traffic, messages,
        seconds, since);
}

std::int32_t WeightWriter::gatherRoot(double parameters, OpDependency since)
{
    const double bytes = parameters * m_context.prepared.gatherBytes;
    return write(blank(BlockOp::GatherWeights, TimeTerm::ExposedFsdp, -1), { bytes, 0 }, 1,
        m_context.fsdp.seconds(bytes, 0), since);
}

std::int32_t WeightWriter::reduce(int layer, bool holdsExperts, OpDependency since, LayerPart part)
{
    const Traffic traffic
        = layerTraffic(holdsExperts, m_context.prepared.stack.gradientReduceBytes, part);
    const int messages = messagesOf(m_context.rules.reduce,
        traffic.total() / m_context.fsdp.group.size, reduceBytes(holdsExperts));
    const double seconds
        = m_context.fsdp.seconds(traffic.plain / messages, traffic.experts / messages);
    return write(blank(BlockOp::ReduceGradients, TimeTerm::ExposedFsdp, layer), traffic, messages,
        seconds, since);
}

std::int32_t WeightWriter::reduceRoot(double parameters, OpDependency since)
{
    const double bytes = parameters * m_context.prepared.stack.gradientReduceBytes;
    return write(blank(BlockOp::ReduceGradients, TimeTerm::ExposedFsdp, -1), { bytes, 0 }, 1,
        m_context.fsdp.seconds(bytes, 0), since);
}

std::int32_t WeightWriter::exchange(
    int layer, const StageParameters &parameters, OpDependency since)
{
    const DataCalls &data = m_context.data;
    const double bytesEach = m_context.prepared.stack.gradientReduceBytes;
    const Traffic traffic { parameters.plain * bytesEach, parameters.experts * bytesEach };
    const int messages
        = m_context.rules.exchange.messages(traffic.total() / std::max(1.0, data.shards));
    // Buckets follow each other at once: a layer takes its part of what the whole stage takes.
    const double together = followsXlaFlags(m_context.prepared) ? 1 : m_context.stageLayers();
    const double scale = together / messages;
    const double seconds
        = data.reductionSeconds(traffic.plain * scale, traffic.experts * scale) / together;
    return write(blank(BlockOp::ExchangeGradients, TimeTerm::ExposedData, layer), traffic, messages,
        seconds, since);
}

std::int32_t WeightWriter::gatherParameters(int layer, const StageParameters &parameters)
{
    const double bytesEach = m_context.prepared.gatherBytes;
    const Traffic traffic { parameters.plain * bytesEach, parameters.experts * bytesEach };
    const double together = m_context.stageLayers();
    const double seconds = m_context.data.returnSeconds(
                               traffic.plain * together, traffic.experts * together, together)
        / together;
    return write(
        blank(BlockOp::GatherParameters, TimeTerm::ExposedData, layer), traffic, 1, seconds, {});
}

} // namespace headroom
