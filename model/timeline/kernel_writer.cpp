#include "model/timeline/kernel_writer.h"

#include <algorithm>

namespace headroom {

void KernelWriter::await(OpDependency dependency)
{
    if (dependency.op < 0)
        return;
    const auto streamOf
        = [&](std::int32_t op) { return m_program.ops()[static_cast<std::size_t>(op)].stream; };
    for (OpDependency &awaited : m_awaited) {
        if (streamOf(awaited.op) != streamOf(dependency.op))
            continue;
        // A stream works in order: the later operation includes the earlier ones.
        if (dependency.op > awaited.op)
            awaited = dependency;
        else if (dependency.op == awaited.op)
            awaited.share = std::max(awaited.share, dependency.share);
        return;
    }
    m_awaited.push_back(dependency);
}

std::int32_t KernelWriter::kernel(BlockOp op, BlockPhase phase, TimeTerm term, Seconds work)
{
    PassOp own;
    own.work = work.value();
    own.op = op;
    own.phase = phase;
    own.term = term;
    own.layer = m_layer;
    const std::int32_t index = m_program.add(own);
    if (index < 0)
        return index;
    for (const OpDependency &dependency : m_awaited)
        m_program.require(index, dependency);
    m_awaited.clear();
    for (const OpDependency &dependency : m_afterNext)
        await(dependency);
    m_afterNext.clear();
    m_window.push_back(index);
    return m_last = index;
}

std::int32_t KernelWriter::exchange(BlockOp op, BlockPhase phase, TimeTerm term,
    const Exchange &exchange, OpDependency since, int part, int parts)
{
    PassOp own;
    own.work = (exchange.duration() / parts).value();
    own.stream = TimelineStream::Activations;
    own.op = op;
    own.phase = phase;
    own.term = term;
    own.layer = m_layer;
    own.part = static_cast<std::int16_t>(part);
    own.parts = static_cast<std::int16_t>(parts);
    const std::int32_t index = m_program.add(own, { since });
    if (index < 0)
        return index;
    if (exchange.leadShare() > 0)
        await({ index, exchange.leadShare() });
    if (exchange.leadShare() < 1)
        m_afterNext.push_back({ index, 1 });
    return index;
}

namespace {

/// What computation waits for of one piece of an exchange. The piece at the edge, the first that is
/// gathered or the last that is scattered, has nothing beside it.
Exchange pieceOf(const Exchange &whole, int parts, bool isEdge)
{
    if (parts <= 1 || whole.lead >= 1)
        return whole;
    const double edge = std::min(1.0, whole.lead * parts);
    return { whole.seconds, isEdge ? edge : (whole.lead * parts - edge) / (parts - 1), parts };
}

} // namespace

void KernelWriter::gemm(
    BlockOp op, BlockPhase phase, Seconds work, const Exchange &before, const Exchange &after)
{
    const int parts = std::max(before.seconds > Seconds {} ? before.pieces : 1,
        after.seconds > Seconds {} ? after.pieces : 1);
    for (int part = 0; part < parts; ++part) {
        exchange(BlockOp::TensorExchange, phase, TimeTerm::ExposedTensor,
            pieceOf(before, parts, part == 0), last(), part, parts);
        const std::int32_t index = kernel(op, phase, TimeTerm::Gemm, work / parts);
        if (index >= 0 && parts > 1) {
            m_program.ops()[static_cast<std::size_t>(index)].part = static_cast<std::int16_t>(part);
            m_program.ops()[static_cast<std::size_t>(index)].parts
                = static_cast<std::int16_t>(parts);
        }
        exchange(BlockOp::TensorExchange, phase, TimeTerm::ExposedTensor,
            pieceOf(after, parts, part + 1 == parts), last(), part, parts);
    }
}

void KernelWriter::forwardAttention(const DirectionSteps &steps)
{
    constexpr BlockPhase phase = BlockPhase::Forward;
    kernel(BlockOp::Norms, phase, TimeTerm::Elementwise, steps.kernels.norms / 2);
    launch(steps, phase);
    gemm(BlockOp::AttentionInput, phase, steps.kernels.attentionInput, steps.tensor, {});
    exchange(BlockOp::KeyValueExchange, phase, TimeTerm::ExposedContext, steps.context, last());
    kernel(BlockOp::AttentionCore, phase, TimeTerm::Attention, steps.kernels.attentionCore);
    launch(steps, phase);
    gemm(BlockOp::AttentionOutput, phase, steps.kernels.attentionOutput, {}, steps.tensor);
}

void KernelWriter::forwardMlp(const DirectionSteps &steps)
{
    constexpr BlockPhase phase = BlockPhase::Forward;
    kernel(BlockOp::Norms, phase, TimeTerm::Elementwise, steps.kernels.norms / 2);
    launch(steps, phase);
    kernel(BlockOp::Routing, phase, TimeTerm::ExposedExpert, steps.routing);
    exchange(BlockOp::ExpertDispatch, phase, TimeTerm::ExposedExpert, steps.dispatch, last());
    gemm(BlockOp::Mlp, phase, steps.kernels.mlpInput, steps.tensor, {});
    gemm(BlockOp::Mlp, phase, steps.kernels.mlpOutput, {}, steps.tensor);
    exchange(BlockOp::ExpertCombine, phase, TimeTerm::ExposedExpert, steps.combine, last());
    launch(steps, phase);
}

void KernelWriter::replayAttention(const DirectionSteps &steps)
{
    constexpr BlockPhase phase = BlockPhase::Replay;
    kernel(BlockOp::Norms, phase, TimeTerm::Elementwise, steps.replay.norms);
    kernel(BlockOp::AttentionInput, phase, TimeTerm::Gemm, steps.replay.attentionInput);
    kernel(BlockOp::AttentionCore, phase, TimeTerm::Attention, steps.replay.attentionCore);
    kernel(BlockOp::AttentionOutput, phase, TimeTerm::Gemm, steps.replay.attentionOutput);
}

void KernelWriter::backwardMlp(const DirectionSteps &steps)
{
    constexpr BlockPhase phase = BlockPhase::Backward;
    kernel(BlockOp::Mlp, BlockPhase::Replay, TimeTerm::Gemm, steps.replay.mlp());
    launch(steps, phase);
    kernel(BlockOp::Routing, phase, TimeTerm::ExposedExpert, steps.routing);
    exchange(BlockOp::ExpertCombine, phase, TimeTerm::ExposedExpert, steps.combine, last());
    gemm(BlockOp::Mlp, phase, steps.kernels.mlpOutput, steps.tensor, {});
    gemm(BlockOp::Mlp, phase, steps.kernels.mlpInput, {}, steps.tensor);
    exchange(BlockOp::ExpertDispatch, phase, TimeTerm::ExposedExpert, steps.dispatch, last());
    kernel(BlockOp::Norms, phase, TimeTerm::Elementwise, steps.kernels.norms / 2);
    launch(steps, phase);
}

void KernelWriter::backwardAttention(const DirectionSteps &steps)
{
    constexpr BlockPhase phase = BlockPhase::Backward;
    gemm(BlockOp::AttentionOutput, phase, steps.kernels.attentionOutput, steps.tensor, {});
    exchange(BlockOp::KeyValueExchange, phase, TimeTerm::ExposedContext, steps.context, last());
    kernel(BlockOp::AttentionCore, phase, TimeTerm::Attention, steps.kernels.attentionCore);
    launch(steps, phase);
    gemm(BlockOp::AttentionInput, phase, steps.kernels.attentionInput, {}, steps.tensor);
    kernel(BlockOp::Norms, phase, TimeTerm::Elementwise, steps.kernels.norms / 2);
    launch(steps, phase);
}

void KernelWriter::launch(const DirectionSteps &steps, BlockPhase phase)
{
    constexpr double stops = 4;
    kernel(BlockOp::Launch, phase, TimeTerm::Fixed, steps.launch / stops);
}

void KernelWriter::setWindow(std::size_t firstOp)
{
    m_window.clear();
    for (std::size_t i = firstOp; i < m_program.ops().size(); ++i)
        if (m_program.ops()[i].stream == TimelineStream::Compute)
            m_window.push_back(static_cast<std::int32_t>(i));
}

OpDependency KernelWriter::gate(double share) const
{
    if (m_window.empty())
        return last();
    const std::vector<PassOp> &ops = m_program.ops();
    double total = 0;
    for (const std::int32_t op : m_window)
        total += ops[static_cast<std::size_t>(op)].work;
    double before = share * total;
    for (const std::int32_t op : m_window) {
        const double work = ops[static_cast<std::size_t>(op)].work;
        if (before < work)
            return { op, std::max(0.0, before / work) };
        before -= work;
    }
    return { m_window.back(), 1 };
}

} // namespace headroom
