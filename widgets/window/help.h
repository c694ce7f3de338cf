#pragma once

#include <QString>

class QWidget;

namespace headroom {

class MainWindow;

/// What the window is, under which licence, and how old its data are; for "About".
QString aboutText(const MainWindow &window);
/// Version and system, as a report of a problem needs them.
QString systemText();
/// All keys: those of the menus as they are, those of charts, tables and fields.
QString shortcutsText(const MainWindow &window);

void showAbout(MainWindow &window);
void showShortcuts(MainWindow &window);
/// Where problems are reported; the text that is needed goes to the clipboard.
void showWhereToReport(MainWindow &window);

} // namespace headroom
