#include "classroom_fixture.h"

#include "widgets/frame/window_context.h"
#include "widgets/lessons/lesson_list_model.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>

using namespace headroom;

/// Lessons and courses that are files of one's own.
class CoursesTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_room = Classroom::opened();
        QVERIFY(m_room);
    }
    void cleanup() { m_room.reset(); }

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
        m_room->openByKey(2);
        LessonSession &session = m_room->session();
        QCOMPARE(session.lesson()->id, std::string { "first-afternoon.our-cluster" });
        while (!session.isAtEnd()) {
            m_room->solveByKey();
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

    /// The picture in the list is the one that the lesson names, and it is compiled in.
    void everyLessonHasItsIcon()
    {
        m_room->window->showPage(QStringLiteral("learn"));
        const auto *list = m_room->window->pageWidget(QStringLiteral("learn"))
                               ->findChild<QListView *>(QStringLiteral("lessonList"));
        const auto heads = m_room->session().heads();
        QCOMPARE(static_cast<int>(heads.size()), list->model()->rowCount());
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            const QString icon
                = list->model()->index(row, 0).data(LessonListModel::IconRole).toString();
            QCOMPARE(icon.toStdString(), heads[static_cast<std::size_t>(row)].icon);
            QVERIFY2(QFile::exists(QStringLiteral(":/headroom/icons/%1.svg").arg(icon)),
                qPrintable(icon));
        }
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

    void aDroppedCourseIsOpened()
    {
        const QString file = QStringLiteral(HEADROOM_TEST_DATA "/lessons/course.yaml");
        QMimeData data;
        data.setUrls({ QUrl::fromLocalFile(file) });
        const QPoint at(50, 50);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_room->window.get(), &enter);
        QVERIFY(enter.isAccepted());
        const Plan own = m_room->window->controller().plan();
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_room->window.get(), &event);
        QTRY_VERIFY(m_room->session().course());
        QCOMPARE(m_room->session().progress().course.id, std::string { "first-afternoon" });
        QCOMPARE(m_room->window->currentPage(), QStringLiteral("learn"));
        QVERIFY(m_room->window->controller().plan() == own);
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

private:
    std::unique_ptr<Classroom> m_room;
};

QTEST_MAIN(CoursesTest)
#include "tst_courses.moc"
