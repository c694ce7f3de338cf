#include "widgets/charts/term_bar.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QToolTip>

#include <algorithm>

namespace headroom {

TermBar::TermBar(QWidget *parent)
    : QWidget(parent)
    , m_barHeight(gap(5))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TermBar::setSegments(std::vector<Segment> segments)
{
    m_segments = std::move(segments);
    m_current = std::min(m_current, static_cast<int>(m_segments.size()) - 1);
    update();
}

void TermBar::setLimits(std::vector<Limit> limits)
{
    m_limits = std::move(limits);
    updateGeometry();
    update();
}

void TermBar::setInterval(double low, double high)
{
    m_low = low;
    m_high = high;
    update();
}

void TermBar::setScale(double most)
{
    m_scale = most;
    update();
}

void TermBar::setBarHeight(int pixels)
{
    m_barHeight = pixels;
    updateGeometry();
    update();
}

void TermBar::setDimmed(bool dimmed)
{
    if (dimmed == m_dimmed)
        return;
    m_dimmed = dimmed;
    update();
}

void TermBar::setHighlighted(const QStringList &ids)
{
    if (ids == m_highlighted)
        return;
    m_highlighted = ids;
    update();
}

QSize TermBar::sizeHint() const
{
    const int labels
        = m_limits.empty() ? 0 : QFontMetrics(textFont(TextRole::Caption)).height() + gap(1);
    return { textWidth(30), m_barHeight + 2 * gap(1) + labels };
}

QSize TermBar::minimumSizeHint() const
{
    return { textWidth(12), sizeHint().height() };
}

double TermBar::scaleMaximum() const
{
    double total = 0;
    for (const Segment &segment : m_segments)
        total += segment.value;
    double most = std::max({ total, m_high, m_scale });
    for (const Limit &limit : m_limits)
        most = std::max(most, limit.value);
    return most > 0 ? most * 1.02 : 1;
}

QRectF TermBar::barRect() const
{
    return QRectF(gap(1), gap(1), width() - 2 * gap(1), m_barHeight);
}

double TermBar::xOf(double value) const
{
    const QRectF bar = barRect();
    return bar.left() + bar.width() * value / scaleMaximum();
}

int TermBar::segmentAt(double x) const
{
    double sum = 0;
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        const double from = sum;
        sum += m_segments[i].value;
        if (m_segments[i].value > 0 && x >= xOf(from) && x < xOf(sum))
            return static_cast<int>(i);
    }
    return -1;
}

void TermBar::paintLimits(QPainter &painter) const
{
    const ThemeColours colours = themeColours(palette());
    const QRectF bar = barRect();
    painter.setFont(textFont(TextRole::Caption));
    const QFontMetricsF metrics(painter.font());
    const auto ink = [&](const Limit &limit) {
        return limit.strong ? palette().color(QPalette::WindowText) : colours.muted;
    };
    std::vector<Limit> limits = m_limits;
    std::ranges::sort(limits, {}, &Limit::value);
    // Each label stands under its line; two that would overlap part between their lines.
    std::vector<double> lefts;
    for (const Limit &limit : limits) {
        const double x = xOf(limit.value);
        painter.setPen(
            QPen(ink(limit), limit.strong ? 2 : 1, limit.strong ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(QPointF(x, bar.top() - gap(1) / 2.0), QPointF(x, bar.bottom() + gap(1)));
        const double room = metrics.horizontalAdvance(limit.label);
        double left = x - room / 2;
        if (!lefts.empty()) {
            const double before = metrics.horizontalAdvance(limits[lefts.size() - 1].label);
            const double overlap = lefts.back() + before + gap(2) - left;
            if (overlap > 0) {
                lefts.back() -= overlap / 2;
                left += overlap / 2;
            }
        }
        lefts.push_back(left);
    }
    double most = width();
    for (std::size_t i = limits.size(); i-- > 0;) {
        const double room = metrics.horizontalAdvance(limits[i].label);
        lefts[i] = std::min(lefts[i], most - room);
        most = lefts[i] - gap(2);
    }
    double least = 0;
    for (std::size_t i = 0; i < limits.size(); ++i) {
        lefts[i] = std::max(lefts[i], least);
        least = lefts[i] + metrics.horizontalAdvance(limits[i].label) + gap(2);
        painter.setPen(ink(limits[i]));
        painter.drawText(
            QPointF(lefts[i], bar.bottom() + gap(1) + metrics.ascent()), limits[i].label);
    }
}

void TermBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_dimmed)
        painter.setOpacity(0.4);
    const ThemeColours colours = themeColours(palette());
    const QRectF bar = barRect();
    painter.fillRect(bar, colours.grid);
    double sum = 0;
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        const Segment &segment = m_segments[i];
        const QRectF rect(
            QPointF(xOf(sum), bar.top()), QPointF(xOf(sum + segment.value), bar.bottom()));
        sum += segment.value;
        if (rect.width() <= 0)
            continue;
        const bool faded = !m_highlighted.isEmpty() && !m_highlighted.contains(segment.id);
        painter.setOpacity(m_dimmed ? 0.4 : faded ? 0.35 : 1.0);
        paintSeries(painter, rect.adjusted(0, 0, rect.width() > 3 ? -1 : 0, 0), segment.colour,
            segment.hatched);
        if (static_cast<int>(i) == m_current) {
            painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(1, 1, -1, -1));
        }
    }
    painter.setOpacity(m_dimmed ? 0.4 : 1.0);
    if (m_high > m_low) {
        const double y = bar.center().y();
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1.5));
        painter.drawLine(QPointF(xOf(m_low), y), QPointF(xOf(m_high), y));
        for (const double end : { m_low, m_high })
            painter.drawLine(QPointF(xOf(end), y - gap(1)), QPointF(xOf(end), y + gap(1)));
    }
    paintLimits(painter);
    if (hasFocus() && m_current < 0) {
        painter.setPen(QPen(colours.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(bar.adjusted(-2, -2, 2, 2), 2, 2);
    }
}

void TermBar::setCurrent(int index)
{
    if (index == m_current)
        return;
    m_current = index;
    emit segmentEntered(index < 0 ? QString() : m_segments[static_cast<std::size_t>(index)].id);
    update();
}

void TermBar::mouseMoveEvent(QMouseEvent *event)
{
    setCurrent(segmentAt(event->position().x()));
}

void TermBar::mouseReleaseEvent(QMouseEvent *event)
{
    const int index = segmentAt(event->position().x());
    if (event->button() == Qt::LeftButton && index >= 0)
        emit segmentActivated(m_segments[static_cast<std::size_t>(index)].id);
}

void TermBar::leaveEvent(QEvent *)
{
    setCurrent(-1);
}

void TermBar::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    setCurrent(-1);
}

void TermBar::keyPressEvent(QKeyEvent *event)
{
    const int count = static_cast<int>(m_segments.size());
    const int direction = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (direction != 0 && count > 0) {
        int index = m_current < 0 && direction < 0 ? count : m_current;
        do {
            index += direction;
        } while (
            index >= 0 && index < count && m_segments[static_cast<std::size_t>(index)].value <= 0);
        if (index >= 0 && index < count)
            setCurrent(index);
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Space) && m_current >= 0) {
        emit segmentActivated(m_segments[static_cast<std::size_t>(m_current)].id);
        return;
    }
    QWidget::keyPressEvent(event);
}

bool TermBar::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        const int index = segmentAt(help->pos().x());
        if (index >= 0) {
            const Segment &segment = m_segments[static_cast<std::size_t>(index)];
            //: Tooltip of a chart segment: name of the term, then its value.
            QToolTip::showText(
                help->globalPos(), tr("%1: %2").arg(segment.label, segment.valueText), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace headroom
