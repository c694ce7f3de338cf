#include "model/estimate/intervals.h"
#include "model/library/stacks/profile_constant.h"
#include "model/physics/evaluate.h"
#include "model/physics/prepare.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

/// Half of the band in logarithms.
double width(const IntervalWidths &interval)
{
    return std::log(interval.high);
}

} // namespace

/// What makes an interval wide, each part by itself.
class WidthsTest : public QObject
{
    Q_OBJECT

private slots:
    void memoryWithoutMeasuredStacks();
    void documentsAreNotMeasured();
    void slopesAreThoseOfTheStep();
};

/// Nothing measured: 0.08 of the model and 0.3 between stacks; experts add 0.1.
void WidthsTest::memoryWithoutMeasuredStacks()
{
    Prepared p = shippedEstimator().prepare(shippedPlan("llama3.1-8b-h100-node"));
    p.stack.memoryWidth = 0;
    p.stack.denseSources = p.stack.expertSources = 0;
    Candidate c;
    const double dense = std::hypot(0.08, 0.3);
    QCOMPARE(width(memoryInterval(p, c, {})), dense);
    p.stack.denseSources = 1; // tells three quarters of the variance
    QCOMPARE(width(memoryInterval(p, c, {})), std::hypot(0.08, 0.15));
    p.stack.denseSources = 0;
    p.moeLayers = 1;
    const IntervalWidths experts = memoryInterval(p, c, {});
    QCOMPARE(width(experts), std::hypot(dense, 0.1));
    QCOMPARE(experts.low * experts.high, 1.0);
    p.isTpu = true; // no pipeline was measured there
    QVERIFY(!memoryInterval(p, c, {}).isExtrapolated);
    c.pipeline = 2;
    QVERIFY(memoryInterval(p, c, {}).isExtrapolated);
    p.isTpu = false;
    QVERIFY(!memoryInterval(p, c, {}).isExtrapolated);
}

void WidthsTest::documentsAreNotMeasured()
{
    Prepared p = shippedEstimator().prepare(shippedPlan("llama3.1-8b-h100-node"));
    const Candidate c;
    const double whole = width(timeInterval(p, c, {}));
    p.documentTokens = p.sequence;
    QCOMPARE(width(timeInterval(p, c, {})), whole);
    p.documentTokens = p.sequence / 4;
    QCOMPARE(width(timeInterval(p, c, {})), std::hypot(whole, 0.1));
}

/// The step grows by the share that a constant of its stack or chip has in it, and not at all by
/// those of others.
void WidthsTest::slopesAreThoseOfTheStep()
{
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
    const Prepared p = shippedEstimator().prepare(plan);
    const Candidate c = planCandidate(plan.plan);
    const std::vector<ProfileConstant> constants { { { p.stack.id }, "compute_factor" },
        { { p.chip.id }, "contention" }, { { "another" }, "compute_factor" } };
    QVERIFY(constantOf(p.stack, "compute_factor") && constantOf(p.chip, "contention"));
    const std::vector<double> slopes = stepSlopes(p, c, constants);
    const auto slope = [&](ChipProfile chip, StackProfile stack, auto &&grow) {
        grow(chip, stack);
        Prepared moved = p;
        applyConstants(moved, chip, stack);
        return std::log(evaluate(moved, c).step / evaluate(p, c).step) / 0.02;
    };
    const auto grown = [](auto &profile, const char *key) {
        setConstant(profile, key, *constantOf(profile, key) * std::exp(0.02));
    };
    const double ofStack = slope(p.chip, p.stack,
        [&](ChipProfile &, StackProfile &stack) { grown(stack, "compute_factor"); });
    const double ofChip = slope(
        p.chip, p.stack, [&](ChipProfile &chip, StackProfile &) { grown(chip, "contention"); });
    QCOMPARE(slopes[0], ofStack);
    QCOMPARE(slopes[1], ofChip);
    QVERIFY(std::abs(slopes[0]) > 0.3 && slopes[1] > 0);
    QCOMPARE(slopes[2], 0.0);
}

QTEST_GUILESS_MAIN(WidthsTest)
#include "tst_widths.moc"
