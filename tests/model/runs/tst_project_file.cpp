#include "tests/model/shipped.h"

#include "model/measurement/measurement_reader.h"
#include "model/runs/project_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sstream>

using namespace headroom;

namespace {

RunRecord run(const std::string &id, const std::string &digest, double seconds)
{
    RunRecord record;
    record.id = id;
    record.format = "maxtext-log";
    record.plan.parallelism.fsdp = 8;
    record.stepSeconds = seconds;
    record.steps.used = 12;
    record.steps.leftOutTotal = 5;
    record.peakBytes = 64.0 * 1024 * 1024 * 1024;
    record.memoryIs = "compiled";
    record.sources = { { id + ".log", digest, true } };
    record.fields = { { "model", FieldOrigin::Read } };
    return record;
}

std::string textOf(const QString &path)
{
    std::ifstream stream(path.toStdString(), std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

std::vector<AddedAs> add(const QString &path, const std::vector<RunRecord> &runs)
{
    const auto change = addToProject(path.toStdString(), runs, shippedLibrary());
    return change ? change->runs : std::vector<AddedAs> {};
}

} // namespace

class ProjectFileTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void rowsAreMeasurements()
    {
        const QString path = m_folder->filePath("a.runs.csv");
        QCOMPARE(add(path, { run("one", "d1", 5.5), run("two", "d2", 6.5) }),
            (std::vector { AddedAs::New, AddedAs::New }));
        std::ifstream stream(path.toStdString());
        auto reader = MeasurementReader::open(stream, "a.runs.csv", shippedLibrary().directories());
        QVERIFY(reader.hasValue());
        QVERIFY(reader->absentColumns().empty());
        MeasurementReader::Row row;
        QVERIFY(reader.value().next(row));
        const auto *first = std::get_if<Measurement>(&row);
        QVERIFY(first);
        QCOMPARE(first->stepSeconds.value_or(0), 5.5);
        QCOMPARE(first->peakMemoryGib.value_or(0), 64.0);
        QCOMPARE(first->memoryIs, std::string("compiled"));
        QCOMPARE(first->modelName, std::string("llama3.1-8b"));
        QVERIFY(reader.value().next(row) && !reader.value().next(row));
    }

    void addingTwiceAddsOnce()
    {
        const QString path = m_folder->filePath("a.runs.csv");
        add(path, { run("one", "d1", 5.5) });
        const std::string before = textOf(path);
        QCOMPARE(add(path, { run("one", "d1", 5.5) }), (std::vector { AddedAs::Unchanged }));
        QCOMPARE(textOf(path), before);
        // The same log, now with its configuration beside it.
        RunRecord better = run("one", "d1", 5.5);
        better.plan.remat.policy = "full";
        better.sources.push_back({ "config.yml", "d9", false });
        QCOMPARE(add(path, { better }), (std::vector { AddedAs::Replaced }));
        const auto runs = listProject(path.toStdString());
        QVERIFY(runs.hasValue());
        QCOMPARE(runs->size(), std::size_t { 1 });
        QCOMPARE(runs->front().digests, (std::vector<std::string> { "d1", "d9" }));
    }

    void oneConfigurationForTwoLogsIsTwoRuns()
    {
        const QString path = m_folder->filePath("a.runs.csv");
        RunRecord one = run("one", "d1", 5.5), two = run("two", "d2", 5.6);
        one.sources.push_back({ "config.yml", "d9", false });
        two.sources.push_back({ "config.yml", "d9", false });
        QCOMPARE(add(path, { one, two }), (std::vector { AddedAs::New, AddedAs::New }));
    }

    void idsStayUnique()
    {
        const QString path = m_folder->filePath("a.runs.csv");
        add(path, { run("one", "d1", 5.5) });
        add(path, { run("one", "d2", 5.6) });
        const auto runs = listProject(path.toStdString());
        QCOMPARE(runs->at(1).id, std::string("one-2"));
    }

    void foreignRowsKeepTheirBytes()
    {
        const QString path = m_folder->filePath("a.runs.csv");
        const std::string old = "id,extra,step_time_s\r\nmine,\"a, \"\"b\"\"\nc\",7.5\nlast,x,1";
        std::ofstream(path.toStdString(), std::ios::binary) << old;
        add(path, { run("one", "d1", 5.5) });
        const std::string text = textOf(path);
        QVERIFY(text.find("mine,\"a, \"\"b\"\"\nc\",7.5\nlast,x,1\n") != std::string::npos);
        const auto runs = listProject(path.toStdString());
        QVERIFY(runs.hasValue());
        QCOMPARE(runs->size(), std::size_t { 3 });
        QCOMPARE(runs->at(0).stepSeconds.value_or(0), 7.5);
        QCOMPARE(runs->at(2).stepSeconds.value_or(0), 5.5);
        // Now its header is ours, and another run changes nothing above it.
        add(path, { run("two", "d2", 6.5) });
        QVERIFY(textOf(path).starts_with(text));
    }

    void hostileNamesStayText()
    {
        const QString path = m_folder->filePath("a.runs.csv");
        RunRecord record = run("one", "d1", 5.5);
        record.sources.front().file = "=cmd|'/c x'!A1\x1b[31m\n\",evil";
        record.plan.name = "a\nb\"c";
        QCOMPARE(add(path, { record }), (std::vector { AddedAs::New }));
        const std::string text = textOf(path);
        QCOMPARE(std::ranges::count(text, '\n'), 2);
        QVERIFY(text.find('\x1b') == std::string::npos);
        QVERIFY(
            text.find(",=cmd") == std::string::npos && text.find("\"=cmd") == std::string::npos);
        QCOMPARE(add(path, { record }), (std::vector { AddedAs::Unchanged }));
        QCOMPARE(listProject(path.toStdString())->size(), std::size_t { 1 });
    }

    void refusals()
    {
        const QString path = m_folder->filePath("a.runs.csv");
        std::ofstream(path.toStdString()) << "name,value\nx,1\n";
        const auto change
            = addToProject(path.toStdString(), { run("one", "d1", 5.5) }, shippedLibrary());
        QVERIFY(!change);
        QCOMPARE(change.errors().front().id, std::string("measurement-header"));
        QCOMPARE(textOf(path), std::string("name,value\nx,1\n"));
        const auto nowhere
            = addToProject("/no/such/folder/a.csv", { run("one", "d1", 5.5) }, shippedLibrary());
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.errors().front().id, std::string("file-not-written"));
    }

    void nameBesidePlan()
    {
        QCOMPARE(projectFileBeside("dir/llama.headroom.yaml").string(),
            std::string("dir/llama.runs.csv"));
        QCOMPARE(projectFileBeside("plan.yaml").string(), std::string("plan.runs.csv"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(ProjectFileTest)
#include "tst_project_file.moc"
