#include "widgets/start/example_button.h"

#include "model/estimate/figure_intervals.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/look/theme_icon.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr int tileWidth = 52; ///< characters

} // namespace

ExampleButton::ExampleButton(const QString &title, const QString &note, QWidget *parent)
    : QAbstractButton(parent)
    , m_note(note)
{
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(note);
    setToolTip(title);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void ExampleButton::setEstimate(const Estimate &estimate)
{
    const MemoryEstimate &memory = estimate.memory;
    const QString amount
        = tr("%1 of %2").arg(gibNumber(memory.decisive().bytes), gibText(memory.budget));
    m_figures = Figures { memory.budget.value() > 0 ? memory.decisive().bytes / memory.budget : 0,
        fitCall(memory),
        //: How sure it is that a plan fits, and how much of the pool it needs.
        tr("%1: %2").arg(localMessage(fitWords(memory)), amount),
        tr("%1 tokens/s per device")
            .arg(countText(std::round(estimate.throughput.tokensPerSecondPerDevice))),
        tr("%1 MFU").arg(shareText(estimate.throughput.mfu)) };
    setAccessibleDescription(
        inOneSentence({ m_note, m_figures->memory, m_figures->speed, m_figures->use }));
    update();
}

QSize ExampleButton::sizeHint() const
{
    const QFontMetrics title(textFont(TextRole::Strong));
    const QFontMetrics note(textFont(TextRole::Caption));
    return { textWidth(tileWidth), title.height() + 2 * note.height() + 2 * gap(3) + gap(4) };
}

void ExampleButton::paintEvent(QPaintEvent *)
{
    const ThemeColours colours = themeColours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool active = underMouse() || hasFocus();
    painter.setPen(QPen(active ? colours.accent : colours.border, hasFocus() ? 2 : 1));
    painter.setBrush(isDown() ? colours.accentSoft : colours.card);
    const double inset = hasFocus() ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), gap(2), gap(2));
    const QRect inner = rect().adjusted(gap(3), gap(3), -gap(3), -gap(3));
    painter.setFont(textFont(TextRole::Strong));
    painter.setPen(palette().color(QPalette::WindowText));
    const QFontMetrics title = painter.fontMetrics();
    painter.drawText(inner, Qt::AlignTop | Qt::AlignLeft,
        title.elidedText(text(), Qt::ElideRight, inner.width()));
    painter.setFont(textFont(TextRole::Caption));
    painter.setPen(colours.muted);
    const QString use = m_figures ? m_figures->use : QString();
    const QRect line = inner.adjusted(0, title.height(), 0, 0);
    const int left = inner.width() - painter.fontMetrics().horizontalAdvance(use) - gap(2);
    painter.drawText(line, Qt::AlignTop | Qt::AlignLeft,
        painter.fontMetrics().elidedText(m_note, Qt::ElideRight, left));
    painter.drawText(line, Qt::AlignTop | Qt::AlignRight, use);
    if (m_figures)
        paintFigures(painter, inner);
}

/// A bar of the pool with what stands in it, and a line that says the same.
void ExampleButton::paintFigures(QPainter &painter, const QRect &inner) const
{
    const ThemeColours colours = themeColours(palette());
    const QFontMetrics caption(textFont(TextRole::Caption));
    const QRectF track(
        inner.left(), inner.bottom() - caption.height() - gap(2) - 1, inner.width(), gap(1));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.grid);
    painter.drawRoundedRect(track, 2, 2);
    QRectF filled = track;
    filled.setWidth(track.width() * std::min(m_figures->filled, 1.0));
    const bool isSound = m_figures->call <= FitCall::ShouldFit;
    const bool isDoubtful = m_figures->call == FitCall::AtLimit;
    painter.setBrush(isSound ? colours.good : isDoubtful ? colours.warning : colours.bad);
    painter.drawRoundedRect(filled, 2, 2);
    const int side = caption.height();
    const QRect line(inner.left(), inner.bottom() - side + 1, inner.width(), side);
    themeIcon(isSound    ? QStringLiteral("check")
            : isDoubtful ? QStringLiteral("warning")
                         : QStringLiteral("error"),
        isSound          ? IconTint::Good
            : isDoubtful ? IconTint::Warning
                         : IconTint::Bad)
        .paint(&painter, QRect(line.left(), line.top(), side, side));
    painter.setPen(palette().color(QPalette::WindowText));
    const int left = side + gap(1);
    painter.drawText(
        line.adjusted(left, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, m_figures->memory);
    const int taken = left + caption.horizontalAdvance(m_figures->memory) + gap(2);
    painter.setPen(colours.muted);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight,
        caption.elidedText(m_figures->speed, Qt::ElideRight, line.width() - taken));
}

} // namespace headroom
