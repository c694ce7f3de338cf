#include "widgets/timeline/timeline_overview.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace headroom {
namespace {

constexpr int stripHeight = 7; ///< in steps of gap()
constexpr double narrowestFrame = 4; ///< pixels

} // namespace

TimelineOverview::TimelineOverview(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("The whole step: click or drag to move what is shown above"));
    setAccessibleName(tr("Overview of the whole step"));
}

QSize TimelineOverview::sizeHint() const
{
    return { gap(40), gap(stripHeight) };
}

void TimelineOverview::setTimeline(const Timeline *timeline, int stage)
{
    m_hasStep = timeline && timeline->makespan > 0;
    m_painter.setTimeline(timeline);
    m_painter.setRows({ { stage, TimelineStream::Compute, {} } });
    m_step = {};
    update();
}

void TimelineOverview::setView(double from, double to, double end)
{
    if (end != m_end)
        m_step = {};
    m_from = from;
    m_to = to;
    m_end = end;
    update();
}

void TimelineOverview::draw()
{
    const double ratio = devicePixelRatioF();
    m_step = QPixmap(size() * ratio);
    m_step.setDevicePixelRatio(ratio);
    m_step.fill(Qt::transparent);
    QPainter painter(&m_step);
    if (m_hasStep)
        m_painter.paint(painter, { QRectF(rect()), 0, m_end }, palette());
}

void TimelineOverview::paintEvent(QPaintEvent *)
{
    if (m_step.isNull())
        draw();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_step);
    const ThemeColours colours = themeColours(palette());
    const TimelineFrame frame { QRectF(rect()), 0, m_end };
    const double left = frame.xOf(std::max(0.0, m_from));
    const double right = std::max(left + narrowestFrame, frame.xOf(std::min(m_end, m_to)));
    QColor veil = palette().color(QPalette::Base);
    veil.setAlphaF(0.6F);
    painter.fillRect(QRectF(0, 0, left, height()), veil);
    painter.fillRect(QRectF(right, 0, width() - right, height()), veil);
    painter.setPen(QPen(colours.accent, 2));
    painter.drawRect(QRectF(left, 1, right - left, height() - 2));
}

void TimelineOverview::resizeEvent(QResizeEvent *)
{
    m_step = {};
}

void TimelineOverview::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_step = {};
    QWidget::changeEvent(event);
}

void TimelineOverview::moveTo(double x)
{
    const TimelineFrame frame { QRectF(rect()), 0, m_end };
    emit moved(frame.timeOf(x) - (m_to - m_from) / 2);
}

void TimelineOverview::mousePressEvent(QMouseEvent *event)
{
    moveTo(event->position().x());
}

void TimelineOverview::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        moveTo(event->position().x());
}

} // namespace headroom
