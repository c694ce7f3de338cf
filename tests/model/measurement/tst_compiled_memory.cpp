#include "model/calibration/components.h"
#include "model/calibration/own_runs.h"
#include "model/estimate/change.h"
#include "model/plan/fields/plan_fields.h"
#include "model/search/search.h"
#include "model/search/search_settings.h"
#include "model/session/plan_estimator.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <cmath>
#include <numbers>

using namespace headroom;

namespace {

constexpr double stateFactor = 1.1, restFactor = 1.3;
const std::filesystem::path anyFile = "own.runs.csv";

/// Finding of an estimate, or nothing.
const Finding *findingOf(const Estimate &estimate, std::string_view id)
{
    const auto found = std::ranges::find(estimate.findings, id, &Finding::id);
    return found == estimate.findings.end() ? nullptr : &*found;
}

/// What the search is asked in both of its ways.
SearchRequest requestFor(const Plan &plan, bool isExhaustive)
{
    SearchRequest request;
    request.plan = plan;
    request.free = *settingsByName({ "remat.policy", "parallelism.micro_batch_sequences",
                                       "parallelism.tensor", "parallelism.fsdp" },
        "--free");
    request.threads = 1;
    request.wantsCustomRemat = false;
    request.isExhaustive = isExhaustive;
    return request;
}

} // namespace

/// A plan that names what a compiler planned takes it, and its neighbours take the ratio.
class CompiledMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
        const Estimate estimate = flaggedEstimator().estimate(plan);
        const Bytes state = stateOf(estimate.memory.terms);
        m_step = {};
        m_step.backEnd = "gpu";
        m_step.memory.arguments = state * stateFactor;
        m_step.memory.temporary = (estimate.memory.peak - state) * restFactor;
        m_compiled = { { plan.plan, m_step } };
    }

    void theVeryPlanHasTheCompilersBytes()
    {
        const Estimator own = estimator();
        const Estimate estimate = own.estimate(asked());
        const MemoryEstimate &memory = estimate.memory;
        QVERIFY(std::abs(memory.peak / m_step.memory.total() - 1) < 1e-12);
        QVERIFY(std::abs(stateOf(memory.terms) / m_step.memory.arguments - 1) < 1e-12);
        QVERIFY(memory.p10 == memory.peak && memory.p90 == memory.peak);
        QCOMPARE(memory.fitProbability, memory.fits ? 1.0 : 0.0);
        QCOMPARE(
            estimate.time.step.value(), flaggedEstimator().estimate(asked()).time.step.value());
        QVERIFY(findingOf(estimate, "memory-compiled"));
        QVERIFY(!findingOf(estimate, "memory-carried"));
        for (const Derivation &tree : own.explain(asked()))
            if (const auto term = memoryTermById(tree.id); term && tree.value > 0) {
                QVERIFY(std::abs(tree.value / memory.terms[*term].value() - 1) < 1e-12);
                QCOMPARE(tree.operands.front().evidence, Evidence::Compiled);
            }
    }

    /// Another micro-batch: the estimate's own change, times the ratios, with an interval.
    void aNeighbourCarriesTheRatios()
    {
        const Estimator own = estimator();
        const ResolvedPlan other = asked({ "parallelism.micro_batch_sequences=4" });
        const Estimate before = own.estimate(asked()), after = own.estimate(other);
        const Estimate plain = flaggedEstimator().estimate(other);
        const Bytes state = stateOf(plain.memory.terms);
        const Bytes wanted = state * stateFactor + (plain.memory.peak - state) * restFactor;
        QVERIFY(std::abs(after.memory.peak / wanted - 1) < 1e-12);
        const Finding *finding = findingOf(after, "memory-carried");
        QVERIFY(finding && finding->operands.size() == 3);
        QCOMPARE(std::get<std::string>(finding->operands.front()),
            std::string("parallelism.micro_batch_sequences"));
        const double band = std::log(after.memory.reserved.p90 / after.memory.reserved.bytes);
        const auto priors = CalibrationPriors::of(shippedLibrary());
        QVERIFY(priors);
        const double carried = deviationsOf80 * std::numbers::sqrt2 * (*priors)->memoryScatter;
        QVERIFY(std::abs(band - carried) < 1e-9);
        const PlanChange change = planChange(before, after);
        const double restBefore = (flaggedEstimator().estimate(asked()).memory.peak
            - stateOf(flaggedEstimator().estimate(asked()).memory.terms))
                                      .value();
        const double grown = restFactor * ((plain.memory.peak - state).value() - restBefore);
        QVERIFY(std::abs(change.peak.middle / grown - 1) < 1e-9);
        QVERIFY(change.peak.p10 < change.peak.middle && change.peak.middle < change.peak.p90);
    }

    void whatNoCompilerSeesChangesNoByte()
    {
        const Estimator own = estimator();
        const Estimate estimate
            = own.estimate(asked({ "hardware.price_per_device_hour=9", "name=another" }));
        QCOMPARE(planChange(own.estimate(asked()), estimate).peak.middle, 0.0);
        QVERIFY(findingOf(estimate, "memory-compiled"));
    }

    void theNearestOfSeveralCounts()
    {
        CompiledStep larger = m_step;
        larger.memory.temporary = larger.memory.temporary * 1.2;
        m_compiled.insert(m_compiled.begin(),
            { shippedPlan("llama3.1-8b-h100-node",
                  { "parallelism.micro_batch_sequences=4", "optimizer=lion" })
                    .plan,
                larger });
        const Estimate near
            = estimator().estimate(asked({ "parallelism.micro_batch_sequences=2" }));
        QVERIFY(findingOf(near, "memory-carried"));
        const auto factor
            = std::get<Amount>(findingOf(near, "memory-carried")->operands.back()).value;
        QVERIFY(std::abs(1 + factor - restFactor) < 1e-9);
    }

    void nothingIsCarriedBeyondModelFrameworkAndChip_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::newRow("model") << QStringLiteral("model=llama2-7b");
        QTest::newRow("framework") << QStringLiteral("framework=jax");
        QTest::newRow("chip") << QStringLiteral("hardware.accelerator=h200-sxm");
        QTest::newRow("adapters") << QStringLiteral("tuning.method=lora");
    }
    void nothingIsCarriedBeyondModelFrameworkAndChip()
    {
        QFETCH(const QString, setting);
        const ResolvedPlan other = asked({ setting.toStdString() });
        const Estimate estimate = estimator().estimate(other);
        const Estimate plain = flaggedEstimator().estimate(other);
        QCOMPARE(estimate.memory.peak.value(), plain.memory.peak.value());
        QCOMPARE(estimate.memory.p90.value(), plain.memory.p90.value());
        QVERIFY(findingOf(estimate, "compiled-unusable"));
    }

    /// Bounds know the correction: what they leave out would not have been listed.
    void theSearchCarriesIt()
    {
        m_compiled.front().step.memory.temporary = m_step.memory.temporary * 0.5;
        const Estimator own = estimator();
        const Plan plan = asked().plan;
        const auto all = searchConfigurations(own, requestFor(plan, true));
        const auto few = searchConfigurations(own, requestFor(plan, false));
        Plan unnamed = plan;
        unnamed.compiled.clear();
        const auto without = searchConfigurations(own, requestFor(unnamed, true));
        QVERIFY(all && few && without);
        QVERIFY(all->counts.feasible > without->counts.feasible); // 0.65 of the rest
        // All points but one are neighbours, and a search prepares them with the plan.
        QVERIFY(own.prepare(asked()).compiled->halfWidth > 0.05);
        QCOMPARE(few->rows.size(), all->rows.size());
        for (std::size_t i = 0; i < few->rows.size(); ++i) {
            QCOMPARE(few->rows[i].settings, all->rows[i].settings);
            Plan next = plan;
            for (const FieldChange &change : few->rows[i].settings)
                QVERIFY(setPlanField(next, change.path, change.value, {}).empty());
            const auto again = resolvePlan(next, shippedLibrary());
            QVERIFY(again);
            QCOMPARE(few->rows[i].estimate.memory.peak.value(),
                own.estimate(*again).memory.peak.value());
        }
    }

    /// Of pairs of published runs of one model, stack and chip, about 80 % have ratios to the
    /// estimate that are as close as the band says.
    void theBandHoldsPublishedPairs()
    {
        const auto runs = readOwnRuns(
            std::filesystem::path(HEADROOM_PROFILES) / "measurements/measurements.csv",
            flaggedEstimator());
        const auto priors = CalibrationPriors::of(shippedLibrary());
        QVERIFY(runs && priors);
        const double band = deviationsOf80 * std::numbers::sqrt2 * (*priors)->memoryScatter;
        double inside = 0, all = 0;
        for (const OwnRun &one : *runs) {
            double near = 0, pairs = 0;
            for (const OwnRun &other : *runs) {
                const Measurement &row = one.run.row, &pair = other.run.row;
                if (&one == &other || one.peak <= Bytes {} || other.peak <= Bytes {}
                    || row.source != pair.source || row.modelName != pair.modelName
                    || one.stack != other.stack || one.chip != other.chip
                    || one.run.memoryIs != other.run.memoryIs)
                    continue;
                const double apart
                    = std::log(one.peak / one.plainPeak / (other.peak / other.plainPeak));
                near += std::abs(apart) <= band;
                ++pairs;
            }
            inside += pairs > 0 ? near / pairs : 0;
            all += pairs > 0;
        }
        QVERIFY(all > 100);
        QVERIFY2(
            inside / all > 0.72 && inside / all < 0.90, qPrintable(QString::number(inside / all)));
    }

private:
    ResolvedPlan asked(const std::vector<std::string> &settings = {}) const
    {
        ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node", settings);
        plan.plan.compiled = anyFile.string();
        plan.compiledFile = anyFile;
        return plan;
    }
    Estimator estimator() const
    {
        Estimator own = flaggedEstimator();
        own.setCompiledMemory(compiledMemorySource(
            shippedLibrary(), std::make_shared<CompiledShelf>([offers = m_compiled](const auto &) {
                return CompiledShelf::Made(
                    std::make_shared<const std::vector<CompiledPlan>>(offers));
            })));
        return own;
    }

    CompiledStep m_step;
    std::vector<CompiledPlan> m_compiled;
};

QTEST_GUILESS_MAIN(CompiledMemoryTest)
#include "tst_compiled_memory.moc"
