#include "export_checks.h"
#include "export_fixture.h"
#include "outside_programs.h"

#include "model/launch/common/export_directory.h"
#include "model/launch/sweep/sweep_export.h"

#include <QDir>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace headroom;

namespace {

Result<Sweep> sweepOver(const std::string &over, const ResolvedPlan &plan)
{
    static const auto catalogue = *FlagCatalogue::load(fixture().library().directories());
    const ExportTools tools = fixture().tools();
    const SweepSources sources { tools, catalogue, [](int count) {
                                    std::vector<std::vector<FieldChange>> best;
                                    for (int i = 0; i < count; ++i)
                                        best.push_back(
                                            { { "parallelism.tensor", std::to_string(1 << i) },
                                                { "parallelism.fsdp", std::to_string(256 >> i) } });
                                    return Result<std::vector<std::vector<FieldChange>>>(best);
                                } };
    return sweepCases(over, plan, sources);
}

ResolvedPlan bigPlan()
{
    return fixture().plan("llama3-70b-h100-32-nodes");
}

} // namespace

class SweepTest : public QObject
{
    Q_OBJECT

private slots:
    void kinds_data()
    {
        QTest::addColumn<QString>("over");
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("target");
        QTest::addColumn<int>("least");
        const QString big = "llama3-70b-h100-32-nodes";
        QTest::newRow("all-reduce") << "all-reduce-threshold" << big << "maxtext-slurm" << 8;
        QTest::newRow("all-gather") << "all-gather-threshold" << big << "maxtext-slurm" << 4;
        QTest::newRow("reduce-scatter")
            << "reduce-scatter-threshold" << big << "maxtext-slurm" << 4;
        QTest::newRow("memory") << "memory-fraction" << big << "maxtext-slurm" << 5;
        QTest::newRow("channels") << "channels" << big << "maxtext-slurm" << 5;
        QTest::newRow("remat") << "remat" << big << "maxtext-slurm" << 3;
        QTest::newRow("layout") << "process-layout" << big << "maxtext-slurm" << 2;
        QTest::newRow("flags") << "flags" << big << "maxtext-slurm" << 5;
        QTest::newRow("vmem") << "scoped-vmem"
                              << "llama3.1-8b-v6e-16"
                              << "maxtext-tpu" << 4;
        QTest::newRow("accumulation") << "gradient-accumulation"
                                      << "mixtral-8x7b-h100-8-nodes"
                                      << "maxtext-slurm" << 2;
        QTest::newRow("search") << "search:3" << big << "maxtext-slurm" << 3;
        QTest::newRow("field") << "remat.policy=minimal,save_out_proj" << big << "torchtitan" << 2;
        QTest::newRow("variable") << "NCCL_PROTO=Simple,LL128" << big << "megatron" << 3;
        QTest::newRow("flag with dashes")
            << "--xla_gpu_enable_latency_hiding_scheduler=false" << big << "jax" << 2;
    }
    void kinds()
    {
        QFETCH(QString, over);
        QFETCH(QString, plan);
        QFETCH(QString, target);
        QFETCH(int, least);
        const ResolvedPlan resolved = fixture().plan(plan.toStdString());
        const Result<Sweep> sweep = sweepOver(over.toStdString(), resolved);
        QVERIFY2(sweep.hasValue(), sweep ? "" : errorLines(sweep.errors()).c_str());
        QVERIFY2(
            int(sweep->cases.size()) >= least, qPrintable(QString::number(sweep->cases.size())));
        std::set<std::string> ids;
        for (const SweepCase &one : sweep->cases)
            QVERIFY2(ids.insert(one.id).second, one.id.c_str());
        const auto files = sweepFiles(
            *sweep, resolved, {}, *exportTarget(target.toStdString()), {}, fixture().tools());
        QVERIFY2(files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
        // One case stands for all: they come from the same renderer.
        std::vector<ExportFile> shown;
        for (const ExportFile &file : files->files)
            if (!file.name.starts_with("cases/") || file.name.starts_with("cases/c01"))
                shown.push_back(file);
        const QStringList problems = scriptProblems(shown);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
        // Every case differs from the baseline in some file that it launches.
        for (const SweepCase &one : files->sweep.cases) {
            if (one.id == "c00-baseline" || one.layout != ProcessLayout::AsExported)
                continue;
            bool differs = false;
            for (const ExportFile &file : files->files) {
                const std::string prefix = "cases/" + one.id + '/';
                if (!file.name.starts_with(prefix) || file.name.ends_with("plan.headroom.yaml"))
                    continue;
                const ExportFile *base = findFile(
                    files->files, "cases/c00-baseline/" + file.name.substr(prefix.size()));
                differs = differs || !base || base->content != file.content;
            }
            QVERIFY2(differs, one.id.c_str());
        }
        QVERIFY(sweepFiles(*sweep, resolved, {}, *exportTarget(target.toStdString()), {},
                    fixture().tools())
                    ->files
            == files->files);
    }

    void theBaselineComesFirstAndLast()
    {
        const Result<Sweep> sweep = sweepOver("channels", bigPlan());
        const auto runs = sweepOrder(*sweep, { 3, 7 });
        QCOMPARE(runs.size(), 1 + 3 * sweep->cases.size());
        QCOMPARE(runs.front().caseId, std::string("c00-baseline"));
        QCOMPARE(runs.back().caseId, std::string("c00-baseline"));
        std::map<std::string, int> count;
        for (const SweepRun &run : runs)
            ++count[run.caseId];
        for (const SweepCase &one : sweep->cases)
            QCOMPARE(count[one.id], one.id == "c00-baseline" ? 4 : 3);
        const auto again = sweepOrder(*sweep, { 3, 7 });
        for (std::size_t i = 0; i < runs.size(); ++i)
            QCOMPARE(again[i].directory, runs[i].directory);
        const auto other = sweepOrder(*sweep, { 3, 8 });
        QVERIFY(std::any_of(runs.begin(), runs.end(), [&](const SweepRun &run) {
            return other[std::size_t(run.number) - 1].caseId != run.caseId;
        }));
    }

    void problems_data()
    {
        QTest::addColumn<QString>("over");
        QTest::addColumn<QString>("id");
        QTest::newRow("nonsense") << "nonsense"
                                  << "sweep-unknown";
        QTest::newRow("unknown name") << "no_such_flag=1"
                                      << "sweep-unknown";
        QTest::newRow("empty") << "scoped-vmem"
                               << "sweep-empty";
        QTest::newRow("no number") << "search:many"
                                   << "bad-option";
        QTest::newRow("the plan's own value") << "parallelism.tensor=1"
                                              << "sweep-empty";
    }
    void problems()
    {
        QFETCH(QString, over);
        const Result<Sweep> sweep = sweepOver(over.toStdString(), bigPlan());
        QVERIFY(!sweep);
        QTEST(QString::fromStdString(sweep.errors().front().id), "id");
    }

    void invalidValuesAreRefusedWithTheRule()
    {
        const Result<Sweep> sweep = sweepOver("parallelism.tensor=3", bigPlan());
        QVERIFY(sweep.hasValue());
        const auto files = sweepFiles(
            *sweep, bigPlan(), {}, *exportTarget("maxtext-slurm"), {}, fixture().tools());
        QVERIFY(!files);
        QVERIFY(
            errorLines(files.errors()).find("--over parallelism.tensor=3") != std::string::npos);
    }

    void targetsWithoutOneScriptAreRefused()
    {
        const Result<Sweep> sweep = sweepOver("channels", bigPlan());
        QVERIFY(!sweepFiles(
            *sweep, bigPlan(), {}, *exportTarget("maxtext-gke"), {}, fixture().tools()));
    }

    void runsAreCollected()
    {
        const QString realPython = QStandardPaths::findExecutable("python3");
        QVERIFY2(!realPython.isEmpty(), "python3 is missing: packaging/dependencies.sh test");
        const ResolvedPlan plan = fixture().plan("llama3.1-8b-h100-node");
        const Result<Sweep> sweep = sweepOver("channels", plan);
        QTemporaryDir place;
        const QDir folder(place.path());
        QVERIFY(writeExport(folder.filePath("a sweep").toStdString(),
            sweepFiles(*sweep, plan, {}, *exportTarget("maxtext-gpu"), { 2, 1 }, fixture().tools())
                ->files,
            false)
                    .empty());
        // Steps take longer with 4 channels; one case fails.
        const std::string standIn = "#!/usr/bin/env bash\n"
                                    "case \"$1\" in */collect.py) exec "
            + realPython.toStdString()
            + " \"$@\" ;; esac\n"
              "if [[ \"$1\" != -m || \"$2\" == pip ]]; then exit 0; fi\n"
              "[[ \"${XLA_FLAGS:-}\" == *max_nchannels=8* ]] && exit 1\n"
              "seconds=1.00\n"
              "[[ \"${XLA_FLAGS:-}\" == *max_nchannels=4* ]] && seconds=1.50\n"
              "for step in {0..29}; do echo \"completed step: ${step}, seconds: ${seconds}${step}, "
              "TFLOP/s/device: 1\"; done\n";
        writeFiles(folder, { { "bin/python3", standIn, true } });
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", folder.filePath("bin") + ':' + environment.value("PATH"));
        environment.remove("SLURM_JOB_ID");
        const auto run = [&] {
            return runProgram(
                "bash", { folder.filePath("a sweep/run_sweep.sh") }, place.path(), environment);
        };
        const ProgramResult result = run();
        QVERIFY2(result.status == 0, (result.output + result.messages).constData());
        QVERIFY(result.output.contains("2 run(s) failed"));
        QVERIFY(result.output.contains("no difference"));
        QVERIFY(result.output.contains("no drift"));
        const QString row = QString::fromUtf8(result.output)
                                .split('\n')
                                .filter(QRegularExpression("c\\d\\d-4 "))
                                .last();
        QVERIFY2(row.contains("%"), qPrintable(row));
        QVERIFY(QFile::exists(folder.filePath("a sweep/results/001-c00-baseline/environment.txt")));
        QFile csv(folder.filePath("a sweep/measurements.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
        QCOMPARE(
            lines.size(), int(sweep->cases.size())); // a header, and all cases but the failing one
        QVERIFY(lines[0].startsWith("id,quality,source,framework"));
        QVERIFY(lines[1].contains("llama3.1-8b"));
        const ProgramResult second = run(); // everything is done
        QVERIFY(second.output.contains("is done"));
    }

    void measurementRowsNameKnownColumns()
    {
        const auto request = prepareExport(
            bigPlan(), {}, *exportTarget("maxtext-gpu"), { true }, fixture().tools());
        ExportDraft draft;
        const auto spec = launchSpec(*request, "maxtext-gpu", draft);
        const auto columns = measurementColumns();
        for (const auto &[column, value] : measurementRow(*spec))
            QVERIFY2(
                std::find(columns.begin(), columns.end(), column) != columns.end(), column.c_str());
    }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "tst_sweep.moc"
