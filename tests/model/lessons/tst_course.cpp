// Courses: lessons in a teacher's order, and exercises of the course's own.
#include "lesson_test_services.h"
#include "model/base/files/read_file.h"
#include "model/lessons/class_table.h"
#include "model/lessons/course.h"

#include <QTemporaryDir>

#include <fstream>

using namespace headroom;

class CourseTest : public QObject
{
    Q_OBJECT

private slots:
    void aSoundCourseHasNothingToRemark()
    {
        const Result<Course> course = loadCourse(file(), m_library);
        QVERIFY2(course.hasValue(), course ? "" : qPrintable(wordsOf(course.errors())));
        const Problems problems = courseProblems(*course, m_services.services());
        QVERIFY2(problems.empty(), qPrintable(wordsOf(problems)));
        QCOMPARE(teachingFile(file()), TeachingFile::Course);
        QCOMPARE(teachingFile(HEADROOM_PROFILES "/lessons/01-where-memory-goes.yaml"),
            TeachingFile::Lesson);
        QCOMPARE(teachingFile(HEADROOM_PROFILES "/plans/llama3.1-8b-h100-node.headroom.yaml"),
            TeachingFile::None);
    }

    /// What the README shows can be taken as it stands.
    void theReadmeShowsASoundCourse()
    {
        const Result<std::string> readme = readTextFile(HEADROOM_PROFILES "/../README.md");
        QVERIFY(readme.hasValue());
        std::string text;
        std::size_t at = readme->find("    schema_version: 1\n    id: first-afternoon");
        QVERIFY(at != std::string::npos);
        while (readme->compare(at, 4, "    ") == 0) {
            const std::size_t end = readme->find('\n', at);
            text += readme->substr(at + 4, end - at - 3);
            at = end + 1;
        }
        const Result<Course> course = parseCourse(text, "README.md", m_library);
        QVERIFY2(course.hasValue(), course ? "" : qPrintable(wordsOf(course.errors())));
        QCOMPARE(course->entries.size(), std::size_t { 2 });
        const Problems problems = courseProblems(*course, m_services.services());
        QVERIFY2(problems.empty(), qPrintable(wordsOf(problems)));
    }

    void headsFollowTheCourse()
    {
        const Result<Course> course = loadCourse(file(), m_library);
        const std::vector<LessonHead> heads = course->heads(m_library);
        QCOMPARE(heads.size(), std::size_t { 3 });
        QCOMPARE(heads[0].id, std::string { "where-memory-goes" });
        QCOMPARE(heads[0].title, m_library.heads()[0].title);
        QCOMPARE(heads[0].minutes, 30);
        QCOMPARE(heads[1].title, std::string { "Which axis where" });
        QCOMPARE(heads[2].id, std::string { "first-afternoon.our-cluster" });
        QCOMPARE(heads[2].title, std::string { "Sixteen of our GPUs" });
        QVERIFY(course->lesson(heads[1].id, m_library) == m_library.lesson(heads[1].id));
        QCOMPARE(course->lesson(heads[2].id, m_library)->tasks.size(), std::size_t { 2 });
        QVERIFY(!course->lesson("no-such", m_library));
    }

    /// An incident stands in a course like a lesson, and in the table of the class.
    void aCourseTakesIncidents()
    {
        const std::string text = "schema_version: 1\nid: a\ntitle: T\nlessons:\n"
                                 "  - {incident: {seed: 7, level: 2}, title: The cable}\n"
                                 "  - {incident: {story: ten-of-twenty-five}, minutes: 15}\n";
        const Result<Course> course = parseCourse(text, "c.yaml", m_library);
        QVERIFY2(course.hasValue(), course ? "" : qPrintable(wordsOf(course.errors())));
        const std::vector<LessonHead> heads = course->heads(m_library);
        QCOMPARE(heads.size(), std::size_t { 2 });
        QCOMPARE(heads[0].title, std::string { "The cable" });
        QCOMPARE(heads[0].id, std::string { "incident-7-level-2" });
        QCOMPARE(heads[1].minutes, 15);
        QCOMPARE(course->incident(heads[0].id)->seed, std::uint64_t { 7 });
        QCOMPARE(course->incident(heads[1].id)->story, std::string { "ten-of-twenty-five" });
        QVERIFY(!course->incident("where-memory-goes"));
        QVERIFY(courseProblems(*course, m_services.services()).empty());

        QTemporaryDir folder;
        const std::filesystem::path file
            = std::filesystem::path { folder.path().toStdString() } / "bob.json";
        QVERIFY(saveProgress({}, file).empty());
        const auto rows = readClass({ file }, m_library, &*course);
        QVERIFY(rows.hasValue());
        QCOMPARE(rows->front().lessons.size(), std::size_t { 2 });
        QCOMPARE(rows->front().lessons[0].tasks, incidentTasks);
    }

    void incidentsOfACourseAreChecked()
    {
        const auto problem = [this](const std::string &entry) {
            const Result<Course> course
                = parseCourse("schema_version: 1\nid: a\ntitle: T\nlessons:\n  - " + entry + "\n",
                    "c.yaml", m_library);
            return course ? std::string {} : course.errors().front().id;
        };
        QCOMPARE(problem("{incident: {story: nowhere}}"), std::string { "course-unknown-story" });
        QCOMPARE(problem("{incident: {level: 2}}"), std::string { "missing-key" });
        QCOMPARE(problem("{incident: {seed: 7, level: 4}}"), std::string { "out-of-range" });
        QCOMPARE(problem("{incident: {seed: 7}, lesson: where-memory-goes}"),
            std::string { "course-entry" });
        QCOMPARE(problem("{incident: {seed: 7}}\n  - {incident: {seed: 7}}"),
            std::string { "duplicate-key" });
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("line");
        const auto row = [](const char *name, const char *before, const char *after, const char *id,
                             int line) {
            QTest::newRow(name) << QByteArray { before } << QByteArray { after }
                                << QString::fromLatin1(id) << line;
        };
        row("slip in a lesson's id", "lesson: where-memory-goes", "lesson: where-memory-went",
            "course-unknown-lesson-near", 7);
        row("no such lesson", "lesson: where-memory-goes", "lesson: xyz", "course-unknown-lesson",
            7);
        row("unknown key", "minutes: 30", "minuets: 30", "unknown-key-near", 7);
        row("a lesson twice", "lesson: choosing-a-sharding", "lesson: where-memory-goes",
            "duplicate-key", 8);
        row("neither lesson nor exercise", "{lesson: where-memory-goes, minutes: 30}",
            "{minutes: 30}", "course-entry", 7);
        row("no id", "id: first-afternoon", "id: First afternoon", "course-id", 2);
        row("bad check", "that: \"memory.fits\"", "that: \"1 +\"", "expression-unreadable", 27);
        row("unknown example", "example: llama3.1-8b-h100-node", "example: llama9", "unknown-plan",
            17);
        row("unknown field", "hardware.nodes: 2", "hardware.nodse: 2", "unknown-key-near", 17);
        row("unknown name in a goal", "that: \"memory.fits\"", "that: \"memory.fit\"",
            "expression-undefined", 27);
        row("unknown name in a text", "{{start.memory.peak_bytes", "{{strat.memory.peak_bytes",
            "expression-undefined", 22);
        row("goals that hold at once", "that: \"memory.fits\"", "that: \"devices > 1\"",
            "lesson-task-solved", 22);
        row("an answer that does not reach", "answer: {parallelism.micro_batch_sequences: 1}",
            "answer: {optimizer: sgd_momentum}", "lesson-answer-fails", 27);
        row("a wrong answer that passes", "set: {optimizer: sgd_momentum}",
            "set: {parallelism.micro_batch_sequences: 1}", "lesson-wrong-passes", 33);
        row("a wrong answer that is the start", "set: {optimizer: sgd_momentum}",
            "set: {optimizer: adamw}", "lesson-wrong-empty", 33);
        row("a wrong number that is right", "gives: \"50 * start", "gives: \"100 * start",
            "lesson-wrong-passes", 46);
        row("an answer that breaks a rule", "answer: {parallelism.micro_batch_sequences: 1}",
            "answer: {parallelism.tensor: 3}", "rule-device-count", 22);
    }
    void refuses()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QString, id);
        QFETCH(int, line);
        QByteArray text = QByteArray::fromStdString(*readTextFile(file()));
        QVERIFY(text.contains(before));
        text.replace(text.indexOf(before), before.size(), after);
        const Result<Course> course = parseCourse(text.toStdString(), "c.yaml", m_library);
        const Problems problems
            = course ? courseProblems(*course, m_services.services()) : course.errors();
        const std::string where = "c.yaml:" + std::to_string(line);
        const bool isNamed = std::ranges::any_of(problems, [&](const Error &error) {
            return error.id == id.toStdString()
                && (error.where == where || error.where.starts_with(where + ":"));
        });
        QVERIFY2(isNamed, qPrintable(wordsOf(problems)));
    }

    /// One row a learner, the course's lessons across, those never opened as well.
    void aClassIsTabulatedOverACourse()
    {
        QTemporaryDir folder;
        const std::filesystem::path root { folder.path().toStdString() };
        LessonProgress ada;
        ada.course = { "first-afternoon", "/home/ada/course.yaml" };
        ada.aside.planText = "her own";
        ada.lessons["first-afternoon.our-cluster"] = { {}, { "make-it-fit" }, {}, {}, 2, false };
        ada.lessons["where-memory-goes"]
            = { {}, { "a", "b", "c", "d" }, { { "a", 2 } }, {}, 4, true };
        ada.lessons["low-precision"] = { {}, { "x" }, {}, {}, 3, false };
        QVERIFY(saveProgress(withoutOwnWork(ada), root / "ada.json").empty());
        const std::string given = *readTextFile(root / "ada.json");
        QVERIFY2(given.find("/home/ada") == std::string::npos, given.c_str());
        QVERIFY2(given.find("her own") == std::string::npos, given.c_str());
        LessonProgress bob;
        bob.course.id = "another";
        QVERIFY(saveProgress(bob, root / "bob.json").empty());

        const Result<Course> course = loadCourse(file(), m_library);
        const auto rows = readClass({ root / "ada.json", root / "bob.json" }, m_library, &*course);
        QVERIFY(rows.hasValue());
        QCOMPARE(QString::fromStdString(classCsv(*rows)),
            QStringLiteral("learner,course,lesson,solved,tasks,hints,answers,finished\n"
                           "ada,first-afternoon,where-memory-goes,4,4,2,0,yes\n"
                           "ada,first-afternoon,choosing-a-sharding,0,%2,0,0,no\n"
                           "ada,first-afternoon,first-afternoon.our-cluster,1,2,0,0,no\n"
                           "bob,another,where-memory-goes,0,%1,0,0,no\n"
                           "bob,another,choosing-a-sharding,0,%2,0,0,no\n"
                           "bob,another,first-afternoon.our-cluster,0,2,0,0,no\n")
                .arg(tasksOf("where-memory-goes"))
                .arg(tasksOf("choosing-a-sharding")));
        const Errors notes = otherCourseNotes(*rows, *course);
        QCOMPARE(notes.size(), std::size_t { 1 });
        QVERIFY(notes[0].where.ends_with("bob.json"));
    }

    void coursesOfAFolderAreFound()
    {
        QTemporaryDir folder;
        const std::filesystem::path root { folder.path().toStdString() };
        QVERIFY(courseFiles(root / "nowhere").empty());
        for (const char *name : { "b.yaml", "a.yaml", "notes.txt" })
            std::ofstream { root / name } << "x";
        const auto files = courseFiles(root);
        QCOMPARE(files.size(), std::size_t { 2 });
        QCOMPARE(files[0].filename().string(), std::string { "a.yaml" });
    }

private:
    static std::filesystem::path file() { return HEADROOM_TEST_DATA "/lessons/course.yaml"; }

    int tasksOf(const char *lesson) const
    {
        return static_cast<int>(m_library.lesson(lesson)->tasks.size());
    }

    LessonTestServices m_services;
    LessonLibrary m_library { LessonTestServices::directories() };
};

QTEST_GUILESS_MAIN(CourseTest)
#include "tst_course.moc"
