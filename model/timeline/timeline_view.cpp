#include "model/timeline/timeline_view.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Widths, in cells of two pixels, from which a pass shows its layers and a layer its kernels.
constexpr double layerCells = 2, kernelCells = 30;
/// Blocks of a merged cell that are looked at to give it the colour of the longest.
constexpr int mergedSamples = 8;

TimeTerm termOf(PassKind kind)
{
    switch (kind) {
    case PassKind::TransferWait:
        return TimeTerm::ExposedPipeline;
    case PassKind::ExchangeWait:
        return TimeTerm::ExposedData;
    case PassKind::Bubble:
        return TimeTerm::Bubble;
    case PassKind::Update:
        return TimeTerm::Optimizer;
    default:
        return TimeTerm::Gemm;
    }
}

BlockPhase phaseOf(PassKind kind)
{
    return kind == PassKind::Backward ? BlockPhase::Backward
        : kind == PassKind::Update    ? BlockPhase::Update
                                      : BlockPhase::Forward;
}

class Drawer
{
public:
    Drawer(const Timeline &timeline, int stage, const ViewRange &range,
        std::vector<DrawnBlock> &blocks)
        : m_timeline(timeline)
        , m_stage(timeline.stages[static_cast<std::size_t>(stage)])
        , m_range(range)
        , m_blocks(blocks)
    { }

    void draw(TimelineStream stream);

private:
    DrawnBlock passBlock(const Pass &pass) const;
    DrawnBlock kernelBlock(const Pass &pass, std::uint32_t block) const;
    DrawnBlock transferBlock(const Transfer &transfer, BlockOp op, TimeTerm term) const;
    void drawComputePass(const Pass &pass);
    void drawLayers(const Pass &pass, const PassTemplate &shape);
    void drawKernels(const Pass &pass, TimelineStream stream);
    void drawReplicas();
    void drawTransfers(const std::vector<Transfer> &transfers, BlockOp op, TimeTerm term);
    void drawPasses(TimelineStream stream);
    template <class Count, class End, class Make>
    void drawList(Count count, const End &endOf, const Make &make);
    void push(DrawnBlock block)
    {
        if (block.end >= m_range.from && block.start <= m_range.to)
            m_blocks.push_back(block);
    }
    const PassTemplate &shapeOf(const Pass &pass) const
    {
        return m_timeline.templates[static_cast<std::size_t>(pass.pattern)];
    }
    double cellEnd(double time) const
    {
        return m_range.cell > 0 ? (std::floor(time / m_range.cell) + 1) * m_range.cell : time;
    }

    const Timeline &m_timeline;
    const StageTimeline &m_stage;
    ViewRange m_range;
    std::vector<DrawnBlock> &m_blocks;
};

DrawnBlock Drawer::passBlock(const Pass &pass) const
{
    DrawnBlock block;
    block.start = pass.start;
    block.end = pass.end();
    block.kind = pass.kind;
    block.phase = phaseOf(pass.kind);
    block.term = termOf(pass.kind);
    block.op = pass.pattern < 0 ? BlockOp::Bubble : BlockOp::Norms;
    block.pass = static_cast<std::int32_t>(&pass - m_stage.passes.data());
    block.microBatch = pass.microBatch;
    block.chunk = pass.chunk;
    return block;
}

DrawnBlock Drawer::kernelBlock(const Pass &pass, std::uint32_t index) const
{
    const TimelineBlock &own = shapeOf(pass).blocks[index];
    DrawnBlock block = passBlock(pass);
    block.start = pass.start + own.start;
    block.end = pass.start + own.end();
    block.waitStart = std::max(block.start, pass.start + own.waitStart);
    block.waitEnd = std::max(block.waitStart, std::min(block.end, pass.start + own.waitEnd));
    block.exposed = own.exposed;
    block.level = DrawnLevel::Kernel;
    block.phase = own.phase;
    block.op = own.op;
    block.term = own.term;
    block.block = static_cast<std::int32_t>(index);
    block.layer = static_cast<std::int16_t>(own.layer < 0 ? -1 : own.layer + pass.firstLayer);
    block.part = own.part;
    block.parts = own.parts;
    return block;
}

DrawnBlock Drawer::transferBlock(const Transfer &transfer, BlockOp op, TimeTerm term) const
{
    DrawnBlock block;
    block.start = transfer.start;
    block.end = transfer.end();
    block.waitStart = transfer.start;
    block.waitEnd = transfer.start + transfer.exposed;
    block.exposed = transfer.exposed;
    block.level = DrawnLevel::Kernel;
    block.op = op;
    block.term = term;
    block.microBatch = op == BlockOp::StageSend ? transfer.microBatch : -1;
    block.chunk = transfer.chunk;
    return block;
}

/// Walks a list ordered by time from the first visible element on. Elements that end within the
/// cell they start in become one block per cell; the rest of the cell is skipped by bisection.
template <class Count, class End, class Make>
void Drawer::drawList(Count count, const End &endOf, const Make &make)
{
    const auto firstBeyond = [&](Count from, double time) {
        Count low = from, high = count;
        while (low < high) {
            const Count middle = low + (high - low) / 2;
            endOf(middle) > time ? high = middle : low = middle + 1;
        }
        return low;
    };
    Count i = 0;
    while (i < count && endOf(i) < m_range.from)
        i = firstBeyond(i, m_range.from);
    while (i < count) {
        DrawnBlock block = make(i);
        if (block.start > m_range.to)
            return;
        const double until = cellEnd(block.start);
        if (m_range.cell <= 0 || block.end - block.start >= m_range.cell) {
            push(block);
            ++i;
            continue;
        }
        // A short one belongs to the cell that it starts in.
        Count next = firstBeyond(i, until);
        if (next < count) {
            const DrawnBlock crossing = make(next);
            if (crossing.start < until && crossing.end - crossing.start < m_range.cell)
                ++next;
        }
        DrawnBlock longest = block;
        double end = block.end;
        const Count samples = std::min<Count>(next, i + mergedSamples);
        for (Count j = i + 1; j < samples; ++j) {
            const DrawnBlock other = make(j);
            end = other.end;
            if (other.end - other.start > longest.end - longest.start)
                longest = other;
        }
        if (next > samples)
            end = make(next - 1).end;
        longest.isMerged = next > i + 1;
        longest.waitStart = longest.waitEnd = 0;
        longest.start = block.start;
        longest.end = end;
        push(longest);
        i = next;
    }
}

void Drawer::drawKernels(const Pass &pass, TimelineStream stream)
{
    const PassTemplate &shape = shapeOf(pass);
    const auto slot = static_cast<std::size_t>(stream);
    const std::uint32_t first = shape.firstOfStream[slot];
    drawList(
        shape.firstOfStream[slot + 1] - first,
        [&](std::uint32_t i) { return pass.start + shape.blocks[first + i].end(); },
        [&](std::uint32_t i) { return kernelBlock(pass, first + i); });
}

void Drawer::drawLayers(const Pass &pass, const PassTemplate &shape)
{
    drawList(
        shape.layers.size(), [&](std::size_t i) { return pass.start + shape.layers[i].end; },
        [&](std::size_t i) {
            const LayerSpan &span = shape.layers[i];
            DrawnBlock block = passBlock(pass);
            block.start = pass.start + span.start;
            block.end = pass.start + span.end;
            block.level = DrawnLevel::Layer;
            block.phase = span.phase;
            block.op = BlockOp::Head;
            block.layer
                = static_cast<std::int16_t>(span.layer < 0 ? -1 : span.layer + pass.firstLayer);
            return block;
        });
}

void Drawer::drawComputePass(const Pass &pass)
{
    if (pass.pattern < 0) {
        push(passBlock(pass));
        return;
    }
    const PassTemplate &shape = shapeOf(pass);
    const double layer = pass.duration / std::max<double>(1, double(shape.layers.size()));
    if (m_range.cell > 0 && layer < layerCells * m_range.cell)
        push(passBlock(pass));
    else if (m_range.cell > 0 && layer < kernelCells * m_range.cell)
        drawLayers(pass, shape);
    else
        drawKernels(pass, TimelineStream::Compute);
}

/// Passes side by side; those narrower than a cell are merged before their blocks are looked at.
void Drawer::drawPasses(TimelineStream stream)
{
    const std::vector<Pass> &passes = m_stage.passes;
    const auto slot = static_cast<std::size_t>(stream);
    auto pass = std::lower_bound(passes.begin(), passes.end(), m_range.from,
        [](const Pass &own, double time) { return own.end() < time; });
    while (pass != passes.end() && pass->start <= m_range.to) {
        const double until = cellEnd(pass->start);
        if (m_range.cell > 0 && pass->duration < m_range.cell) {
            auto next = std::upper_bound(pass, passes.end(), until,
                [](double time, const Pass &own) { return time < own.end(); });
            if (next != passes.end() && next->start < until && next->duration < m_range.cell)
                ++next;
            auto longest = next;
            for (auto other = pass; other != next && other - pass < mergedSamples; ++other) {
                const bool counts = stream == TimelineStream::Compute
                    || (other->pattern >= 0
                        && shapeOf(*other).firstOfStream[slot]
                            < shapeOf(*other).firstOfStream[slot + 1]);
                if (counts && (longest == next || other->duration > longest->duration))
                    longest = other;
            }
            if (longest != next) {
                DrawnBlock block = stream == TimelineStream::Compute
                    ? passBlock(*longest)
                    : kernelBlock(*longest, shapeOf(*longest).firstOfStream[slot]);
                block.isMerged = next - pass > 1;
                block.waitStart = block.waitEnd = 0;
                block.start = pass->start;
                block.end = (next - 1)->end();
                push(block);
            }
            pass = next;
            continue;
        }
        if (stream == TimelineStream::Compute)
            drawComputePass(*pass);
        else if (pass->pattern >= 0)
            drawKernels(*pass, stream);
        ++pass;
    }
}

void Drawer::drawTransfers(const std::vector<Transfer> &transfers, BlockOp op, TimeTerm term)
{
    drawList(
        transfers.size(), [&](std::size_t i) { return transfers[i].end(); },
        [&](std::size_t i) { return transferBlock(transfers[i], op, term); });
}

/// Exchanges between replicas outlast the pass that starts them, and belong to few passes.
void Drawer::drawReplicas()
{
    drawTransfers(m_stage.gathers, BlockOp::GatherParameters, TimeTerm::ExposedData);
    for (const Pass &pass : m_stage.passes)
        if (pass.pattern >= 0 && shapeOf(pass).replicasEnd > 0
            && pass.start + shapeOf(pass).replicasEnd >= m_range.from
            && pass.start + shapeOf(pass).replicasStart <= m_range.to)
            drawKernels(pass, TimelineStream::Replicas);
}

void Drawer::draw(TimelineStream stream)
{
    switch (stream) {
    case TimelineStream::SendNext:
        drawTransfers(m_stage.next, BlockOp::StageSend, TimeTerm::ExposedPipeline);
        break;
    case TimelineStream::SendPrevious:
        drawTransfers(m_stage.previous, BlockOp::StageSend, TimeTerm::ExposedPipeline);
        break;
    case TimelineStream::Replicas:
        drawReplicas();
        break;
    default:
        drawPasses(stream);
    }
}

} // namespace

void drawnBlocks(const Timeline &timeline, int stage, TimelineStream stream, const ViewRange &range,
    std::vector<DrawnBlock> &blocks)
{
    Drawer(timeline, stage, range, blocks).draw(stream);
}

bool usesStream(const Timeline &timeline, int stage, TimelineStream stream)
{
    const StageTimeline &own = timeline.stages[static_cast<std::size_t>(stage)];
    if (stream == TimelineStream::SendNext)
        return !own.next.empty();
    if (stream == TimelineStream::SendPrevious)
        return !own.previous.empty();
    if (stream == TimelineStream::Replicas && !own.gathers.empty())
        return true;
    const auto slot = static_cast<std::size_t>(stream);
    std::vector<bool> seen(timeline.templates.size(), false);
    for (const Pass &pass : own.passes) {
        if (pass.pattern < 0 || seen[static_cast<std::size_t>(pass.pattern)])
            continue;
        seen[static_cast<std::size_t>(pass.pattern)] = true;
        const PassTemplate &shape = timeline.templates[static_cast<std::size_t>(pass.pattern)];
        if (shape.firstOfStream[slot] < shape.firstOfStream[slot + 1])
            return true;
    }
    return false;
}

} // namespace headroom
