#include "export_checks.h"
#include "export_fixture.h"

#include "model/intake/plan_intake.h"

#include <QTest>

#include <algorithm>
#include <sstream>

using namespace headroom;

namespace {

ResolvedPlan adapters(const std::vector<std::string> &settings)
{
    return fixture().plan("llama3.1-8b-lora-one-gpu", settings);
}

/// What a target's files, without README and plan, say of the evaluation's micro-batch.
double readBack(const std::vector<ExportFile> &files)
{
    IntakeTexts texts;
    for (const ExportFile &file : files)
        if (file.name != "README.md" && !file.name.ends_with(".headroom.yaml")) {
            std::istringstream stream(file.content);
            readIntakeText(stream, file.name, fixture().library(), texts);
        }
    return planOf(std::move(texts), fixture().library(), nullptr, {}, IntakeDetail::Fields)
        .plan.workload.evaluation.microBatch;
}

} // namespace

/// Evaluations between training steps in the files of the tools, and what is said of them.
class EvaluationExportsTest : public QObject
{
    Q_OBJECT

private slots:
    void toolsEvaluate_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("lines");
        QTest::newRow("axolotl") << "axolotl.yml"
                                 << QStringList { "val_set_size: 0.05", "eval_batch_size: 4",
                                        "eval_strategy: steps", "eval_steps: 500" };
        QTest::newRow("llama-factory")
            << "llamafactory.yaml"
            << QStringList { "val_size: 0.05", "per_device_eval_batch_size: 4",
                   "eval_strategy: steps", "eval_steps: 500" };
        QTest::newRow("trl") << "sft.yaml"
                             << QStringList { "test_split_size: 0.05",
                                    "per_device_eval_batch_size: 4", "eval_strategy: steps",
                                    "eval_steps: 500" };
    }
    void toolsEvaluate()
    {
        QFETCH(QString, file);
        QFETCH(QStringList, lines);
        const char *const target = QTest::currentDataTag();
        const auto files
            = fixture().files(adapters({ "workload.evaluation.micro_batch=4" }), target, false);
        QVERIFY2(files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
        const auto own = std::ranges::find(*files, file.toStdString(), &ExportFile::name);
        QVERIFY(own != files->end());
        for (const QString &line : lines)
            QVERIFY2(own->content.find('\n' + line.toStdString() + '\n') != std::string::npos,
                qPrintable(line));
        QCOMPARE(readBack(*files), 4.0);
        // As often as checkpoints are written.
        const std::string often = fixture().file(
            adapters({ "workload.evaluation.micro_batch=4", "job.checkpoint_every_steps=50" }),
            target, own->name, false);
        QVERIFY(often.find("\neval_steps: 50\n") != std::string::npos);
        // Nothing of it where the plan evaluates nothing, nor in a benchmark.
        for (const bool isBenchmark : { false, true }) {
            const std::string none
                = fixture().file(adapters({ isBenchmark ? "workload.evaluation.micro_batch=4"
                                                        : "workload.evaluation.micro_batch=0" }),
                    target, own->name, isBenchmark);
            QVERIFY(none.find("eval") == std::string::npos);
        }
    }

    void torchtitanValidates()
    {
        const std::vector<std::string> evaluated { "framework=torchtitan", "attention=flash-2",
            "workload.evaluation.micro_batch=4" };
        const auto files = fixture().files(
            fixture().plan("llama3.1-8b-h100-node", evaluated), "torchtitan", false);
        QVERIFY2(files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
        const auto toml = std::ranges::find_if(
            *files, [](const ExportFile &file) { return file.name.ends_with(".toml"); });
        QVERIFY(toml != files->end());
        const std::size_t table = toml->content.find("[validation]\nenable = true\n");
        QVERIFY(table != std::string::npos);
        for (const char *line :
            { "\nlocal_batch_size = 4\n", "\nseq_len = 8192\n", "\nfreq = 500\n" })
            QVERIFY2(toml->content.find(line, table) != std::string::npos, line);
        QCOMPARE(readBack(*files), 4.0);
    }

    /// The Trainer's arguments say it, and the programs that take them hold something out.
    void theTrainerEvaluates()
    {
        for (const char *id : { "llama3.1-8b-lora-one-gpu", "llama3.1-8b-h100-node" }) {
            const ResolvedPlan plan = fixture().plan(id,
                { "framework=hf", "attention=flash-2", "remat.policy=full",
                    "workload.evaluation.micro_batch=4" });
            const auto files = fixture().files(plan, "hf-trainer", false);
            QVERIFY2(files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
            QCOMPARE(readBack(*files), 4.0);
            QVERIFY(fixture().file(plan, "hf-trainer", "train.py", false).find("eval_dataset=")
                != std::string::npos);
            QVERIFY(fixture().file(plan, "hf-trainer", "run.sh", true).find("eval")
                == std::string::npos);
        }
    }

    /// A batch counts both sequences of a pair, the tool's size the pairs.
    void pairsAreCountedOnce()
    {
        const std::string file
            = fixture().file(adapters({ "workload.evaluation.micro_batch=4", "tuning.objective=dpo",
                                 "workload.packing.mean_tokens=" }),
                "llama-factory", "llamafactory.yaml", false);
        QVERIFY(file.find("\nper_device_eval_batch_size: 2\n") != std::string::npos);
    }

    /// An evaluation that takes more than a step is found, with the largest half that does not.
    void isFoundAndCured()
    {
        const auto found = [](const char *size) {
            const Estimate estimate = fixture().tools().estimator.estimate(
                adapters({ std::string("workload.evaluation.micro_batch=") + size,
                    "options.cross_entropy=auto" }));
            const auto finding
                = std::ranges::find(estimate.findings, "evaluation-is-peak", &Finding::id);
            return finding == estimate.findings.end() ? std::optional<Finding> {}
                                                      : std::optional { *finding };
        };
        QVERIFY(!found("0"));
        QVERIFY(!found("2")); // as trained
        QVERIFY(found("8").has_value());
        QCOMPARE(found("8")->fix.front().value, std::string("2"));
        QCOMPARE(found("8")->severity, Severity::Hint);
        QCOMPARE(found("64")->severity, Severity::Warning); // it does not fit, fewer do
    }
};

QTEST_GUILESS_MAIN(EvaluationExportsTest)
#include "tst_evaluation_exports.moc"
