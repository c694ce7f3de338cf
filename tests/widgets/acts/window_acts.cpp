#include "window_acts.h"

#include "window_walk.h"

#include "model/plan/fields/plan_file.h"
#include "widgets/planning/pin_board.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>
#include <QUndoStack>

namespace headroom {
namespace {

constexpr int shownChanges = 40; ///< lines of an act
constexpr QSize windowSize { 1280, 900 };

} // namespace

void WindowActs::acts_data()
{
    QTest::addColumn<QString>("scene");
    for (const QString &scene : m_scenes)
        QTest::newRow(qPrintable(scene)) << scene;
}

void WindowActs::acts()
{
    QFETCH(QString, scene);
    m_scene = sceneOf(scene);
    QVERIFY(m_scene);
    QLocale::setDefault(QLocale::c());
    WindowStage stage(windowSize);
    m_stage = &stage;
    DialogWatch watch;
    m_watch = &watch;
    QVERIFY(makeWindow());
    QStringList lines = details();
    lines.prepend(QStringLiteral("=== ") + scene);
    QList<Hand> hands;
    for (QWidget *part : stage.parts(*m_scene))
        hands += handsOf(*part);
    for (const Hand &hand : hands)
        tryHand(hand, lines);
    stage.close();
    compareWithRecorded(lines, QStringLiteral("acts-%1.txt").arg(scene));
}

QWidget *WindowActs::controlOf(const QString &name)
{
    for (QWidget *part : m_stage->parts(*m_scene))
        if (QWidget *control = headroom::controlOf(*part, name))
            return control;
    return nullptr;
}

bool WindowActs::makeWindow()
{
    if (!m_stage->make(*m_scene))
        return false;
    takeNoted();
    m_base = state();
    return true;
}

/// Everything that the window shows, keeps and has written.
QStringList WindowActs::state()
{
    MainWindow &window = *m_stage->window;
    if (auto *message = window.findChild<QLabel *>(QStringLiteral("message")))
        message->clear();
    QStringList lines { QStringLiteral("page: ") + window.currentPage() };
    addShown(window, lines);
    addDetails(window, lines);
    for (QWidget *other : QApplication::topLevelWidgets())
        if (other != &window && other->isVisible() && other->isWindow()
            && !other->windowTitle().isEmpty()) {
            lines << QStringLiteral("window: ") + other->windowTitle();
            addShown(*other, lines);
        }
    for (const QString &key : m_stage->settings->allKeys())
        if (const QVariant value = m_stage->settings->value(key);
            value.userType() != QMetaType::QByteArray)
            lines << QStringLiteral("setting %1: %2")
                         .arg(key, value.toStringList().join(QStringLiteral(", ")));
    lines += QString::fromStdString(writePlan(window.controller().plan())).split('\n');
    for (std::size_t i = 0; i < window.pins().pins().size(); ++i)
        lines << QStringLiteral("pin: ")
                + QString::fromStdString(window.pins().pins()[i].shownName());
    lines << QStringLiteral("clipboard: ")
            + QApplication::clipboard()->text().left(200).simplified();
    return lines;
}

QStringList WindowActs::details()
{
    QStringList lines;
    for (const QWidget *part : m_stage->parts(*m_scene))
        addDetails(*part, lines);
    lines.replaceInStrings(QStringLiteral(HEADROOM_TEST_DATA), QStringLiteral("<data>"));
    return lines;
}

QStringList WindowActs::takeNoted()
{
    QStringList lines = m_watch->taken() + std::exchange(m_stage->dialogs.lines, {})
        + std::exchange(m_stage->said, {});
    return lines;
}

void WindowActs::tryHand(const Hand &hand, QStringList &lines)
{
    act(hand, nullptr, hand.control + QStringLiteral(": ") + hand.act, lines);
    if (hand.act != QLatin1String("press") || m_inDialog.isEmpty())
        return;
    for (const Hand &inner : std::exchange(m_inDialog, {}))
        act(hand, &inner, QStringLiteral("%1 › %2: %3").arg(hand.control, inner.control, inner.act),
            lines);
}

/// Does one thing, in the dialog that it opens another, and says what is different then.
void WindowActs::act(const Hand &hand, const Hand *inner, const QString &title, QStringList &lines)
{
    lines << QStringLiteral("> ") + title;
    QWidget *control = controlOf(hand.control);
    if (!control) {
        lines << QStringLiteral("is gone");
        return;
    }
    if (QWidget *owner = QApplication::focusWidget())
        owner->clearFocus();
    const QStringList before = state();
    if (inner)
        m_watch->setInner([&](QWidget &dialog) {
            if (QWidget *part = headroom::controlOf(dialog, inner->control))
                doBy(*part, inner->act);
            QApplication::processEvents();
        });
    doBy(*control, hand.act);
    m_stage->settle();
    m_watch->setInner(nullptr);
    QStringList news = m_watch->taken();
    if (!inner)
        m_inDialog = news.isEmpty() ? QList<Hand>() : m_watch->hands();
    news += takeNoted();
    news += differences(before, state());
    // Files are where the sources are, and where this run keeps its own.
    news.replaceInStrings(QStringLiteral(HEADROOM_TEST_DATA), QStringLiteral("<data>"));
    news.replaceInStrings(m_stage->folder.path(), QStringLiteral("<folder>"));
    news.replaceInStrings(QStringLiteral("\n"), QStringLiteral(" "));
    if (news.size() > shownChanges)
        news = news.mid(0, shownChanges)
            << QStringLiteral("… %1 more").arg(news.size() - shownChanges);
    lines += news;
    restore();
}

/// As it was before; a new window where undoing is not enough.
void WindowActs::restore()
{
    MainWindow &window = *m_stage->window;
    for (QWidget *other : QApplication::topLevelWidgets())
        if (other != &window && other->isVisible())
            other->close();
    if (window.isVisible()) {
        while (window.controller().history()->canUndo() && !*m_scene->steps)
            window.controller().history()->undo();
        m_stage->settle();
        takeNoted();
        if (state() == m_base)
            return;
    }
    QVERIFY(makeWindow());
}

} // namespace headroom
#include "moc_window_acts.cpp"
