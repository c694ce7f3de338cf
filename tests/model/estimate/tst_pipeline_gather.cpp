#include "tests/model/shipped.h"

#include "model/estimate/estimator.h"
#include "model/flags/advice/flag_advice.h"
#include "model/physics/memory/tight_pool.h"
#include "model/physics/step/gather_choice.h"
#include "model/rules/checked_plan.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

using Settings = std::vector<std::string>;

/// A 405B model on 1008 H100: nine stages, shards and tensor ranks inside them.
const Settings large { "model=llama3.1-405b", "hardware.nodes=126",
    "workload.global_batch_sequences=504", "parallelism.fsdp=14", "parallelism.tensor=8",
    "parallelism.sequence_parallel=true", "parallelism.pipeline=9", "remat.policy=full" };

} // namespace

/// Stages that gather sharded weights with every micro-batch, or once a step.
class PipelineGatherTest : public QObject
{
    Q_OBJECT

private slots:
    void onceIsFasterAndTakesTheWeightsOfTheStage()
    {
        const Estimate each = estimate("each"), once = estimate("once");
        QVERIFY(once.time.step < each.time.step);
        QVERIFY(
            once.time.terms[TimeTerm::ExposedFsdp] < 0.5 * each.time.terms[TimeTerm::ExposedFsdp]);
        // 14 of 126 layers, an eighth of each, 2 bytes; before, 1 layer and those gathered ahead.
        const double stage = 405.8e9 / 9 / 8 * 2;
        const double more = (once.memory.terms[MemoryTerm::GatheredParameters]
            - each.memory.terms[MemoryTerm::GatheredParameters])
                                .value();
        QVERIFY2(more > 0.6 * stage && more < 1.1 * stage, qPrintable(QString::number(more)));
        // Gradients stay whole until the loop ends: 4 bytes instead of a fourteenth of them.
        const double gradients
            = (once.memory.terms[MemoryTerm::Gradients] - each.memory.terms[MemoryTerm::Gradients])
                  .value();
        QVERIFY2(gradients > 1.5 * stage, qPrintable(QString::number(gradients)));
    }

    void autoTakesWhatIsFasterAndFits()
    {
        QVERIFY(isSame(estimate("auto"), estimate("once")));
        QCOMPARE(finding(estimate("auto")), std::string("pipeline-gathers-once"));
        QCOMPARE(finding(estimate("each")), std::string("pipeline-gathers-again"));
        // Two tensor ranks leave each device four times the weights.
        const Settings crowded { "parallelism.tensor=2", "parallelism.fsdp=56" };
        QVERIFY(isSame(estimate("auto", crowded), estimate("each", crowded)));
        QVERIFY(!estimate("once", crowded).memory.fits);
        QCOMPARE(finding(estimate("auto", crowded)), std::string("pipeline-gather-no-room"));
    }

    /// With few micro-batches gathering once, which nothing hides, takes longer: then it is not
    /// taken, however much room there is.
    void autoWeighsBoth()
    {
        Settings settings = large;
        settings.push_back("options.pipeline_gather=auto");
        const ResolvedPlan plan = shippedPlan("llama3-70b-h100-32-nodes", settings);
        Prepared p = shippedEstimator().prepare(plan);
        const Candidate c = planCandidate(plan.plan);
        int taken = 0, left = 0;
        for (const double microBatches : { 1, 2, 4, 9, 36 }) {
            p.globalBatch = 14 * microBatches;
            const Layout layout = makeLayout(p, c);
            const GatherChoice choice = gatherChoice(p, c, layout);
            const Evaluation &once = choice.once;
            const bool hasRoom = once.fits && once.peak <= tightPoolShare * once.budget;
            QCOMPARE(layout.gathersOnce, hasRoom && once.step < choice.each.step);
            taken += layout.gathersOnce;
            left += hasRoom && !layout.gathersOnce;
        }
        QVERIFY2(taken > 0 && left > 0, qPrintable(QString::number(left)));
    }

    void theFindingSaysHowMuchAndWhatToSet()
    {
        const Estimate each = estimate("each"), once = estimate("once");
        const auto found
            = std::ranges::find(each.findings, std::string("pipeline-gathers-again"), &Finding::id);
        QVERIFY(found != each.findings.end());
        QCOMPARE(found->operands.at(0), Operand { each.time.step - once.time.step });
        QCOMPARE(found->operands.at(1), Operand { once.memory.peak - each.memory.peak });
        QCOMPARE(found->fix.size(), std::size_t { 1 });
        QCOMPARE(found->fix.front().value, std::string("once"));
    }

    void withoutPipelineOrShardsNothingChanges_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("no pipeline")
            << QStringList { "parallelism.pipeline=1", "parallelism.fsdp=126" };
        QTest::newRow("replicas") << QStringList { "parallelism.fsdp=1", "parallelism.data=14",
            "parallelism.zero_stage=1" };
    }

    void withoutPipelineOrShardsNothingChanges()
    {
        QFETCH(QStringList, settings);
        const Settings own = stdTexts(settings);
        QVERIFY(isSame(estimate("each", own), estimate("once", own)));
        QCOMPARE(finding(estimate("auto", own)), std::string());
    }

    void onlyMaxTextHasTheChoice()
    {
        Settings settings = large;
        settings.insert(settings.end(),
            { "framework=megatron", "parallelism.zero_stage=1", "options.pipeline_gather=once" });
        QVERIFY(!openCheckedPlan("llama3-70b-h100-32-nodes", settings, shippedLibrary()));
    }

private:
    Estimate estimate(const char *gather, const Settings &more = {}) const
    {
        Settings settings = large;
        settings.insert(settings.end(), more.begin(), more.end());
        settings.push_back(std::string("options.pipeline_gather=") + gather);
        const ResolvedPlan checked = shippedPlan("llama3-70b-h100-32-nodes", settings);
        return shippedEstimator().estimate(checked);
    }

    static bool isSame(const Estimate &a, const Estimate &b)
    {
        return a.time.step == b.time.step && a.memory.peak == b.memory.peak;
    }

    static std::string finding(const Estimate &estimate)
    {
        for (const Finding &found : estimate.findings)
            if (found.id.starts_with("pipeline-gather"))
                return found.id;
        return {};
    }
};

QTEST_GUILESS_MAIN(PipelineGatherTest)
#include "tst_pipeline_gather.moc"
