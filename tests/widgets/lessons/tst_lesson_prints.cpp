#include "classroom_fixture.h"

#include "widgets/lessons/handout.h"
#include "widgets/lessons/lesson_document.h"

#include <QFile>
#include <QTextBlock>
#include <QTextDocument>

using namespace headroom;

/// Texts on screen and on paper.
class LessonPrintsTest : public QObject
{
    Q_OBJECT

private slots:
    void handouts_data() { lessonRows(); }
    void handouts()
    {
        QFETCH(QString, id);
        const Lesson *lesson = m_room.session().library().lesson(id.toStdString());
        const LessonPlans plans { *lesson, m_room.session().services() };
        QTextDocument document;
        buildHandout(document, *lesson, plans);
        const QString text = document.toPlainText();
        for (const char *mark : { "{{", "[[", "**", "glossary:", "source:" })
            QVERIFY2(!text.contains(QLatin1String(mark)), mark);
        QVERIFY(text.contains(QString::fromStdString(lesson->title)));
        for (const LessonScreen &screen : lesson->screens)
            QVERIFY2(text.contains(QString::fromStdString(screen.title)), screen.id.c_str());
        for (const LessonTask &task : lesson->tasks)
            QVERIFY2(text.contains(QString::fromStdString(task.demands()[0])), task.id.c_str());
        const QString file = m_room.fixture.folder.filePath(id + QStringLiteral(".pdf"));
        QVERIFY(writeHandout(*lesson, plans, file).empty());
        QFile pdf { file };
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.read(5) == QByteArray("%PDF-"));
        QVERIFY(pdf.size() > 20000);
    }

    /// A mark that the Markdown rules do not see as emphasis stays in the text.
    void chineseHandouts_data() { lessonRows(); }
    void chineseHandouts()
    {
        QFETCH(QString, id);
        const LessonLibrary library { DataDirectories { HEADROOM_PROFILES, {} }, "zh" };
        const Lesson *lesson = library.lesson(id.toStdString());
        const LessonPlans plans { *lesson, m_room.session().services() };
        QTextDocument document;
        buildHandout(document, *lesson, plans);
        const QString text = document.toPlainText();
        const auto mark = text.indexOf(QStringLiteral("**"));
        QVERIFY2(mark < 0, qPrintable(text.mid(std::max(qsizetype(0), mark - 30), 60)));
    }

    void aHandoutThatCannotBeWrittenIsAProblem()
    {
        const Lesson *lesson = m_room.session().library().lesson("where-memory-goes");
        const LessonPlans plans { *lesson, m_room.session().services() };
        const Problems problems
            = writeHandout(*lesson, plans, QStringLiteral("/nowhere/at/all.pdf"));
        QCOMPARE(problems.size(), std::size_t { 1 });
        QCOMPARE(problems[0].id, std::string { "file-not-written" });
    }

    void tablesAndCodeAreDressed()
    {
        QTextDocument document;
        const LessonStyle style = paperStyle(QFont());
        setLessonMarkdown(document,
            QStringLiteral("a `code` [w](glossary:mfu) [18](source:0)\n\n| a | b |\n| :-- | --: "
                           "|\n| 1 | 2 |\n"),
            style);
        QVERIFY(document.toPlainText().contains(QStringLiteral("code")));
        bool isCodeDressed = false;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            for (auto run = block.begin(); !run.atEnd(); ++run)
                isCodeDressed = isCodeDressed
                    || (run.fragment().text() == QStringLiteral("code")
                        && run.fragment().charFormat().background().color()
                            == style.codeBackground);
        QVERIFY(isCodeDressed);
    }

    void sourcesAreNumbered()
    {
        const LessonText text { "[18](source:0) and [8](source:1)",
            { { "18", "a" }, { "8", "b" } } };
        QCOMPARE(
            withSourceMarks(text, 4), QStringLiteral("[18](source:0) [4] and [8](source:1) [5]"));
    }

private:
    void lessonRows()
    {
        QTest::addColumn<QString>("id");
        for (const LessonHead &head : m_room.session().library().heads())
            QTest::newRow(head.id.c_str()) << QString::fromStdString(head.id);
    }

    Classroom m_room;
};

QTEST_MAIN(LessonPrintsTest)
#include "tst_lesson_prints.moc"
