#include "coverage.h"
#include "lesson_test_services.h"
#include "model/launch/targets/export_targets.h"
#include "model/lessons/glossary.h"
#include "model/plan/fields/plan_fields.h"

#include "model/base/document/document.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <set>

using namespace headroom;

/// Each row of coverage.yaml against the catalogues of the product.
class CoverageTest : public QObject
{
    Q_OBJECT

private slots:
    void everyRowLivesSomewhere()
    {
        const Result<Coverage> coverage = shipped();
        QVERIFY2(coverage.hasValue(), coverage ? "" : qPrintable(wordsOf(coverage.errors())));
        const std::vector<std::string> problems = coverageProblems(*coverage, kinds());
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());
        QVERIFY(coverage->rows.size() >= 150);
    }

    void everyDocumentIsCovered()
    {
        const Result<Coverage> coverage = shipped();
        QCOMPARE(coverage->documents.size(), std::size_t { 5 });
        std::set<std::string> gists;
        for (const CoverageRow &row : coverage->rows)
            QVERIFY2(gists.insert(row.document + row.gist).second, row.gist.c_str());
        for (const auto &[id, title] : coverage->documents)
            QVERIFY2(
                std::ranges::count(coverage->rows, id, &CoverageRow::document) >= 20, id.c_str());
    }

    void everyLessonIsReached()
    {
        const Result<Coverage> coverage = shipped();
        for (const Lesson *lesson : m_lessons.lessons()) {
            const bool isNamed = std::ranges::any_of(coverage->rows, [&](const CoverageRow &row) {
                return std::ranges::any_of(row.targets, [&](const CoverageTarget &target) {
                    return target.kind == "lesson" && target.id.starts_with(lesson->id + "#");
                });
            });
            QVERIFY2(isNamed, lesson->id.c_str());
        }
    }

    /// Every task names sections that exist, and the README of the lessons counts them.
    void tasksAreCountedBySection()
    {
        const std::string folder = std::string { HEADROOM_PROFILES } + "/lessons/";
        const Result<Document> sections = readYamlFile(folder + "documents.yaml");
        QVERIFY(sections.hasValue());
        std::map<std::string, QStringList> tasks;
        for (const Lesson *lesson : m_lessons.lessons())
            for (const LessonTask &task : lesson->tasks)
                for (const std::string &section : task.practises)
                    tasks[section] << QString::fromStdString(task.id);
        QString text = QStringLiteral(
            "# Lessons\n\nOne file a lesson, `NAME.zh.yaml` its Chinese texts; `lessons/` of your "
            "data folder takes your own. What a screen\nhas beside its text: `figure: {memory: "
            "[gradients], plans: [zero2]}` draws the terms of the plan as it is now, and of\nplans "
            "of the lesson on the same scale, with the named terms lit up. `after: SCREEN` puts a "
            "task between screens.\n`icon: NAME` pictures the subject in the list, by a file of "
            "`resources/icons`.\n\n## Tasks by section of the documents\n\nCounted from "
            "`practises` of the tasks by `tst_coverage`, which writes this file "
            "(`HEADROOM_REGENERATE=1`).\n");
        std::size_t known = 0;
        for (const auto &[document, node] : sections->find("documents")->members()) {
            text += QStringLiteral("\n### %1\n\n| section | tasks | which |\n| :-- | --: | :-- |\n")
                        .arg(QString::fromStdString(node.find("title")->text()));
            for (const auto &[id, title] : node.find("sections")->members()) {
                const QStringList those = tasks[document + "/" + id];
                known += those.size();
                text += QStringLiteral("| %1 | %2 | %3 |\n")
                            .arg(QString::fromStdString(title.text()))
                            .arg(those.size())
                            .arg(those.join(QStringLiteral(", ")));
            }
        }
        std::size_t named = 0;
        for (const auto &[section, those] : tasks)
            named += those.size();
        QCOMPARE(known, named); // a section that does not exist is in no table
        QFile readme { QString::fromStdString(folder + "README.md") };
        if (qEnvironmentVariableIsSet("HEADROOM_REGENERATE")) {
            QVERIFY(readme.open(QIODevice::WriteOnly));
            readme.write(text.toUtf8());
            readme.close();
        }
        QVERIFY(readme.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(readme.readAll()), text);
    }

    void gapsAreSeen_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QString>("says");
        QTest::newRow("no target") << QByteArray { "{document: d, gist: g}" } << "no target for g";
        QTest::newRow("unknown document")
            << QByteArray { "{document: e, gist: g, in: {term: weights}}" } << "no document e";
        QTest::newRow("unknown kind")
            << QByteArray { "{document: d, gist: g, in: {page: x}}" } << "no page x";
        QTest::newRow("unknown id")
            << QByteArray { "{document: d, gist: g, in: {term: wheights}}" } << "no term wheights";
        QTest::newRow("unknown screen")
            << QByteArray { "{document: d, gist: g, in: {lesson: where-memory-goes#nowhere}}" }
            << "no lesson where-memory-goes#nowhere";
    }
    void gapsAreSeen()
    {
        QFETCH(QByteArray, row);
        QFETCH(QString, says);
        QTemporaryDir folder;
        QFile file { folder.filePath("coverage.yaml") };
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("schema_version: 1\ndocuments: {d: D}\nrows:\n  - " + row + "\n");
        file.close();
        const Result<Coverage> coverage = loadCoverage(file.fileName().toStdString());
        QVERIFY(coverage.hasValue());
        const std::vector<std::string> problems = coverageProblems(*coverage, kinds());
        QCOMPARE(problems.size(), std::size_t { 1 });
        QVERIFY2(
            problems[0].ends_with("coverage.yaml:4: " + says.toStdString()), problems[0].c_str());
    }

private:
    static Result<Coverage> shipped()
    {
        return loadCoverage(HEADROOM_TEST_DATA "/lessons/coverage.yaml");
    }

    bool hasLesson(const std::string &id) const
    {
        const std::size_t hash = id.find('#');
        const Lesson *lesson = m_lessons.lesson(id.substr(0, hash));
        return lesson && (hash == std::string::npos || lesson->screen(id.substr(hash + 1)));
    }

    bool isInCatalogue(const std::string &name) const
    {
        return m_services.catalogue().find(name) != nullptr;
    }

    bool isSwept(const std::string &id) const
    {
        return id == "flags" || id == "search" || planField(id) || isInCatalogue(id);
    }

    static bool isCommand(const std::string &name)
    {
        static const std::set<std::string> names { "estimate", "search", "export", "sweep", "lint",
            "explain", "validate", "profiles" };
        return names.contains(name);
    }

    static bool isOptimizer(const std::string &name)
    {
        const auto &choices = planField("optimizer")->choices;
        return std::ranges::find(choices, name) != choices.end();
    }

    CoverageKinds kinds() const
    {
        const LessonServices services = m_services.services();
        CoverageKinds kinds;
        kinds["lesson"] = [this](const std::string &id) { return hasLesson(id); };
        kinds["glossary"] = [this](const std::string &id) {
            const GlossaryWord *word = m_glossary->find(id);
            return word && word->id == id;
        };
        kinds["term"]
            = [](const std::string &id) { return memoryTermById(id) || timeTermById(id); };
        kinds["finding"] = [](const std::string &id) { return messageTemplate(id) != nullptr; };
        kinds["field"] = [](const std::string &id) { return planField(id) != nullptr; };
        kinds["flag"]
            = [this](const std::string &id) { return isInCatalogue(id) && id.starts_with("xla_"); };
        kinds["variable"] = [this](const std::string &id) {
            return isInCatalogue(id) && !id.starts_with("xla_");
        };
        kinds["option"] = [this](const std::string &id) {
            return m_services.catalogue().option(id) != nullptr;
        };
        kinds["set"] = [this](const std::string &id) {
            return std::ranges::any_of(
                m_services.catalogue().sets(), [&id](const FlagSet &set) { return set.id == id; });
        };
        kinds["policy"] = [this](const std::string &id) {
            return m_services.library().rematPolicy(id).hasValue();
        };
        kinds["recipe"]
            = [this](const std::string &id) { return m_services.library().recipe(id).hasValue(); };
        kinds["optimizer"] = isOptimizer;
        kinds["export"] = [](const std::string &id) { return exportTarget(id) != nullptr; };
        kinds["sweep"] = [this](const std::string &id) { return isSwept(id); };
        kinds["command"] = isCommand;
        kinds["measurement"] = [services](const std::string &id) {
            return services.measurement(id, "id").has_value();
        };
        return kinds;
    }

    LessonTestServices m_services;
    LessonLibrary m_lessons { LessonTestServices::directories() };
    Result<Glossary> m_glossary = loadGlossary(LessonTestServices::directories());
};

QTEST_GUILESS_MAIN(CoverageTest)
#include "tst_coverage.moc"
