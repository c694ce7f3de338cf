#include "widgets/flags/default_strip.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace headroom {

DefaultStrip::DefaultStrip(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("defaultStrip"));
    setAccessibleName(tr("Default over the releases of jaxlib"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void DefaultStrip::setHistory(
    const FlagEntry &entry, const JaxlibReleases &releases, const JaxlibVersion &at)
{
    m_spans = defaultSpans(entry, releases);
    m_releases.clear();
    m_at = -1;
    for (const JaxlibVersion &version : releases.examined()) {
        if (version == at)
            m_at = static_cast<int>(m_releases.size());
        m_releases.append(QString::fromStdString(version.text()));
    }
    setAccessibleDescription(lines().join(QStringLiteral("; ")));
    update();
}

QSize DefaultStrip::sizeHint() const
{
    const int text = QFontMetrics(textFont(TextRole::Caption)).height();
    return { textWidth(30), gap(2) + text + gap(2) + gap(1) + text };
}

QRectF DefaultStrip::barRect() const
{
    const int text = QFontMetrics(textFont(TextRole::Caption)).height();
    return { 0.5, gap(2) + 0.5, width() - 1.0, text + gap(2) - 1.0 };
}

QRectF DefaultStrip::spanRect(const DefaultSpan &span) const
{
    const QRectF bar = barRect();
    const double one = bar.width() / static_cast<double>(m_releases.size());
    const auto first = static_cast<double>(span.first);
    return { bar.left() + first * one, bar.top(),
        (static_cast<double>(span.last) - first + 1) * one, bar.height() };
}

QString DefaultStrip::valueText(const DefaultSpan &span) const
{
    switch (span.presence) {
    case FlagPresence::NotYet:
        return tr("not there yet");
    case FlagPresence::Removed:
        return tr("removed");
    case FlagPresence::Absent:
    case FlagPresence::NeverThere:
        return tr("not there");
    case FlagPresence::Present:
        break;
    }
    if (span.isNoop)
        return tr("no effect");
    if (!span.hasDefault)
        return tr("depends on the build");
    return span.value.empty() ? tr("(empty)") : QString::fromStdString(span.value);
}

QString DefaultStrip::lineText(const DefaultSpan &span) const
{
    const QString first = m_releases.at(static_cast<qsizetype>(span.first));
    const QString last = m_releases.at(static_cast<qsizetype>(span.last));
    //: A stretch of releases and the default in it: "0.4.7 to 0.4.34: false".
    return span.first == span.last ? tr("%1: %2").arg(first, valueText(span))
                                   : tr("%1 to %2: %3").arg(first, last, valueText(span));
}

QStringList DefaultStrip::lines() const
{
    QStringList lines;
    for (const DefaultSpan &span : m_spans)
        lines.append(lineText(span));
    return lines;
}

void DefaultStrip::paintSpan(QPainter &painter, const DefaultSpan &span, bool isOdd) const
{
    const ThemeColours colours = themeColours(palette());
    const QRectF rect = spanRect(span);
    const bool isThere = span.presence == FlagPresence::Present;
    if (isThere) {
        QColor fill = colours.accentSoft;
        if (isOdd)
            fill = isDark(palette()) ? fill.lighter(135) : fill.darker(112);
        painter.fillRect(rect, fill);
        if (span.isNoop)
            painter.fillRect(rect, QBrush(colours.muted, Qt::BDiagPattern));
    }
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect);
    painter.setPen(isThere ? palette().color(QPalette::Text) : colours.muted);
    const QRectF inside = rect.adjusted(gap(1), 0, -gap(1), 0);
    const QFontMetricsF metrics(painter.font());
    if (inside.width() >= metrics.averageCharWidth() * 3)
        painter.drawText(inside, Qt::AlignCenter,
            metrics.elidedText(valueText(span), Qt::ElideRight, inside.width()));
}

void DefaultStrip::paintReleases(QPainter &painter) const
{
    const QFontMetricsF metrics(painter.font());
    const double top = barRect().bottom() + gap(1);
    const QString newest = m_releases.last();
    const double newestLeft = width() - metrics.horizontalAdvance(newest);
    const QRectF mark = paintMarkedRelease(painter, top);
    const auto touchesMark = [&mark](double left, double right) {
        return !mark.isEmpty() && left < mark.right() + gap(2) && right > mark.left() - gap(2);
    };
    painter.setPen(themeColours(palette()).muted);
    double free = 0;
    for (const DefaultSpan &span : m_spans) {
        const QString text = m_releases.at(static_cast<qsizetype>(span.first));
        const double left = spanRect(span).left();
        const double right = left + metrics.horizontalAdvance(text);
        if (left < free || right + gap(2) > newestLeft || touchesMark(left, right))
            continue;
        painter.drawText(QPointF(left, top + metrics.ascent()), text);
        free = right + gap(2);
    }
    if (!touchesMark(newestLeft, width()))
        painter.drawText(QPointF(newestLeft, top + metrics.ascent()), newest);
}

/// The release of the plan, under its mark; returns where it stands.
QRectF DefaultStrip::paintMarkedRelease(QPainter &painter, double top) const
{
    if (m_at < 0)
        return {};
    const QFontMetricsF metrics(painter.font());
    const auto index = static_cast<std::size_t>(m_at);
    const QString text = m_releases.at(m_at);
    const double wide = metrics.horizontalAdvance(text);
    const double middle
        = spanRect({ index, index, FlagPresence::Present, false, false, {} }).center().x();
    const double left = std::clamp(middle - wide / 2, 0.0, std::max(0.0, width() - wide));
    painter.setPen(themeColours(palette()).accent);
    painter.drawText(QPointF(left, top + metrics.ascent()), text);
    return { left, top, wide, metrics.height() };
}

void DefaultStrip::paintMark(QPainter &painter) const
{
    if (m_at < 0)
        return;
    const auto index = static_cast<std::size_t>(m_at);
    const QRectF rect = spanRect({ index, index, FlagPresence::Present, false, false, {} });
    const double half = gap(1);
    const double x = rect.center().x();
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColours(palette()).accent);
    painter.drawPolygon(QPolygonF({ { x - half, 0.0 }, { x + half, 0.0 }, { x, gap(2) * 0.9 } }));
    painter.setPen(QPen(themeColours(palette()).accent, 1.5));
    painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
}

void DefaultStrip::paintEvent(QPaintEvent *)
{
    if (m_spans.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(textFont(TextRole::Caption));
    bool isOdd = false;
    for (const DefaultSpan &span : m_spans) {
        paintSpan(painter, span, isOdd);
        isOdd = !isOdd;
    }
    paintReleases(painter);
    paintMark(painter);
}

bool DefaultStrip::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        for (const DefaultSpan &span : m_spans)
            if (spanRect(span).contains(help->pos()))
                QToolTip::showText(help->globalPos(), lineText(span), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace headroom
