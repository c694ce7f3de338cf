#include "widgets/look/application_style.h"

#include "widgets/look/spacing.h"
#include "widgets/look/style_drawing.h"
#include "widgets/look/theme.h"
#include "widgets/look/theme_icon.h"

#include <QAbstractItemView>
#include <QDialog>
#include <QEvent>
#include <QPainter>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>

namespace headroom {
namespace {

bool isPrimary(const QWidget *widget)
{
    return widget && widget->property(primaryProperty).toBool();
}

bool isView(const QWidget *widget)
{
    return qobject_cast<const QAbstractItemView *>(widget) != nullptr;
}

/// A selected row keeps the strong colour for the view that has the keyboard.
QStyleOptionViewItem quietUnlessFocused(const QStyleOptionViewItem &option, const QWidget *widget)
{
    QStyleOptionViewItem quiet = option;
    if (widget && !widget->hasFocus()) {
        quiet.palette.setColor(QPalette::Highlight, themeColours(option.palette).accentSoft);
        quiet.palette.setColor(QPalette::HighlightedText, option.palette.color(QPalette::Text));
    }
    return quiet;
}

/// Fusion's ring cannot be seen on dark surfaces.
void drawRadio(QPainter &painter, const QStyleOption &option)
{
    constexpr double dot = 0.25; // of the side, left free around the mark
    const ThemeColours colours = themeColours(option.palette);
    const bool on = option.state.testFlag(QStyle::State_On);
    const bool marked = on || option.state.testFlag(QStyle::State_HasFocus)
        || option.state.testFlag(QStyle::State_MouseOver);
    const QRectF ring = QRectF(option.rect).adjusted(1, 1, -1, -1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(marked ? colours.accent : colours.muted, 1.2));
    painter.setBrush(option.palette.color(QPalette::Base));
    painter.drawEllipse(ring);
    if (on) {
        const double inset = ring.width() * dot;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.accent);
        painter.drawEllipse(ring.adjusted(inset, inset, -inset, -inset));
    }
    painter.restore();
}

} // namespace

ApplicationStyle::ApplicationStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{ }

void ApplicationStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
    QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawCheck(painter, *option);
    case PE_IndicatorRadioButton:
        return drawRadio(*painter, *option);
    case PE_PanelButtonCommand:
        return drawButton(painter, *option, isPrimary(widget));
    case PE_FrameFocusRect:
        if (!isView(widget))
            drawFocus(painter, *option);
        return;
    case PE_Frame:
        if (isView(widget))
            return drawViewFrame(painter, *option, widget->hasFocus());
        break;
    case PE_PanelScrollAreaCorner:
        return; // nothing stands between the bars
    case PE_FrameTabBarBase:
        painter->fillRect(
            QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
            themeColours(option->palette).border);
        return;
    case PE_PanelItemViewRow:
        if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option)) {
            const QStyleOptionViewItem quiet = quietUnlessFocused(*item, widget);
            return QProxyStyle::drawPrimitive(element, &quiet, painter, widget);
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_FrameLineEdit)
        drawFieldOutline(painter, *option);
}

void ApplicationStyle::drawControl(ControlElement element, const QStyleOption *option,
    QPainter *painter, const QWidget *widget) const
{
    if (!drawFlatControl(element, *option, painter, widget))
        QProxyStyle::drawControl(element, option, painter, widget);
}

bool ApplicationStyle::drawFlatControl(ControlElement element, const QStyleOption &option,
    QPainter *painter, const QWidget *widget) const
{
    if (element == CE_PushButtonLabel) {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(&option);
        if (!button || button->features.testFlag(QStyleOptionButton::HasMenu))
            return false;
        drawButtonLabel(painter, *button, *this, widget, isPrimary(widget));
    } else if (element == CE_HeaderSection) {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(&option);
        if (!header)
            return false;
        drawHeaderSection(painter, *header);
    } else if (element == CE_HeaderLabel) {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(&option);
        if (!header)
            return false;
        QStyleOptionHeader cut = *header;
        cut.text
            = header->fontMetrics.elidedText(header->text, Qt::ElideRight, header->rect.width());
        QProxyStyle::drawControl(element, &cut, painter, widget);
    } else if (element == CE_TabBarTabShape) {
        const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(&option);
        if (!tab)
            return false;
        drawTab(painter, *tab);
    } else if (element == CE_MenuBarItem) {
        const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(&option);
        if (!item)
            return false;
        drawMenuBarItem(painter, *item, *this);
    } else if (element == CE_MenuBarEmptyArea) {
        painter->fillRect(option.rect, option.palette.color(QPalette::Window));
    } else if (element == CE_ToolBar) {
        painter->fillRect(option.rect, option.palette.color(QPalette::Window));
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
            themeColours(option.palette).border);
    } else if (element == CE_ItemViewItem) {
        const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(&option);
        if (!item)
            return false;
        const QStyleOptionViewItem quiet = quietUnlessFocused(*item, widget);
        QProxyStyle::drawControl(element, &quiet, painter, widget);
    } else {
        return false;
    }
    return true;
}

void ApplicationStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
    QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ScrollBar) {
        if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option))
            return drawScrollBar(painter, *bar, scrollBarRect(*bar, SC_ScrollBarSlider));
    } else if (control == CC_ComboBox) {
        const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        if (box && !box->editable)
            return drawChoice(painter, *box);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox || control == CC_ComboBox)
        drawFieldOutline(painter, *option);
}

/// A groove without arrows, the handle in it.
QRect ApplicationStyle::scrollBarRect(const QStyleOptionSlider &option, SubControl part) const
{
    const bool upright = option.orientation == Qt::Vertical;
    const int length = upright ? option.rect.height() : option.rect.width();
    const qint64 range = qint64(option.maximum) - option.minimum;
    int handle = length;
    if (range > 0)
        handle = std::clamp(
            static_cast<int>(length * qint64(option.pageStep) / (range + option.pageStep)),
            std::min(length, gap(8)), length);
    const int start = sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - handle, option.upsideDown);
    int from = 0, size = 0;
    switch (part) {
    case SC_ScrollBarGroove:
        size = length;
        break;
    case SC_ScrollBarSlider:
        from = start;
        size = handle;
        break;
    case SC_ScrollBarSubPage:
        size = start;
        break;
    case SC_ScrollBarAddPage:
        from = start + handle;
        size = length - from;
        break;
    default:
        break;
    }
    const QRect rect = upright ? QRect(0, from, option.rect.width(), size)
                               : QRect(from, 0, size, option.rect.height());
    return visualRect(option.direction, option.rect, rect.translated(option.rect.topLeft()));
}

QRect ApplicationStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option,
    SubControl part, const QWidget *widget) const
{
    if (control == CC_ScrollBar) {
        if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option))
            return scrollBarRect(*bar, part);
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QSize ApplicationStyle::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    QSize whole = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton) {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        if (button && !button->text.isEmpty())
            whole.rwidth() += button->icon.isNull() ? gap(1) : gap(2) + 2;
    }
    return whole;
}

int ApplicationStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
    QStyleHintReturn *answer) const
{
    // Qt's own pictures on Cancel and Close belong to another family of icons.
    return hint == SH_DialogButtonBox_ButtonsHaveIcons
        ? 0
        : QProxyStyle::styleHint(hint, option, widget, answer);
}

int ApplicationStyle::pixelMetric(
    PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return gap(3);
    case PM_ScrollBarSliderMin:
        return gap(8);
    case PM_TabBarTabHSpace:
        return gap(4);
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
        return 0;
    case PM_HeaderMargin:
        return gap(1) + 2;
    case PM_FocusFrameHMargin:
        return isView(widget) ? gap(1) + 1 : QProxyStyle::pixelMetric(metric, option, widget);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

/// Of questions and reports, drawn as those of the window.
QIcon ApplicationStyle::standardIcon(
    StandardPixmap which, const QStyleOption *option, const QWidget *widget) const
{
    switch (which) {
    case SP_MessageBoxQuestion:
    case SP_MessageBoxInformation:
        return themeIcon(QStringLiteral("info"), IconTint::Accent);
    case SP_MessageBoxWarning:
        return themeIcon(QStringLiteral("warning"), IconTint::Warning);
    case SP_MessageBoxCritical:
        return themeIcon(QStringLiteral("error"), IconTint::Bad);
    default:
        return QProxyStyle::standardIcon(which, option, widget);
    }
}

void ApplicationStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (isView(widget))
        widget->installEventFilter(this);
    // Return presses the button that has the focus; Qt does so in dialogs alone.
    auto *button = qobject_cast<QPushButton *>(widget);
    if (button && !qobject_cast<QDialog *>(button->window()))
        button->setAutoDefault(true);
}

bool ApplicationStyle::eventFilter(QObject *watched, QEvent *event)
{
    // The frame shows the focus, and Qt repaints only the viewport.
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        static_cast<QWidget *>(watched)->update();
    return QProxyStyle::eventFilter(watched, event);
}

} // namespace headroom
