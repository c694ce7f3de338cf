#include "classroom_fixture.h"

#include "widgets/charts/term_bar.h"
#include "widgets/lessons/glossary_popover.h"
#include "widgets/lessons/lesson_figure_view.h"
#include "widgets/lessons/lesson_list_model.h"
#include "widgets/lessons/presenter_window.h"
#include "widgets/lessons/task_box.h"
#include "widgets/window/command_palette.h"

#include <QAbstractItemModelTester>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QPushButton>
#include <QTextBrowser>

using namespace headroom;

class ClassroomTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_room = Classroom::opened();
        QVERIFY(m_room);
    }
    void cleanup()
    {
        QLocale::setDefault(QLocale::c());
        m_room.reset();
    }

    /// From the list to the end of each lesson without a mouse: open, read, try, take the hints,
    /// check, look at the answer, finish.
    void lessonsAreWalkedByKeyboard_data()
    {
        QTest::addColumn<int>("row");
        const LessonLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
        int row = 0;
        for (const LessonHead &head : library.heads())
            QTest::newRow(head.id.c_str()) << row++;
    }
    void lessonsAreWalkedByKeyboard()
    {
        QFETCH(int, row);
        const Plan own = m_room->window->controller().plan();
        m_room->openByKey(row);
        LessonSession &session = m_room->session();
        QVERIFY(session.lesson());
        const std::string id = session.lesson()->id;
        QTRY_COMPARE(m_room->focus()->objectName(), QStringLiteral("lessonText"));
        while (!session.isAtEnd()) {
            if (session.task())
                m_room->solveByKey();
            else
                QVERIFY(!view()->toPlainText().isEmpty());
            QVERIFY(!view()->toPlainText().contains(QStringLiteral("{{")));
            const int place = session.place();
            m_room->press(Qt::Key_PageDown, Qt::ControlModifier);
            QCOMPARE(session.place(), place + 1);
        }
        QVERIFY(session.progress().lessons.at(id).isFinished);
        QVERIFY(m_room->tabTo(QStringLiteral("lessonNext")));
        m_room->press(Qt::Key_Space);
        QVERIFY(!session.lesson());
        QVERIFY(m_room->window->controller().plan() == own);
    }

    /// Read one screen, do something on the next, learn why it works, and read on from there.
    void theFirstDeedExplainsItself()
    {
        m_room->openByKey(0);
        LessonSession &session = m_room->session();
        m_room->press(Qt::Key_PageDown, Qt::ControlModifier);
        QVERIFY(session.task());
        QCOMPARE(session.place(), 1);
        const Plan start = m_room->window->controller().plan();
        QVERIFY(!view()->toPlainText().contains(QStringLiteral("Why it works")));
        m_room->window->controller().edit(QStringLiteral("optimizer"), QStringLiteral("lion"));
        QTRY_VERIFY(session.outcome().isSolved);
        QTRY_VERIFY(view()->toPlainText().contains(QStringLiteral("Why it works")));
        QVERIFY(m_room->verdict().contains(session.placeTitle(2)));
        m_room->press(Qt::Key_PageDown, Qt::ControlModifier);
        QVERIFY(session.screen());
        QVERIFY(m_room->window->controller().plan() == start); // the lesson's plan again
    }

    /// One bar for the plan as it is now, which follows it, and one for each that it is compared
    /// with; the projector shows them as well.
    void figuresFollowThePlan()
    {
        m_room->openByKey(0);
        while (
            m_room->session().screen() == nullptr || m_room->session().screen()->id != "sharding")
            m_room->session().next();
        const auto shown = [](QWidget *figure) {
            QStringList names;
            for (const TermBar *bar : figure->findChildren<TermBar *>())
                if (!bar->isHidden())
                    names << bar->accessibleName();
            return names;
        };
        auto *figure = m_room->window->findChild<LessonFigureView *>();
        QVERIFY(figure && figure->isVisible());
        const QStringList before = shown(figure);
        QCOMPARE(before.size(), 3);
        QVERIFY2(before[1].contains(QStringLiteral("ZeRO stage 1")), qPrintable(before[1]));
        m_room->window->controller().edit(
            QStringLiteral("parallelism.zero_stage"), QStringLiteral("2"));
        QTRY_VERIFY(shown(figure)[0] != before[0]);
        QCOMPARE(shown(figure)[1], before[1]);
        PresenterWindow presenter { m_room->session(), nullptr };
        presenter.setAttribute(Qt::WA_DeleteOnClose, false);
        presenter.show();
        TRY_EXPOSED(&presenter);
        QCOMPARE(shown(presenter.findChild<LessonFigureView *>()), shown(figure));
        m_room->session().goTo(m_room->session().placeCount() - 1);
        QVERIFY(!figure->isVisible());
    }

    void aTypedAnswerSolvesTheTask()
    {
        m_room->openByKey(0);
        LessonSession &session = m_room->session();
        while (!session.task() || session.task()->id != "shard-the-optimizer")
            m_room->press(Qt::Key_PageDown, Qt::ControlModifier);
        QVERIFY(!session.outcome().isSolved);
        m_room->window->showField(QStringLiteral("parallelism.zero_stage"));
        QTRY_COMPARE(m_room->focus()->objectName(), QStringLiteral("parallelism.zero_stage"));
        m_room->press(Qt::Key_A, Qt::ControlModifier);
        m_room->press(Qt::Key_1);
        QTRY_VERIFY(session.outcome().isSolved);
        QVERIFY(session.progress()
                    .lessons.at("where-memory-goes")
                    .solved.contains("shard-the-optimizer"));
        QTRY_VERIFY(m_room->verdict().contains(QStringLiteral("Solved")));
    }

    void aWrongAnswerIsExplained()
    {
        m_room->openByKey(0);
        LessonSession &session = m_room->session();
        while (!session.task() || session.task()->id != "shard-the-optimizer")
            session.next();
        m_room->window->controller().apply(session.task()->wrong[1].changes, QString());
        m_room->window->controller().flush();
        QVERIFY(!session.outcome().isSolved);
        m_room->press(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(
            m_room->verdict().contains(QString::fromStdString(session.task()->wrong[1].believes)));
        QVERIFY(m_room->verdict().contains(QStringLiteral("moments are halved")));
        QVERIFY(!m_room->verdict().contains(QStringLiteral("{{")));
    }

    /// A task that asks for a number: doing nothing and a wrong one fail, the right one passes.
    void aNumberIsAnswered()
    {
        m_room->openByKey(0);
        LessonSession &session = m_room->session();
        while (!session.task() || !session.task()->question)
            session.next();
        QCOMPARE(session.task()->id, std::string { "say-it-in-gib" });
        QVERIFY(!session.outcome().isSolved);
        QVERIFY(m_room->tabTo(QStringLiteral("taskNumber")));
        const LessonTask &task = *session.task();
        const AnsweredPlan learner { *m_room->window->controller().resolved(),
            *m_room->window->controller().estimate() };
        const auto type = [&](const Expression &number) {
            m_room->press(Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(m_room->focus(),
                QString::number(*session.plans()->number(number, task, learner), 'f', 2));
            m_room->press(Qt::Key_Return, Qt::ControlModifier);
        };
        for (const WrongAnswer &wrong : task.wrong) {
            type(*wrong.gives);
            QVERIFY2(!session.outcome().isSolved, wrong.believes.c_str());
            QVERIFY(m_room->verdict().contains(QString::fromStdString(wrong.believes)));
        }
        type(task.question->is);
        QVERIFY(session.outcome().isSolved);
        QVERIFY(m_room->verdict().contains(QStringLiteral("Solved")));
    }

    void numbersFollowThePlan()
    {
        m_room->openByKey(0);
        LessonSession &session = m_room->session();
        while (!session.task() || session.task()->id != "shard-the-optimizer")
            session.next();
        const TaskOutcome before = session.outcome();
        m_room->window->controller().edit(
            QStringLiteral("parallelism.zero_stage"), QStringLiteral("1"));
        QTRY_VERIFY(session.outcome().checks[0].holds != before.checks[0].holds);
    }

    void aWordIsExplainedByKeyboard()
    {
        m_room->openByKey(0);
        m_room->session().goTo(2);
        m_room->press(Qt::Key_Tab); // the first link of the text
        m_room->press(Qt::Key_Return);
        auto &popover = view()->popover();
        QTRY_VERIFY(popover.isVisible());
        QCOMPARE(popover.word(), QStringLiteral("weights"));
        QVERIFY(!popover.accessibleDescription().isEmpty());
        QTest::keyClick(&popover, Qt::Key_Escape);
        QTRY_VERIFY(!popover.isVisible());
    }

    void presenterShowsOneIdeaAScreen()
    {
        m_room->openByKey(3);
        m_room->press(Qt::Key_F5);
        auto *presenter = qobject_cast<PresenterWindow *>(
            m_room->window->findChild<QWidget *>(QStringLiteral("presenterWindow")));
        QVERIFY(presenter);
        TRY_EXPOSED(presenter);
        const int place = m_room->session().place();
        QTest::keyClick(presenter, Qt::Key_Right);
        QCOMPARE(m_room->session().place(), place + 1);
        // What the last row of a classroom can read: one part in thirty of the picture.
        while (!m_room->session().isAtEnd()) {
            QVERIFY(presenter->textSize() * presenter->logicalDpiY() / 72
                >= presenter->height() / 30.0 - 0.01);
            const int read = m_room->session().place();
            for (int pages = 0; m_room->session().place() == read; ++pages) {
                QVERIFY2(pages < 6, "a screen of six pages");
                QTest::keyClick(presenter, Qt::Key_Space);
            }
        }
        const QColor paper = presenter->palette().color(QPalette::Window);
        QTest::keyClick(presenter, Qt::Key_I);
        QVERIFY(presenter->palette().color(QPalette::Window) != paper);
        QTest::keyClick(presenter, Qt::Key_Escape);
        QTRY_VERIFY(!m_room->window->findChild<QWidget *>(QStringLiteral("presenterWindow")));
    }

    /// A lesson, and the next one, without leaving the projector: F5 on the list, then one key.
    void lessonsAreTaughtInARow()
    {
        m_room->window->showPage(QStringLiteral("learn"));
        m_room->press(Qt::Key_F5);
        QPointer<PresenterWindow> presenter;
        QTRY_VERIFY(presenter = m_room->window->findChild<PresenterWindow *>());
        TRY_EXPOSED(presenter);
        const std::vector<LessonHead> heads = m_room->session().heads();
        QCOMPARE(m_room->session().lesson()->id, heads[0].id);
        const auto *text = presenter->findChild<QTextBrowser *>();
        for (int i = 1; i < m_room->session().placeCount(); ++i)
            QTest::keyClick(presenter, Qt::Key_Right);
        QVERIFY(m_room->session().isAtEnd());
        QVERIFY(text->toPlainText().contains(QString::fromStdString(heads[1].title)));
        QTest::keyClick(presenter, Qt::Key_Right);
        QCOMPARE(m_room->session().lesson()->id, heads[1].id);
        QCOMPARE(m_room->session().place(), 0);
        QVERIFY(presenter); // still on the projector
        while (m_room->session().following())
            m_room->session().open(QString::fromStdString(m_room->session().following()->id));
        m_room->session().goTo(m_room->session().placeCount() - 1);
        QTest::keyClick(presenter, Qt::Key_Right); // nothing follows the last
        QCOMPARE(m_room->session().lesson()->id, heads.back().id);
    }

    void progressIsKept()
    {
        m_room->openByKey(2);
        m_room->session().next();
        m_room->session().next();
        const std::string place = m_room->session().screen()->id;
        const LessonProgress kept = m_room->session().progress();
        const auto again = loadProgress(
            std::filesystem::path {
                m_room->fixture.folder.filePath(QStringLiteral("user")).toStdString() }
            / "lesson-progress.json");
        QVERIFY(again.hasValue());
        QVERIFY(*again == kept);
        QCOMPARE(again->lessons.at("batch-and-divisibility").place, place);
    }

    void theOwnPlanSurvivesACrashInALesson()
    {
        m_room->window->controller().edit(
            QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("4"));
        m_room->window->controller().flush();
        const Plan own = m_room->window->controller().plan();
        m_room->openByKey(0);
        QVERIFY(!(m_room->window->controller().plan() == own));
        m_room->window = m_room->fixture.makeWindow(); // nobody left the lesson
        m_room->window->show();
        QVERIFY(m_room->session().hasPlanAside());
        m_room->window->showPage(QStringLiteral("learn"));
        auto *restore = m_room->window->findChild<QPushButton *>(QStringLiteral("restorePlan"));
        QVERIFY(restore->isVisible());
        restore->click();
        QVERIFY(m_room->window->controller().plan() == own);
        QVERIFY(!m_room->session().hasPlanAside());
    }

    void theListIsAProperModel()
    {
        LessonListModel model { m_room->session(), nullptr };
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void pagesNamedByLessonsExist()
    {
        const QStringList pages = m_room->window->pageIds();
        for (const Lesson *lesson : m_room->session().library().lessons()) {
            for (const LessonScreen &screen : lesson->screens)
                if (!screen.show.empty() && screen.show != "timeline")
                    QVERIFY2(
                        pages.contains(QString::fromStdString(screen.show)), screen.id.c_str());
            for (const LessonTask &task : lesson->tasks)
                QVERIFY2(pages.contains(QString::fromStdString(task.show)), task.id.c_str());
        }
    }

    void searchFindsLessonsAndWords()
    {
        QStringList kinds;
        for (const PaletteEntry &entry : m_room->window->paletteEntries()) {
            if (entry.title == QStringLiteral("MFU"))
                kinds.append(entry.kind);
            if (entry.keywords.startsWith(QStringLiteral("where-memory-goes")))
                entry.run();
        }
        QVERIFY(kinds.contains(QStringLiteral("Glossary")));
        QVERIFY(m_room->session().lesson());
    }

    void everythingHasAnAccessibleName()
    {
        m_room->openByKey(1);
        while (!m_room->session().task())
            m_room->session().next();
        m_room->window->pageWidget(QStringLiteral("learn"));
        for (QWidget *root : { m_room->window->pageWidget(QStringLiteral("learn")),
                 static_cast<QWidget *>(m_room->window->findChild<LessonPanel *>()) })
            for (QWidget *widget : root->findChildren<QWidget *>()) {
                if (widget->focusPolicy() == Qt::NoFocus || widget->window() != m_room->window.get()
                    || widget->objectName().startsWith(u"qt_")
                    || qobject_cast<QAbstractScrollArea *>(widget->parentWidget())
                    || qobject_cast<QComboBox *>(widget->parentWidget()))
                    continue;
                QAccessibleInterface *access = QAccessible::queryAccessibleInterface(widget);
                QVERIFY2(!access->text(QAccessible::Name).isEmpty(),
                    qPrintable(QString::fromLatin1(widget->metaObject()->className())
                        + widget->objectName()));
            }
    }

    void lessonsSpeakChinese()
    {
        QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
        m_room->window = m_room->fixture.makeWindow();
        m_room->window->show();
        m_room->openByKey(0);
        QVERIFY(QString::fromStdString(m_room->session().lesson()->title)
                    .contains(QStringLiteral("\u663e\u5b58")));
    }

private:
    LessonView *view() { return m_room->window->findChild<LessonView *>(); }
    std::unique_ptr<Classroom> m_room;
};

QTEST_MAIN(ClassroomTest)
#include "tst_classroom.moc"
