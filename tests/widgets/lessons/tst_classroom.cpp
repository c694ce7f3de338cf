#include "classroom_fixture.h"

#include "widgets/frame/window_context.h"
#include "widgets/lessons/glossary_popover.h"
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
#include <QPushButton>

using namespace headroom;

class ClassroomTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support).*")));
        m_room = std::make_unique<Classroom>();
        QVERIFY(QTest::qWaitForWindowExposed(m_room->window.get()));
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
        openByKey(row);
        LessonSession &session = m_room->session();
        QVERIFY(session.lesson());
        const std::string id = session.lesson()->id;
        QTRY_COMPARE(m_room->focus()->objectName(), QStringLiteral("lessonText"));
        while (!session.isAtEnd()) {
            if (session.task())
                solveByKey();
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

    void aTypedAnswerSolvesTheTask()
    {
        openByKey(0);
        LessonSession &session = m_room->session();
        while (!session.task())
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
        QTRY_VERIFY(verdict().contains(QStringLiteral("Solved")));
    }

    void aWrongAnswerIsExplained()
    {
        openByKey(0);
        LessonSession &session = m_room->session();
        while (!session.task())
            session.next();
        m_room->window->controller().apply(session.task()->wrong[1].changes, QString());
        m_room->window->controller().flush();
        QVERIFY(!session.outcome().isSolved);
        m_room->press(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(verdict().contains(QString::fromStdString(session.task()->wrong[1].believes)));
        QVERIFY(verdict().contains(QStringLiteral("moments are halved")));
        QVERIFY(!verdict().contains(QStringLiteral("{{")));
    }

    /// A task that asks for a number: doing nothing and a wrong one fail, the right one passes.
    void aNumberIsAnswered()
    {
        openByKey(0);
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
            QVERIFY(verdict().contains(QString::fromStdString(wrong.believes)));
        }
        type(task.question->is);
        QVERIFY(session.outcome().isSolved);
        QVERIFY(verdict().contains(QStringLiteral("Solved")));
    }

    /// A teacher's file: listed in its order, walked, progress kept over a restart and given away
    /// under the course's name.
    void aCourseIsOpened()
    {
        const QString file = QStringLiteral(HEADROOM_TEST_DATA "/lessons/course.yaml");
        m_room->fixture.dialogs.file = file;
        m_room->window->showPage(QStringLiteral("learn"));
        auto *page = m_room->window->pageWidget(QStringLiteral("learn"));
        auto *list = page->findChild<QListView *>(QStringLiteral("lessonList"));
        QAbstractItemModelTester tester(list->model());
        const int all = list->model()->rowCount();
        auto *card = page->findChild<QWidget *>(QStringLiteral("course"));
        QVERIFY(!card->isVisible());
        QVERIFY(m_room->tabTo(QStringLiteral("openCourse")));
        m_room->press(Qt::Key_Space);
        QCOMPARE(list->model()->rowCount(), 3);
        QVERIFY(card->isVisible());
        QCOMPARE(list->model()->index(1, 0).data().toString(), QStringLiteral("Which axis where"));
        openByKey(2);
        LessonSession &session = m_room->session();
        QCOMPARE(session.lesson()->id, std::string { "first-afternoon.our-cluster" });
        while (!session.isAtEnd()) {
            solveByKey();
            m_room->press(Qt::Key_PageDown, Qt::ControlModifier);
        }
        session.leave();
        QCOMPARE(session.progress().course.id, std::string { "first-afternoon" });
        const QString given = m_room->fixture.folder.filePath(QStringLiteral("ada.json"));
        m_room->fixture.dialogs.file = given;
        QVERIFY(m_room->tabTo(QStringLiteral("saveProgress")));
        m_room->press(Qt::Key_Space);
        const auto saved = loadProgress(given.toStdString());
        QVERIFY(saved.hasValue());
        QCOMPARE(saved->course.id, std::string { "first-afternoon" });
        QVERIFY(saved->course.file.empty());
        const LessonState &state = saved->lessons.at("first-afternoon.our-cluster");
        QVERIFY(state.isFinished);
        QCOMPARE(state.answersShown.size(), std::size_t { 2 });

        m_room->window = m_room->fixture.makeWindow();
        m_room->window->show();
        m_room->window->showPage(QStringLiteral("learn"));
        page = m_room->window->pageWidget(QStringLiteral("learn"));
        list = page->findChild<QListView *>(QStringLiteral("lessonList"));
        QCOMPARE(list->model()->rowCount(), 3);
        page->findChild<QPushButton *>(QStringLiteral("closeCourse"))->click();
        QCOMPARE(list->model()->rowCount(), all);
        QVERIFY(m_room->session().progress().course.id.empty());
    }

    void aBrokenCourseIsNamedWithItsLine()
    {
        const QString file = m_room->fixture.folder.filePath(QStringLiteral("course.yaml"));
        QFile broken { file };
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("schema_version: 1\nid: a\ntitle: T\nlessons:\n  - {lesson: nowhere}\n");
        broken.close();
        emit m_room->window->context().openCourseFile(file);
        QVERIFY2(m_room->fixture.dialogs.problem.contains(QStringLiteral("course.yaml:5")),
            qPrintable(m_room->fixture.dialogs.problem));
        QVERIFY(!m_room->session().course());
    }

    void numbersFollowThePlan()
    {
        openByKey(0);
        LessonSession &session = m_room->session();
        while (!session.task())
            session.next();
        const TaskOutcome before = session.outcome();
        m_room->window->controller().edit(
            QStringLiteral("parallelism.zero_stage"), QStringLiteral("1"));
        QTRY_VERIFY(session.outcome().checks[0].holds != before.checks[0].holds);
    }

    void aWordIsExplainedByKeyboard()
    {
        openByKey(0);
        m_room->session().next();
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
        openByKey(3);
        m_room->press(Qt::Key_F5);
        auto *presenter = qobject_cast<PresenterWindow *>(
            m_room->window->findChild<QWidget *>(QStringLiteral("presenterWindow")));
        QVERIFY(presenter);
        QVERIFY(QTest::qWaitForWindowExposed(presenter));
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

    void progressIsKept()
    {
        openByKey(2);
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
        openByKey(0);
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

    void aBrokenLessonIsListedAndSkipped()
    {
        const QString folder = m_room->fixture.folder.filePath(QStringLiteral("user/lessons"));
        QVERIFY(QDir().mkpath(folder));
        QFile file { folder + QStringLiteral("/50-broken.yaml") };
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("schema_version: 1\nid: broken\ntitle: [\n");
        file.close();
        m_room->window->showPage(QStringLiteral("learn"));
        auto *problems = m_room->window->findChild<QLabel *>(QStringLiteral("lessonProblems"));
        QVERIFY(problems->isVisible());
        QVERIFY(problems->text().contains(QStringLiteral("50-broken.yaml:")));
        auto *list = m_room->window->findChild<QListView *>(QStringLiteral("lessonList"));
        QVERIFY(list->model()->rowCount() >= 14);
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
        openByKey(1);
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
        openByKey(0);
        QVERIFY(QString::fromStdString(m_room->session().lesson()->title)
                    .contains(QStringLiteral("\u663e\u5b58")));
    }

private:
    LessonView *view() { return m_room->window->findChild<LessonView *>(); }
    QString verdict() { return m_room->window->findChild<TaskBox *>()->verdict(); }

    void openByKey(int row)
    {
        m_room->window->showPage(QStringLiteral("learn"));
        auto *list = m_room->window->findChild<QListView *>(QStringLiteral("lessonList"));
        list->setFocus();
        QTRY_VERIFY(list->hasFocus());
        m_room->press(Qt::Key_Home);
        for (int i = 0; i < row; ++i)
            m_room->press(Qt::Key_Down);
        m_room->press(Qt::Key_Return);
        QVERIFY(m_room->session().lesson());
    }

    void solveByKey()
    {
        LessonSession &session = m_room->session();
        QVERIFY2(!session.outcome().isSolved, session.task()->id.c_str());
        QVERIFY(m_room->tabTo(QStringLiteral("checkTask")));
        m_room->press(Qt::Key_Space);
        QVERIFY2(verdict().contains(QStringLiteral("Not yet")),
            qPrintable(
                QString::fromStdString(session.task()->id) + QStringLiteral(": ") + verdict()));
        while (session.hasHint()) {
            const auto taken = session.hints().size();
            QVERIFY(m_room->tabTo(QStringLiteral("hintTask")));
            m_room->press(Qt::Key_Space);
            QCOMPARE(session.hints().size(), taken + 1);
        }
        QVERIFY(m_room->tabTo(QStringLiteral("answerTask")));
        m_room->press(Qt::Key_Space);
        QVERIFY2(session.outcome().isSolved, session.task()->id.c_str());
        QVERIFY(verdict().contains(QStringLiteral("Solved")));
    }

    std::unique_ptr<Classroom> m_room;
};

QTEST_MAIN(ClassroomTest)
#include "tst_classroom.moc"
