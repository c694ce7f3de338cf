#include "window_gestures.h"

#include "blueprint.h"
#include "paint_recorder.h"
#include "window_walk.h"

#include "model/plan/fields/plan_file.h"
#include "widgets/frame/explanation_pane.h"

#include <qcustomplot.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMap>
#include <QPointer>
#include <QRegularExpression>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

namespace headroom {
namespace {

constexpr QSize windowSize { 2400, 1500 }; ///< letters are wide here
constexpr int triedOfAKind = 2; ///< widgets of a scene
constexpr int triedPlots = 3;
constexpr int triedEntries = 3; ///< of a menu
constexpr int shownChanges = 12; ///< of a gesture
constexpr int notch = 120; ///< of a wheel

const QStringList keys { QStringLiteral("Right"), QStringLiteral("Shift+Right"),
    QStringLiteral("Down"), QStringLiteral("End"), QStringLiteral("PgDown"), QStringLiteral("Left"),
    QStringLiteral("Up"), QStringLiteral("PgUp"), QStringLiteral("Home"), QStringLiteral("+"),
    QStringLiteral("-"), QStringLiteral("F"), QStringLiteral("Return"), QStringLiteral("Space"),
    QStringLiteral("Esc") };

/// The same in a window by itself, whose keys walk.
const QStringList windowKeys { QStringLiteral("Space"), QStringLiteral("Right"),
    QStringLiteral("Space"), QStringLiteral("A"), QStringLiteral("I"), QStringLiteral("+"),
    QStringLiteral("+"), QStringLiteral("-"), QStringLiteral("PgDown"), QStringLiteral("PgUp"),
    QStringLiteral("Backspace"), QStringLiteral("Left"), QStringLiteral("Home"),
    QStringLiteral("I"), QStringLiteral("X"), QStringLiteral("F11"), QStringLiteral("Esc") };

QString kindOf(const QWidget &widget)
{
    return QString::fromLatin1(widget.metaObject()->className())
        .remove(QStringLiteral("headroom::"));
}

bool isOurs(const QWidget &widget)
{
    return QByteArray(widget.metaObject()->className()).startsWith("headroom::");
}

/// It paints, or takes what a user does, by itself.
bool isTarget(const QWidget &widget)
{
    if (!widget.isEnabled() || widget.size().isEmpty())
        return false;
    if (widget.isWindow() || qobject_cast<const QCustomPlot *>(&widget)
        || qobject_cast<const QAbstractItemView *>(&widget))
        return true;
    return isOurs(widget)
        && (widget.focusPolicy() != Qt::NoFocus || widget.hasMouseTracking()
            || widget.contextMenuPolicy() == Qt::CustomContextMenu
            || widget.contextMenuPolicy() == Qt::ActionsContextMenu);
}

QList<QPointer<QWidget>> targetsOf(const QList<QWidget *> &parts)
{
    QMap<QString, int> used;
    QList<QPointer<QWidget>> found;
    for (QWidget *part : parts) {
        QList<QWidget *> all = part->findChildren<QWidget *>();
        all.prepend(part);
        for (QWidget *widget : all)
            if (isTarget(*widget) && widget->isVisible()
                && ++used[kindOf(*widget)]
                    <= (qobject_cast<QCustomPlot *>(widget) ? triedPlots : triedOfAKind))
                found << widget;
    }
    return found;
}

/// What is tried on it: all on pictures, on fields what they do not already do in other suites.
QStringList gesturesOf(const QWidget &widget)
{
    if (widget.isWindow()) {
        QStringList all;
        for (const QString &key : windowKeys)
            all << QStringLiteral("key ") + key;
        return all;
    }
    QStringList all { QStringLiteral("enter"), QStringLiteral("wheel up"),
        QStringLiteral("wheel down"), QStringLiteral("menu") };
    const bool isField = qobject_cast<const QComboBox *>(&widget)
        || qobject_cast<const QAbstractSpinBox *>(&widget)
        || qobject_cast<const QAbstractItemView *>(&widget)
        || qobject_cast<const QAbstractButton *>(&widget);
    if (!isField)
        all << QStringLiteral("wheel up Ctrl") << QStringLiteral("wheel down Ctrl")
            << QStringLiteral("wheel up Shift") << QStringLiteral("double click");
    // What scrolls would begin to drag what is selected, and wait for its end.
    if (!isField && !qobject_cast<const QAbstractScrollArea *>(&widget))
        all << QStringLiteral("drag left") << QStringLiteral("drag right");
    if (widget.focusPolicy() != Qt::NoFocus) {
        all << QStringLiteral("focus");
        for (const QString &key : keys)
            if (!isField || key == QLatin1String("Esc") || key == QLatin1String("PgDown"))
                all << QStringLiteral("key ") + key;
        all << QStringLiteral("unfocus");
    }
    return all << QStringLiteral("leave");
}

void sendMouse(QWidget &widget, QEvent::Type type, QPoint place, Qt::MouseButtons buttons)
{
    QMouseEvent event(type, place, widget.mapToGlobal(place),
        type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons, {});
    QApplication::sendEvent(&widget, &event);
}

void drag(QWidget &widget, QPoint from, QPoint to)
{
    sendMouse(widget, QEvent::MouseMove, from, Qt::NoButton);
    sendMouse(widget, QEvent::MouseButtonPress, from, Qt::LeftButton);
    sendMouse(widget, QEvent::MouseMove, (from + to) / 2, Qt::LeftButton);
    sendMouse(widget, QEvent::MouseMove, to, Qt::LeftButton);
    sendMouse(widget, QEvent::MouseButtonRelease, to, Qt::NoButton);
}

/// Views take what is done to them on their viewport.
QWidget &surfaceOf(QWidget &widget)
{
    auto *area = qobject_cast<QAbstractScrollArea *>(&widget);
    return area ? *area->viewport() : widget;
}

void turnWheel(QWidget &widget, const QString &how)
{
    const QPoint place(widget.width() / 3, widget.height() / 2);
    const int turned = how.contains(QLatin1String("up")) ? notch : -notch;
    const Qt::KeyboardModifiers held = how.contains(QLatin1String("Ctrl")) ? Qt::ControlModifier
        : how.contains(QLatin1String("Shift"))                             ? Qt::ShiftModifier
                                                                           : Qt::NoModifier;
    QWheelEvent event(place, widget.mapToGlobal(place), {}, { 0, turned }, Qt::NoButton, held,
        Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

void doGesture(QWidget &target, const QString &gesture)
{
    QWidget &surface = surfaceOf(target);
    const QPoint left(surface.width() / 4, surface.height() / 2),
        right(surface.width() * 3 / 4, surface.height() / 2);
    if (gesture == QLatin1String("enter")) {
        QEnterEvent event(left, left, surface.mapToGlobal(left));
        QApplication::sendEvent(&target, &event);
        sendMouse(surface, QEvent::MouseMove, left, Qt::NoButton);
    } else if (gesture == QLatin1String("leave")) {
        QEvent event(QEvent::Leave);
        QApplication::sendEvent(&surface, &event);
    } else if (gesture.startsWith(QLatin1String("wheel"))) {
        turnWheel(surface, gesture);
    } else if (gesture == QLatin1String("menu")) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, left, surface.mapToGlobal(left));
        QApplication::sendEvent(&surface, &event);
    } else if (gesture == QLatin1String("drag left")) {
        drag(surface, right, left);
    } else if (gesture == QLatin1String("drag right")) {
        drag(surface, left, right);
    } else if (gesture == QLatin1String("double click")) {
        sendMouse(surface, QEvent::MouseButtonDblClick, left, Qt::LeftButton);
        sendMouse(surface, QEvent::MouseButtonRelease, left, Qt::NoButton);
    } else if (gesture == QLatin1String("focus")) {
        target.setFocus(Qt::TabFocusReason);
    } else if (gesture == QLatin1String("unfocus")) {
        target.clearFocus();
    } else {
        const QKeyCombination key = QKeySequence(gesture.mid(4))[0];
        QTest::keyClick(&target, key.key(), key.keyboardModifiers());
    }
}

/// A painted line that is there now or was there before may be off as in a blueprint.
bool isSameChange(const QString &was, const QString &is)
{
    return was.left(2) == is.left(2) && isSameLine(was.mid(2), is.mid(2));
}

} // namespace

void WindowGestures::gestures_data()
{
    QTest::addColumn<QString>("scene");
    for (const QString &scene : m_scenes)
        QTest::newRow(qPrintable(scene)) << scene;
}

void WindowGestures::gestures()
{
    QFETCH(QString, scene);
    m_scene = sceneOf(scene);
    QVERIFY(m_scene);
    QLocale::setDefault(QLocale::c());
    WindowStage stage(windowSize);
    m_stage = &stage;
    DialogWatch watch;
    m_watch = &watch;
    QVERIFY(stage.make(*m_scene));
    stage.said.clear();
    QStringList lines;
    m_before = state();
    for (const QPointer<QWidget> &target : targetsOf(stage.parts(*m_scene))) {
        if (!target || !target->isVisible())
            continue;
        const QString name
            = QStringLiteral("=== %1 %2").arg(kindOf(*target), target->objectName()).trimmed();
        QStringList answers;
        for (const QString &gesture : gesturesOf(*target))
            if (target && target->isVisible())
                attempt(*target, gesture, answers);
        const auto entries = answers.filter(QRegularExpression(QStringLiteral("^menu: "))).size();
        for (int i = 0; i < std::min<int>(static_cast<int>(entries), triedEntries); ++i)
            if (target && target->isVisible()) {
                watch.setEntry(i);
                attempt(*target, QStringLiteral("menu"), answers);
            }
        watch.setEntry(-1);
        if (!answers.isEmpty())
            lines << name << answers;
    }
    stage.close();
    compareWithRecorded(
        lines, QStringLiteral("../blueprint/gestures-%1.txt").arg(scene), isSameChange);
}

/// How the part of the scene is built and painted, and what the rest of the window shows and keeps.
QStringList WindowGestures::state()
{
    MainWindow &window = *m_stage->window;
    QStringList lines { QStringLiteral("page ") + window.currentPage(),
        QStringLiteral("tip ") + QToolTip::text().simplified(),
        QStringLiteral("clipboard ") + QApplication::clipboard()->text().left(200).simplified() };
    for (QWidget *part : m_stage->parts(*m_scene))
        addBlueprint(*part, lines);
    if (const auto *pane = window.findChild<ExplanationPane *>(); pane->isVisible())
        addShown(*pane, lines);
    for (QWidget *other : QApplication::topLevelWidgets())
        if (other != &window && other->isVisible() && !other->windowTitle().isEmpty())
            lines << QStringLiteral("window ") + other->windowTitle();
    lines += QString::fromStdString(writePlan(window.controller().plan())).split('\n');
    lines.replaceInStrings(QString(QChar(0x200B)), QString());
    static const QRegularExpression measured(QStringLiteral("(Finished in )[^:]*:.*evaluated"));
    lines.replaceInStrings(measured, QStringLiteral("\\1<n>"));
    for (QString &line : lines) // how deep it is does not matter
        line = line.trimmed();
    return lines;
}

void WindowGestures::attempt(QWidget &target, const QString &gesture, QStringList &lines)
{
    doGesture(target, gesture);
    m_stage->settle();
    QStringList news = m_watch->taken() + std::exchange(m_stage->said, {})
        + std::exchange(m_stage->dialogs.lines, {});
    const QStringList after = state();
    QStringList changed = differences(m_before, after);
    m_before = after;
    if (changed.size() > shownChanges)
        changed = changed.mid(0, shownChanges)
            << QStringLiteral("… %1 more").arg(changed.size() - shownChanges);
    news += changed;
    if (news.isEmpty())
        return;
    news.replaceInStrings(QStringLiteral(HEADROOM_TEST_DATA), QStringLiteral("<data>"));
    news.replaceInStrings(m_stage->folder.path(), QStringLiteral("<folder>"));
    lines << QStringLiteral("> ") + gesture << news;
    QToolTip::hideText();
    for (QWidget *other : QApplication::topLevelWidgets())
        if (other != m_stage->window.get() && other != &m_stage->root(*m_scene)
            && other->isVisible())
            other->close();
    if (*m_scene->page && m_stage->window->currentPage() != QLatin1String(m_scene->page))
        m_stage->window->showPage(QLatin1String(m_scene->page));
    m_stage->settle();
    m_before = state();
}

} // namespace headroom
#include "moc_window_gestures.cpp"
