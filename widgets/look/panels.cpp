#include "widgets/look/panels.h"

#include "widgets/look/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace headroom {

Card::Card(QWidget *parent)
    : Card(QString(), parent)
{ }

Card::Card(const QString &heading, QWidget *parent)
    : QFrame(parent)
    , m_body(new QVBoxLayout(this))
{
    m_body->setContentsMargins(gap(4), gap(3), gap(4), gap(3));
    m_body->setSpacing(gap(2));
    if (!heading.isEmpty()) {
        auto *label = new TextLabel(heading, TextRole::Heading, TextLabel::Ink::Normal, this);
        label->setWordWrap(true);
        m_body->addWidget(label);
        setAccessibleName(heading);
    }
}

void Card::setTone(Tone tone)
{
    if (tone == m_tone)
        return;
    m_tone = tone;
    update();
}

void Card::paintEvent(QPaintEvent *)
{
    const ThemeColours colours = themeColours(palette());
    QColor fill = colours.card;
    QColor edge = colours.border;
    if (m_tone == Tone::Good) {
        fill = colours.goodSoft;
        edge = colours.good;
    } else if (m_tone == Tone::Warning) {
        fill = colours.warningSoft;
        edge = colours.warning;
    } else if (m_tone == Tone::Bad) {
        fill = colours.badSoft;
        edge = colours.bad;
    }
    if (m_tone != Tone::Plain)
        edge.setAlpha(110);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edge, 1.0));
    painter.setBrush(fill);
    const double radius = gap(2);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

TextLabel::TextLabel(const QString &text, TextRole role, Ink ink, QWidget *parent)
    : QLabel(text, parent)
    , m_role(role)
    , m_ink(ink)
{
    setFont(textFont(role));
    setTextInteractionFlags(Qt::NoTextInteraction);
    updateColour();
}

void TextLabel::setInk(Ink ink)
{
    if (ink == m_ink)
        return;
    m_ink = ink;
    updateColour();
}

void TextLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_updating)
        updateColour();
}

void TextLabel::updateColour()
{
    const QScopedValueRollback guard(m_updating, true);
    if (m_ink == Ink::Normal) {
        setPalette(QPalette());
        return;
    }
    // While the application changes its palette, that of the parent may still be the old one: it is
    // asked only where somebody gave it colours of its own.
    const QWidget *coloured = parentWidget();
    while (coloured && !coloured->testAttribute(Qt::WA_SetPalette))
        coloured = coloured->parentWidget();
    const QPalette around = coloured ? coloured->palette() : QApplication::palette();
    const ThemeColours colours = themeColours(around);
    QPalette own;
    const QColor colour = m_ink == Ink::Muted ? colours.muted
        : m_ink == Ink::Good                  ? colours.good
        : m_ink == Ink::Warning               ? colours.warning
                                              : colours.bad;
    own.setColor(QPalette::WindowText, colour);
    setPalette(own);
}

Chip::Chip(const QString &text, QWidget *parent)
    : TextLabel(text, TextRole::Caption, Ink::Normal, parent)
{
    setContentsMargins(gap(2), 1, gap(2), 1);
}

void Chip::paintEvent(QPaintEvent *event)
{
    const ThemeColours colours = themeColours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.border, 1));
    painter.setBrush(colours.accentSoft);
    const double radius = height() / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.end();
    TextLabel::paintEvent(event);
}

IconLabel::IconLabel(const QString &name, IconTint tint, QWidget *parent)
    : QLabel(parent)
{
    setIcon(name, tint);
}

void IconLabel::setIcon(const QString &name, IconTint tint)
{
    m_name = name;
    m_tint = tint;
    const int side = gap(5);
    setFixedSize(side, side);
    setPixmap(themeIcon(m_name, m_tint).pixmap(QSize(side, side), devicePixelRatioF()));
}

void IconLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        setIcon(m_name, m_tint);
}

} // namespace headroom
