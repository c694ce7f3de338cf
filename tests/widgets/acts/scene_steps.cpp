#include "scene_steps.h"

#include "window_fixture.h"
#include "window_walk.h"

#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/runs/runs_page.h"
#include "widgets/window/main_window.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTableView>
#include <QTest>

namespace headroom {
namespace {

const auto runs = QStringLiteral(HEADROOM_TEST_DATA "/runs/");
const auto lessons = QStringLiteral(HEADROOM_TEST_DATA "/lessons/");

QString plain(const QString &text)
{
    return QString(text).remove('&').remove(QStringLiteral("…"));
}

/// The one that can be seen, else any.
template <class Widget> Widget *find(QWidget &root, const QString &name)
{
    const QList<Widget *> all = root.findChildren<Widget *>(name);
    for (Widget *widget : all)
        if (widget->isVisible())
            return widget;
    return all.value(0);
}

QAbstractButton *buttonOf(QWidget &root, const QString &name)
{
    if (auto *named = find<QAbstractButton>(root, name))
        return named;
    for (auto *button : root.findChildren<QAbstractButton *>())
        if (button->isVisible() && plain(button->text()) == name)
            return button;
    return nullptr;
}

QAction *entryOf(const QList<QAction *> &actions, const QString &text)
{
    for (QAction *action : actions) {
        if (plain(action->text()) == text && !action->menu())
            return action;
        if (QMenu *menu = action->menu()) {
            emit menu->aboutToShow();
            if (QAction *found = entryOf(menu->actions(), text))
                return found;
        }
    }
    return nullptr;
}

bool choose(QWidget &root, const QString &name, int row)
{
    if (auto *combo = find<QComboBox>(root, name)) {
        combo->setCurrentIndex(row);
        emit combo->activated(row);
    } else if (auto *tabs = find<QTabBar>(root, name)) {
        tabs->setCurrentIndex(row);
    } else if (auto *view = find<QAbstractItemView>(root, name)) {
        view->setCurrentIndex(view->model()->index(row, 0));
    } else {
        return false;
    }
    return true;
}

bool type(QWidget &root, const QString &name, const QString &text)
{
    if (auto *line = find<QLineEdit>(root, name)) {
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    } else if (auto *edit = find<QPlainTextEdit>(root, name)) {
        edit->setPlainText(QString(text).replace(QStringLiteral("\\n"), QStringLiteral("\n")));
    } else if (auto *other = find<QWidget>(root, name)) {
        return !other->findChildren<QLineEdit *>().isEmpty()
            && type(*other, other->findChildren<QLineEdit *>().first()->objectName(), text);
    } else {
        return false;
    }
    return true;
}

/// Where it is after a file was read depends on whether a dialog had to wait for it.
void leaveFocus()
{
    if (QWidget *owner = QApplication::focusWidget())
        owner->clearFocus();
}

bool isDone(MainWindow &window, QWidget &root, const QString &step)
{
    const QString what = step.section(' ', 0, 0), rest = step.section(' ', 1);
    const QString name = rest.section(' ', 0, 0), more = rest.section(' ', 1);
    if (what == QLatin1String("edit")) {
        window.controller().edit(name, more);
        window.controller().endEdit();
    } else if (what == QLatin1String("press")) {
        QAbstractButton *button = buttonOf(root, rest);
        if (!button)
            return false;
        button->click();
    } else if (what == QLatin1String("choose")) {
        return choose(root, name, more.toInt());
    } else if (what == QLatin1String("type")) {
        return type(root, name, more);
    } else if (what == QLatin1String("entry")) {
        QAction *action = entryOf(window.menuBar()->actions(), rest);
        if (!action)
            return false;
        action->trigger();
    } else if (what == QLatin1String("key")) {
        const QKeyCombination keys = QKeySequence(rest)[0];
        QTest::keyClick(&window, keys.key(), keys.keyboardModifiers());
    } else if (what == QLatin1String("fill")) {
        auto *box = find<QWidget>(root, rest);
        if (!box)
            return false;
        QFocusEvent focus(QEvent::FocusIn);
        QApplication::sendEvent(box, &focus);
    } else if (what == QLatin1String("wait")) {
        return QTest::qWaitFor([&] { return isQuiet(window); }, windowPatience);
    } else if (what == QLatin1String("unfocus")) {
        leaveFocus();
    } else if (what == QLatin1String("focus")) {
        auto *box = find<QWidget>(root, rest);
        if (!box)
            return false;
        window.activateWindow();
        box->setFocus(Qt::OtherFocusReason);
    } else if (what == QLatin1String("resize")) {
        window.resize(name.toInt(), more.toInt());
    } else if (what == QLatin1String("page")) {
        window.showPage(rest);
    } else if (what == QLatin1String("add")) {
        window.showPage(QStringLiteral("runs"));
        window.findChild<RunsPage *>()->addFiles({ runs + rest });
    } else if (what == QLatin1String("read")) {
        QStringList files;
        for (const QString &file : rest.split(' '))
            files << QStringLiteral(HEADROOM_TEST_DATA "/") + file;
        window.files().openAny(files);
        leaveFocus();
    } else if (what == QLatin1String("file")) {
        dynamic_cast<PreparedDialogs &>(window.context().dialogs).file
            = QStringLiteral(HEADROOM_TEST_DATA "/") + rest;
    } else if (what == QLatin1String("course")) {
        emit window.context().openCourseFile(lessons + rest);
    } else if (what == QLatin1String("pin")) {
        window.controller().flush();
        emit window.context().pinRequested();
    } else if (what == QLatin1String("new")) {
        window.files().createNew();
    } else if (what == QLatin1String("show")) {
        emit window.context().showDerivation(rest);
    } else {
        return false;
    }
    return true;
}

} // namespace

void doStep(MainWindow &window, QWidget &root, const QString &step)
{
    if (!isDone(window, root, step))
        QTest::qFail(qPrintable(QStringLiteral("cannot be done: ") + step), __FILE__, __LINE__);
}

} // namespace headroom
