#include "tests/model/shipped.h"

#include "model/estimate/estimator.h"
#include "model/estimate/figure_intervals.h"
#include "model/estimate/interruptions.h"
#include "model/estimate/result_derivations.h"
#include "model/estimate/run_cost.h"
#include "model/plan/fields/plan_file.h"

#include <QTest>

using namespace headroom;

namespace {

Plan planWith(const std::vector<std::string> &settings)
{
    LoadedPlan loaded = *loadPlan(*shippedLibrary().planPath("llama3.1-8b-h100-node"));
    std::vector<std::string> all { "workload.training_tokens=1e12" };
    all.insert(all.end(), settings.begin(), settings.end());
    for (const Error &problem : applySettings(loaded, all))
        QTest::qFail(problem.id.c_str(), __FILE__, __LINE__);
    return loaded.plan;
}

Estimate estimated(const std::vector<std::string> &settings)
{
    return shippedEstimator().estimate(*resolvePlan(planWith(settings), shippedLibrary()));
}

RunInterruptions interruptions(const std::vector<std::string> &settings)
{
    return *estimated(settings).run->withFailures;
}

bool isNear(double value, double expected, double relative)
{
    return std::abs(value - expected) <= relative * std::abs(expected);
}

const std::vector<std::string> stated { "reliability.device_mtbf_hours=8000",
    "reliability.storage_gbytes_per_s_per_node=1.6", "reliability.restart_minutes=5" };

std::vector<std::string> with(std::vector<std::string> settings, const std::string &more)
{
    settings.push_back(more);
    return settings;
}

} // namespace

class InterruptionsTest : public QObject
{
    Q_OBJECT

private slots:
    /// 12 bytes of each parameter (fp32 weights and two moments) at 1.6 GB/s; eight devices of 8000
    /// hours are stopped every 1000.
    void circumstancesAreThoseOfThePlan()
    {
        const Estimate estimate = estimated(stated);
        const RunInterruptions &run = *estimate.run->withFailures;
        QCOMPARE(run.state.value(), 12 * estimate.parametersTotal);
        QVERIFY(isNear(run.checkpoint.value(), run.state.value() / 1.6e9, 1e-12));
        QVERIFY(isNear(run.meanTimeBetweenFailures.value(), 1000 * 3600.0, 1e-12));
        QCOMPARE(run.restart.value(), 300.0);
        QVERIFY(isNear(
            run.interval.value(), std::sqrt(2 * run.checkpoint.value() * 1000 * 3600.0), 1e-12));
        QCOMPARE(run.goodput,
            goodput(run.checkpoint, run.interval, run.restart, run.meanTimeBetweenFailures));
        QVERIFY(isNear(run.days * run.goodput, estimate.run->days, 1e-12));
        QVERIFY(isNear(run.cost * run.goodput, estimate.run->cost, 1e-12));
        QVERIFY(isNear(run.failures, run.days * 24 / 1000, 1e-12));
    }

    /// The reference of FORMULAS §9: a minute, four hours, five minutes.
    void goodputIsThatOfTheFormula()
    {
        const Estimate plain = estimated({});
        const double rate = 12 * plain.parametersTotal / 60 / 1e9;
        const RunInterruptions run = interruptions({ "reliability.device_mtbf_hours=32",
            "reliability.storage_gbytes_per_s_per_node=" + std::to_string(rate),
            "reliability.restart_minutes=5" });
        QVERIFY(isNear(run.interval.value(), 1314.534, 1e-5));
        QVERIFY(isNear(run.goodput, 0.890914, 1e-5));
    }

    /// 16,384 H100 for 54 days of Llama 3: 419 unexpected interruptions, and "higher than 90 %
    /// effective training time". @source arXiv 2407.21783 §3.3.4
    void llamaThreeIsMet()
    {
        const Plan plan = planWith({ "model=llama3.1-405b", "hardware.nodes=2048",
            "parallelism.fsdp=2048", "parallelism.tensor=8", "workload.global_batch_sequences=2048",
            "parallelism.micro_batch_sequences=1" });
        const auto resolved = resolvePlan(plan, shippedLibrary());
        QVERIFY(resolved);
        const RunInterruptions run = *shippedEstimator().estimate(*resolved).run->withFailures;
        const double failuresIn54Days = 54 * 86400 / run.meanTimeBetweenFailures.value();
        QVERIFY(isNear(failuresIn54Days, 419, 0.01));
        QVERIFY(run.goodput > 0.9);
        QVERIFY(run.goodput < 0.99);
    }

    void thePlansPeriodWinsOverTheBest()
    {
        const RunInterruptions best = interruptions(stated);
        QVERIFY(best.period == CheckpointPeriod::Best);
        for (const double steps :
            { 1.0, std::round(best.bestIntervalSteps / 4), best.bestIntervalSteps * 4 }) {
            const RunInterruptions own = interruptions(with(stated,
                "job.checkpoint_every_steps=" + std::to_string(static_cast<long long>(steps))));
            QVERIFY(own.period == CheckpointPeriod::Plan);
            QVERIFY(isNear(own.intervalSteps, steps, 1e-12));
            QCOMPARE(own.bestIntervalSteps, best.bestIntervalSteps);
            QVERIFY(own.goodput < best.goodput);
        }
    }

    /// Worse machines never finish sooner.
    void goodputFallsWithEveryTrouble()
    {
        const double usual = interruptions(stated).goodput;
        for (const char *worse :
            { "reliability.device_mtbf_hours=4000", "reliability.storage_gbytes_per_s_per_node=0.4",
                "reliability.restart_minutes=20" })
            QVERIFY2(interruptions(with(stated, worse)).goodput < usual, worse);
    }

    void whatIsOpenWidensTheInterval()
    {
        const RunInterruptions known = interruptions(stated);
        QCOMPARE(known.goodputP10, known.goodput);
        QCOMPARE(known.goodputP90, known.goodput);
        const Estimate estimate = estimated({});
        const RunInterruptions &open = *estimate.run->withFailures;
        QVERIFY(open.goodputP10 < open.goodput);
        QVERIFY(open.goodput < open.goodputP90);
        QVERIFY(open.goodputP90 <= 1);
        const FigureIntervals ends = figureIntervals(estimate);
        QVERIFY(ends.daysWithFailures.low < open.days);
        QVERIFY(open.days < ends.daysWithFailures.high);
        // The doubt about failures comes on top of that about the step.
        QVERIFY(ends.daysWithFailures.high / open.days > ends.days.high / estimate.run->days);
    }

    /// The three usual values move goodput independently of each other, each to both of its ends.
    void openCircumstancesAddLikeErrors()
    {
        const Estimate estimate = estimated({});
        const RunInterruptions &run = *estimate.run->withFailures;
        const auto at = [&](double hours, double gbytes, double minutes) {
            return goodput(Seconds { run.state.value() / (gbytes * 1e9) }, run.interval,
                Seconds { minutes * 60 }, Seconds { hours * 3600 / 8 });
        };
        const double usual = at(50'700, 1, 10);
        QCOMPARE(run.goodput, usual);
        const double worse = std::hypot(
            at(29'500, 1, 10) - usual, at(50'700, 0.3, 10) - usual, at(50'700, 1, 30) - usual);
        const double better = std::hypot(
            at(82'100, 1, 10) - usual, at(50'700, 3, 10) - usual, at(50'700, 1, 5) - usual);
        QVERIFY(isNear(run.goodput - run.goodputP10, worse, 1e-9));
        QVERIFY(isNear(run.goodputP90 - run.goodput, better, 1e-9));
        // What the plan says is known.
        const RunInterruptions known = interruptions(
            { "reliability.storage_gbytes_per_s_per_node=1", "reliability.restart_minutes=10" });
        QVERIFY(known.goodput - known.goodputP10 < run.goodput - run.goodputP10);
    }

    /// A checkpoint that takes longer than the steps between two leaves nothing; the best time
    /// between two is a step at least.
    void periodsHaveEnds()
    {
        const RunInterruptions slow = interruptions({ "reliability.device_mtbf_hours=8000",
            "reliability.storage_gbytes_per_s_per_node=0.001", "reliability.restart_minutes=5",
            "job.checkpoint_every_steps=1" });
        QVERIFY(slow.checkpoint > slow.interval);
        QCOMPARE(slow.goodput, minGoodput);
        QCOMPARE(slow.goodputP10, minGoodput);
        const Estimate quick = estimated({ "reliability.device_mtbf_hours=1",
            "reliability.storage_gbytes_per_s_per_node=10000", "reliability.restart_minutes=1" });
        const RunInterruptions &best = *quick.run->withFailures;
        QVERIFY(bestCheckpointInterval(best.checkpoint, best.meanTimeBetweenFailures)
            < quick.time.step);
        QCOMPARE(best.interval.value(), quick.time.step.value());
        QCOMPARE(best.intervalSteps, 1.0);
        QCOMPARE(best.bestIntervalSteps, 1.0);
        const RunInterruptions usual = interruptions(stated);
        QCOMPARE(usual.bestIntervalSteps, std::round(usual.intervalSteps));
    }

    /// Of adapters alone: two bytes of a weight and eight of its moments.
    void adaptersAreWhatIsSaved()
    {
        const ResolvedPlan plan = shippedPlan("llama3.1-70b-qlora-node");
        const Estimate estimate = shippedEstimator().estimate(plan);
        const RunInterruptions &run = *estimate.run->withFailures;
        QCOMPARE(
            run.state.value(), (run.stateBytesPerParameter * estimate.parametersTrained).value());
        QVERIFY(estimate.parametersTrained < 0.01 * estimate.parametersTotal);
        const Prepared p = shippedEstimator().prepare(plan);
        QCOMPARE(run.stateBytesPerParameter.value(), (p.weightBytes + p.masterBytes).value() + 8);
        QCOMPARE(run.deviceHours * run.goodput, estimate.run->deviceHours);
    }

    /// A job that fails faster than it starts has a finite end.
    void aHopelessJobStaysFinite()
    {
        const RunInterruptions run = interruptions(
            { "reliability.device_mtbf_hours=1", "reliability.restart_minutes=10000" });
        QCOMPARE(run.goodput, minGoodput);
        QVERIFY(std::isfinite(run.days));
        QVERIFY(run.goodputP10 >= minGoodput);
    }

    /// A slice of sixteen v5p chips has four hosts that write.
    void hostsWriteCheckpoints()
    {
        ResolvedPlan plan
            = shippedPlan("llama3.1-8b-h100-node", { "hardware.nodes=2", "parallelism.fsdp=16" });
        QCOMPARE(checkpointNodes(plan), 2.0);
        plan.accelerator = **shippedLibrary().accelerator("tpu-v5p");
        plan.plan.hardware.devicesPerNode = 17;
        QCOMPARE(checkpointNodes(plan), 9.0); // of 34 chips, four to a host
    }

    void inferenceHasNoCheckpoints()
    {
        QVERIFY(!estimated({ "workload.mode=inference" }).run->withFailures);
    }

    /// The trees of goodput, days and cost end in the figures.
    void derivationsGiveTheFigures()
    {
        for (const std::vector<std::string> &settings :
            { std::vector<std::string> {}, { "job.checkpoint_every_steps=500" } }) {
            const ResolvedPlan resolved = *resolvePlan(planWith(settings), shippedLibrary());
            const Estimate estimate = shippedEstimator().estimate(resolved);
            const std::vector<Derivation> trees
                = resultDerivations(resolved, estimate, shippedEstimator().explain(resolved));
            const auto valueOf = [&trees](const char *id) {
                const auto found = std::ranges::find(trees, id, &Derivation::id);
                return found == trees.end() ? -1 : found->value;
            };
            const RunInterruptions &run = *estimate.run->withFailures;
            const ThroughputEstimate &rates = estimate.throughput;
            QCOMPARE(valueOf("step_seconds"), estimate.time.step.value());
            QCOMPARE(valueOf("peak_bytes"), estimate.memory.peak.value());
            QCOMPARE(valueOf("tokens_per_second_per_device"), rates.tokensPerSecondPerDevice);
            QCOMPARE(valueOf("mfu"), rates.mfu);
            QCOMPARE(valueOf("hfu"), rates.hfu);
            QCOMPARE(valueOf("headroom_bytes"), estimate.memory.headroom.value());
            QCOMPARE(valueOf("model_tflops_per_device"), rates.model.value());
            QCOMPARE(valueOf("hardware_tflops_per_device"), rates.hardware.value());
            QCOMPARE(valueOf("days"), estimate.run->days);
            QCOMPARE(valueOf("cost"), estimate.run->cost);
            QCOMPARE(valueOf("checkpoint_interval_seconds"), run.interval.value());
            QCOMPARE(valueOf("device_hours"), estimate.run->deviceHours);
            QCOMPARE(valueOf("energy_kwh"), estimate.run->energyKwh);
            QCOMPARE(valueOf("goodput"), run.goodput);
            QCOMPARE(valueOf("days_with_failures"), run.days);
            QCOMPARE(valueOf("cost_with_failures"), run.cost);
            const auto cost = std::ranges::find(trees, "cost", &Derivation::id);
            QCOMPARE(cost->operands[1].field, "hardware.price_per_device_hour");
        }
    }

    /// What the plan says is exact and names its field; what is usual says so.
    void leavesNameTheirPlace()
    {
        const auto leaf = [](const std::vector<std::string> &settings, const char *id) {
            const ResolvedPlan resolved = *resolvePlan(planWith(settings), shippedLibrary());
            const std::vector<Derivation> trees = resultDerivations(resolved,
                shippedEstimator().estimate(resolved), shippedEstimator().explain(resolved));
            std::vector<Derivation> all = trees;
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (all[i].id == id)
                    return all[i];
                const std::vector<Derivation> below = all[i].operands;
                all.insert(all.end(), below.begin(), below.end());
            }
            return Derivation {};
        };
        const auto padded = with(
            with(stated, "workload.packing.share_padding=0.1"), "job.checkpoint_every_steps=500");
        const struct
        {
            const char *id, *field;
            double value;
        } rows[] { { "global_batch", "workload.global_batch_sequences", 128 },
            { "sequence_length", "workload.sequence_length", 8192 },
            { "share_padding", "workload.packing.share_padding", 0.1 },
            { "training_tokens", "workload.training_tokens", 1e12 },
            { "checkpoint_steps", "job.checkpoint_every_steps", 500 },
            { "storage_rate", "reliability.storage_gbytes_per_s_per_node", 1.6 },
            { "device_mtbf", "reliability.device_mtbf_hours", 8000 },
            { "restart_minutes", "reliability.restart_minutes", 5 } };
        for (const auto &row : rows) {
            const Derivation own = leaf(padded, row.id);
            QCOMPARE(own.field, std::string(row.field));
            QCOMPARE(own.value, row.value);
            QVERIFY2(own.isOwn && own.evidence == Evidence::Exact, row.id);
            QCOMPARE(own.source, std::string("plan"));
        }
        for (const auto &[id, evidence] : { std::pair("storage_rate", Evidence::Assumed),
                 { "device_mtbf", Evidence::Cited }, { "restart_minutes", Evidence::Assumed } }) {
            const Derivation usual = leaf({}, id);
            QVERIFY2(!usual.isOwn && !usual.field.empty() && usual.source != "plan", id);
            QCOMPARE(usual.evidence, evidence);
        }
        QVERIFY(leaf({}, "price_per_device_hour").isOwn);
        QVERIFY(leaf({}, "devices").isOwn && leaf({}, "nodes").isOwn);
        QCOMPARE(leaf({}, "nodes").value, 1.0);
        QCOMPARE(leaf({}, "mean_power").evidence, Evidence::Assumed);
        QCOMPARE(leaf({}, "dense_peak").evidence, Evidence::Cited);
        // A number is no surer than what it is made of.
        QCOMPARE(leaf({}, "energy_kwh").evidence, Evidence::Assumed);
        QVERIFY(leaf({}, "step_seconds").evidence >= Evidence::Fitted);
        QVERIFY(leaf({}, "tokens_per_second_per_device").evidence >= Evidence::Fitted);
        QCOMPARE(leaf(stated, "mean_time_between_failures").evidence, Evidence::Exact);
    }

    void fieldsSurviveTheFile()
    {
        const Plan plan = planWith(stated);
        const LoadedPlan again = *parsePlan(writePlan(plan), "plan");
        QVERIFY(again.plan == plan);
    }
};

QTEST_GUILESS_MAIN(InterruptionsTest)
#include "tst_interruptions.moc"
