#pragma once

#include "widgets/frame/page.h"

#include <QList>
#include <QObject>

class QAction;
class QActionGroup;
class QLabel;
class QMenu;
class QToolBar;

namespace headroom {

class MainWindow;
struct PaletteEntry;

/// Menus, tool bar and shortcuts of the main window.
class WindowActions : public QObject
{
    Q_OBJECT
public:
    explicit WindowActions(MainWindow &window);

    void addPage(const PageInfo &page); ///< in the Go menu; a step gets Ctrl and its number
    void updateTexts();
    void applyStoredAppearance();
    /// What the menus offer beside the pages, for the search.
    QList<PaletteEntry> commands() const;

private:
    void addCommands(const QMenu &menu, const QString &path, QList<PaletteEntry> &entries) const;
    void checkAppearance();
    void askPreferences();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildGoMenu();
    void buildHelpMenu();
    void buildToolBar();
    void fillRecent();
    void saveReport();
    QAction *add(QMenu *menu, const QString &icon, const QString &text, const QKeySequence &keys);

    MainWindow &m_window;
    QMenu *m_recent = nullptr;
    QMenu *m_go = nullptr;
    QActionGroup *m_appearance = nullptr;
    QAction *m_open = nullptr, *m_save = nullptr, *m_undo = nullptr, *m_redo = nullptr,
            *m_pin = nullptr, *m_palette = nullptr;
    QLabel *m_planName = nullptr;
    int m_stepCount = 0, m_toolCount = 0, m_otherCount = 0; ///< pages so far
};

} // namespace headroom
