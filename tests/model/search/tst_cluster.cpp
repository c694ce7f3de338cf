// moc 6.4 stops at the standard library's concepts, which these include.
#ifndef Q_MOC_RUN
#include "valid_plans.h"

#include "model/rules/broken_rules.h"
#include "model/search/cluster.h"
#include "model/search/cluster_machines.h"
#include "model/search/group_evaluator.h"
#include "model/search/report/cluster_report.h"
#endif

#include <algorithm>
#include <limits>
#include <map>

using namespace headroom;

namespace {

ClusterRequest smallRequest(const std::vector<std::string> &settings = {})
{
    std::vector<std::string> all { "workload.global_batch_sequences=4",
        "workload.training_tokens=1e11" };
    all.insert(all.end(), settings.begin(), settings.end());
    ClusterRequest request;
    request.plan = examplePlan("llama3.1-8b-h100-node", all);
    request.chips = { "h100-sxm", "b300" };
    request.maxDevices = 4;
    request.threads = 2;
    return request;
}

const ClusterPoint *pointOf(const ClusterOutcome &outcome, const std::string &chip, int devices)
{
    for (const ClusterChip &one : outcome.chips)
        for (const ClusterPoint &point : one.points)
            if (one.id == chip && point.devices == devices)
                return &point;
    return nullptr;
}

/// The least step of all valid plans of a machine that fit surely enough, by an estimate of each.
double bruteForceStep(const Estimator &estimator, const ClusterRequest &request,
    const std::string &chip, const MachineSize &size)
{
    const Plan plan = onMachine(request.plan, **shippedLibrary().accelerator(chip), size);
    double least = std::numeric_limits<double>::infinity();
    for (const Plan &valid : validPlans(requestFor(plan))) {
        const Estimate estimate = estimator.estimate(*resolvePlan(valid, shippedLibrary()));
        if (estimate.memory.fits && estimate.memory.fitProbability >= request.minFit)
            least = std::min(least, estimate.time.step.value());
    }
    return least;
}

ClusterPoint madePoint(const char *chip, int devices, double days, double cost)
{
    ClusterPoint point;
    point.chip = chip;
    point.devices = devices;
    point.estimate.run.emplace().withFailures.emplace();
    point.estimate.run->withFailures->days = days;
    point.estimate.run->withFailures->cost = cost;
    return point;
}

} // namespace

class ClusterTest : public QObject
{
    Q_OBJECT

private:
    static void addCases()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<bool>("followsFlags");
        QTest::newRow("MaxText") << QStringList {} << false;
        QTest::newRow("MaxText, flags by point") << QStringList {} << true;
        QTest::newRow("Megatron") << QStringList { "framework=megatron", "remat.policy=full" }
                                  << false;
        QTest::newRow("torchtitan, long sequences") << QStringList { "framework=torchtitan",
            "remat.policy=selective", "workload.sequence_length=32768" }
                                                    << false;
    }

private slots:
    void nothingBetterIsPruned_data() { addCases(); }
    /// Each machine's plan is as fast as the fastest of all valid plans, and where there is none,
    /// no valid plan fits.
    void nothingBetterIsPruned()
    {
        QFETCH(QStringList, settings);
        QFETCH(bool, followsFlags);
        std::vector<std::string> texts = stdTexts(settings);
        const ClusterRequest request = smallRequest(texts);
        const Estimator &estimator = followsFlags ? flaggedEstimator() : shippedEstimator();
        const ClusterOutcome outcome = *clusterOptions(estimator, request);
        int found = 0, none = 0;
        for (const ClusterChip &chip : outcome.chips)
            for (const MachineSize &size :
                machineSizes(**shippedLibrary().accelerator(chip.id), request.maxDevices)) {
                const ClusterPoint *point
                    = pointOf(outcome, chip.id, static_cast<int>(size.devices()));
                const double brute = bruteForceStep(estimator, request, chip.id, size);
                QCOMPARE(point ? point->estimate.time.step.value()
                               : std::numeric_limits<double>::infinity(),
                    brute);
                ++(point ? found : none);
            }
        QVERIFY(found > 0);
        QVERIFY(found + none == 6);
    }

    void boundsChangeNothing_data() { addCases(); }
    /// The same points with every plan evaluated, on one thread or on several; bounds leave out
    /// most of the work.
    void boundsChangeNothing()
    {
        QFETCH(QStringList, settings);
        QFETCH(bool, followsFlags);
        std::vector<std::string> texts { "workload.global_batch_sequences=32" };
        for (const QString &setting : settings)
            texts.push_back(setting.toStdString());
        ClusterRequest request = smallRequest(texts);
        request.maxDevices = 16;
        const Estimator &estimator = followsFlags ? flaggedEstimator() : shippedEstimator();
        const ClusterOutcome pruned = *clusterOptions(estimator, request);
        request.isExhaustive = true;
        request.threads = 1;
        const ClusterOutcome all = *clusterOptions(estimator, request);
        QCOMPARE(pruned.counts.enumerated, all.counts.enumerated);
        QVERIFY(pruned.counts.evaluated * 2 < all.counts.evaluated);
        for (std::size_t i = 0; i < all.chips.size(); ++i) {
            QCOMPARE(pruned.chips[i].points.size(), all.chips[i].points.size());
            QVERIFY(pruned.chips[i].withoutPlan == all.chips[i].withoutPlan);
            for (std::size_t j = 0; j < all.chips[i].points.size(); ++j) {
                QVERIFY(pruned.chips[i].points[j].plan == all.chips[i].points[j].plan);
                QVERIFY(pruned.chips[i].points[j].estimate == all.chips[i].points[j].estimate);
            }
        }
    }

    /// On a machine that is too large to try everything, no point of a sample of all groups beats
    /// the answer.
    void aSampleOfALargeMachineHasNothingBetter()
    {
        ClusterRequest request = smallRequest({ "workload.global_batch_sequences=1024" });
        request.plan.model.id = "mixtral-8x7b";
        request.chips = { "h100-sxm" };
        request.maxDevices = 2048;
        const ClusterOutcome outcome = *clusterOptions(flaggedEstimator(), request);
        const ClusterPoint *found = pointOf(outcome, "h100-sxm", 2048);
        QVERIFY(found);
        SearchRequest search = requestFor(onMachine(
            request.plan, **shippedLibrary().accelerator("h100-sxm"), MachineSize { 256, 8 }));
        search.minFit = request.minFit;
        const auto variants = *searchVariants(flaggedEstimator(), search);
        const SearchVariant &variant = *variants.front();
        const PruningLimits limits;
        Collector sample(1);
        GroupEvaluator evaluator(search, SearchMode::Exhaustive, limits, sample);
        int groups = 0;
        for (const Block &block : variant.space.blocks())
            variant.space.forEachGroup(block, [&](const PointGroup &group) {
                if (++groups % 11 == 0)
                    evaluator.evaluate(variant, 0, group);
                return true;
            });
        QVERIFY(groups > 20000);
        QVERIFY(sample.standard() && sample.standard()->isSafe);
        QVERIFY(found->estimate.time.step.value() <= sample.standard()->step);
    }

    /// What the settings of a point give is valid, fits, and has the point's estimate.
    void settingsGiveThePoint()
    {
        const ClusterRequest request = smallRequest({ "remat.policy=custom",
            "remat.tensors.mlpwi=offload", "parallelism.mesh.ici.fsdp=8" });
        const ClusterOutcome outcome = *clusterOptions(flaggedEstimator(), request);
        int looks = 0;
        for (const ClusterChip &chip : outcome.chips)
            for (const ClusterPoint &point : chip.points) {
                Plan plan = planOf(request.plan, clusterSettings(request.plan, point.plan));
                plan.name = point.plan.name;
                QVERIFY(plan == point.plan);
                const ResolvedPlan resolved = *resolvePlan(plan, shippedLibrary());
                QVERIFY(brokenRules(resolved).empty());
                QVERIFY(flaggedEstimator().estimate(resolved) == point.estimate);
                QVERIFY(point.estimate.memory.fitProbability >= request.minFit);
                QCOMPARE(
                    plan.workload.globalBatchSequences, request.plan.workload.globalBatchSequences);
                QVERIFY(point.days.low < point.run().days && point.run().days < point.days.high);
                ++looks;
            }
        QVERIFY(looks > 3);
    }

    void machinesAreWholeNodesAndSlices()
    {
        const auto devices = [](const char *chip, int most) {
            std::vector<std::int64_t> counts;
            for (const MachineSize &size : machineSizes(**shippedLibrary().accelerator(chip), most))
                counts.push_back(size.devices());
            return counts;
        };
        QVERIFY(devices("h100-sxm", 64) == (std::vector<std::int64_t> { 1, 2, 4, 8, 16, 32, 64 }));
        const auto large = machineSizes(**shippedLibrary().accelerator("h100-sxm"), 16384);
        QVERIFY(large.back() == (MachineSize { 2048, 8 }));
        const auto slices = machineSizes(**shippedLibrary().accelerator("tpu-v5e"), 1024);
        QVERIFY(slices.back() == (MachineSize { 4, 256 }));
    }

    /// A kernel, site values and a mesh of another chip do not move along.
    void whatDescribesTheOldMachineStays()
    {
        const Plan plan = examplePlan("llama3.1-8b-h100-node",
            { "hardware.nic_gbytes_per_s_per_device=25", "parallelism.mesh.ici.fsdp=8",
                "attention=flash-3" });
        const Plan there = onMachine(plan, **shippedLibrary().accelerator("tpu-v5p"), { 1, 16 });
        QCOMPARE(there.attention, AttentionChoice::Splash);
        QVERIFY(!there.hardware.nicGbytesPerSecondPerDevice);
        QVERIFY(there.parallelism.mesh.ici.empty());
        const Plan here = onMachine(plan, **shippedLibrary().accelerator("h100-sxm"), { 4, 8 });
        QCOMPARE(here.attention, AttentionChoice::Flash3);
        QCOMPARE(here.hardware.nicGbytesPerSecondPerDevice, std::optional(25.0));
        QCOMPARE(here.hardware.nodes, 4);
    }

    void pricesScaleCostAlone()
    {
        ClusterRequest request = smallRequest();
        const ClusterOutcome usual = *clusterOptions(shippedEstimator(), request);
        request.prices
            = { { "b300", 2 * (*shippedLibrary().accelerator("b300"))->pricePerDeviceHour } };
        const ClusterOutcome dear = *clusterOptions(shippedEstimator(), request);
        const ClusterPoint *before = pointOf(usual, "b300", 4), *after = pointOf(dear, "b300", 4);
        QVERIFY(before && after);
        QCOMPARE(after->run().days, before->run().days);
        QVERIFY(std::abs(after->run().cost / before->run().cost - 2) < 1e-12);
        QVERIFY(dear.chips[1].priceSource.empty());
        QVERIFY(!usual.chips[1].priceSource.empty());
    }

    /// On the front nothing is both sooner and cheaper; off it something is.
    void theFrontIsWhatNothingBeats()
    {
        ClusterRequest request = smallRequest({ "workload.global_batch_sequences=64" });
        request.maxDevices = 64;
        const ClusterOutcome outcome = *clusterOptions(shippedEstimator(), request);
        for (const ClusterChip &chip : outcome.chips) {
            QVERIFY(std::ranges::any_of(chip.points, &ClusterPoint::isOnFront));
            for (const ClusterPoint &point : chip.points) {
                const bool isBeaten
                    = std::ranges::any_of(chip.points, [&point](const ClusterPoint &other) {
                          return other.run().days < point.run().days
                              && other.run().cost < point.run().cost;
                      });
                QCOMPARE(point.isOnFront, !isBeaten);
            }
        }
    }

    void limitsLeadToAMachine()
    {
        std::vector<ClusterChip> chips(2);
        chips[0].points = { madePoint("a", 8, 40, 100), madePoint("a", 16, 20, 110),
            madePoint("a", 32, 11, 130) };
        chips[1].points = { madePoint("b", 8, 30, 90), madePoint("b", 16, 16, 120) };
        ClusterRequest request;
        QVERIFY(!recommendedMachine(request, {}));
        const auto check = [&](std::optional<double> days, std::optional<double> budget,
                               std::size_t chip, std::size_t point, bool keeps) {
            request.deadlineDays = days;
            request.budget = budget;
            const auto choice = recommendedMachine(request, chips);
            QVERIFY(choice);
            QCOMPARE(choice->chip, chip);
            QCOMPARE(choice->point, point);
            QCOMPARE(choice->keepsLimits, keeps);
        };
        check({}, {}, 1, 0, true); // cheapest of all
        check(25, {}, 0, 1, true); // cheapest in time
        check({}, 115, 0, 1, true); // soonest that is paid for
        check(35, 200, 1, 0, true); // cheapest of both
        check(5, {}, 0, 2, false); // the soonest there is
        check({}, 50, 1, 0, false); // the cheapest there is
        check(12, 100, 0, 2, false); // in time comes first
    }

    void whatIsMissingIsSaid()
    {
        ClusterRequest request = smallRequest();
        request.plan.workload.trainingTokens.reset();
        QCOMPARE(clusterOptions(shippedEstimator(), request).errors().front().id,
            std::string("cluster-needs-tokens"));
        request = smallRequest();
        request.chips = { "h1000" };
        QVERIFY(!clusterOptions(shippedEstimator(), request));
        request = smallRequest({ "workload.mode=inference" });
        QCOMPARE(clusterOptions(shippedEstimator(), request).errors().front().id,
            std::string("cluster-needs-training"));
    }

    /// A chip that cannot run the plan at all says which rule forbids it.
    void refusedChipsSayWhy()
    {
        ClusterRequest request = smallRequest({ "framework=megatron", "remat.policy=full" });
        request.chips = { "tpu-v5p", "h100-sxm" };
        const ClusterOutcome outcome = *clusterOptions(shippedEstimator(), request);
        QVERIFY(outcome.chips[0].points.empty());
        QVERIFY(outcome.chips[0].refusal);
        QCOMPARE(outcome.chips[0].refusal->id, std::string("rule-framework-chip"));
        QVERIFY(!outcome.chips[1].points.empty());
    }
};

QTEST_GUILESS_MAIN(ClusterTest)
#include "tst_cluster.moc"
