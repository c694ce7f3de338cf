// A run has one plan, whoever asks; without one it is held against nothing.
#include "tests/model/diagnosis/diagnosed_runs.h"

#include "model/calibration/own_runs.h"
#include "model/diagnosis/diagnosis_report.h"
#include "model/diagnosis/run_project.h"
#include "model/measurement/baselines.h"
#include "model/measurement/kept_plan.h"
#include "model/measurement/validation.h"
#include "model/plan/fields/plan_fields.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <fstream>
#include <sstream>

using namespace headroom;

namespace {

/// What the framework prints of a few steps of that many seconds, and nothing else.
std::string stepLines(const std::string &framework, double seconds)
{
    constexpr int steps = 12;
    if (framework == "hf")
        return fmt::format("***** Running training *****\n  Total optimization steps = {}\n"
                           "{{'train_runtime': {}, 'train_samples_per_second': 1.0}}\n",
            steps, seconds * steps);
    std::string text;
    for (int step = 1; step <= steps; ++step)
        text += framework == "megatron"
            ? fmt::format(" iteration {:8}/ 100 | elapsed time per iteration (ms): {} |\n", step,
                seconds * 1000)
            : fmt::format("completed step: {}, seconds: {}, loss: 9.7\n", step, seconds);
    return text;
}

} // namespace

class OneRunOnePlanTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void everyExampleIsItself_data()
    {
        QTest::addColumn<QString>("id");
        for (const std::string &id : shippedLibrary().planIds())
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }
    /// A run of exactly the estimate's step is off by nothing, for diagnose, calibrate, validate
    /// and next alike.
    void everyExampleIsItself()
    {
        QFETCH(QString, id);
        const Result<CheckedPlan> example = openCheckedPlan(id.toStdString(), {}, shippedLibrary());
        QVERIFY(example.hasValue());
        const Plan &plan = example->loaded.plan;
        const double step = flaggedEstimator().estimate(example->resolved).time.step.value();
        const auto file = project(stepLines(plan.framework, step), &plan);
        const auto runs = listProject(file);
        QVERIFY(runs.hasValue());
        QCOMPARE(runs->size(), std::size_t { 1 });
        QCOMPARE(runs->front().fieldsAssumed, std::vector<std::string> {});
        QVERIFY(*keptPlan(runs->front().plan, "r") == plan);

        constexpr double digits = 1e-8; // that a row keeps
        const auto isOff
            = [&](double predicted) { return std::abs(predicted / step - 1) > digits; };
        const RunDiagnosis diagnosis = diagnoser().diagnose(runs->front(), &plan);
        QVERIFY2(diagnosis.isCompared(),
            diagnosis.notes.empty() ? "" : messageText(diagnosis.notes.front()).c_str());
        QVERIFY(!isOff(diagnosis.predicted->time.step.value()));
        QVERIFY(std::abs(diagnosis.ratio - 1) < digits);

        const auto own = readOwnRuns(file, flaggedEstimator());
        QVERIFY(own.hasValue());
        QCOMPARE(own->size(), std::size_t { 1 });
        QVERIFY2(!isOff(own->front().plainStep.value()),
            qPrintable(QString::number(own->front().plainStep.value() / step)));

        std::ifstream stream(file);
        ValidationOptions how;
        how.keptRows = 1;
        const auto validation = validate(
            stream, "runs", flaggedEstimator(), Baselines::shipped(flaggedEstimator()), how);
        QVERIFY(validation.hasValue());
        QCOMPARE(validation->predictions.size(), std::size_t { 1 });
        QVERIFY(!isOff(validation->predictions.front().step.value.value()));
    }

    void whatNothingSaysIsNamed_data()
    {
        using Names = QStringList;
        QTest::addColumn<QString>("text");
        QTest::addColumn<Names>("missing");
        const QString steps = QString::fromStdString(stepLines("maxtext", 3));
        QTest::newRow("steps alone") << steps << Names { "model", "chip", "devices", "batch" };
        const QString model = QStringLiteral("Config param model_name: llama3.1-8b\n"
                                             "Config param per_device_batch_size: 2\n"
                                             "Config param max_target_length: 8192\n");
        QTest::newRow("a model") << model + steps << Names { "chip", "devices", "batch" };
        const QString devices = QStringLiteral("System Information: Jax Version: 0.9.2\n"
                                               "Config param ici_fsdp_parallelism: 8\n"
                                               "Config param ici_tensor_parallelism: 1\n");
        QTest::newRow("a mesh") << model + devices + steps << Names { "chip" };
    }
    void whatNothingSaysIsNamed()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, missing);
        const auto file = project(text.toStdString(), nullptr);
        const auto runs = listProject(file);
        const RunDiagnosis diagnosis = diagnoser().diagnose(runs->front(), nullptr);
        QStringList named;
        for (const RunFact fact : diagnosis.missing)
            named << QLatin1String(runFactName(fact));
        QCOMPARE(named, missing);
        QVERIFY(!diagnosis.isCompared() && !diagnosis.predicted && diagnosis.causes.empty());
        QVERIFY(!diagnosis.plan.name.empty()); // it can be opened and corrected
        const std::string shown = diagnosisText({ diagnosis });
        QVERIFY2(shown.find("nothing says the") != std::string::npos, shown.c_str());
        const Document json = diagnosisDocument({ diagnosis });
        const Document &run = json.find("runs")->items().front();
        for (const char *none : { "ratio", "inside", "verdict" })
            QVERIFY2(run.find(none) && run.find(none)->isNull(), none);
        QCOMPARE(run.find("missing")->items().size(), static_cast<std::size_t>(missing.size()));

        const auto own = readOwnRuns(file, flaggedEstimator());
        QVERIFY(!own.hasValue());
        QCOMPARE(own.errors().front().id, std::string("run-facts-missing"));
        std::ifstream stream(file);
        const auto validation = validate(
            stream, "runs", flaggedEstimator(), Baselines::shipped(flaggedEstimator()), {});
        QVERIFY(validation.hasValue());
        QCOMPARE(validation->excluded.front().reason,
            "assumed:" + missing.join(QStringLiteral(", ")).toStdString());
    }

    void whatThePlanStatesStays_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("log");
        QTest::addColumn<QStringList>("told"); // fields that the log does tell
        const QString titan
            = QStringLiteral("[titan] - root - INFO - step:  1  loss: 7.7  memory: 30.9GiB(32%)  "
                             "tps: 7,000  tflops: 400.1  mfu: 41%\n");
        QTest::newRow("torchtitan without its mesh")
            << "mixtral-8x7b-h100-8-nodes" << titan << QStringList { "framework" };
        QTest::newRow("torchtitan, trainer's line")
            << "llama3-70b-h100-32-nodes"
            << QStringLiteral(
                   "[titan] - Training starts at step 1, with local batch size 1, global "
                   "batch size 512, sequence length 4096\n")
                + titan
            << QStringList { "framework", "workload.sequence_length",
                   "workload.global_batch_sequences", "parallelism.micro_batch_sequences" };
        QTest::newRow("Megatron, some arguments")
            << "bloom-176b-a100-48-nodes"
            << QStringLiteral("------------------------ arguments ------------------------\n"
                              "  tensor_model_parallel_size ...................... 4\n"
                              "  seq_length ...................................... 2048\n"
                              "-------------------- end of arguments ---------------------\n")
                + QString::fromStdString(stepLines("megatron", 90))
            << QStringList { "parallelism.tensor", "workload.sequence_length" };
        QTest::newRow("MaxText, a model and a batch")
            << "llama2-70b-v5p-64"
            << QStringLiteral("Config param model_name: llama2-70b\n"
                              "Config param per_device_batch_size: 2\n"
                              "Config param dtype: bfloat16\n")
                + QString::fromStdString(stepLines("maxtext", 9))
            << QStringList { "model", "workload.global_batch_sequences",
                   "parallelism.micro_batch_sequences", "precision.compute" };
    }
    /// Nothing that a log leaves out replaces what the plan says.
    void whatThePlanStatesStays()
    {
        QFETCH(QString, id);
        QFETCH(QString, log);
        QFETCH(QStringList, told);
        const Plan plan = shippedPlan(id.toStdString()).plan;
        const auto runs = listProject(project(log.toStdString(), &plan));
        QVERIFY(runs.hasValue() && !runs->empty());
        QVERIFY(runs->front().fieldsAssumed.empty());
        const Plan read = *keptPlan(runs->front().plan, "r");
        for (const PlanField &field : planFields())
            if (!told.contains(QString::fromStdString(field.path)))
                QVERIFY2(field.get(read) == field.get(plan),
                    (field.path + ": " + field.get(read) + " for " + field.get(plan)).c_str());
    }

    void noDefaultIsRead_data()
    {
        QTest::addColumn<QString>("log");
        QTest::newRow("torchtitan")
            << QStringLiteral("[titan] - root - INFO - Model llama3 8B size: 8,030,261,248 total "
                              "parameters\n[titan] - root - INFO - step:  1  loss: 7.7  memory: "
                              "30.9GiB(32%)  tps: 7,000  tflops: 400.1  mfu: 41%\n");
        QTest::newRow("Megatron")
            << QStringLiteral("------------------------ arguments ------------------------\n"
                              "  num_layers ...................................... 32\n"
                              "-------------------- end of arguments ---------------------\n")
                + QString::fromStdString(stepLines("megatron", 9));
        QTest::newRow("MaxText") << QStringLiteral("Config param ici_fsdp_parallelism: 8\n")
                + QString::fromStdString(stepLines("maxtext", 9));
    }
    void noDefaultIsRead()
    {
        QFETCH(QString, log);
        const auto runs = listProject(project(log.toStdString(), nullptr));
        QVERIFY(runs.hasValue() && !runs->empty());
        for (const std::string &path : runs->front().fieldsRead)
            QVERIFY2(path == "framework" || path == "parallelism.fsdp", path.c_str());
    }

    /// A row whose plan somebody broke is read from its columns.
    void columnsServeWhereNoPlanDoes()
    {
        const Plan plan = shippedPlan("llama3.1-8b-h100-node").plan;
        const auto file = project(stepLines("maxtext", 14), &plan);
        std::ifstream stream(file);
        std::stringstream text;
        text << stream.rdbuf();
        std::string broken = text.str();
        const std::size_t at = broken.find("\"{\"\"schema_version\"\"");
        QVERIFY(at != std::string::npos);
        broken.replace(at, 3, "\"\"\"");
        std::istringstream again(broken);
        const auto own = readOwnRuns(again, "broken", flaggedEstimator());
        QVERIFY(own.hasValue());
        QCOMPARE(own->size(), std::size_t { 1 });
    }

private:
    std::filesystem::path project(const std::string &log, const Plan *plan)
    {
        const std::filesystem::path folder = m_folder->path().toStdString();
        std::ofstream(folder / "run.log") << log;
        const auto added = addToRunProject(
            folder / "p.csv", { (folder / "run.log").string() }, plan, shippedLibrary());
        return added.hasValue() && added->added == 1 ? folder / "p.csv" : std::filesystem::path {};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(OneRunOnePlanTest)
#include "tst_one_run_one_plan.moc"
