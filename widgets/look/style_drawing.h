#pragma once

class QRect;

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionHeader;
class QStyleOptionMenuItem;
class QStyleOptionSlider;
class QStyleOptionTab;
class QWidget;
class QProxyStyle;

namespace headroom {

/// Dynamic property of the one button of a page that its reader is most likely to want.
constexpr const char *primaryProperty = "primary";

void drawCheck(QPainter *painter, const QStyleOption &option);
/// The outline that Fusion derives from the window colour, which on a dark one cannot be seen.
void drawFieldOutline(QPainter *painter, const QStyleOption &option);
void drawButton(QPainter *painter, const QStyleOption &option, bool isPrimary);
void drawButtonLabel(QPainter *painter, const QStyleOptionButton &option, const QProxyStyle &style,
    const QWidget *widget, bool isPrimary);
void drawChoice(QPainter *painter, const QStyleOptionComboBox &option);
void drawScrollBar(QPainter *painter, const QStyleOptionSlider &option, const QRect &handle);
void drawHeaderSection(QPainter *painter, const QStyleOptionHeader &option);
void drawTab(QPainter *painter, const QStyleOptionTab &option);
void drawMenuBarItem(
    QPainter *painter, const QStyleOptionMenuItem &option, const QProxyStyle &style);
/// Outline around what has the keyboard.
void drawFocus(QPainter *painter, const QStyleOption &option);
void drawViewFrame(QPainter *painter, const QStyleOption &option, bool hasFocus);

} // namespace headroom
