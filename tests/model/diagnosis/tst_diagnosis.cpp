#include "diagnosed_runs.h"

#include "model/base/wording/messages.h"
#include "model/diagnosis/diagnosis_report.h"
#include "model/diagnosis/operation_verdicts.h"
#include "model/diagnosis/run_project.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;

class DiagnosisTest : public QObject
{
    Q_OBJECT

private slots:
    void verdictFollowsTheInterval()
    {
        const RunDiagnosis asPredicted = diagnoser().diagnose(runOf(clusterPlan(), 1.0), nullptr);
        QVERIFY(asPredicted.isInside);
        QCOMPARE(asPredicted.ratio, 1.0);
        QCOMPARE(diagnosisVerdict(asPredicted).id, std::string("diagnosis-inside"));
        const RunDiagnosis slow = diagnoser().diagnose(runOf(clusterPlan(), 1.6), nullptr);
        QVERIFY(!slow.isInside);
        QVERIFY(std::abs(slow.measuredMfu * 1.6 - slow.predicted->throughput.mfu) < 1e-12);
        QVERIFY(diagnosisVerdict(slow).id.starts_with("diagnosis-slower"));
        const RunDiagnosis fast = diagnoser().diagnose(runOf(clusterPlan(), 0.5), nullptr);
        QCOMPARE(diagnosisVerdict(fast).id, std::string("diagnosis-faster"));
    }

    void everyCauseHasANumberTitleAndTest()
    {
        ProjectRun run = runOf(clusterPlan(), 1.5);
        for (int i = 0; i < static_cast<int>(RunSign::Count); ++i)
            run.signs.see(
                static_cast<RunSign>(i), i == static_cast<int>(RunSign::NvlsChannels) ? 0 : 2);
        run.fieldsAssumed = { "hardware.nodes" };
        const RunDiagnosis diagnosis = diagnoser().diagnose(run, nullptr);
        QVERIFY(diagnosis.causes.size() > 8);
        double last = 1;
        for (const RunCause &cause : diagnosis.causes) {
            const std::string evidence = messageText(cause.evidence);
            QVERIFY2(std::ranges::any_of(evidence, [](char c) { return c >= '0' && c <= '9'; }),
                evidence.c_str());
            QVERIFY2(evidence.find('{') == std::string::npos, evidence.c_str());
            QVERIFY2(messageTemplate(cause.title().id), cause.id.c_str());
            QVERIFY2(messageTemplate(cause.test.id), cause.id.c_str());
            QVERIFY(cause.weight >= 0 && cause.weight <= last);
            last = cause.weight;
        }
    }

    void withoutEvidenceNothingOfTheLogIsNamed()
    {
        const RunDiagnosis diagnosis = diagnoser().diagnose(runOf(clusterPlan(), 1.0), nullptr);
        for (const char *id : { "slow-node", "no-nvls", "clocks", "drift", "input-pipeline",
                 "regular-stalls", "irregular-stalls", "two-kinds", "memory-retries",
                 "network-slow", "measuring", "recomputation", "assumed-fields" })
            QVERIFY2(!find(diagnosis, id), id);
    }

    void signsNameTheirCause_data()
    {
        QTest::addColumn<RunSign>("sign");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("cause");
        QTest::newRow("retries") << RunSign::AllocatorRetries << 12.0 << "memory-retries";
        QTest::newRow("out of memory") << RunSign::OutOfMemory << 1.0 << "memory-retries";
        QTest::newRow("NVLS") << RunSign::NvlsChannels << 0.0 << "no-nvls";
        QTest::newRow("adapters") << RunSign::NetworkDevices << 4.0 << "network-slow";
        QTest::newRow("sockets") << RunSign::SocketTransport << 8.0 << "network-slow";
        QTest::newRow("GPU Direct") << RunSign::RdmaOff << 8.0 << "network-slow";
        QTest::newRow("power") << RunSign::PowerW << 695.0 << "clocks";
        QTest::newRow("power cap") << RunSign::PowerThrottle << 3.0 << "clocks";
        QTest::newRow("heat") << RunSign::ThermalThrottle << 1.0 << "clocks";
        QTest::newRow("blocking") << RunSign::LaunchBlocking << 1.0 << "host-bound";
        QTest::newRow("batches") << RunSign::BatchGeneratorSeconds << 2.0 << "input-pipeline";
        QTest::newRow("timers") << RunSign::SynchronisedTimers << 40.0 << "measuring";
        QTest::newRow("ranks") << RunSign::RankSpread << 0.2 << "slow-node";
        QTest::newRow("drift") << RunSign::Drift << 0.1 << "drift";
    }
    void signsNameTheirCause()
    {
        QFETCH(RunSign, sign);
        QFETCH(double, value);
        QFETCH(QString, cause);
        ProjectRun run = runOf(clusterPlan(), 1.5);
        const RunDiagnosis before = diagnoser().diagnose(run, nullptr);
        run.signs.see(sign, value);
        const RunDiagnosis after = diagnoser().diagnose(run, nullptr);
        const RunCause *found = find(after, cause.toStdString());
        QVERIFY(found);
        const RunCause *old = find(before, cause.toStdString());
        QVERIFY(!old || !(old->evidence == found->evidence));
    }

    /// Devices that clock alike are no sign; one that lags behind the others is.
    void oneDeviceThatClocksLowIsACause()
    {
        ProjectRun run = runOf(clusterPlan(), 1.1);
        run.signs.see(RunSign::LeastClockMhz, 1740);
        run.signs.see(RunSign::MaxClockMhz, 1755);
        QVERIFY(!find(diagnoser().diagnose(run, nullptr), "clocks"));
        run.signs.see(RunSign::LeastClockMhz, 1305);
        const RunDiagnosis slow = diagnoser().diagnose(run, nullptr);
        const RunCause *cause = find(slow, "clocks");
        QVERIFY(cause && cause->seconds && *cause->seconds > 0);
        QVERIFY(messageText(cause->evidence).find("1305") != std::string::npos);
    }

    /// What causes explain and what is left sum to the difference, whichever way it goes.
    void causesSumToTheDifference()
    {
        for (const double ratio : { 0.6, 1.0, 1.5, 4.0 }) {
            const RunDiagnosis run = diagnoser().diagnose(runOf(clusterPlan(), ratio), nullptr);
            double sum = run.unexplained;
            for (const RunCause &cause : run.causes)
                sum += cause.explained;
            QVERIFY(std::abs(sum - run.difference) <= 1e-9 * std::abs(*run.stepSeconds));
            QVERIFY(std::abs(run.difference - *run.stepSeconds + run.predicted->time.step.value())
                <= 1e-9 * *run.stepSeconds);
        }
    }

    /// The rate of a network that made a run slow is found again from its step alone.
    void aSlowNetworkIsFitted()
    {
        Plan plan = clusterPlan();
        plan.parallelism.data = 1;
        plan.parallelism.pipeline = 1;
        plan.parallelism.tensor = 1;
        plan.parallelism.sequenceParallel = false;
        plan.parallelism.fsdp = 32;
        plan.parallelism.zeroStage = 3;
        plan.framework = "torchtitan";
        Plan slow = plan;
        constexpr double rate = 2.5; // GB/s a device
        slow.hardware.nicGbytesPerSecondPerDevice = rate;
        ProjectRun run = runOf(plan, 1);
        run.stepSeconds = predictedStep(slow);
        const RunDiagnosis diagnosis = diagnoser().diagnose(run, nullptr);
        QVERIFY(diagnosis.ratio > 1.5);
        const RunCause *cause = find(diagnosis, "network-slow");
        QVERIFY(cause);
        QCOMPARE(cause->evidence.id, std::string("seen-network-fit"));
        const double found = std::stod(std::get<std::string>(cause->evidence.operands[0]));
        QVERIFY2(std::abs(found / rate - 1) < 0.02, std::to_string(found).c_str());
        QCOMPARE(diagnosis.causes.front().id, std::string("network-slow"));
        QVERIFY(diagnosis.unexplained <= 0.01 * diagnosis.difference);
    }

    /// A size of the same family that would take that long is named, unless the run tells its
    /// model.
    void anotherSizeIsAHypothesis()
    {
        Plan plan = clusterPlan();
        plan.model.id = "llama3.1-8b";
        Plan larger = plan;
        larger.model.id = "llama3.1-70b";
        ProjectRun run = runOf(plan, 1);
        run.stepSeconds = predictedStep(larger);
        const RunCause *cause = nullptr;
        const RunDiagnosis open = diagnoser().diagnose(run, nullptr);
        QVERIFY((cause = find(open, "other-model")));
        const double weight = cause->weight;
        run.fieldsRead = { "model", "hardware.accelerator" };
        const RunDiagnosis told = diagnoser().diagnose(run, nullptr);
        QVERIFY((cause = find(told, "other-model")));
        QVERIFY(cause->weight < weight / 2);
        QCOMPARE(cause->explained, 0.0);
    }

    /// One device has no network and no links: what a slower clock may explain ends at half of the
    /// rate, and a chip that the log names is not taken for another to explain the rest.
    void whatNothingLikelyExplainsStaysOpen()
    {
        Plan plan = clusterPlan();
        plan.model.id = "llama3.2-1b";
        plan.hardware.nodes = 1;
        plan.hardware.devicesPerNode = 1;
        plan.parallelism = {};
        plan.workload.globalBatchSequences = 8;
        ProjectRun run = runOf(plan, 12);
        run.fieldsRead = { "model", "hardware.accelerator", "remat.policy", "attention" };
        const RunDiagnosis diagnosis = diagnoser().diagnose(run, nullptr);
        QVERIFY2(diagnosis.unexplained > 0.5 * diagnosis.difference,
            qPrintable(QString::number(diagnosis.unexplained / diagnosis.difference)));
    }

    /// A run that died for want of memory hears what filled it and what would fit.
    void outOfMemoryNamesTermsAndAChange()
    {
        Plan plan = clusterPlan();
        plan.hardware.accelerator = "a100-40-sxm";
        ProjectRun run {};
        run.id = "r";
        run.plan = writeJson(planDocument(plan, PlanDetail::Complete), 0);
        run.signs.see(RunSign::OutOfMemory, 1);
        const RunDiagnosis diagnosis = diagnoser().diagnose(run, nullptr);
        QVERIFY(diagnosis.predicted && !diagnosis.predicted->memory.fits);
        QCOMPARE(diagnosis.notes.at(0).id, std::string("diagnosis-out-of-memory"));
        QVERIFY(diagnosis.notes.at(1).id.starts_with("diagnosis-fits")
            || diagnosis.notes.at(1).id == "diagnosis-no-fit");
        plan.hardware.accelerator = "h200";
        run.plan = writeJson(planDocument(plan, PlanDetail::Complete), 0);
        QCOMPARE(diagnoser().diagnose(run, nullptr).notes.at(1).id,
            std::string("diagnosis-memory-contradicts"));
    }

    /// Eight adapters for eight devices are no sign of anything.
    void allAdaptersAreNoCause()
    {
        ProjectRun run = runOf(clusterPlan(), 1.0);
        run.signs.see(RunSign::NetworkDevices, 8);
        QVERIFY(!find(diagnoser().diagnose(run, nullptr), "network-slow"));
    }

    /// Sockets leave less of the network than an adapter at half its rate.
    void socketsAreSlowerThanHalfTheAdapters()
    {
        ProjectRun run = runOf(clusterPlan(), 1.5);
        run.signs.see(RunSign::NetworkDevices, 4);
        const RunDiagnosis few = diagnoser().diagnose(run, nullptr);
        run = runOf(clusterPlan(), 1.5);
        run.signs.see(RunSign::SocketTransport, 8);
        const RunDiagnosis sockets = diagnoser().diagnose(run, nullptr);
        const RunCause *one = find(few, "network-slow"), *other = find(sockets, "network-slow");
        QVERIFY(one && other && one->seconds && other->seconds);
        QVERIFY(*other->seconds > 3 * *one->seconds);
    }

    /// What is seen but costs nothing by the estimate leaves the run unexplained.
    void aCauseWithoutWeightExplainsNothing()
    {
        RunDiagnosis diagnosis = diagnoser().diagnose(runOf(clusterPlan(), 1.6), nullptr);
        diagnosis.causes = { { "no-nvls", 0, {}, {}, 0.0, CauseSeconds::OfDifference } };
        QCOMPARE(diagnosisVerdict(diagnosis).id, std::string("diagnosis-slower-unexplained"));
        diagnosis.causes.front().weight = 0.1;
        QCOMPARE(diagnosisVerdict(diagnosis).id, std::string("diagnosis-slower"));
    }

    void whatCannotBeComparedSaysWhy()
    {
        ProjectRun run = runOf(clusterPlan(), 1.0);
        run.stepSeconds.reset();
        QCOMPARE(diagnoser().diagnose(run, nullptr).notes.front().id, "diagnosis-no-step");
        run.plan.clear();
        QCOMPARE(diagnoser().diagnose(run, nullptr).notes.front().id, "diagnosis-no-plan");
        run.plan = "{ \"schema_version\": 1, \"model\": \"no-such-model\"";
        QCOMPARE(diagnoser().diagnose(run, nullptr).notes.front().id, "diagnosis-plan-broken");
        Plan broken = clusterPlan();
        broken.parallelism.tensor = 3;
        run.plan = writeJson(planDocument(broken, PlanDetail::Complete), 0);
        QCOMPARE(diagnoser().diagnose(run, nullptr).notes.front().id, "diagnosis-plan-broken");
    }

    /// Tables of collectives against the machine: over sockets, over PCIe, and as they should be.
    void collectivesAreJudged_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("culprit");
        QTest::newRow("over sockets") << "judged/nccl-sockets.txt"
                                      << "network-sockets";
        QTest::newRow("over PCIe") << "judged/nccl-pcie.txt"
                                   << "links-pcie";
        QTest::newRow("InfiniBand and NVLink") << "nccl-2026.txt"
                                               << "";
    }
    void collectivesAreJudged()
    {
        QFETCH(QString, file);
        QFETCH(QString, culprit);
        const RunsReading reading = readRuns(
            { HEADROOM_TEST_DATA "/runs/" + file.toStdString() }, shippedLibrary(), nullptr);
        QVERIFY(!reading.operations.empty());
        const Result<Estimator> estimator = Workbench { shippedLibrary() }.estimator();
        QVERIFY(estimator.hasValue());
        const auto verdicts
            = judgeOperations(reading.operations, nullptr, shippedLibrary(), *estimator);
        const auto reduce
            = std::ranges::find(verdicts, std::string("all_reduce"), &OperationVerdict::kind);
        QVERIFY(reduce != verdicts.end());
        QCOMPARE(QString::fromStdString(reduce->culprit), culprit);
        QCOMPARE(reduce->chip, std::string("h100-sxm"));
        QVERIFY(reduce->expected > 0 && reduce->reached > 0);
        QCOMPARE(reduce->share() < 0.8, !culprit.isEmpty());
        QCOMPARE(reduce->reason.id.empty(), culprit.isEmpty());
        QVERIFY(!messageText(reduce->text).empty());
    }

    /// The rate for which a collective is slower is found again: half of the adapters.
    void missingAdaptersAreCounted()
    {
        const Result<Estimator> estimator = Workbench { shippedLibrary() }.estimator();
        QVERIFY(estimator.hasValue());
        OperationSample sample;
        sample.kind = "all_reduce";
        sample.bytes = 1e9;
        sample.group = 32;
        sample.nodes = 4;
        sample.seconds = 1;
        sample.busGbytesPerSecond = 2.0 * 31 / 32;
        sample.device = "NVIDIA H100 80GB HBM3";
        const auto judged = [&] {
            return judgeOperations({ sample }, nullptr, shippedLibrary(), *estimator).front();
        };
        const double expected = judged().expected; // independent of what was reached
        sample.seconds = sample.busGbytesPerSecond / (expected / 2);
        sample.busGbytesPerSecond = expected / 2;
        const OperationVerdict half = judged();
        QVERIFY(std::abs(half.expected / expected - 1) < 1e-9);
        QCOMPARE(half.culprit, std::string("network-adapters"));
        QVERIFY2(messageText(half.reason).find("of 8 adapters") != std::string::npos,
            messageText(half.reason).c_str());
        sample.device.clear();
        const OperationVerdict open = judged();
        QCOMPARE(open.text.id, std::string("operation-chip-unknown"));
        QCOMPARE(open.expected, 0.0);
    }

    /// The log's own TFLOP/s tell of three times the work of the plan: another batch or model.
    void printedWorkIsHeldAgainstThePlan()
    {
        ProjectRun run = runOf(clusterPlan(), 3.0);
        const RunDiagnosis plain = diagnoser().diagnose(run, nullptr);
        QVERIFY(!find(plain, "other-work"));
        const double rate = inTflopPerSecond(plain.predicted->throughput.model);
        run.signs.see(RunSign::Tflops, rate); // in three times the time
        const RunDiagnosis other = diagnoser().diagnose(run, nullptr);
        const RunCause *cause = find(other, "other-work");
        QVERIFY(cause);
        QCOMPARE(other.causes.front().id, std::string("other-work"));
        QVERIFY(std::abs(*cause->seconds / (2 * plain.predicted->time.step.value()) - 1) < 1e-6);
        run.signs = {};
        run.signs.see(RunSign::Tflops, rate / 3);
        QVERIFY(!find(diagnoser().diagnose(run, nullptr), "other-work"));
    }

    void aProjectIsAddedToAndExplained()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("a.runs.csv").toStdString();
        const std::string log = HEADROOM_TEST_DATA "/runs/slow.log";
        const Plan followed = clusterPlan(); // the log names no chip
        for (int i = 0; i < 2; ++i) {
            const auto added = addToRunProject(file, { log }, &followed, shippedLibrary());
            QVERIFY(added.hasValue());
            QCOMPARE(added->added, std::size_t(i == 0));
            QCOMPARE(added->known, std::size_t(i == 1));
            const auto project = openRunProject(file, nullptr, diagnoser());
            QVERIFY(project.hasValue());
            QCOMPARE(project->runs.size(), std::size_t { 1 });
            QVERIFY(find(project->diagnoses.front(), "regular-stalls"));
            QVERIFY(!project->runs.front().points.empty());
            QVERIFY(!project->runs.front().environment.contains("NCCL_API_KEY_FILE"));
            QCOMPARE(project->runs.front().environment.at("NCCL_NVLS_ENABLE"), std::string("0"));
        }
        const auto none
            = openRunProject(folder.filePath("b.runs.csv").toStdString(), nullptr, diagnoser());
        QVERIFY(none.hasValue() && none->runs.empty());
    }

    void aCalibrationStandsBesideTheProfiles()
    {
        const ProjectRun run = runOf(clusterPlan(), 1.2);
        const RunDiagnosis plain = diagnoser().diagnose(run, nullptr);
        QVERIFY(!plain.plainTime);
        Calibration slower;
        slower.chosen = CalibrationMode::One;
        CalibratedConstant factor;
        factor.constant.profiles = { "megatron-core" };
        factor.constant.key = "step_factor";
        factor.prior = 1;
        factor.posterior = 1.2;
        slower.constants = { factor };
        const RunDiagnosis own = diagnoser().withCalibration(slower).diagnose(run, nullptr);
        QCOMPARE(own.plainTime->step.value(), plain.predicted->time.step.value());
        QVERIFY(std::abs(own.ratio - 1) < 0.02);
        QVERIFY(diagnosisText({ own }).find("by profiles") != std::string::npos);
        const auto missing = Diagnoser::make(Workbench { shippedLibrary() }, "no-such-file.yaml");
        QVERIFY(!missing.hasValue());
    }
};

QTEST_GUILESS_MAIN(DiagnosisTest)
#include "tst_diagnosis.moc"
