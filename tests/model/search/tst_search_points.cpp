// moc 6.4 stops at the standard library's concepts, which these include.
#ifndef Q_MOC_RUN
#include "model/rules/broken_rules.h"
#include "model/search/bounds.h"
#include "model/search/caches/known_layers.h"
#include "model/search/group_evaluator.h"
#include "search_fixture.h"
#endif

#include <random>

using namespace headroom;

namespace {

constexpr int pointsPerPlan = 150;

/// Points drawn over the whole space of a plan, the same on every run.
std::vector<PointGroup> randomGroups(const SearchVariant &variant, std::mt19937_64 &random)
{
    std::vector<PointGroup> groups;
    std::uint64_t seen = 0;
    for (const Block &block : variant.space.blocks())
        variant.space.forEachGroup(block, [&](const PointGroup &group) {
            // Spans of a group end with the block: keep one point of it.
            PointGroup kept = group;
            const std::size_t chunk = random() % group.chunks.size();
            const std::size_t split = random() % group.splits.size();
            const Split &chosen = group.splits[split];
            const auto stages = group.zeroStages(chosen);
            ++seen;
            if (stages.empty())
                return true;
            kept.base.chunks = group.chunks[chunk];
            kept.base.data = chosen.data;
            kept.base.fsdp = chosen.fsdp;
            kept.base.zeroStage = stages[random() % stages.size()];
            if (groups.size() < pointsPerPlan)
                groups.push_back(kept);
            else if (const std::size_t place = random() % seen; place < pointsPerPlan)
                groups[place] = kept;
            return true;
        });
    return groups;
}

} // namespace

class SearchPointsTest : public QObject
{
    Q_OBJECT

private:
    static void addPlans()
    {
        QTest::addColumn<QString>("plan");
        for (const std::string &id : shippedLibrary().planIds())
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }

private slots:
    void randomPointsEqualLoneEstimates_data() { addPlans(); }
    /// Eight plans, 150 points each: shared layer costs and shared flags change nothing.
    void randomPointsEqualLoneEstimates()
    {
        QFETCH(QString, plan);
        SearchRequest request = requestFor(examplePlan(plan.toUtf8().constData()));
        request.plan.parallelism.mesh = {};
        request.plan.parallelism.stageLayers.clear();
        const auto variants = *searchVariants(flaggedEstimator(), request);
        QCOMPARE(variants.size(), std::size_t(1));
        const SearchVariant &variant = *variants.front();
        std::mt19937_64 random(4711);
        std::vector<int> one { 0 };
        std::vector<Split> split { {} };
        std::vector<int> stage { 0 };
        for (PointGroup &group : randomGroups(variant, random)) {
            // Through the evaluator itself, alone in a collector that keeps everything.
            one = { group.base.chunks };
            split = { { group.base.data, group.base.fsdp } };
            stage = { group.base.zeroStage };
            group.chunks = one;
            group.splits = split;
            group.singleStages = group.replicaStages = group.shardStages = stage;
            const PruningLimits limits;
            Collector collector(1);
            GroupEvaluator evaluator(request, SearchMode::Exhaustive, limits, collector);
            evaluator.evaluate(variant, 0, group);
            const ResolvedPlan resolved = variant.pool.resolvedAt(group.base);
            QVERIFY(brokenRules(resolved).empty());
            const Estimate lone = flaggedEstimator().estimate(resolved);
            const bool hostHolds = std::ranges::none_of(lone.findings,
                [](const Finding &finding) { return finding.id == "host-memory-short"; });
            QCOMPARE(collector.best().size(), std::size_t(lone.memory.fits && hostHolds));
            const Prepared &prepared = variant.pool.at(group.base);
            const Evaluation fast = evaluate(prepared, group.base);
            QVERIFY(fast.time == lone.time.terms);
            QVERIFY(fast.memory == lone.memory.terms);
            if (!collector.best().empty()) {
                QVERIFY(collector.best().front().step == lone.time.step.value());
                QVERIFY(collector.best().front().peak == lone.memory.peak.value());
            }
        }
    }

    void wholeGroupsShareWithoutChange_data() { addPlans(); }
    /// Points evaluated together equal the same points alone.
    void wholeGroupsShareWithoutChange()
    {
        QFETCH(QString, plan);
        SearchRequest request = requestFor(examplePlan(plan.toUtf8().constData()));
        request.plan.parallelism.mesh = {};
        request.plan.parallelism.stageLayers.clear();
        const auto variants = *searchVariants(flaggedEstimator(), request);
        const SearchVariant &variant = *variants.front();
        const PruningLimits limits;
        int looks = 0;
        const auto &blocks = variant.space.blocks();
        for (std::size_t i = 0; i < blocks.size();
             i += std::max<std::size_t>(1, blocks.size() / 12))
            variant.space.forEachGroup(blocks[i], [&](const PointGroup &group) {
                if (++looks % 97 != 0)
                    return true;
                Collector together(group.size);
                GroupEvaluator(request, SearchMode::Exhaustive, limits, together)
                    .evaluate(variant, 0, group);
                for (const RankedPoint &point : together.best()) {
                    const Prepared &prepared = variant.pool.at(point.candidate);
                    const Evaluation alone = evaluate(prepared, point.candidate);
                    if (alone.step.value() != point.step || alone.peak.value() != point.peak)
                        QTest::qFail("sharing changed a point", __FILE__, __LINE__);
                }
                return true;
            });
        QVERIFY(looks > 0);
    }

    void boundsNeverExcludeAPoint_data() { addPlans(); }
    void boundsNeverExcludeAPoint()
    {
        QFETCH(QString, plan);
        SearchRequest request = requestFor(examplePlan(plan.toUtf8().constData()));
        request.plan.parallelism.mesh = {};
        request.plan.parallelism.stageLayers.clear();
        const auto variants = *searchVariants(flaggedEstimator(), request);
        const SearchVariant &variant = *variants.front();
        std::mt19937_64 random(815);
        NoTrace none;
        for (const PointGroup &group : randomGroups(variant, random)) {
            const Prepared &prepared = variant.pool.at(group.base);
            const Layout layout = makeLayout(prepared, group.base);
            const LayerCosts costs = layerCosts(prepared, group.base, layout, none);
            const Evaluation point = assemble(prepared, group.base, layout, costs, none);
            QVERIFY(minPeak(prepared, group.base) <= point.reserved);
            QVERIFY(maxBudget(prepared) >= point.budget);
            QVERIFY(minStep(prepared, group.base, layout, costs) <= point.step);
            // Whatever the flags of the point are.
            const Prepared &best
                = variant.pool.withEffects(fastestFlags(variant.pool.own().flags)).prepared;
            const Layout bestLayout = makeLayout(best, group.base);
            const LayerCosts least = layerCosts(best, group.base, bestLayout, none);
            QVERIFY(minStep(best, group.base, bestLayout, least) <= point.step);
            QVERIFY(minPeak(best, group.base) <= point.reserved);
            QVERIFY(best.usableBytes >= point.budget);
        }
    }

    void aLargerMicroBatchHasNoLesserPeakBound_data() { addPlans(); }
    /// The cluster question stops at the first micro-batch that cannot fit.
    void aLargerMicroBatchHasNoLesserPeakBound()
    {
        QFETCH(QString, plan);
        SearchRequest request = requestFor(examplePlan(plan.toUtf8().constData()));
        request.plan.parallelism.mesh = {};
        request.plan.parallelism.stageLayers.clear();
        const auto variants = *searchVariants(flaggedEstimator(), request);
        const Prepared &prepared = variants.front()->pool.own();
        std::mt19937_64 random(1817);
        int looks = 0;
        for (const PointGroup &group : randomGroups(*variants.front(), random)) {
            Candidate candidate = group.base;
            PeakBound peaks(prepared, candidate);
            Bytes before {};
            for (candidate.microBatch = 1; placeCandidate(prepared, candidate).microBatches > 1;
                 ++candidate.microBatch) {
                const Bytes peak = peaks.at(candidate);
                QCOMPARE(peak.value(), minPeak(prepared, candidate).value());
                QVERIFY(peak >= before * (1 - 1e-12));
                before = peak;
                ++looks;
            }
        }
        QVERIFY(looks > 0);
    }

    /// Stages that gather once are faster and take more: a step that nobody may choose for its
    /// memory must not count as one that the others have to beat.
    void theFastestSearchTakesNothingThatIsUnsafe()
    {
        SearchRequest request = requestFor(examplePlan("llama3-70b-h100-32-nodes"));
        request.plan.parallelism.mesh = {};
        request.minFit = 0.9;
        const auto variants = *searchVariants(flaggedEstimator(), request);
        const SearchVariant &variant = *variants.front();
        const PruningLimits limits;
        int unsafe = 0, safe = 0, taken = 0, looks = 0;
        for (const Block &block : variant.space.blocks())
            variant.space.forEachGroup(block, [&](const PointGroup &group) {
                if (block.pipeline == 1 || ++looks % 7 != 0)
                    return true;
                Collector every(group.size), fastest(group.size);
                GroupEvaluator(request, SearchMode::Exhaustive, limits, every)
                    .evaluate(variant, 0, group);
                GroupEvaluator(request, SearchMode::Fastest, limits, fastest)
                    .evaluate(variant, 0, group);
                for (const RankedPoint &point : every.best())
                    unsafe += !point.isSafe;
                for (const RankedPoint &point : fastest.best())
                    ++(point.isSafe ? safe : taken);
                return true;
            });
        QCOMPARE(taken, 0);
        QVERIFY(safe > 0 && unsafe > 0);
    }

    void costsThatNoPolicyUndercutsBoundEveryStep_data() { addPlans(); }
    void costsThatNoPolicyUndercutsBoundEveryStep()
    {
        QFETCH(QString, plan);
        SearchRequest request = requestFor(examplePlan(plan.toUtf8().constData()));
        request.plan.parallelism.mesh = {};
        request.plan.parallelism.stageLayers.clear();
        const auto variants = *searchVariants(flaggedEstimator(), request);
        const SearchVariant &variant = *variants.front();
        const Prepared &best
            = variant.pool.withEffects(fastestFlags(variant.pool.own().flags)).prepared;
        const PruningLimits limits;
        KnownLayers layers;
        layers.begin(best);
        int looks = 0;
        for (const Block &block : variant.space.blocks())
            variant.space.forEachGroup(block, [&](const PointGroup &group) {
                if (++looks % 53 != 0)
                    return true;
                Collector together(group.size);
                GroupEvaluator evaluator(request, SearchMode::Exhaustive, limits, together);
                const LayerCosts &costs
                    = layers.rowOf(group.base)
                          .least(best, group.base, placeCandidate(best, group.base));
                const Seconds least = evaluator.minStepOf(
                    variant, group, costs, variant.space.remats(), Seconds {});
                evaluator.evaluate(variant, 0, group);
                for (const RankedPoint &point : together.best())
                    if (least > Seconds { point.step }) {
                        qInfo("%.9g above %.9g", least.value(), point.step);
                        QTest::qFail("above a step", __FILE__, __LINE__);
                    }
                return true;
            });
        QVERIFY(looks > 0);
    }
};

QTEST_GUILESS_MAIN(SearchPointsTest)
#include "tst_search_points.moc"
