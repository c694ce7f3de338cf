#include "widgets/timeline/timeline_painter.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/wording.h"
#include "widgets/timeline/timeline_text.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double blockShare = 0.78; ///< of a row's height
constexpr std::size_t maxLabels = 400;
constexpr double gapFrom = 4; ///< pixels from which neighbours are kept apart by one
constexpr double patternFrom = 3; ///< pixels from which a pattern can be seen

QColor inkOn(const QColor &fill)
{
    const double luminance = 0.299 * fill.redF() + 0.587 * fill.greenF() + 0.114 * fill.blueF();
    return luminance > 0.55 ? QColor(0x12, 0x18, 0x20) : QColor(Qt::white);
}

} // namespace

QColor phaseColour(BlockPhase phase, bool odd, const QPalette &palette)
{
    const QColor gemm = seriesColour(TimeTerm::Gemm, palette);
    const bool dark = isDark(palette);
    switch (phase) {
    case BlockPhase::Forward: {
        const QColor light = dark ? gemm.lighter(128) : gemm.lighter(165);
        return odd ? light.darker(112) : light;
    }
    case BlockPhase::Replay:
    case BlockPhase::Backward: {
        const QColor deep = dark ? gemm.darker(135) : gemm.darker(112);
        return odd ? deep.lighter(116) : deep;
    }
    case BlockPhase::Update:
        break;
    }
    return seriesColour(TimeTerm::Optimizer, palette);
}

double TimelinePainter::rowHeight(const TimelineFrame &frame) const
{
    return m_rows.empty() ? frame.area.height()
                          : frame.area.height() / static_cast<double>(m_rows.size());
}

double TimelinePainter::cellOf(const TimelineFrame &frame) const
{
    return 2 * (frame.to - frame.from) / std::max(1.0, frame.area.width());
}

QRectF TimelinePainter::rectOf(const TimelineFrame &frame, const Hit &hit) const
{
    return rowRect(frame, hit.row, hit.block.start, hit.block.end);
}

QRectF TimelinePainter::rowRect(const TimelineFrame &frame, int row, double from, double to) const
{
    const double height = rowHeight(frame);
    const double left = std::max(frame.area.left() - 2, frame.xOf(from));
    const double right = std::min(frame.area.right() + 2, frame.xOf(to));
    return { left, frame.area.top() + (row + (1 - blockShare) / 2) * height,
        std::max(1.0, right - left), blockShare * height };
}

/// Blocks of a profile: computation in the colours of its terms, transfers in one of their own.
void TimelinePainter::collectMeasured(const TimelineFrame &frame, int row)
{
    for (const MeasuredBlock &block : m_rows[static_cast<std::size_t>(row)].measured) {
        if (block.end.value() < frame.from || block.start.value() > frame.to)
            continue;
        QRectF rect = rowRect(frame, row, block.start.value(), block.end.value());
        if (rect.width() > gapFrom)
            rect.setWidth(rect.width() - 1);
        ++m_painted;
        if (block.isIdle()) {
            m_bubbles.push_back(rect);
            continue;
        }
        const std::size_t style = block.term
            ? FirstTermStyle + static_cast<std::size_t>(*block.term)
            : static_cast<std::size_t>(TransferStyle);
        m_batches[style].push_back(rect);
        if (m_labels.size() < maxLabels && rect.width() >= 8 * m_digitWidth
            && rect.height() >= 2 * m_digitWidth)
            m_labels.push_back({ rect, localMessage(block.label()), style });
    }
}

std::size_t TimelinePainter::styleOf(const DrawnBlock &block) const
{
    if (block.kind == PassKind::Repeat)
        return RepeatStyle;
    const bool isWait = block.level == DrawnLevel::Pass && block.op == BlockOp::Bubble;
    if (block.level == DrawnLevel::Kernel || isWait)
        return FirstTermStyle + static_cast<std::size_t>(block.term);
    const bool odd
        = block.level == DrawnLevel::Layer ? block.layer % 2 != 0 : block.microBatch % 2 != 0;
    switch (block.phase) {
    case BlockPhase::Forward:
        return odd ? ForwardOddStyle : ForwardStyle;
    case BlockPhase::Update:
        return UpdateStyle;
    default:
        return odd ? BackwardOddStyle : BackwardStyle;
    }
}

void TimelinePainter::addLabel(const DrawnBlock &block, const QRectF &rect, std::size_t style)
{
    if (m_labels.size() >= maxLabels || block.isMerged || rect.height() < 2 * m_digitWidth)
        return;
    QString text;
    if (block.level == DrawnLevel::Kernel) {
        if (rect.width() < 8 * m_digitWidth)
            return;
        text = opText(block.op);
    } else if (block.kind == PassKind::Repeat) {
        text = passText(block.kind);
    } else if (block.level == DrawnLevel::Layer) {
        text = block.layer < 0 ? QString() : QLocale().toString(block.layer + 1);
    } else if (block.microBatch >= 0) {
        text = QLocale().toString(block.microBatch + 1);
    }
    if (!text.isEmpty()
        && rect.width() >= std::min<double>(8, static_cast<double>(text.size()) + 1) * m_digitWidth)
        m_labels.push_back({ rect, text, style });
}

void TimelinePainter::addWait(TimeTerm term, const QRectF &rect)
{
    if (rect.width() >= patternFrom)
        m_waits[static_cast<std::size_t>(term)].push_back(rect);
}

void TimelinePainter::collectRow(const TimelineFrame &frame, int row)
{
    const TimelineRow &own = m_rows[static_cast<std::size_t>(row)];
    if (!own.measured.empty())
        return collectMeasured(frame, row);
    m_blocks.clear();
    drawnBlocks(
        *m_timeline, own.stage, own.stream, { frame.from, frame.to, cellOf(frame) }, m_blocks);
    for (const DrawnBlock &block : m_blocks) {
        const QRectF whole = rectOf(frame, { row, block });
        const bool isBubble
            = block.kind == PassKind::Bubble && block.level == DrawnLevel::Pass && block.pass >= 0;
        QRectF rect = whole;
        if (rect.width() > gapFrom)
            rect.setWidth(rect.width() - 1);
        ++m_painted;
        if (isBubble) {
            m_bubbles.push_back(rect);
            continue;
        }
        const std::size_t style = styleOf(block);
        m_batches[style].push_back(rect);
        const bool isWait
            = block.kind == PassKind::TransferWait || block.kind == PassKind::ExchangeWait;
        if (block.level == DrawnLevel::Pass && isWait && block.pass >= 0)
            addWait(block.term, rect);
        if (block.phase == BlockPhase::Replay && block.level == DrawnLevel::Kernel
            && rect.width() >= patternFrom)
            m_replays.push_back(rect);
        if (block.waitEnd > block.waitStart) {
            const double left = std::max(rect.left(), frame.xOf(block.waitStart));
            const double right = std::min(rect.right(), frame.xOf(block.waitEnd));
            addWait(block.term, { left, rect.top(), right - left, rect.height() });
        }
        addLabel(block, rect, style);
    }
}

void TimelinePainter::paintBubbles(QPainter &painter, const QPalette &palette)
{
    QColor fill = seriesColour(TimeTerm::Bubble, palette);
    fill.setAlpha(60);
    painter.setBrush(fill);
    painter.drawRects(m_bubbles.data(), static_cast<int>(m_bubbles.size()));
    fill.setAlpha(170);
    painter.setBrush(QBrush(fill, Qt::Dense7Pattern));
    std::erase_if(m_bubbles, [](const QRectF &rect) { return rect.width() < patternFrom; });
    painter.drawRects(m_bubbles.data(), static_cast<int>(m_bubbles.size()));
}

void TimelinePainter::paintLabels(QPainter &painter, const std::array<QColor, StyleCount> &colours)
{
    const QFontMetricsF metrics(painter.font());
    for (const Label &label : m_labels) {
        painter.setPen(inkOn(colours[label.style]));
        const double room = label.rect.width() - m_digitWidth;
        const QString text = metrics.horizontalAdvance(label.text) <= room
            ? label.text
            : metrics.elidedText(label.text, Qt::ElideRight, room);
        painter.drawText(label.rect, Qt::AlignCenter | Qt::TextSingleLine, text);
    }
}

void TimelinePainter::paint(QPainter &painter, const TimelineFrame &frame, const QPalette &palette)
{
    m_painted = 0;
    if (!m_timeline || m_rows.empty() || !(frame.to > frame.from))
        return;
    for (auto &batch : m_batches)
        batch.clear();
    for (auto &waits : m_waits)
        waits.clear();
    m_replays.clear();
    m_bubbles.clear();
    m_labels.clear();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(textFont(TextRole::Caption));
    m_digitWidth = QFontMetricsF(painter.font()).horizontalAdvance(QLatin1Char('0'));
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row)
        collectRow(frame, row);

    std::array<QColor, StyleCount> colours;
    colours[ForwardStyle] = phaseColour(BlockPhase::Forward, false, palette);
    colours[ForwardOddStyle] = phaseColour(BlockPhase::Forward, true, palette);
    colours[BackwardStyle] = phaseColour(BlockPhase::Backward, false, palette);
    colours[BackwardOddStyle] = phaseColour(BlockPhase::Backward, true, palette);
    colours[UpdateStyle] = phaseColour(BlockPhase::Update, false, palette);
    colours[RepeatStyle] = themeColours(palette).muted;
    colours[TransferStyle] = themeColours(palette).muted;
    for (std::size_t term = 0; term < timeTermCount; ++term)
        colours[FirstTermStyle + term] = seriesColour(static_cast<TimeTerm>(term), palette);

    painter.setPen(Qt::NoPen);
    for (std::size_t style = 0; style < StyleCount; ++style) {
        painter.setBrush(colours[style]);
        painter.drawRects(m_batches[style].data(), static_cast<int>(m_batches[style].size()));
    }
    paintBubbles(painter, palette);
    for (std::size_t term = 0; term < timeTermCount; ++term) {
        QColor stripe = inkOn(colours[FirstTermStyle + term]);
        stripe.setAlpha(170);
        painter.setBrush(QBrush(stripe, Qt::BDiagPattern));
        painter.drawRects(m_waits[term].data(), static_cast<int>(m_waits[term].size()));
    }
    painter.setBrush(QBrush(QColor(255, 255, 255, 110), Qt::Dense6Pattern));
    painter.drawRects(m_replays.data(), static_cast<int>(m_replays.size()));
    paintLabels(painter, colours);
    if (m_selected) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette.color(QPalette::WindowText), 2));
        painter.drawRect(rectOf(frame, *m_selected).adjusted(0, 0, -1, 0));
    }
    painter.restore();
}

int TimelinePainter::rowAt(const TimelineFrame &frame, const QPointF &position) const
{
    return std::clamp(static_cast<int>((position.y() - frame.area.top()) / rowHeight(frame)), 0,
        static_cast<int>(m_rows.size()) - 1);
}

const MeasuredBlock *TimelinePainter::measuredAt(
    const TimelineFrame &frame, const QPointF &position) const
{
    if (m_rows.empty() || !frame.area.contains(position))
        return nullptr;
    const std::vector<MeasuredBlock> &blocks
        = m_rows[static_cast<std::size_t>(rowAt(frame, position))].measured;
    const Seconds time { frame.timeOf(position.x()) };
    const auto found = std::ranges::find_if(blocks,
        [time](const MeasuredBlock &block) { return block.start <= time && time <= block.end; });
    return found == blocks.end() ? nullptr : &*found;
}

std::optional<TimelinePainter::Hit> TimelinePainter::blockAt(
    const TimelineFrame &frame, const QPointF &position) const
{
    if (!m_timeline || m_rows.empty() || !frame.area.contains(position))
        return std::nullopt;
    const int row = rowAt(frame, position);
    const TimelineRow &own = m_rows[static_cast<std::size_t>(row)];
    if (!own.measured.empty())
        return std::nullopt;
    const double time = frame.timeOf(position.x());
    std::vector<DrawnBlock> blocks;
    drawnBlocks(*m_timeline, own.stage, own.stream, { time, time, cellOf(frame) }, blocks);
    for (const DrawnBlock &block : blocks)
        if (block.start <= time && time <= block.end)
            return Hit { row, block };
    return std::nullopt;
}

std::optional<TimelinePainter::Hit> TimelinePainter::neighbour(
    const TimelineFrame &frame, int row, double time, int direction) const
{
    if (!m_timeline || row < 0 || row >= static_cast<int>(m_rows.size()))
        return std::nullopt;
    const TimelineRow &own = m_rows[static_cast<std::size_t>(row)];
    if (!own.measured.empty())
        return std::nullopt;
    std::vector<DrawnBlock> blocks;
    drawnBlocks(
        *m_timeline, own.stage, own.stream, { frame.from, frame.to, cellOf(frame) }, blocks);
    std::optional<Hit> best;
    for (const DrawnBlock &block : blocks) {
        if (direction > 0 && block.start > time)
            return Hit { row, block };
        if (direction < 0 && block.start < time)
            best = Hit { row, block };
    }
    return best;
}

} // namespace headroom
