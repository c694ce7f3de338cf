#include "widgets/start/example_button.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <QPainter>

namespace headroom {

ExampleButton::ExampleButton(const QString &title, const QString &note, QWidget *parent)
    : QAbstractButton(parent)
    , m_note(note)
{
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(note);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

QSize ExampleButton::sizeHint() const
{
    const int width = textWidth(36);
    const QFontMetrics title(textFont(TextRole::Strong));
    const QFontMetrics note(textFont(TextRole::Caption));
    const int titleHeight
        = title.boundingRect(QRect(0, 0, width - 2 * gap(3), gap(40)), Qt::TextWordWrap, text())
              .height();
    return { width,
        std::max(titleHeight, 2 * title.height()) + note.height() + 2 * gap(3) + gap(1) };
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
    painter.drawText(inner, Qt::TextWordWrap | Qt::AlignTop, text());
    painter.setFont(textFont(TextRole::Caption));
    painter.setPen(colours.muted);
    painter.drawText(inner, Qt::AlignBottom | Qt::AlignLeft,
        painter.fontMetrics().elidedText(m_note, Qt::ElideRight, inner.width()));
}

} // namespace headroom
