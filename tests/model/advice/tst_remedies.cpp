#include "tests/model/shipped.h"

#include "model/plan/fields/framework_options.h"
#include "model/rules/broken_rules.h"
#include "model/session/plan_remedies.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>

using namespace headroom;

namespace {

/// Settings that give findings, drawn one to three at a time.
constexpr std::array troubles { "parallelism.micro_batch_sequences=4", "remat.policy=full",
    "workload.sequence_length=16384", "flags.NCCL_IB_DISABLE=1", "flags.NCCL_P2P_DISABLE=1",
    "flags.XLA_PYTHON_CLIENT_MEM_FRACTION=0.99", "flags.XLA_PYTHON_CLIENT_MEM_FRACTION=0.5",
    "flags.CUDA_DEVICE_MAX_CONNECTIONS=8", "flags.CUDA_DEVICE_MAX_CONNECTIONS=1",
    "hardware.nic_gbytes_per_s_per_device=3", "options.scan_layers=false",
    "flags.xla_gpu_all_gather_combine_threshold_bytes=1048576", "precision.weights=fp32",
    "flags.xla_gpu_enable_nccl_user_buffers=true", "hardware.accelerator=a100-80-sxm",
    "flags.xla_gpu_enable_latency_hiding_scheduler=false", "options.offload_optimizer=true",
    "flags.xla_gpu_enable_pipelined_collectives=true", "flags.NCCL_PROTO=LL" };
constexpr std::array examples { "llama3.1-8b-h100-node", "llama3-70b-h100-32-nodes",
    "mixtral-8x7b-h100-8-nodes", "llama3.1-8b-lora-one-gpu", "gpt3-175b-a100-1024",
    "llama3.1-8b-v6e-16", "llama3.1-70b-qlora-node", "bloom-176b-a100-48-nodes" };
constexpr int plansInTrouble = 200;

bool hasFinding(const Estimate &estimate, const std::string &id)
{
    return std::ranges::find(estimate.findings, id, &Finding::id) != estimate.findings.end();
}

/// Whether what a finding proposes is a plan that keeps every rule, lacks the finding and has no
/// new error.
bool doesFixCure(const ResolvedPlan &plan, const Estimate &now, const Finding &finding)
{
    Plan changed = plan.plan;
    if (finding.fix.empty() || !changePlan(changed, finding.fix).problems.empty())
        return false;
    const auto resolved = resolvePlan(changed, shippedLibrary());
    if (!resolved || !brokenRules(*resolved).empty())
        return false;
    const Estimate then = flaggedEstimator().estimate(*resolved);
    return !hasFinding(then, finding.id)
        && std::ranges::none_of(then.findings, [&now](const Finding &one) {
               return one.severity == Severity::Error && !hasFinding(now, one.id);
           });
}

constexpr auto dense = "llama3.1-8b-h100-node";

ResolvedPlan planWith(const QString &id, const QStringList &settings)
{
    const auto checked = openCheckedPlan(id.toStdString(), stdTexts(settings), shippedLibrary());
    if (!checked)
        qFatal("%s", errorText(checked.errors().front()).c_str());
    return checked->resolved;
}

Remedies remediesOf(const ResolvedPlan &plan)
{
    return planRemedies(flaggedEstimator(), plan, flaggedEstimator().estimate(plan));
}

ResolvedPlan changed(const ResolvedPlan &plan, const PlanMove &changes)
{
    Plan other = plan.plan;
    changePlan(other, changes);
    return *resolvePlan(other, shippedLibrary());
}

bool touches(const PlanMove &changes, const char *path)
{
    return std::ranges::any_of(
        changes, [path](const FieldChange &change) { return change.path == path; });
}

} // namespace

class RemediesTest : public QObject
{
    Q_OBJECT

private slots:
    /// Two changes that each leave a plan too large may cure it at less cost than one that
    /// suffices.
    void pairsBeatASlowCure()
    {
        const ResolvedPlan plan = planWith("llama3-70b-h100-32-nodes",
            { "framework=megatron", "model=deepseek-v3", "software.stack=", "attention=flash",
                "workload.global_batch_sequences=2048", "workload.sequence_length=4096",
                "parallelism.fsdp=1", "parallelism.data=32", "parallelism.pipeline=8",
                "parallelism.tensor=1", "parallelism.expert=32", "parallelism.zero_stage=1",
                "remat.policy=selective", "parallelism.sequence_parallel=false" });
        const Remedies found = remediesOf(plan);
        QVERIFY(!found.all.empty());
        const Estimate pair = flaggedEstimator().estimate(
            changed(plan, { { "remat.policy", "full" }, { "parallelism.zero_stage", "2" } }));
        QVERIFY(pair.memory.fits);
        QVERIFY2(found.all.front().estimate.time.step <= pair.time.step,
            moveText(found.all.front().changes).c_str());
        for (std::size_t i = 1; i < found.all.size(); ++i) // nothing twice
            if (found.all[i].reach == found.all[0].reach)
                QVERIFY(std::ranges::any_of(found.all[0].changes, [&](const FieldChange &one) {
                    return !touches(found.all[i].changes, one.path.c_str());
                }) || found.all[i].estimate.time.step < found.all[0].estimate.time.step);
    }

    void planThatLacksRoomIsCured_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("first"); ///< a field that the nearest remedy changes
        QTest::addColumn<QString>("alters");
        QTest::newRow("replicas without ZeRO")
            << dense
            << QStringList { "framework=deepspeed", "parallelism.data=8", "parallelism.fsdp=1",
                   "parallelism.zero_stage=0", "remat.policy=full" }
            << "parallelism.zero_stage"
            << "layout";
        QTest::newRow("Megatron without its distributed optimizer")
            << dense
            << QStringList { "framework=megatron", "parallelism.data=8", "parallelism.fsdp=1",
                   "parallelism.zero_stage=0", "remat.policy=full" }
            << "parallelism.zero_stage"
            << "layout";
        QTest::newRow("micro-batch")
            << dense << QStringList { "parallelism.micro_batch_sequences=4" } << ""
            << "layout";
        QTest::newRow("70B on a node")
            << dense << QStringList { "model=llama3.1-70b", "remat.policy=full" } << ""
            << "numerics";
        QTest::newRow("pool too small")
            << dense << QStringList { "flags.XLA_PYTHON_CLIENT_MEM_FRACTION=0.40" }
            << "flags.XLA_PYTHON_CLIENT_MEM_FRACTION"
            << "none";
        QTest::newRow("pool too large")
            << dense << QStringList { "flags.XLA_PYTHON_CLIENT_MEM_FRACTION=0.999" }
            << "flags.XLA_PYTHON_CLIENT_MEM_FRACTION"
            << "none";
    }
    void planThatLacksRoomIsCured()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        QFETCH(QString, first);
        QFETCH(QString, alters);
        const ResolvedPlan resolved = planWith(plan, settings);
        const Estimate now = flaggedEstimator().estimate(resolved);
        QVERIFY(!now.memory.fits);
        const Remedies found = remediesOf(resolved);
        QVERIFY(!found.all.empty());
        QVERIFY(found.all.size() <= 3);
        QVERIFY(!found.nearest);
        QCOMPARE(QString(altersName(found.all.front().reach)), alters);
        if (!first.isEmpty())
            QVERIFY2(touches(found.all.front().changes, qPrintable(first)),
                moveText(found.all.front().changes).c_str());
        QVERIFY(std::ranges::is_sorted(found.all, {}, &Remedy::reach));
        QCOMPARE(found.of("does-not-fit").size(), found.all.size());
        for (const Remedy &remedy : found.all) {
            const ResolvedPlan mended = changed(resolved, remedy.changes);
            QVERIFY(brokenRules(mended).empty());
            QVERIFY(flaggedEstimator().estimate(mended) == remedy.estimate);
            QVERIFY(remedy.estimate.memory.fits);
            QVERIFY(remedy.estimate.memory.fitProbability >= 0.9);
            QVERIFY2(!remedy.targets.empty(), moveText(remedy.changes).c_str());
        }
    }

    /// One node of 70B: adapters are the answer, and they fit with room to spare.
    void adaptersAreOffered()
    {
        const Remedies found
            = remediesOf(planWith(dense, { "model=llama3.1-70b", "remat.policy=full" }));
        const auto lora = std::ranges::find_if(
            found.all, [](const Remedy &one) { return touches(one.changes, "tuning.method"); });
        QVERIFY(lora != found.all.end());
        QVERIFY(lora->estimate.memory.fitProbability > 0.9);
    }

    void whatNothingCuresHasANearest()
    {
        const Remedies found = remediesOf(planWith(dense,
            { "model=megatron-1008.0b", "hardware.accelerator=tpu-v5e", "attention=splash",
                "hardware.devices_per_node=1", "parallelism.fsdp=1", "remat.policy=full",
                "workload.sequence_length=2048" }));
        QVERIFY(found.all.empty());
        QVERIFY(found.nearest.has_value());
        QVERIFY(found.nearest->lacks > Bytes {});
    }

    /// Tensor parallelism that nothing needs and recomputation with room to spare.
    void wasteIsAFinding()
    {
        const ResolvedPlan plan = planWith(dense,
            { "framework=megatron", "parallelism.tensor=8", "parallelism.fsdp=1",
                "parallelism.zero_stage=0", "remat.policy=full" });
        const Estimate now = flaggedEstimator().estimate(plan);
        const Remedies found = remediesOf(plan);
        QCOMPARE(found.waste.size(), std::size_t(1));
        QCOMPARE(found.waste.front().id, std::string(wasteFinding));
        const Remedy &best = found.all[found.of(wasteFinding).front()];
        QVERIFY(best.estimate.time.step < 0.6 * now.time.step);
        QVERIFY(best.estimate.memory.fitProbability >= 0.9);
        QVERIFY(best.change.step.p90 < 0);
        for (const Remedy &remedy : found.all)
            QCOMPARE(QString(altersName(remedy.reach)), QString("layout"));
        QVERIFY(remediesOf(changed(plan, best.changes)).waste.empty());
    }

    /// Drawn plans: what cures a finding is named by it, and what is named does cure it.
    void everyFindingNamesItsCure()
    {
        std::mt19937 chance(43);
        const auto below
            = [&chance](std::size_t end) { return static_cast<std::size_t>(chance() % end); };
        int plans = 0, findings = 0, named = 0, fixes = 0, warnings = 0, curedWarnings = 0;
        while (plans < plansInTrouble) {
            std::vector<std::string> set;
            for (std::size_t i = 0, count = 1 + below(3); i < count; ++i)
                set.emplace_back(troubles[below(troubles.size())]);
            const char *example = examples[below(examples.size())];
            const auto checked = openCheckedPlan(example, set, shippedLibrary());
            if (!checked)
                continue;
            ++plans;
            const ResolvedPlan &plan = checked->resolved;
            const Estimate now = flaggedEstimator().estimate(plan);
            const Remedies found = planRemedies(flaggedEstimator(), plan, now);
            for (const Finding &finding : now.findings) {
                ++findings;
                const std::vector<std::size_t> places = found.of(finding.id);
                named += !places.empty();
                const bool isHint = finding.severity == Severity::Hint;
                warnings += !isHint;
                curedWarnings += !isHint && !places.empty();
                for (const std::size_t place : places)
                    QVERIFY(!hasFinding(found.all[place].estimate, finding.id));
                if (!places.empty() || !doesFixCure(plan, now, finding))
                    continue;
                QFAIL(qPrintable(QString("%1 %2: %3 names no remedy")
                                     .arg(example, QString::fromStdString(set.front()),
                                         QString::fromStdString(finding.id))));
            }
            for (const Remedy &remedy : found.all)
                fixes += std::ranges::any_of(remedy.changes, [](const FieldChange &change) {
                    return change.path.starts_with("flags.") && change.value == "default";
                });
        }
        qInfo("%d plans, %d findings, %d with a remedy, %d of them a variable left out; %d of %d "
              "warnings and errors have one",
            plans, findings, named, fixes, curedWarnings, warnings);
        // The others are about networks and chips that no change of the plan makes faster.
        QVERIFY(curedWarnings * 100 >= warnings * 97);
        QVERIFY(named > findings / 3 && fixes > plansInTrouble / 20);
    }

    /// Leaving out one of them would leave the finding on the other.
    void variablesOfOtherChipsAreLeftOutTogether()
    {
        const ResolvedPlan plan = planWith("llama3.1-8b-v6e-16",
            { "flags.NCCL_IB_DISABLE=1", "flags.CUDA_DEVICE_MAX_CONNECTIONS=8" });
        const Remedies found = remediesOf(plan);
        const std::vector<std::size_t> places = found.of("flag-gpu-on-tpu");
        QCOMPARE(places.size(), std::size_t { 1 });
        const PlanMove &changes = found.all[places.front()].changes;
        QVERIFY(touches(changes, "flags.NCCL_IB_DISABLE"));
        QVERIFY(touches(changes, "flags.CUDA_DEVICE_MAX_CONNECTIONS"));
    }

    /// No finding proposes a change of the pipeline; a layout without its bubble is found.
    void layoutCuresAWarning()
    {
        const ResolvedPlan plan
            = planWith("gpt3-175b-a100-1024", { "workload.global_batch_sequences=64" });
        const Remedies found = remediesOf(plan);
        const std::vector<std::size_t> places = found.of("few-micro-batches");
        QVERIFY(!places.empty());
        const Remedy &remedy = found.all[places.front()];
        QVERIFY(remedy.estimate.memory.fits);
        QVERIFY(brokenRules(changed(plan, remedy.changes)).empty());
        QVERIFY(flaggedEstimator().estimate(changed(plan, remedy.changes)) == remedy.estimate);
    }

    void aPlanThatIsGoodHasNone()
    {
        const Remedies found = remediesOf(planWith(dense, {}));
        QVERIFY(found.all.empty());
        QVERIFY(found.waste.empty());
        QVERIFY(!found.nearest);
    }
};

QTEST_GUILESS_MAIN(RemediesTest)
#include "tst_remedies.moc"
