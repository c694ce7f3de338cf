// What every control of the window does, as text: each button, choice, key, click and link on each
// page once, and what then reads otherwise.
#include "noted_dialogs.h"
#include "window_hands.h"
#include "window_walk.h"

#include "model/plan/fields/plan_file.h"
#include "widgets/frame/page.h"
#include "widgets/frame/window_context.h"
#include "widgets/planning/pin_board.h"
#include "widgets/runs/runs_page.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>
#include <QUndoStack>

using namespace headroom;

namespace {

constexpr int shownChanges = 14; ///< lines of an act
constexpr int patience = 60000; ///< ms
constexpr int quietTurns = 3; ///< of the event loop
constexpr int laterLook = 10; ///< ms

/// A window that can be made anew as often as an act asks for it.
struct Stage
{
    Stage()
        : library(
            { HEADROOM_PROFILES, std::filesystem::path { folder.path().toStdString() } / "user" })
        , application(std::move(ApplicationServices::make(library)).value())
    { }

    QTemporaryDir folder;
    ProfileLibrary library;
    std::unique_ptr<ApplicationServices> application;
    NotedDialogs dialogs;
    std::unique_ptr<QSettings> settings;
    std::unique_ptr<MainWindow> window;
    int made = 0;
};

struct Scene
{
    const char *name;
    const char *plan;
    const char *page; ///< shown last
    void (*prepare)(MainWindow &); ///< null: nothing
    /// Whose controls are tried; null: the page
    QWidget *(*root)(MainWindow &) = nullptr;
};

/// Few chips are enough, and quicker than all.
constexpr std::string_view comparedChips[] = { "h100-sxm", "b200", "a100-80-sxm" };

constexpr const char *small = "llama3.1-8b-lora-one-gpu";
constexpr const char *dense = "llama3.1-8b-h100-node";

void overfill(MainWindow &window)
{
    window.controller().edit(
        QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("8"));
    window.controller().endEdit();
    window.controller().edit(QStringLiteral("remat.policy"), QStringLiteral("none"));
}

void breakDegrees(MainWindow &window)
{
    window.controller().edit(QStringLiteral("parallelism.fsdp"), QStringLiteral("3"));
}

void pinTwo(MainWindow &window)
{
    emit window.context().pinRequested();
    window.controller().edit(QStringLiteral("model.precision"), QStringLiteral("fp32"));
    window.controller().edit(
        QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("2"));
    window.controller().flush();
    emit window.context().pinRequested();
    window.controller().edit(
        QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("4"));
}

void readLog(MainWindow &window)
{
    window.showPage(QStringLiteral("runs"));
    window.findChild<RunsPage *>()->addFiles({ QStringLiteral(HEADROOM_TEST_DATA "/runs/slow.log"),
        QStringLiteral(HEADROOM_TEST_DATA "/runs/torchtitan-2026.log") });
}

void openScript(MainWindow &window)
{
    window.showPage(QStringLiteral("start"));
    window.findChild<QRadioButton *>(QStringLiteral("askSlow"))->click();
    window.findChild<QPushButton *>(QStringLiteral("askRun"))->click();
}

void askMachines(MainWindow &window)
{
    window.findChild<QPushButton *>(QStringLiteral("findMachines"))->click();
}

void startLesson(MainWindow &window)
{
    window.showPage(QStringLiteral("learn"));
    for (auto *button : window.findChildren<QPushButton *>())
        if (button->isVisible() && button->text() == QLatin1String("&Start"))
            return button->click();
}

QWidget *dockOf(MainWindow &window)
{
    return window.findChild<QDockWidget *>();
}

QWidget *panelOf(MainWindow &window)
{
    return window.findChild<QWidget *>(QStringLiteral("resultPanel"));
}

const Scene scenes[] = {
    { "start", dense, "start", nullptr },
    { "model", dense, "model", nullptr },
    { "hardware", dense, "hardware", nullptr },
    { "workload", dense, "workload", nullptr },
    { "parallelism", dense, "parallelism", nullptr },
    { "suggest", small, "suggest", nullptr },
    { "flags", dense, "flags", nullptr },
    { "timeline", dense, "timeline", nullptr },
    { "levers", small, "levers", nullptr },
    { "cluster", small, "cluster", askMachines },
    { "result", dense, "result", nullptr },
    { "result-full", dense, "result", overfill },
    { "panel-full", dense, "model", overfill, panelOf },
    { "broken", dense, "result", breakDegrees },
    { "compare", dense, "compare", pinTwo },
    { "runs", dense, "runs", readLog },
    { "your-file", dense, "your_file", openScript },
    { "export", dense, "export", nullptr },
    { "validation", small, "validation", nullptr },
    { "learn", small, "learn", nullptr },
    { "lesson", small, "", startLesson, dockOf },
};

} // namespace

class WindowActionsTest : public QObject
{
    Q_OBJECT

private slots:
    void acts_data()
    {
        QTest::addColumn<int>("scene");
        int number = 0;
        for (const Scene &scene : scenes)
            QTest::newRow(scene.name) << number++;
    }

    void acts()
    {
        QFETCH(int, scene);
        m_scene = &scenes[scene];
        QLocale::setDefault(QLocale::c());
        Stage stage;
        m_stage = &stage;
        DialogWatch watch;
        m_watch = &watch;
        QVERIFY(makeWindow());
        QStringList lines = details();
        lines.prepend(QStringLiteral("=== ") + QLatin1String(m_scene->name));
        QList<Hand> hands;
        for (QWidget *part : parts())
            hands += handsOf(*part);
        for (const Hand &hand : hands)
            tryHand(hand, lines);
        m_stage->window.reset();
        compareWithRecorded(lines, QStringLiteral("acts-%1.txt").arg(m_scene->name));
    }

private:
    QWidget &root()
    {
        MainWindow &window = *m_stage->window;
        QWidget *found
            = m_scene->root ? m_scene->root(window) : window.pageWidget(window.currentPage());
        return found ? *found : window;
    }

    /// With the actions of a page, which are in the row of Back and Next.
    QList<QWidget *> parts()
    {
        QList<QWidget *> found { &root() };
        if (const auto *page = qobject_cast<Page *>(&root()); page && page->mainAction())
            found << page->otherActions() << page->mainAction();
        return found;
    }

    QWidget *controlOf(const QString &name)
    {
        for (QWidget *part : parts())
            if (QWidget *control = headroom::controlOf(*part, name))
                return control;
        return nullptr;
    }

    bool makeWindow()
    {
        m_stage->window.reset();
        const QString home = m_stage->folder.filePath(QString::number(++m_stage->made));
        m_stage->settings = std::make_unique<QSettings>(
            home + QStringLiteral("/settings.ini"), QSettings::IniFormat);
        for (const std::string &id : m_stage->library.acceleratorIds())
            if (std::ranges::count(comparedChips, id) == 0)
                m_stage->settings->setValue(
                    QStringLiteral("chipsLeftOut/") + QString::fromStdString(id), true);
        m_stage->dialogs.unsaved = UnsavedAnswer::Discard;
        m_stage->dialogs.file = QStringLiteral(HEADROOM_TEST_DATA "/runs/pretrain.sh");
        m_stage->window = std::make_unique<MainWindow>(m_stage->application->services(),
            m_stage->dialogs, *m_stage->settings, home.toStdString());
        MainWindow &window = *m_stage->window;
        connect(&window.context(), &WindowContext::message, &window,
            [this](const QString &text) { m_said << QStringLiteral("says: ") + text; });
        window.resize(1280, 900);
        window.files().openExample(QLatin1String(m_scene->plan));
        window.controller().flush();
        window.show();
        if (!QTest::qWaitForWindowExposed(&window, windowPatience))
            return false;
        if (*m_scene->page)
            window.showPage(QLatin1String(m_scene->page));
        // The place among measured runs comes once they are read; adapters have none.
        const auto *place = window.findChild<QLabel *>(QStringLiteral("mfuPlace"));
        if (m_scene->plan == dense
            && !QTest::qWaitFor([place] { return !place->text().isEmpty(); }, windowPatience))
            return false;
        if (m_scene->prepare)
            m_scene->prepare(window);
        settle();
        if (*m_scene->page && window.currentPage() != QLatin1String(m_scene->page))
            window.showPage(QLatin1String(m_scene->page));
        settle();
        takeNoted();
        m_base = state();
        return true;
    }

    /// Until nothing is left to be worked out, and a later look shows the same.
    void settle()
    {
        MainWindow &window = *m_stage->window;
        window.controller().flush();
        QElapsedTimer since;
        since.start();
        QStringList last { QString() };
        for (int quiet = 0; since.elapsed() < patience;) {
            QApplication::processEvents();
            QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            quiet = isQuiet(window) && !m_watch->isOpen() ? quiet + 1 : 0;
            QTest::qWait(1);
            if (quiet < quietTurns)
                continue;
            QStringList now;
            addShown(window, now);
            if (now == std::exchange(last, now))
                return;
            quiet = 0;
            QTest::qWait(laterLook);
        }
    }

    /// Everything that the window shows, keeps and has written.
    QStringList state()
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

    QStringList details()
    {
        QStringList lines;
        for (const QWidget *part : parts())
            addDetails(*part, lines);
        lines.replaceInStrings(QStringLiteral(HEADROOM_TEST_DATA), QStringLiteral("<data>"));
        return lines;
    }

    QStringList takeNoted()
    {
        QStringList lines = m_watch->taken() + std::exchange(m_stage->dialogs.lines, {})
            + std::exchange(m_said, {});
        return lines;
    }

    void tryHand(const Hand &hand, QStringList &lines)
    {
        act(hand, nullptr, hand.control + QStringLiteral(": ") + hand.act, lines);
        if (hand.act != QLatin1String("press") || m_inDialog.isEmpty())
            return;
        for (const Hand &inner : std::exchange(m_inDialog, {}))
            act(hand, &inner,
                QStringLiteral("%1 › %2: %3").arg(hand.control, inner.control, inner.act), lines);
    }

    /// Does one thing, in the dialog that it opens another, and says what is different then.
    void act(const Hand &hand, const Hand *inner, const QString &title, QStringList &lines)
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
        settle();
        m_watch->setInner(nullptr);
        if (!inner)
            m_inDialog = m_watch->taken().isEmpty() ? QList<Hand>() : m_watch->hands();
        QStringList news = takeNoted();
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
    void restore()
    {
        MainWindow &window = *m_stage->window;
        for (QWidget *other : QApplication::topLevelWidgets())
            if (other != &window && other->isVisible())
                other->close();
        if (window.isVisible()) {
            while (window.controller().history()->canUndo() && !m_scene->prepare)
                window.controller().history()->undo();
            settle();
            takeNoted();
            if (state() == m_base)
                return;
        }
        QVERIFY(makeWindow());
    }

    const Scene *m_scene = nullptr;
    Stage *m_stage = nullptr;
    DialogWatch *m_watch = nullptr;
    QStringList m_base, m_said;
    QList<Hand> m_inDialog;
};

QTEST_MAIN(WindowActionsTest)
#include "tst_window_actions.moc"
