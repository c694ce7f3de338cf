#include "diagnosed_runs.h"

#include "model/base/wording/messages.h"
#include "model/diagnosis/measured_lanes.h"

#include <QTest>

#include <cmath>

using namespace headroom;

/// Which plan a profile is of, and causes that lie in a plan's own values.
class ProfileAndCausesTest : public QObject
{
    Q_OBJECT

private slots:
    /// Of a run whose trace names no chip, the kind alone is known.
    void aTraceOfAnotherKindOfChipIsOfNoPlan()
    {
        ProjectRun run = runOf(clusterPlan(), 1.0);
        run.terms = { { "gemm", 1 }, { "idle", 0.1 } };
        run.fieldsAssumed = { "hardware.accelerator" };
        const auto profiled = [&](const char *chip) {
            Plan ran = clusterPlan();
            ran.hardware.accelerator = run.hardware = chip;
            run.plan = writeJson(planDocument(ran, PlanDetail::Complete), 0);
            return profiledRunOf(plannedRuns({ run }), clusterPlan(), shippedLibrary());
        };
        QVERIFY(profiled("h100-sxm").step && profiled("a100-80-sxm").step);
        const ProfiledRun other = profiled("tpu-v5p");
        QVERIFY(!other.step);
        QCOMPARE(other.otherRun, std::string("r"));
        QCOMPARE(other.otherChip, std::string("tpu-v5p"));
        QCOMPARE(other.differences, std::vector<std::string> { "hardware.accelerator" });
        run.fieldsAssumed.clear(); // a trace that names its chip
        QVERIFY(!profiled("a100-80-sxm").step && profiled("h100-sxm").step);
        QVERIFY(profiledRunOf({}, clusterPlan(), shippedLibrary()).otherRun.empty());
    }

    /// Where nothing is accumulated, a larger micro-batch needs a larger global batch.
    void aSmallMicroBatchIsNamed()
    {
        Plan plan = clusterPlan();
        plan.model.id = "llama3.1-8b";
        plan.hardware.nodes = 1;
        plan.workload.sequenceLength = 512;
        plan.parallelism.tensor = plan.parallelism.pipeline = 1;
        plan.parallelism.sequenceParallel = false;
        plan.parallelism.data = 8;
        for (const bool isAccumulating : { true, false }) {
            plan.workload.globalBatchSequences = isAccumulating ? 64 : 8;
            const RunDiagnosis diagnosis = diagnoser().diagnose(runOf(plan, 1.0), nullptr);
            const RunCause *cause = find(diagnosis, "small-micro-batch");
            QVERIFY(cause && *cause->seconds > 0);
            Plan doubled = plan;
            doubled.parallelism.microBatch = 2;
            if (!isAccumulating)
                doubled.workload.globalBatchSequences = 16;
            const double other = predictedStep(doubled) / (isAccumulating ? 1 : 2);
            QVERIFY(std::abs(*cause->seconds / (predictedStep(plan) - other) - 1) < 1e-9);
            QCOMPARE(messageText(cause->evidence).find("global batch 16") == std::string::npos,
                isAccumulating);
        }
        plan.workload.sequenceLength = 8192;
        plan.parallelism.microBatch = 4;
        plan.workload.globalBatchSequences = 256;
        QVERIFY(!find(diagnoser().diagnose(runOf(plan, 1.0), nullptr), "small-micro-batch"));
    }

    void aDefaultIsNoValueThatCostsTime()
    {
        Plan plan = clusterPlan();
        plan.framework = "maxtext";
        plan.parallelism = {};
        plan.parallelism.fsdp = 32;
        plan.parallelism.microBatch = 1;
        plan.attention = AttentionChoice::CudnnFlash;
        plan.remat.policy = "full";
        plan.software.jaxlib = "0.6.2"; // the scheduler is off by default
        const auto causes = [&](const char *flag, const char *value) {
            plan.flags = { { flag, value } };
            return diagnoser().diagnose(runOf(plan, 1.0), nullptr);
        };
        constexpr const char *hiding = "xla_gpu_enable_latency_hiding_scheduler";
        const RunDiagnosis left = causes(hiding, "false");
        QVERIFY(find(left, "flag-default") && !find(left, "flag-value"));
        const RunDiagnosis wrong = causes("NCCL_NVLS_ENABLE", "0");
        QVERIFY(!find(wrong, "flag-default"));
        const RunDiagnosis advised = causes(hiding, "true");
        QVERIFY(!find(advised, "flag-default") && !find(advised, "flag-value"));
    }
};

QTEST_GUILESS_MAIN(ProfileAndCausesTest)
#include "tst_profile_and_causes.moc"
