#include "widgets/window/window_actions.h"

#include "widgets/frame/dialogs.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/theme.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/report/plan_report.h"
#include "widgets/window/command_palette.h"
#include "widgets/window/help.h"
#include "widgets/window/main_window.h"
#include "widgets/window/preferences.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QSettings>
#include <QToolBar>
#include <QUndoGroup>

namespace headroom {
namespace {

constexpr int maxSteps = 7; ///< with a digit of their own

} // namespace

WindowActions::WindowActions(MainWindow &window)
    : QObject(&window)
    , m_window(window)
{
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildGoMenu();
    buildHelpMenu();
    buildToolBar();
    updateTexts();
}

QAction *WindowActions::add(
    QMenu *menu, const QString &icon, const QString &text, const QKeySequence &keys)
{
    auto *action = menu->addAction(icon.isEmpty() ? QIcon() : themeIcon(icon), text);
    action->setShortcut(keys);
    return action;
}

void WindowActions::buildFileMenu()
{
    QMenu *menu = m_window.menuBar()->addMenu(tr("&File"));
    PlanFiles *files = &m_window.files();
    connect(add(menu, QStringLiteral("new"), tr("&New plan"), QKeySequence::New),
        &QAction::triggered, files, &PlanFiles::createNew);
    m_open = add(menu, QStringLiteral("open"), tr("&Open…"), QKeySequence::Open);
    connect(m_open, &QAction::triggered, files, &PlanFiles::askAndOpen);
    m_recent = menu->addMenu(tr("Open r&ecent"));
    connect(m_recent, &QMenu::aboutToShow, this, &WindowActions::fillRecent);
    menu->addSeparator();
    m_save = add(menu, QStringLiteral("save"), tr("&Save"), QKeySequence::Save);
    connect(m_save, &QAction::triggered, files, &PlanFiles::save);
    connect(add(menu, {}, tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)),
        &QAction::triggered, files, &PlanFiles::saveAs);
    menu->addSeparator();
    connect(add(menu, QStringLiteral("export"), tr("Save &report as PDF…"), {}),
        &QAction::triggered, this, &WindowActions::saveReport);
    connect(add(menu, QStringLiteral("print"), tr("&Print report…"), QKeySequence::Print),
        &QAction::triggered, this,
        [this] { printReport(m_window.controller(), m_window.pins().pins(), &m_window); });
    menu->addSeparator();
    connect(add(menu, {}, tr("&Quit"), QKeySequence::Quit), &QAction::triggered, &m_window,
        &MainWindow::close);
}

void WindowActions::saveReport()
{
    WindowContext &context = m_window.context();
    const QString file = context.dialogs.saveFile(
        &m_window, QStringLiteral("headroom-report.pdf"), tr("PDF (*.pdf)"));
    if (file.isEmpty())
        return;
    if (headroom::saveReport(m_window.controller(), m_window.pins().pins(), file))
        emit context.message(tr("Saved as %1.").arg(file));
    else
        context.dialogs.showProblem(&m_window, tr("The report cannot be saved"),
            tr("%1 cannot be written, or the plan has no result yet.").arg(file));
}

void WindowActions::fillRecent()
{
    m_recent->clear();
    for (const RecentPlan &recent : m_window.files().recentPlans()) {
        auto *action = m_recent->addAction(QFileInfo(recent.file).fileName());
        action->setToolTip(recent.file);
        connect(action, &QAction::triggered, &m_window.context(),
            [this, file = recent.file] { emit m_window.context().openPlanFile(file); });
    }
    if (m_recent->isEmpty())
        m_recent->addAction(tr("None yet"))->setEnabled(false);
}

void WindowActions::buildEditMenu()
{
    QMenu *menu = m_window.menuBar()->addMenu(tr("&Edit"));
    QUndoGroup *histories = m_window.controller().histories();
    m_undo = histories->createUndoAction(this, tr("&Undo"));
    m_redo = histories->createRedoAction(this, tr("&Redo"));
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo->setShortcuts(
        { QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y) });
    m_undo->setIcon(themeIcon(QStringLiteral("undo")));
    m_redo->setIcon(themeIcon(QStringLiteral("redo")));
    menu->addAction(m_undo);
    menu->addAction(m_redo);
    menu->addSeparator();
    connect(add(menu, {}, tr("Paste a &log or configuration"), QKeySequence::Paste),
        &QAction::triggered, &m_window.context(), &WindowContext::pasteRequested);
    m_pin = add(menu, QStringLiteral("pin"), tr("&Pin this plan for comparison"),
        QKeySequence(Qt::CTRL | Qt::Key_D));
    connect(m_pin, &QAction::triggered, &m_window.context(), &WindowContext::pinRequested);
    m_palette = add(menu, QStringLiteral("search"), tr("&Find a page, setting, flag or term…"),
        QKeySequence(Qt::CTRL | Qt::Key_K));
    connect(m_palette, &QAction::triggered, this, [this] { CommandPalette::open(m_window); });
    menu->addSeparator();
    connect(add(menu, {}, tr("Pr&eferences…"), QKeySequence(Qt::CTRL | Qt::Key_Comma)),
        &QAction::triggered, this, &WindowActions::askPreferences);
}

void WindowActions::buildViewMenu()
{
    QMenu *view = m_window.menuBar()->addMenu(tr("&View"));
    const auto panel = [&](const QString &text, WindowPanel which) {
        QAction *action = view->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_window.isPanelWanted(which));
        connect(action, &QAction::toggled, &m_window,
            [this, which](bool wanted) { m_window.setPanelWanted(which, wanted); });
    };
    panel(tr("&Steps"), WindowPanel::Steps);
    panel(tr("&Result panel"), WindowPanel::Result);
    panel(tr("&Explanation"), WindowPanel::Explanation);
    view->addSeparator();
    QMenu *menu = view->addMenu(themeIcon(QStringLiteral("theme")), tr("&Appearance"));
    m_appearance = new QActionGroup(this);
    const auto entry = [&](const QString &text, Appearance appearance) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(appearance));
        m_appearance->addAction(action);
    };
    entry(tr("&System"), Appearance::System);
    entry(tr("&Light"), Appearance::Light);
    entry(tr("&Dark"), Appearance::Dark);
    connect(menu, &QMenu::aboutToShow, this, &WindowActions::checkAppearance);
    checkAppearance();
    connect(m_appearance, &QActionGroup::triggered, this, [this](QAction *action) {
        QSettings &settings = m_window.context().settings;
        Preferences preferences = Preferences::read(settings);
        preferences.appearance = static_cast<Appearance>(action->data().toInt());
        preferences.write(settings);
        applyStoredAppearance();
    });
}

void WindowActions::checkAppearance()
{
    const Appearance now = Preferences::read(m_window.context().settings).appearance;
    for (QAction *action : m_appearance->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(now));
}

void WindowActions::applyStoredAppearance()
{
    applyAppearance(Preferences::read(m_window.context().settings).appearance);
}

void WindowActions::askPreferences()
{
    WindowContext &context = m_window.context();
    const Preferences before = Preferences::read(context.settings);
    auto *dialog = new PreferencesDialog(before,
        QString::fromStdString(m_window.services().library->directories().user.string()),
        context.dialogs, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, before] {
        const Preferences chosen = dialog->chosen();
        chosen.write(m_window.context().settings);
        applyStoredAppearance();
        if (chosen.language != before.language || chosen.dataFolder != before.dataFolder)
            emit m_window.context().message(
                tr("Language and folder take effect at the next start."));
    });
    dialog->open();
}

QList<PaletteEntry> WindowActions::commands() const
{
    QList<PaletteEntry> entries;
    for (QAction *top : m_window.menuBar()->actions()) {
        if (top->menu() != m_go) // pages are there as steps
            addCommands(*top->menu(), QString(top->text()).remove(QLatin1Char('&')), entries);
    }
    return entries;
}

void WindowActions::addCommands(
    const QMenu &menu, const QString &path, QList<PaletteEntry> &entries) const
{
    for (QAction *action : menu.actions()) {
        if (action->isSeparator())
            continue;
        const QString name
            = QString(action->text()).remove(QLatin1Char('&')).remove(QStringLiteral("…"));
        //: Where a command stands: menu, then entry.
        const QString place = tr("%1 › %2").arg(path, name);
        if (action->menu())
            addCommands(*action->menu(), place, entries);
        else if (action->isEnabled())
            entries.append({ name, tr("Command"), place, [action = QPointer<QAction>(action)] {
                                if (action)
                                    action->trigger();
                            } });
    }
}

void WindowActions::buildGoMenu()
{
    m_go = m_window.menuBar()->addMenu(tr("&Go"));
    connect(add(m_go, QStringLiteral("back"), tr("&Back"), QKeySequence(Qt::ALT | Qt::Key_Left)),
        &QAction::triggered, &m_window, &MainWindow::goBack);
    connect(add(m_go, QStringLiteral("next"), tr("Ne&xt"), QKeySequence(Qt::ALT | Qt::Key_Right)),
        &QAction::triggered, &m_window, &MainWindow::goNext);
    m_go->addSeparator();
}

void WindowActions::addPage(const PageInfo &page)
{
    // A step has its number with Ctrl, the start 0, what aids a step the next one; a tool has its
    // number with Alt.
    const bool isTool = page.place == PagePlace::Tool;
    int digit = 0;
    if (page.place == PagePlace::Step)
        digit = ++m_stepCount;
    else if (isTool)
        digit = ++m_toolCount;
    else if (page.place != PagePlace::Start)
        digit = maxSteps + ++m_otherCount;
    const QKeySequence keys
        = QKeySequence((isTool ? Qt::ALT : Qt::CTRL) | static_cast<Qt::Key>(Qt::Key_0 + digit));
    QAction *action = add(m_go, page.icon, page.title, digit <= 9 ? keys : QKeySequence());
    connect(
        action, &QAction::triggered, &m_window, [this, id = page.id] { m_window.enterPage(id); });
}

void WindowActions::buildHelpMenu()
{
    QMenu *menu = m_window.menuBar()->addMenu(tr("&Help"));
    connect(add(menu, {}, tr("&Keyboard shortcuts"), QKeySequence(Qt::Key_F1)), &QAction::triggered,
        this, [this] { showShortcuts(m_window); });
    connect(menu->addAction(tr("&Report a problem…")), &QAction::triggered, this,
        [this] { showWhereToReport(m_window); });
    menu->addSeparator();
    connect(add(menu, QStringLiteral("info"), tr("&About Headroom"), {}), &QAction::triggered, this,
        [this] { showAbout(m_window); });
    connect(menu->addAction(tr("About &Qt")), &QAction::triggered, qApp, &QApplication::aboutQt);
}

void WindowActions::buildToolBar()
{
    auto *bar = m_window.addToolBar(tr("Plan"));
    bar->setObjectName(QStringLiteral("planBar"));
    bar->setMovable(false);
    bar->setIconSize(QSize(gap(5), gap(5)));
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_planName = new TextLabel({}, TextRole::Heading, TextLabel::Ink::Normal, bar);
    m_planName->setContentsMargins(gap(4), 0, gap(4), 0);
    m_planName->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_planName->setMinimumWidth(textWidth(10));
    bar->addWidget(m_planName);
    for (QAction *action : { m_open, m_save, m_undo, m_redo, m_pin, m_palette }) {
        bar->addAction(action);
        auto *button = bar->widgetForAction(action);
        button->setAccessibleName(QString(action->text()).remove(QLatin1Char('&')));
        button->setFocusPolicy(Qt::TabFocus);
    }
    m_window.setContextMenuPolicy(Qt::PreventContextMenu);
}

void WindowActions::updateTexts()
{
    if (!m_planName)
        return;
    const QString name = m_window.controller().displayName();
    m_planName->setText(m_window.controller().isModified()
            //: Name of a plan with unsaved changes.
            ? tr("%1 (edited)").arg(name)
            : name);
    m_planName->setToolTip(QString::fromStdString(m_window.controller().file().string()));
}

} // namespace headroom
