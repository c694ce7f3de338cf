#include "model/estimate/change.h"

#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

constexpr double rise = 1.25; ///< to the upper end of the interval
const double width = std::sinh(std::log(rise)); ///< half of the band

/// Two terms of a step, and two of a peak ten times as large.
Estimate estimate(double first, double second)
{
    Estimate own;
    own.time.terms.values[0] = Seconds { first };
    own.time.terms.values[1] = Seconds { second };
    own.time.step = Seconds { first + second };
    own.time.p90 = rise * own.time.step;
    own.memory.terms.values[0] = Bytes { 10 * first };
    own.memory.terms.values[1] = Bytes { 10 * second };
    own.memory.peak = Bytes { 10 * (first + second) };
    own.memory.p90 = rise * own.memory.peak;
    own.memory.budget = Bytes { 80 };
    return own;
}

} // namespace

/// What one plan brings against another, term by term.
class ChangeTest : public QObject
{
    Q_OBJECT

private slots:
    void errorsOfTermsAreIndependent();
    void assumptionsWidenWhatChanges();
    void theWiderIntervalCounts();
    void nothingIsNothingInEveryPart();
};

/// One term takes 3 less, another 4 more: 1 more in all, and as unsure as both together.
void ChangeTest::errorsOfTermsAreIndependent()
{
    const Estimate before = estimate(5, 2), after = estimate(2, 6);
    const PlanChange change = planChange(before, after);
    QCOMPARE(change.step.middle, 1.0);
    QCOMPARE(change.step.p10, 1 - 5 * width);
    QCOMPARE(change.step.p90, 1 + 5 * width);
    QCOMPARE(change.peak.p90, 10 + 50 * width);
    QCOMPARE(change.budget, 0.0);
    TermDoubts doubts;
    doubts.fill(0.6);
    QCOMPARE(assumedSizeDoubt, 0.6);
    const PlanChange doubtful = planChange(before, after, doubts);
    QCOMPARE(doubtful.step.p90, 1 + 5 * std::hypot(width, 0.6));
    QCOMPARE(doubtful.peak.p10, 10 - 50 * std::hypot(width, 0.6));
}

/// An assumption takes 2 from one step and gives 1 to the other at its lower end, and the reverse
/// at its upper one. What changes nothing is not made unsure by it.
void ChangeTest::assumptionsWidenWhatChanges()
{
    Estimate before = estimate(5, 2), after = estimate(2, 6);
    before.assumed[0] = { Seconds { 2 }, Seconds { -2 }, {}, {} };
    after.assumed[0] = { Seconds { -1 }, Seconds { 1 }, {}, {} };
    const PlanChange change = planChange(before, after);
    QCOMPARE(change.step.p10, 1 - std::hypot(5 * width, 3));
    QCOMPARE(change.step.p90, 1 + std::hypot(5 * width, 3));
    QCOMPARE(change.peak.p90, 10 + 50 * width);
    after.time.terms = before.time.terms;
    QVERIFY(planChange(before, after).step.isNothing());
}

/// Two plans are as unsure as the less sure of them; a peak moves by its own assumptions, each end
/// of which may only add to one side.
void ChangeTest::theWiderIntervalCounts()
{
    Estimate before = estimate(5, 2), after = estimate(2, 6);
    after.time.p90 = 1.5 * after.time.step;
    before.memory.p90 = before.memory.peak; // nothing unknown
    after.memory.p90 = {};
    after.memory.budget = Bytes { 95 };
    PlanChange change = planChange(before, after);
    QCOMPARE(change.step.p90, 1 + 5 * std::sinh(std::log(1.5)));
    QCOMPARE(change.peak.p90, 10.0);
    QCOMPARE(change.budget, 15.0);
    before.assumed[1].peakAtP10 = Bytes { 3 };
    after.assumed[1].peakAtP90 = Bytes { -4 };
    before.assumed[2].peakAtP90 = Bytes { -2 };
    change = planChange(before, after);
    QCOMPARE(change.peak.p10, 10 - 4.0);
    QCOMPARE(change.peak.p90, 10 + 2.0);
    QCOMPARE(change.step.p90, 1 + 5 * std::sinh(std::log(1.5)));
}

void ChangeTest::nothingIsNothingInEveryPart()
{
    const Change none, some { 2, 1, 3 };
    QVERIFY(none.isNothing() && !some.isNothing());
    QVERIFY((PlanChange { none, none, 0 }.isNothing()));
    QVERIFY(!(PlanChange { some, none, 0 }.isNothing()));
    QVERIFY(!(PlanChange { none, some, 0 }.isNothing()));
    QVERIFY(!(PlanChange { none, none, 5 }.isNothing()));
    QVERIFY(!some.reachesZero());
    QVERIFY(!(Change { -2, -3, -1 }.reachesZero()));
    QVERIFY((Change { 0.5, -1, 2 }.reachesZero()));
    QVERIFY((Change { 1, 0, 2 }.reachesZero()));
    QVERIFY((Change { -1, -2, 0 }.reachesZero()));
}

QTEST_APPLESS_MAIN(ChangeTest)
#include "tst_change.moc"
