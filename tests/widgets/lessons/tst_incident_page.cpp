#include "classroom_fixture.h"

#include "widgets/incidents/incident_game.h"
#include "widgets/lessons/learn_page.h"
#include "widgets/lessons/lesson_list_model.h"
#include "widgets/timeline/timeline_chart.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>

using namespace headroom;

/// Incidents on the page Learn, played by keys with a clock that the test turns.
class IncidentPageTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_room = Classroom::opened();
        QVERIFY(m_room);
        m_now = 1000;
        game().setClock({ [this] { return m_now; }, [] { return QDate(2026, 8, 22); } });
        m_room->window->showPage(QStringLiteral("learn"));
        QTest::keyClick(m_room->window.get(), Qt::Key_I, Qt::AltModifier);
        auto *tabs = page()->findChild<QTabWidget *>();
        QCOMPARE(tabs->currentWidget()->objectName(), QStringLiteral("incidentView"));
    }
    void cleanup() { m_room.reset(); }

    /// Seed and level by keys; the log grows with the clock and waits while it is paused.
    void theLogGrowsAtTheChosenSpeed()
    {
        playNumber(7, 2);
        QCOMPARE(find<QLabel>("incidentTitle")->text(), QStringLiteral("Incident 7, level 2"));
        auto *log = find<QPlainTextEdit>("incidentLog");
        const auto length = [log] { return log->toPlainText().size(); };
        const auto head = length();
        QVERIFY(head > 100);
        m_now += 5000; // the first step compiles
        game().tick();
        QCOMPARE(game().shownSeconds(), 300.0); // a minute of the run in a second
        const auto later = length();
        QVERIFY(later > head);
        QVERIFY(m_room->tabTo(QStringLiteral("incidentPause")));
        m_room->press(Qt::Key_Space);
        QVERIFY(!game().isRunning());
        m_now += 60'000;
        game().tick();
        QCOMPARE(length(), later);
        m_room->press(Qt::Key_Space);
        m_now += 1000;
        game().tick();
        QCOMPARE(game().shownSeconds(), 360.0);
        find<QComboBox>("incidentSpeed")->setFocus();
        m_room->press(Qt::Key_Up); // ten seconds in one
        QCOMPARE(game().speed(), 10);
        m_now += 1000;
        game().tick();
        QCOMPARE(game().shownSeconds(), 370.0);
        QVERIFY(m_room->tabTo(QStringLiteral("incidentWhole")));
        m_room->press(Qt::Key_Space);
        QCOMPARE(game().shownSeconds(), game().lastSeconds());
        QVERIFY(!game().isRunning());
        QVERIFY(!find<QPushButton>("incidentPause")->isEnabled());
    }

    void measurementsAreAnsweredAndPaid()
    {
        playNumber(7, 2);
        auto *answers = find<QPlainTextEdit>("measureAnswers");
        const double budget = game().round()->left();
        const int bar = find<QProgressBar>("incidentBudget")->value();
        QVERIFY(m_room->tabTo(QStringLiteral("measureKind")));
        m_room->press(Qt::Key_Down); // nvidia-smi
        QVERIFY(!find<QSpinBox>("measureOther")->isVisible());
        QVERIFY(find<QLabel>("measureCost")->text().contains(QStringLiteral("device-hours")));
        QVERIFY(m_room->tabTo(QStringLiteral("measureNow")));
        m_room->press(Qt::Key_Space);
        QVERIFY(answers->toPlainText().contains(QStringLiteral(", Active")));
        QVERIFY(game().round()->left() < budget);
        QVERIFY(find<QProgressBar>("incidentBudget")->value() < bar);
        // What there is no budget for is refused in words.
        find<QComboBox>("measureKind")->setCurrentIndex(3);
        for (int i = 0; i < 20; ++i)
            find<QPushButton>("measureNow")->click();
        QVERIFY(game().round()->left() >= -1e-9);
        QVERIFY2(find<QLabel>("measureCost")->text().contains(QStringLiteral("are left")),
            qPrintable(find<QLabel>("measureCost")->text()));
        QVERIFY(answers->toPlainText().contains(QStringLiteral("Matrix multiplications")));
    }

    void aChangeIsTriedInAShortRun()
    {
        playNumber(7, 2);
        find<QComboBox>("measureKind")->setFocus();
        m_room->press(Qt::Key_End);
        QVERIFY(find<QComboBox>("measureTrial")->isVisible());
        QVERIFY(m_room->tabTo(QStringLiteral("measureNow")));
        m_room->press(Qt::Key_Space);
        QVERIFY(find<QPlainTextEdit>("measureAnswers")
                    ->toPlainText()
                    .contains(QStringLiteral("With the change 20 steps take")));
    }

    /// Looking something up elsewhere loses nothing.
    void anotherPageLeavesTheIncidentAsItIs()
    {
        playNumber(7, 2);
        m_now += 5000; // the first step compiles
        game().tick();
        find<QPushButton>("measureNow")->click();
        find<QComboBox>("incidentCause")->setCurrentIndex(3);
        const QString log = find<QPlainTextEdit>("incidentLog")->toPlainText();
        const QString answers = find<QPlainTextEdit>("measureAnswers")->toPlainText();
        m_room->window->showPage(QStringLiteral("timeline"));
        m_now += 1000;
        game().tick();
        m_room->window->showPage(QStringLiteral("learn"));
        QVERIFY(find<QPlainTextEdit>("incidentLog")->isVisible());
        QVERIFY(find<QPlainTextEdit>("incidentLog")->toPlainText().startsWith(log));
        QVERIFY(find<QPlainTextEdit>("incidentLog")->toPlainText().size() > log.size());
        QCOMPARE(find<QPlainTextEdit>("measureAnswers")->toPlainText(), answers);
        QCOMPARE(find<QComboBox>("incidentCause")->currentIndex(), 3);
    }

    /// A hot device, named by keys: the verdict, the two timelines, and the table of the class.
    void theAnswerIsJudgedAndKept()
    {
        playNumber(7, 2);
        QVERIFY(!find<QPushButton>("incidentAnswerNow")->isEnabled());
        const Fault fault = game().round()->incident().faults.front();
        QCOMPARE(std::string(fault.kind->id), std::string("hot-device"));
        auto *cause = find<QComboBox>("incidentCause");
        QVERIFY(m_room->tabTo(QStringLiteral("incidentCause")));
        while (cause->currentData().toString() != QLatin1String("hot-device")) {
            const int before = cause->currentIndex();
            m_room->press(Qt::Key_Down);
            QVERIFY(cause->currentIndex() > before);
        }
        QVERIFY(m_room->tabTo(QStringLiteral("incidentPlace")));
        m_room->press(Qt::Key_End);
        QVERIFY(m_room->tabTo(QStringLiteral("incidentDevice")));
        for (int i = 0; i < fault.device; ++i)
            m_room->press(Qt::Key_Up);
        QCOMPARE(find<QSpinBox>("incidentNode")->value(), fault.node);
        QVERIFY(m_room->tabTo(QStringLiteral("incidentAnswerNow")));
        m_now += 65'000;
        m_room->press(Qt::Key_Space);
        QCOMPARE(find<QLabel>("incidentVerdict")->text(), QStringLiteral("Right: cause and place"));
        QCOMPARE(game().deskSeconds(), 65.0);
        const QString why = find<QLabel>("incidentExplanation")->text();
        QVERIFY2(why.contains(QStringLiteral("hot device")), qPrintable(why));
        const auto charts = page()->findChildren<TimelineChart *>();
        QCOMPARE(charts.size(), 2);
        QVERIFY(charts[0]->isVisible() && charts[1]->isVisible());
        QVERIFY(charts[1]->timeline().makespan > 1.1 * charts[0]->timeline().makespan);
        // One axis for both.
        QCOMPARE(charts[0]->rangeTo() - charts[0]->rangeFrom(),
            charts[1]->rangeTo() - charts[1]->rangeFrom());
        const LessonState kept = m_room->session().progress().lessons.at("incident-7-level-2");
        QVERIFY(kept.isFinished && kept.taskCount == 2);
        QVERIFY(m_room->tabTo(QStringLiteral("anotherIncident")));
        m_room->press(Qt::Key_Space);
        QVERIFY(find<QLineEdit>("incidentSeed")->isVisible());

        // The first answer counts.
        playNumber(7, 2);
        find<QComboBox>("incidentCause")->setCurrentIndex(1);
        find<QPushButton>("incidentAnswerNow")->click();
        QCOMPARE(find<QLabel>("incidentVerdict")->text(), QStringLiteral("Not the cause"));
        QVERIFY(m_room->session().progress().lessons.at("incident-7-level-2").isFinished);

        // And is in the file for the teacher.
        m_room->fixture.dialogs.file = m_room->fixture.folder.filePath(QStringLiteral("ada.json"));
        m_room->press(Qt::Key_Space);
        QVERIFY(m_room->tabTo(QStringLiteral("incidentSaveProgress")));
        m_room->press(Qt::Key_Space);
        const auto saved = loadProgress(m_room->fixture.dialogs.file.toStdString());
        QVERIFY(saved.hasValue());
        QVERIFY(saved->lessons.contains("incident-7-level-2"));
    }

    void theDayHasItsIncidents()
    {
        QVERIFY(m_room->tabTo(QStringLiteral("incidentToday1")));
        m_room->press(Qt::Key_Space);
        QCOMPARE(game().round()->incident().seed, std::uint64_t { 20260822 });
        QCOMPARE(game().round()->incident().level, 1);
        QVERIFY(m_room->tabTo(QStringLiteral("leaveIncident")));
        m_room->press(Qt::Key_Space);
        QVERIFY(!game().round());
    }

    void aStoryIsToldToItsEnd()
    {
        auto *stories = find<QListWidget>("incidentStories");
        QVERIFY(stories->count() >= 12);
        QVERIFY(m_room->tabTo(QStringLiteral("incidentStories")));
        m_room->press(Qt::Key_Down);
        const QString id = stories->currentItem()->data(LessonListModel::IdRole).toString();
        m_room->press(Qt::Key_Return);
        QVERIFY(game().story());
        QCOMPARE(QString::fromStdString(game().story()->incident.story), id);
        QVERIFY(find<QLabel>("incidentStory")->isVisible());
        find<QComboBox>("incidentCause")->setCurrentIndex(1);
        find<QPushButton>("incidentAnswerNow")->click();
        QVERIFY(find<QLabel>("incidentExplanation")
                    ->text()
                    .contains(QString::fromStdString(game().story()->source)));
        QVERIFY(m_room->session().progress().lessons.contains("incident-" + id.toStdString()));
    }

    /// A course may ask for an incident among its lessons.
    void aCourseOpensAnIncident()
    {
        const QString file = m_room->fixture.folder.filePath(QStringLiteral("course.yaml"));
        QFile course { file };
        QVERIFY(course.open(QIODevice::WriteOnly));
        course.write("schema_version: 1\nid: a\ntitle: T\nlessons:\n"
                     "  - {incident: {seed: 7, level: 2}, title: The slow run}\n");
        course.close();
        QString problem;
        QVERIFY2(m_room->session().openCourse(file, problem), qPrintable(problem));
        auto *tabs = page()->findChild<QTabWidget *>();
        tabs->setCurrentIndex(0);
        auto *list = page()->findChild<QListView *>(QStringLiteral("lessonList"));
        QCOMPARE(list->model()->rowCount(), 1);
        list->setFocus();
        m_room->press(Qt::Key_Home);
        m_room->press(Qt::Key_Return);
        QVERIFY(game().round());
        QCOMPARE(game().round()->incident().seed, std::uint64_t { 7 });
        QVERIFY(find<QPlainTextEdit>("incidentLog")->isVisible());
        QVERIFY(!m_room->session().lesson());
    }

    void nothingIsClippedInASmallWindow()
    {
        m_room->window->resize(1280, 720);
        playNumber(7, 3);
        QApplication::processEvents();
        QCOMPARE(clippedLabels(*page()), QStringList());
        find<QComboBox>("incidentCause")->setCurrentIndex(1);
        find<QPushButton>("incidentAnswerNow")->click();
        QApplication::processEvents();
        QCOMPARE(clippedLabels(*page()), QStringList());
        // The panels beside the page come back with another tab.
        page()->findChild<QTabWidget *>()->setCurrentIndex(0);
        QVERIFY(qobject_cast<LearnPage *>(page())->wantsResultPanel());
    }

private:
    IncidentGame &game() { return *m_room->window->findChild<IncidentGame *>(); }
    QWidget *page() { return m_room->window->pageWidget(QStringLiteral("learn")); }
    template <class Widget> Widget *find(const char *name)
    {
        return page()->findChild<Widget *>(QLatin1String(name));
    }

    void playNumber(int seed, int level)
    {
        QVERIFY(m_room->tabTo(QStringLiteral("incidentSeed")));
        find<QLineEdit>("incidentSeed")->selectAll();
        QTest::keyClicks(m_room->focus(), QString::number(seed));
        QVERIFY(m_room->tabTo(QStringLiteral("incidentLevel")));
        m_room->press(Qt::Key_Home);
        for (int i = 1; i < level; ++i)
            m_room->press(Qt::Key_Down);
        QVERIFY(m_room->tabTo(QStringLiteral("incidentPlayNumber")));
        m_room->press(Qt::Key_Space);
        QVERIFY(game().round());
        QCOMPARE(game().round()->incident().level, level);
    }

    std::unique_ptr<Classroom> m_room;
    qint64 m_now = 0;
};

QTEST_MAIN(IncidentPageTest)
#include "tst_incident_page.moc"
