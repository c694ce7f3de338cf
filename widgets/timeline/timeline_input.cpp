// How the timeline chart answers mouse, wheel and keys.
#include "widgets/look/spacing.h"
#include "widgets/timeline/timeline_chart.h"
#include "widgets/timeline/timeline_text.h"

#include <qcustomplot.h>

#include <QAccessible>
#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double zoomStep = 1.25, panStep = 0.1;

} // namespace

void TimelineChart::select(std::optional<TimelinePainter::Hit> hit)
{
    if (!hit && !m_painter.selected())
        return;
    QStringList facts;
    if (hit) {
        m_row = hit->row;
        const int stage = m_painter.rows()[static_cast<std::size_t>(hit->row)].stage;
        facts = blockFacts(m_timeline, stage, hit->block);
        facts.prepend(m_painter.rows()[static_cast<std::size_t>(hit->row)].label);
    }
    m_painter.setSelected(std::move(hit));
    emit factsChanged(facts);
    plot().replot(QCustomPlot::rpQueuedReplot);
}

/// The next or previous block of the row; the view follows.
void TimelineChart::walk(int direction)
{
    const auto &selected = m_painter.selected();
    const double time = selected && selected->row == m_row ? selected->block.start
        : direction > 0                                    ? m_from - 1
                                                           : m_to + 1;
    auto hit = m_painter.neighbour(frame(), m_row, time, direction);
    if (!hit) {
        pan(direction * 0.5);
        hit = m_painter.neighbour(frame(), m_row, time, direction);
    }
    if (!hit)
        return;
    if (hit->block.end > m_to || hit->block.start < m_from) {
        const double span = m_to - m_from;
        setRange(hit->block.start - 0.3 * span, hit->block.start + 0.7 * span);
    }
    select(hit);
}

void TimelineChart::changeRow(int direction)
{
    // What was measured is told by the table: it has no events to walk along.
    const auto rows = static_cast<int>(std::ranges::count_if(
        m_painter.rows(), [](const TimelineRow &row) { return row.measured.empty(); }));
    if (rows == 0)
        return;
    const auto &selected = m_painter.selected();
    const double time = selected ? selected->block.start : m_from;
    m_row = std::clamp(m_row + direction, 0, rows - 1);
    auto hit = m_painter.neighbour(frame(), m_row, time - 1e-12, 1);
    if (!hit)
        hit = m_painter.neighbour(frame(), m_row, m_to, -1);
    if (hit)
        select(hit);
}

bool TimelineChart::keyPressed(QKeyEvent *event)
{
    const bool walks = event->modifiers().testFlag(Qt::ShiftModifier);
    const double middle = (m_from + m_to) / 2;
    switch (event->key()) {
    case Qt::Key_Left:
        walks ? walk(-1) : pan(-panStep);
        return true;
    case Qt::Key_Right:
        walks ? walk(1) : pan(panStep);
        return true;
    case Qt::Key_Up:
        changeRow(-1);
        return true;
    case Qt::Key_Down:
        changeRow(1);
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(zoomStep, m_painter.selected() ? m_painter.selected()->block.start : middle);
        return true;
    case Qt::Key_Minus:
        zoom(1 / zoomStep, middle);
        return true;
    case Qt::Key_Home:
        setPreset(Preset::Step);
        return true;
    case Qt::Key_Escape:
        if (!m_painter.selected())
            return false;
        select(std::nullopt);
        return true;
    default:
        return false;
    }
}

/// The bare wheel scrolls the page around the chart; with Ctrl it zooms, with Shift it pans.
bool TimelineChart::wheelTurned(QWheelEvent *event)
{
    const double turn = event->angleDelta().y() / 120.0;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoom(std::pow(zoomStep, turn), frame().timeOf(event->position().x()));
        return true;
    }
    const double sideways
        = event->modifiers().testFlag(Qt::ShiftModifier) ? turn : event->angleDelta().x() / 120.0;
    if (sideways == 0)
        return false;
    pan(-sideways * panStep);
    return true;
}

bool TimelineChart::mouseMoved(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton)) {
        plot().setCursor(
            frame().area.contains(event->position()) ? Qt::OpenHandCursor : Qt::ArrowCursor);
        return false;
    }
    const double moved = event->position().x() - m_dragX;
    if (!m_dragging && std::abs(moved) < gap(1))
        return true;
    m_dragging = true;
    plot().setCursor(Qt::ClosedHandCursor);
    const double span = m_to - m_from;
    const double from = m_dragFrom - moved / frame().area.width() * span;
    setRange(from, from + span);
    return true;
}

bool TimelineChart::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != &plot())
        return Chart::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::KeyPress:
        if (keyPressed(static_cast<QKeyEvent *>(event)))
            return true;
        break;
    case QEvent::Wheel:
        if (wheelTurned(static_cast<QWheelEvent *>(event)))
            return true;
        break;
    case QEvent::MouseButtonPress: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        m_dragX = mouse->position().x();
        m_dragFrom = m_from;
        m_dragging = false;
        break;
    }
    case QEvent::MouseMove:
        if (mouseMoved(static_cast<QMouseEvent *>(event)))
            return true;
        break;
    case QEvent::MouseButtonRelease:
        if (!m_dragging)
            select(m_painter.blockAt(frame(), static_cast<QMouseEvent *>(event)->position()));
        m_dragging = false;
        plot().setCursor(Qt::OpenHandCursor);
        break;
    case QEvent::FocusIn:
    case QEvent::FocusOut:
        plot().replot(QCustomPlot::rpQueuedReplot);
        break;
    case QEvent::Resize:
        m_tableTimer->start();
        break;
    default:
        break;
    }
    return Chart::eventFilter(watched, event);
}

} // namespace headroom
