#include "widgets/look/application_style.h"

#include "widgets/look/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleFactory>
#include <QStyleOption>

namespace headroom {
namespace {

constexpr double cornerShare = 0.2; ///< radius of a check box by its side
constexpr double fieldCorner = 2; ///< pixels, as Fusion draws it

void drawCheck(QPainter *painter, const QStyleOption &option)
{
    const ThemeColours colours = themeColours(option.palette);
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool on = option.state.testFlag(QStyle::State_On);
    const QRectF box = QRectF(option.rect).adjusted(1, 1, -1, -1);
    const double side = box.width();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setOpacity(enabled ? 1.0 : 0.5);
    const bool marked = option.state.testFlag(QStyle::State_HasFocus)
        || option.state.testFlag(QStyle::State_MouseOver);
    painter->setPen(QPen(on || marked ? colours.accent : colours.muted, 1.2));
    painter->setBrush(on ? colours.accent : option.palette.color(QPalette::Base));
    painter->drawRoundedRect(box, side * cornerShare, side * cornerShare);
    if (on) {
        QPainterPath mark;
        mark.moveTo(box.left() + side * 0.24, box.top() + side * 0.52);
        mark.lineTo(box.left() + side * 0.43, box.top() + side * 0.71);
        mark.lineTo(box.left() + side * 0.77, box.top() + side * 0.31);
        painter->setPen(QPen(option.palette.color(QPalette::HighlightedText), 1.8, Qt::SolidLine,
            Qt::RoundCap, Qt::RoundJoin));
        painter->setBrush(Qt::NoBrush);
        painter->drawPath(mark);
    }
    painter->restore();
}

/// Fusion derives the outline of a field from the window colour, which on a dark one cannot be
/// seen.
void drawFieldOutline(QPainter *painter, const QStyleOption &option)
{
    if (!isDark(option.palette) || option.state.testFlag(QStyle::State_HasFocus))
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setOpacity(option.state.testFlag(QStyle::State_Enabled) ? 0.55 : 0.3);
    painter->setPen(QPen(themeColours(option.palette).muted, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(
        QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), fieldCorner, fieldCorner);
    painter->restore();
}

} // namespace

ApplicationStyle::ApplicationStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{ }

void ApplicationStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
    QPainter *painter, const QWidget *widget) const
{
    if (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck)
        drawCheck(painter, *option);
    else
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_FrameLineEdit)
        drawFieldOutline(painter, *option);
}

void ApplicationStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
    QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox || control == CC_ComboBox)
        drawFieldOutline(painter, *option);
}

} // namespace headroom
