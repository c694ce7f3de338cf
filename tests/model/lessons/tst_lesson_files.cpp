#include "lesson_test_services.h"
#include "model/lessons/glossary.h"
#include "model/lessons/lesson_reader.h"
#include "model/lessons/progress.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <set>

using namespace headroom;

namespace {

const QByteArray soundLesson = R"(schema_version: 1
id: sample
title: Sample
summary: One sentence.
minutes: 5
plans:
  start: {example: llama3.1-8b-h100-node}
screens:
  - {id: one, title: One, text: "Peak {{memory.peak_bytes | gib}}"}
tasks:
  - &T {id: a, title: A, statement: S, checks: [{that: "memory.fits", says: fits}], hints: [h], answer: {remat.policy: full}, wrong: [{believes: b, set: {remat.policy: minimal}, why: w}], solution: s}
  - {id: b, title: A, statement: S, checks: [{that: "memory.fits", says: fits}], hints: [h], answer: {remat.policy: full}, wrong: [{believes: b, set: {remat.policy: minimal}, why: w}], solution: s}
  - {id: c, title: A, statement: S, checks: [{that: "memory.fits", says: fits}], hints: [h], answer: {remat.policy: full}, wrong: [{believes: b, set: {remat.policy: minimal}, why: w}], solution: s}
)";

QByteArray sound()
{
    return QByteArray { soundLesson }.replace("&T ", "");
}

void write(const QString &path, const QByteArray &content)
{
    QFile file { path };
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

} // namespace

class LessonFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("where");
        QTest::newRow("unknown key")
            << sound().replace("minutes: 5", "minutes: 5\nminuets: 6") << "unknown-key-near"
            << "f.yaml:6";
        QTest::newRow("a task after no screen")
            << sound().replace("id: a, title: A,", "id: a, title: A, after: two,")
            << "lesson-task-after"
            << "f.yaml:11";
        QTest::newRow("a figure of two things")
            << sound().replace("title: One,", "title: One, figure: {memory: [], time: []},")
            << "lesson-figure-kind"
            << "f.yaml:9";
        QTest::newRow("a figure of an unknown term")
            << sound().replace("title: One,", "title: One, figure: {time: [weights]},")
            << "lesson-figure-term"
            << "f.yaml:9";
        QTest::newRow("a figure of an unknown plan")
            << sound().replace("title: One,", "title: One, figure: {time: [], plans: [x]},")
            << "lesson-plan-unknown"
            << "f.yaml:9";
        QTest::newRow("no title") << sound().replace("title: Sample\n", "") << "missing-key"
                                  << "f.yaml";
        QTest::newRow("bad check")
            << sound().replace("that: \"memory.fits\"", "that: \"1 +\"") << "expression-unreadable"
            << "f.yaml:11";
        QTest::newRow("no start") << sound().replace("  start:", "  other:")
                                  << "lesson-plan-unknown"
                                  << "f.yaml";
        QTest::newRow("no task") << sound().left(sound().indexOf("tasks:")) << "lesson-too-short"
                                 << "f.yaml";
        QTest::newRow("a wrong answer that changes nothing")
            << sound().replace("set: {remat.policy: minimal}, why: w", "why: w")
            << "lesson-wrong-empty"
            << "f.yaml:11";
        QTest::newRow("twice the same id")
            << sound().replace("{id: b,", "{id: a,") << "duplicate-key"
            << "f.yaml:12";
        QTest::newRow("no hints") << sound().replace("hints: [h]", "hints: []")
                                  << "lesson-task-incomplete"
                                  << "f.yaml:11";
        QTest::newRow("two origins")
            << sound().replace("{example: llama3.1-8b-h100-node}", "{example: a, from: start}")
            << "lesson-plan-origin"
            << "f.yaml:7";
        QTest::newRow("other version")
            << sound().replace("schema_version: 1", "schema_version: 2") << "wrong-schema-version"
            << "f.yaml:1";
    }
    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, id);
        QFETCH(QString, where);
        const auto root = parseYaml(text.toStdString(), "f.yaml");
        QVERIFY(root.hasValue());
        const auto lesson = readLesson(*root, "f.yaml");
        QVERIFY(!lesson);
        bool found = false;
        for (const Error &error : lesson.errors())
            found = found
                || (QString::fromStdString(error.id) == id
                    && QString::fromStdString(error.where).startsWith(where));
        QVERIFY2(found, qPrintable(wordsOf(lesson.errors())));
    }

    void brokenUserFileIsListedAndSkipped()
    {
        QTemporaryDir shipped, user;
        QVERIFY(QDir { shipped.path() }.mkpath("lessons"));
        QVERIFY(QDir { user.path() }.mkpath("lessons"));
        write(shipped.filePath("lessons/01-sample.yaml"), sound());
        write(user.filePath("lessons/01-sample.yaml"), "title: [\n");
        write(user.filePath("lessons/02-own.yaml"), sound().replace("id: sample", "id: own"));
        const LessonLibrary library { DataDirectories {
            shipped.path().toStdString(), user.path().toStdString() } };
        QCOMPARE(library.lessons().size(), std::size_t { 2 });
        QVERIFY(library.lesson("sample") && library.lesson("own"));
        QCOMPARE(library.skipped().size(), std::size_t { 1 });
        QVERIFY(QString::fromStdString(library.skipped()[0].problems[0].where).contains(":"));
    }

    void userFileReplacesAShippedLesson()
    {
        QTemporaryDir shipped, user;
        QVERIFY(QDir { shipped.path() }.mkpath("lessons"));
        QVERIFY(QDir { user.path() }.mkpath("lessons"));
        write(shipped.filePath("lessons/01-sample.yaml"), sound());
        write(user.filePath("lessons/01-sample.yaml"),
            sound().replace("title: Sample", "title: Mine"));
        const LessonLibrary library { DataDirectories {
            shipped.path().toStdString(), user.path().toStdString() } };
        QCOMPARE(library.lessons().size(), std::size_t { 1 });
        QCOMPARE(library.lessons()[0]->title, std::string { "Mine" });
    }

    void translationReplacesTextsAlone()
    {
        const auto root = parseYaml(sound().toStdString(), "f.yaml");
        Result<Lesson> lesson = readLesson(*root, "f.yaml");
        QVERIFY(lesson.hasValue());
        const auto texts = parseYaml("schema_version: 1\nid: sample\nlanguage: zh\ntitle: T\n"
                                     "screens:\n  one: {title: E, text: X}\n"
                                     "tasks:\n  a: {checks: [passt], hints: [tipp], "
                                     "wrong: [{believes: glaube, why: weil}]}\n",
            "t.yaml");
        QVERIFY(applyLessonTexts(lesson.value(), *texts, "t.yaml").empty());
        QCOMPARE(lesson->title, std::string { "T" });
        QCOMPARE(lesson->screen("one")->text, std::string { "X" });
        QCOMPARE(lesson->task("a")->checks[0].says, std::string { "passt" });
        QCOMPARE(lesson->task("a")->checks[0].that.text(), std::string { "memory.fits" });
        QCOMPARE(lesson->task("a")->wrong[0].believes, std::string { "glaube" });
        QCOMPARE(lesson->task("a")->wrong[0].why, std::string { "weil" });
        QCOMPARE(lesson->task("b")->title, std::string { "A" });
    }

    void translationOfWrongShapeIsRefused()
    {
        const auto root = parseYaml(sound().toStdString(), "f.yaml");
        Result<Lesson> lesson = readLesson(*root, "f.yaml");
        const auto texts = parseYaml("schema_version: 1\nid: sample\nlanguage: zh\n"
                                     "screens:\n  two: {title: E}\n"
                                     "tasks:\n  a: {hints: [one, two]}\n",
            "t.yaml");
        const Problems problems = applyLessonTexts(lesson.value(), *texts, "t.yaml");
        QCOMPARE(problems.size(), std::size_t { 2 });
    }

    void progressComesBackEqual()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("deep/progress.json").toStdString();
        LessonProgress progress;
        progress.lessons["a"] = { "screen", { "t1", "t2" }, { { "t1", 2 } }, { "t2" }, 3, true };
        progress.lessons["b"] = {};
        progress.course = { "two-hours", "/tmp/course.yaml" };
        progress.aside = { "schema_version: 1\nname: \"x\"\n", "/tmp/x.yaml", true };
        QVERIFY(loadProgress(file)->lessons.empty());
        QVERIFY(saveProgress(progress, file).empty());
        const auto loaded = loadProgress(file);
        QVERIFY2(loaded.hasValue(), loaded ? "" : qPrintable(wordsOf(loaded.errors())));
        QVERIFY(*loaded == progress);
    }

    void brokenProgressIsAProblemAndStays()
    {
        QTemporaryDir folder;
        write(folder.filePath("progress.json"), "{\"schema_version\": 1, \"lessons\": ");
        QVERIFY(!loadProgress(folder.filePath("progress.json").toStdString()));
        QVERIFY(QFile::exists(folder.filePath("progress.json")));
    }

    void glossaryFindsWords()
    {
        const auto glossary = loadGlossary(LessonTestServices::directories());
        QVERIFY2(glossary.hasValue(), glossary ? "" : qPrintable(wordsOf(glossary.errors())));
        QVERIFY(glossary->words.size() >= 100);
        for (const char *name : { "mfu", "MFU", "gradient checkpointing", "LHS", "AutoPGLE" })
            QVERIFY2(glossary->find(name), name);
        QVERIFY(!glossary->find("no such word"));
        std::set<std::string> names;
        for (const GlossaryWord &word : glossary->words)
            QVERIFY2(names.insert(word.word).second, word.word.c_str());
    }

    void glossaryIsTranslated()
    {
        const auto english = loadGlossary(LessonTestServices::directories());
        const auto chinese = loadGlossary(LessonTestServices::directories(), "zh");
        QVERIFY2(chinese.hasValue(), chinese ? "" : qPrintable(wordsOf(chinese.errors())));
        for (std::size_t i = 0; i < english->words.size(); ++i)
            QVERIFY2(
                chinese->words[i].says != english->words[i].says, english->words[i].id.c_str());
    }
};

QTEST_GUILESS_MAIN(LessonFilesTest)
#include "tst_lesson_files.moc"
