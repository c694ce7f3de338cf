#include "../estimate/drawn_plans.h"

#include "model/estimate/change.h"
#include "model/estimate/estimator.h"
#include "model/flags/advice/flag_advice.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"

#include <QTest>

#include <map>
#include <set>

using namespace headroom;

namespace {

/// An assumption drawn from its range: two halves of normal errors that meet in its value.
double drawn(const AssumptionRow &row, double value, std::mt19937 &random)
{
    constexpr double deviations = 1.2815515655446004; // of the ends of an 80 % range
    // Not std::normal_distribution: its numbers differ between libraries.
    double normal = -6;
    for (int i = 0; i < 12; ++i)
        normal += double(random()) / double(std::mt19937::max());
    const double end = normal < 0 ? row.p10 : row.p90;
    return std::max(0.0, value + normal / deviations * std::abs(end - value));
}

Assumptions drawnAssumptions(std::mt19937 &random)
{
    Assumptions all;
    for (const AssumptionRow &row : assumptionRows())
        all.*row.value = drawn(row, all.*row.value, random);
    return all;
}

/// How many of what was drawn lie inside what is shown.
struct Coverage
{
    int inside = 0, all = 0;
    void add(double value, double p10, double p90)
    {
        const double slack = 1e-12 * (std::abs(p10) + std::abs(p90));
        inside += value >= p10 - slack && value <= p90 + slack;
        ++all;
    }
    double share() const { return all > 0 ? double(inside) / all : 1; }
};

struct FlippedFlags
{
    const char *name;
    std::vector<std::pair<const char *, const char *>> flags; ///< set in the second plan
};

const FlippedFlags changes[] = {
    { "no latency hiding", { { "xla_gpu_enable_latency_hiding_scheduler", "false" } } },
    { "no graphs", { { "xla_gpu_enable_command_buffer", "" } } },
    { "four channels", { { "NCCL_MAX_NCHANNELS", "4" } } },
    { "no priority", { { "xla_gpu_enable_highest_priority_async_stream", "false" } } },
    { "many queues", { { "CUDA_DEVICE_MAX_CONNECTIONS", "8" } } },
    { "synchronous gathers", { { "xla_gpu_disable_async_collectives", "allgather" } } },
    { "no pipelined gathers", { { "xla_gpu_enable_pipelined_all_gather", "false" } } },
    { "symmetric kernels", { { "xla_gpu_experimental_enable_nccl_symmetric_buffers", "true" } } },
    { "own layers on TPU",
        { { "xla_tpu_enable_async_collective_fusion", "false" },
            { "xla_tpu_enable_sparse_core_collective_offload_all_gather", "false" },
            { "xla_tpu_enable_sparse_core_collective_offload_reduce_scatter", "false" } } },
    { "SparseCore",
        { { "xla_tpu_enable_sparse_core_collective_offload_all_gather", "true" },
            { "xla_tpu_enable_sparse_core_collective_offload_reduce_scatter", "true" } } },
};

} // namespace

/// What nobody has measured has a range; what is shown covers what the ranges leave open.
class AssumptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_estimator = Estimator::make(m_library).value();
        m_estimator->setFlagEffects(
            flagEffectsSource(*FlagCatalogue::load(m_library.directories())));
        m_plans = DrawnPlans(m_library).withExamples(200);
        QVERIFY(m_plans.size() >= 200);
    }

    void everyAssumptionHasItsRange()
    {
        std::set<std::string> ids;
        const Assumptions usual;
        for (const AssumptionRow &row : assumptionRows()) {
            QVERIFY2(row.p10 <= usual.*row.value && usual.*row.value <= row.p90, row.id);
            QVERIFY2(row.p10 < row.p90, row.id);
            QVERIFY2(*row.unit && *row.meaning && *row.source, row.id);
            ids.insert(row.id);
        }
        QCOMPARE(ids.size(), assumptionCount);
        QCOMPARE(sizeof(Assumptions), assumptionCount * sizeof(double)); // each has a row
    }

    /// Each moves step or peak of a plan in which its mechanism is at work.
    void everyAssumptionIsFelt()
    {
        std::array<bool, assumptionCount> isFelt {};
        const auto look = [&](const ResolvedPlan &plan) {
            const auto shifts = m_estimator->estimate(plan).assumed;
            for (std::size_t i = 0; i < assumptionCount; ++i)
                isFelt[i] = isFelt[i] || shifts[i].stepAtP10 != shifts[i].stepAtP90
                    || shifts[i].peakAtP10 != shifts[i].peakAtP90;
        };
        for (const ResolvedPlan &plan : m_plans) {
            look(plan);
            for (const FlippedFlags &change : changes)
                look(changed(plan, change));
        }
        for (const auto &[plan, settings] : m_special) {
            const Result<CheckedPlan> checked = openCheckedPlan(plan, settings, m_library);
            QVERIFY2(checked, checked ? "" : checked.errors().front().id.c_str());
            look(checked->resolved);
        }
        for (std::size_t i = 0; i < assumptionCount; ++i)
            QVERIFY2(isFelt[i], assumptionRows()[i].id);
    }

    void stepsLieInsideTheirIntervals()
    {
        std::mt19937 random(11);
        Coverage coverage;
        for (const ResolvedPlan &plan : m_plans) {
            const TimeEstimate time = m_estimator->estimate(plan).time;
            for (int i = 0; i < 5; ++i)
                coverage.add(
                    stepUnder(plan, drawnAssumptions(random)), time.p10.value(), time.p90.value());
        }
        QVERIFY2(coverage.share() >= 0.8, qPrintable(QString::number(coverage.share())));
    }

    /// What is put off in a program without a loop over layers lies inside the interval of the
    /// peak.
    void changesOfPeaksLieInsideTheirIntervals()
    {
        std::mt19937 random(17);
        Coverage coverage;
        for (const ResolvedPlan &plan : m_plans) {
            ResolvedPlan other = plan;
            other.plan.options.scanLayers = false;
            const Change shown
                = planChange(m_estimator->estimate(plan), m_estimator->estimate(other)).peak;
            if (shown.isNothing())
                continue;
            for (int i = 0; i < 5; ++i) {
                const Assumptions assumed = drawnAssumptions(random);
                coverage.add(under(other, assumed).peak.value() - under(plan, assumed).peak.value(),
                    shown.p10, shown.p90);
            }
        }
        QVERIFY2(coverage.all > 100, qPrintable(QString::number(coverage.all)));
        QVERIFY2(coverage.share() >= 0.8, qPrintable(QString::number(coverage.share())));
    }

    void changesLieInsideTheirIntervals_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(changes)); ++i)
            QTest::addRow("%s", changes[i].name) << i;
    }
    void changesLieInsideTheirIntervals()
    {
        QFETCH(int, index);
        std::mt19937 random(13);
        Coverage coverage;
        for (const ResolvedPlan &plan : m_plans) {
            const ResolvedPlan other = changed(plan, changes[index]);
            const Change shown
                = planChange(m_estimator->estimate(plan), m_estimator->estimate(other)).step;
            if (shown.isNothing())
                continue;
            for (int i = 0; i < 5; ++i) {
                const Assumptions assumed = drawnAssumptions(random);
                coverage.add(
                    stepUnder(other, assumed) - stepUnder(plan, assumed), shown.p10, shown.p90);
            }
        }
        QVERIFY2(coverage.all > 0, "no plan feels it");
        QVERIFY2(coverage.share() >= 0.8, qPrintable(QString::number(coverage.share())));
    }

private:
    double stepUnder(const ResolvedPlan &plan, const Assumptions &assumed) const
    {
        return under(plan, assumed).step.value();
    }
    Evaluation under(const ResolvedPlan &plan, const Assumptions &assumed) const
    {
        Prepared prepared = m_estimator->prepare(plan);
        prepared.assumed = assumed;
        const ChipProfile chip = prepared.chip;
        const StackProfile stack = prepared.stack;
        applyConstants(prepared, chip, stack);
        return evaluate(prepared, planCandidate(plan.plan));
    }
    static ResolvedPlan changed(ResolvedPlan plan, const FlippedFlags &change)
    {
        for (const auto &[name, value] : change.flags)
            plan.plan.flags[name] = value;
        return plan;
    }

    ProfileLibrary m_library { DataDirectories { HEADROOM_PROFILES, {} } };
    std::optional<Estimator> m_estimator;
    std::vector<ResolvedPlan> m_plans;
    const std::pair<std::string, std::vector<std::string>> m_special[8] {
        { "llama3.1-8b-lora-one-gpu",
            { "workload.sequence_length=512", "workload.packing.mean_tokens=512" } },
        { "llama3.1-8b-h100-node", { "hardware.power_cap_w=500" } },
        { "llama3.1-8b-v6e-16",
            { "hardware.accelerator=tpu-v7x", "hardware.topology=",
                "flags.xla_tpu_enable_sparse_core_collective_offload_all_gather=false" } },
        { "llama3.1-8b-h100-node",
            { "framework=megatron", "precision.recipe=fp8_current",
                "options.low_precision_attention=true" } },
        { "llama3.1-8b-h100-node", { "remat.policy=minimal_offloaded" } },
        { "llama3.1-8b-h100-node", { "options.scan_layers=false" } },
        { "llama3.1-8b-h100-node",
            { "parallelism.context=8", "parallelism.fsdp=1",
                "parallelism.context_strategy=ring" } },
        { "llama3.1-8b-h100-node",
            { "parallelism.pipeline=8", "parallelism.fsdp=1",
                "flags.xla_gpu_enable_pipelined_p2p=true" } },
    };
};

QTEST_APPLESS_MAIN(AssumptionsTest)
#include "tst_assumptions.moc"
