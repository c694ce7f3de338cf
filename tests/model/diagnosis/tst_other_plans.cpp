#include "diagnosed_runs.h"

#include "model/base/wording/messages.h"
#include "model/diagnosis/diagnosis_report.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

/// What ran was not what was planned, or not all of the time.
class OtherPlansTest : public QObject
{
    Q_OBJECT

private slots:
    /// Flags that may be missing weigh less where all of them would cost more than is missing.
    void unknownFlagsCountAsFarAsTheyMeetWhatWasMeasured()
    {
        const Plan plan
            = openPlan("llama3-70b-h100-32-nodes", {}, shippedLibrary()).value().loaded.plan;
        const auto weight = [&](double ratio) {
            const RunDiagnosis diagnosis = diagnoser().diagnose(runOf(plan, ratio), nullptr);
            const RunCause *cause = find(diagnosis, "flags-unknown");
            return cause ? std::pair { cause->weight, *cause->seconds } : std::pair { 0.0, 0.0 };
        };
        const double step = *runOf(plan, 1).stepSeconds, share = weight(1.5).second / step;
        QVERIFY(share > 0.1);
        QVERIFY(weight(1 + share).first > weight(1 + 2 * share).first);
        const double near = std::max(0.5 * share, 0.15);
        if (near < share)
            QVERIFY(weight(1 + near).first < weight(1 + share).first);
    }

    void stallsAreToldByTheirRhythm()
    {
        ProjectRun run = runOf(clusterPlan(), 1.0);
        run.signs.see(RunSign::SlowSteps, 5);
        run.signs.see(RunSign::SlowStepSeconds, 12);
        run.signs.see(RunSign::SlowStepShare, 0.04);
        QVERIFY(find(diagnoser().diagnose(run, nullptr), "irregular-stalls"));
        run.signs.see(RunSign::SlowStepPeriod, 100);
        const RunDiagnosis regular = diagnoser().diagnose(run, nullptr);
        QVERIFY(!find(regular, "irregular-stalls"));
        const RunCause *cause = find(regular, "regular-stalls");
        QVERIFY(cause);
        const std::string evidence = messageText(cause->evidence);
        QVERIFY2(evidence.find("100") != std::string::npos, evidence.c_str());
        // The step that is compared leaves them out: they are no part of why it is longer.
        run.stepSeconds = 1.5 * *run.stepSeconds;
        const RunDiagnosis slow = diagnoser().diagnose(run, nullptr);
        QVERIFY((cause = find(slow, "regular-stalls")) && cause->weight > 0);
        QCOMPARE(cause->explained, 0.0);
    }

    /// The run recomputed everything although its plan does not say so: memory and step tell.
    void otherRecomputationIsFound()
    {
        Plan full = clusterPlan();
        full.remat.policy = "full";
        ProjectRun told = runOf(full, 1.0);
        const RunDiagnosis ofFull = diagnoser().diagnose(told, nullptr);
        ProjectRun run = runOf(clusterPlan(), 1.0);
        run.stepSeconds = told.stepSeconds;
        run.peakBytes = ofFull.predicted->memory.peak.value();
        run.memoryIs = "allocated";
        const RunDiagnosis diagnosis = diagnoser().diagnose(run, nullptr);
        const RunCause *cause = find(diagnosis, "recomputation");
        QVERIFY(cause);
        QVERIFY(cause->seconds && *cause->seconds > 0);
        run.peakBytes = diagnosis.predicted->memory.peak.value();
        QVERIFY(!find(diagnoser().diagnose(run, nullptr), "recomputation"));
    }

    void whatDiffersFromThePlanIsTold()
    {
        const Plan planned = clusterPlan();
        Plan ran = planned;
        ran.workload.sequenceLength = 16384;
        ProjectRun run = runOf(ran, 1.0);
        run.fieldsRead = { "workload.sequence_length" };
        const RunDiagnosis diagnosis = diagnoser().diagnose(run, &planned);
        const RunCause *cause = find(diagnosis, "other-plan");
        QVERIFY(cause);
        QVERIFY(messageText(cause->evidence).find("16384") != std::string::npos);
        QVERIFY(diagnosis.plannedSeconds.has_value());
        QVERIFY(diagnosisText({ diagnosis }).find(" workload.sequence_length was")
            != std::string::npos);
        // The prediction is that of what was run: the departure is no part of what it misses.
        const double beyond = *run.stepSeconds - *diagnosis.plannedSeconds;
        QVERIFY(cause->counts == CauseSeconds::OfDeparture && beyond > 0);
        QCOMPARE(causeReach(diagnosis, *cause),
            (Message { "cause-departs", { Amount { Amount::Duration, beyond } } }));
        QVERIFY(!find(diagnoser().diagnose(run, nullptr), "other-plan"));
        run.fieldsRead.clear();
        QVERIFY(!find(diagnoser().diagnose(run, &planned), "other-plan"));
    }

    /// A compiler before 0.9.0 turns less on by itself; a run that sets the flags does not care.
    void anOldCompilerIsTold()
    {
        Plan old = openPlan("llama3-70b-h100-32-nodes", {}, shippedLibrary()).value().loaded.plan;
        old.software.jaxlib = "0.5.3";
        ProjectRun run = runOf(old, 1.3);
        QVERIFY(!find(diagnoser().diagnose(run, nullptr), "old-jaxlib")); // supposed, not read
        run.fieldsRead = { "software.jaxlib" };
        const RunDiagnosis diagnosis = diagnoser().diagnose(run, nullptr);
        const RunCause *cause = find(diagnosis, "old-jaxlib");
        QVERIFY(cause);
        QVERIFY(messageText(cause->evidence).find("0.5.3") != std::string::npos);
        run.fieldsRead.push_back("flags.xla_gpu_enable_latency_hiding_scheduler");
        QVERIFY(!find(diagnoser().diagnose(run, nullptr), "old-jaxlib"));
    }

    void unplannedAccumulationIsTold()
    {
        Plan planned = clusterPlan();
        planned.parallelism.pipeline = 1;
        planned.parallelism.data = 4;
        planned.parallelism.microBatch = 4;
        Plan ran = planned;
        ran.parallelism.microBatch = 1;
        const RunDiagnosis diagnosis = diagnoser().diagnose(runOf(ran, 1.0), &planned);
        QVERIFY(find(diagnosis, "gradient-accumulation"));
        QVERIFY(!find(diagnoser().diagnose(runOf(ran, 1.0), &ran), "gradient-accumulation"));
        // Of a pipeline more passes can be the faster way, and then they are no cause.
        Plan many = clusterPlan();
        many.parallelism.data = 1;
        many.parallelism.pipeline = 4;
        many.workload.globalBatchSequences = 16;
        Plan fewer = many;
        fewer.parallelism.microBatch = 4;
        const RunDiagnosis more = diagnoser().diagnose(runOf(many, 1.0), &fewer);
        QVERIFY(more.plannedSeconds && *more.plannedSeconds > more.predicted->time.step.value());
        QVERIFY(!find(more, "gradient-accumulation"));
    }

    void aStepBeyondThePeakIsAnotherPlan()
    {
        const RunDiagnosis diagnosis = diagnoser().diagnose(runOf(clusterPlan(), 0.2), nullptr);
        QVERIFY(!diagnosis.causes.empty());
        QCOMPARE(diagnosis.causes.front().id, std::string("impossible"));
    }
};

QTEST_GUILESS_MAIN(OtherPlansTest)
#include "tst_other_plans.moc"
