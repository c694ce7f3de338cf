#include "widgets/look/style_drawing.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QProxyStyle>
#include <QStyleOption>

namespace headroom {
namespace {

constexpr double checkCorner = 0.2; ///< radius of a check box by its side
constexpr double fieldCorner = 2; ///< pixels, as Fusion draws it
constexpr double buttonCorner = 4;
constexpr double disabledOpacity = 0.5;

bool has(const QStyleOption &option, QStyle::StateFlag flag)
{
    return option.state.testFlag(flag);
}

/// Restores the painter when it goes.
class Saved
{
public:
    explicit Saved(QPainter *painter)
        : m_painter(painter)
    {
        m_painter->save();
        m_painter->setRenderHint(QPainter::Antialiasing);
    }
    ~Saved() { m_painter->restore(); }
    Saved(const Saved &) = delete;
    Saved &operator=(const Saved &) = delete;

private:
    QPainter *m_painter;
};

QColor shifted(const QColor &colour, const QPalette &palette, double share)
{
    const QColor text = palette.color(QPalette::WindowText);
    const auto mix = [share](float a, float b) {
        return static_cast<float>(static_cast<double>(a) * (1 - share) + b * share);
    };
    return QColor::fromRgbF(mix(colour.redF(), text.redF()), mix(colour.greenF(), text.greenF()),
        mix(colour.blueF(), text.blueF()));
}

QColor outline(const QPalette &palette)
{
    return shifted(palette.color(QPalette::Base), palette, isDark(palette) ? 0.32 : 0.26);
}

void drawChevron(QPainter *painter, const QPointF &middle, double half, const QColor &colour)
{
    QPainterPath path(middle + QPointF(-half, -half / 2));
    path.lineTo(middle + QPointF(0, half / 2));
    path.lineTo(middle + QPointF(half, -half / 2));
    painter->setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(path);
}

} // namespace

void drawCheck(QPainter *painter, const QStyleOption &option)
{
    const ThemeColours colours = themeColours(option.palette);
    const bool on = has(option, QStyle::State_On);
    const QRectF box = QRectF(option.rect).adjusted(1, 1, -1, -1);
    const double side = box.width();
    const Saved saved(painter);
    painter->setOpacity(has(option, QStyle::State_Enabled) ? 1.0 : disabledOpacity);
    const bool marked = has(option, QStyle::State_HasFocus) || has(option, QStyle::State_MouseOver);
    painter->setPen(QPen(on || marked ? colours.accent : colours.muted, 1.2));
    painter->setBrush(on ? colours.accent : option.palette.color(QPalette::Base));
    painter->drawRoundedRect(box, side * checkCorner, side * checkCorner);
    if (!on)
        return;
    QPainterPath mark;
    mark.moveTo(box.left() + side * 0.24, box.top() + side * 0.52);
    mark.lineTo(box.left() + side * 0.43, box.top() + side * 0.71);
    mark.lineTo(box.left() + side * 0.77, box.top() + side * 0.31);
    painter->setPen(QPen(option.palette.color(QPalette::HighlightedText), 1.8, Qt::SolidLine,
        Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(mark);
}

void drawFieldOutline(QPainter *painter, const QStyleOption &option)
{
    if (!isDark(option.palette) || has(option, QStyle::State_HasFocus))
        return;
    const Saved saved(painter);
    painter->setOpacity(has(option, QStyle::State_Enabled) ? 0.55 : 0.3);
    painter->setPen(QPen(themeColours(option.palette).muted, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(
        QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), fieldCorner, fieldCorner);
}

void drawButton(QPainter *painter, const QStyleOption &option, bool isPrimary)
{
    const ThemeColours colours = themeColours(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool focused = has(option, QStyle::State_HasFocus) && enabled;
    QColor fill = isPrimary && enabled ? colours.accent : option.palette.color(QPalette::Button);
    QColor edge = isPrimary && enabled ? colours.accent : outline(option.palette);
    if (has(option, QStyle::State_Sunken) || has(option, QStyle::State_On))
        fill = shifted(fill, option.palette, 0.12);
    else if (enabled && has(option, QStyle::State_MouseOver))
        fill = shifted(fill, option.palette, 0.06);
    if (focused)
        edge = isPrimary ? option.palette.color(QPalette::WindowText) : colours.accent;
    const Saved saved(painter);
    painter->setOpacity(enabled ? 1.0 : disabledOpacity);
    const double width = focused ? 2 : 1;
    painter->setPen(QPen(edge, width));
    painter->setBrush(fill);
    painter->drawRoundedRect(
        QRectF(option.rect).adjusted(width / 2, width / 2, -width / 2, -width / 2), buttonCorner,
        buttonCorner);
}

void drawButtonLabel(QPainter *painter, const QStyleOptionButton &option, const QProxyStyle &style,
    const QWidget *widget, bool isPrimary)
{
    const bool enabled = has(option, QStyle::State_Enabled);
    const QFontMetrics metrics = option.fontMetrics;
    const int flags = Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine
        | (style.styleHint(QStyle::SH_UnderlineShortcut, &option, widget) ? Qt::TextShowMnemonic
                                                                          : Qt::TextHideMnemonic);
    const bool hasIcon = !option.icon.isNull();
    const int space = hasIcon && !option.text.isEmpty() ? gap(1) + 2 : 0;
    const int icon = hasIcon ? option.iconSize.width() : 0;
    const QRect room = option.rect.adjusted(gap(1), 0, -gap(1), 0);
    const int text = std::min(
        metrics.size(Qt::TextShowMnemonic, option.text).width(), room.width() - icon - space);
    const bool isLeft = widget && widget->property("alignLeft").toBool();
    QRect at(isLeft ? room.left() : room.center().x() + 1 - (icon + space + text) / 2, room.top(),
        icon + space + text, room.height());
    at.moveLeft(std::max(at.left(), room.left()));
    const bool isMirrored = option.direction == Qt::RightToLeft;
    if (hasIcon) {
        const QRect iconRect(isMirrored ? at.right() + 1 - icon : at.left(),
            at.center().y() - option.iconSize.height() / 2 + 1 - option.iconSize.height() % 2, icon,
            option.iconSize.height());
        option.icon.paint(painter, iconRect, Qt::AlignCenter,
            enabled ? QIcon::Normal : QIcon::Disabled,
            has(option, QStyle::State_On) ? QIcon::On : QIcon::Off);
    }
    const QRect textRect(
        isMirrored ? at.left() : at.left() + icon + space, at.top(), text, at.height());
    const QString shown = text < metrics.size(Qt::TextShowMnemonic, option.text).width()
        ? metrics.elidedText(option.text, Qt::ElideMiddle, text, Qt::TextShowMnemonic)
        : option.text;
    style.drawItemText(painter, textRect, flags, option.palette, enabled, shown,
        isPrimary && enabled ? QPalette::HighlightedText : QPalette::ButtonText);
}

void drawChoice(QPainter *painter, const QStyleOptionComboBox &option)
{
    const ThemeColours colours = themeColours(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool focused = has(option, QStyle::State_HasFocus);
    const Saved saved(painter);
    painter->setOpacity(enabled ? 1.0 : disabledOpacity);
    QColor fill = option.palette.color(QPalette::Base);
    if (enabled && has(option, QStyle::State_MouseOver))
        fill = shifted(fill, option.palette, 0.04);
    painter->setPen(QPen(focused ? colours.accent : outline(option.palette), focused ? 1.5 : 1));
    painter->setBrush(fill);
    painter->drawRoundedRect(
        QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), fieldCorner, fieldCorner);
    const QRectF rect(option.rect);
    const double x
        = option.direction == Qt::RightToLeft ? rect.left() + gap(3) : rect.right() - gap(3);
    drawChevron(painter, { x, rect.center().y() }, gap(1), colours.muted);
}

void drawScrollBar(QPainter *painter, const QStyleOptionSlider &option, const QRect &handle)
{
    if (option.maximum <= option.minimum)
        return;
    const bool upright = option.orientation == Qt::Vertical;
    const bool active = has(option, QStyle::State_MouseOver) || has(option, QStyle::State_Sunken);
    const Saved saved(painter);
    QColor colour = option.palette.color(QPalette::WindowText);
    colour.setAlphaF(active ? 0.5F : 0.26F);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    const double side = active ? 2 : 3;
    const QRectF grip = upright ? QRectF(handle).adjusted(side, 1, -side, -1)
                                : QRectF(handle).adjusted(1, side, -1, -side);
    const double radius = std::min(grip.width(), grip.height()) / 2;
    painter->drawRoundedRect(grip, radius, radius);
}

void drawHeaderSection(QPainter *painter, const QStyleOptionHeader &option)
{
    const ThemeColours colours = themeColours(option.palette);
    const QRect rect = option.rect;
    QColor fill = option.palette.color(QPalette::AlternateBase);
    if (has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled))
        fill = shifted(fill, option.palette, 0.06);
    painter->fillRect(rect, fill);
    const Saved saved(painter);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(colours.border);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    const bool isLast = option.position == QStyleOptionHeader::End
        || option.position == QStyleOptionHeader::OnlyOneSection;
    if (!isLast && option.orientation == Qt::Horizontal)
        painter->drawLine(rect.right(), rect.top() + gap(1), rect.right(), rect.bottom() - gap(1));
}

void drawTab(QPainter *painter, const QStyleOptionTab &option)
{
    const ThemeColours colours = themeColours(option.palette);
    const bool selected = has(option, QStyle::State_Selected);
    const Saved saved(painter);
    const QRectF rect(option.rect);
    if (!selected && has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colours.accentSoft);
        painter->drawRoundedRect(rect.adjusted(1, 2, -1, -3), buttonCorner, buttonCorner);
    }
    if (selected)
        painter->fillRect(
            QRectF(rect.left() + 2, rect.bottom() - 2, rect.width() - 4, 2.5), colours.accent);
}

void drawMenuBarItem(
    QPainter *painter, const QStyleOptionMenuItem &option, const QProxyStyle &style)
{
    painter->fillRect(option.rect, option.palette.color(QPalette::Window));
    if (has(option, QStyle::State_Selected)) {
        const Saved saved(painter);
        painter->setPen(Qt::NoPen);
        painter->setBrush(themeColours(option.palette).accentSoft);
        painter->drawRoundedRect(
            QRectF(option.rect).adjusted(1, 1, -1, -1), buttonCorner, buttonCorner);
    }
    style.drawItemText(painter, option.rect,
        Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, option.palette,
        has(option, QStyle::State_Enabled), option.text, QPalette::WindowText);
}

void drawFocus(QPainter *painter, const QStyleOption &option)
{
    const Saved saved(painter);
    painter->setPen(QPen(themeColours(option.palette).accent, 1.5));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(
        QRectF(option.rect).adjusted(0.75, 0.75, -0.75, -0.75), fieldCorner, fieldCorner);
}

void drawViewFrame(QPainter *painter, const QStyleOption &option, bool hasFocus)
{
    const Saved saved(painter);
    const ThemeColours colours = themeColours(option.palette);
    painter->setPen(QPen(hasFocus ? colours.accent : colours.border, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(
        QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), fieldCorner, fieldCorner);
}

} // namespace headroom
