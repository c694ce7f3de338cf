#include "model/estimate/estimator.h"
#include "model/estimate/intervals.h"
#include "model/estimate/measured_throughput.h"
#include "model/library/stacks/profile_constant.h"
#include "model/physics/compute/step_flop.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"
#include "tests/model/shipped.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

/// Half of the band in logarithms.
double width(const IntervalWidths &interval)
{
    return std::log(interval.high);
}

/// What the host's and the loss' shares of a step make of it: 0.4 of either.
double ofTerms(const Prepared &p, const Candidate &c)
{
    const Evaluation plan = evaluate(p, c);
    return 0.4
        * std::hypot(
            plan.time[TimeTerm::Fixed] / plan.step, plan.time[TimeTerm::HeadLoss] / plan.step);
}

} // namespace

/// What makes an interval wide, each part by itself.
class WidthsTest : public QObject
{
    Q_OBJECT

private slots:
    void memoryWithoutMeasuredStacks();
    void eachWayToCountHasItsWidth();
    void launchBoundStepsAreLessSure();
    void documentsAreNotMeasured();
    void eachMissingInputWidens();
    void farFromWhatWasMeasured();
    void ownRunsLeaveTheirOwnDoubt();
    void profilesThatAreMissingAreNamed();
    void slopesAreThoseOfTheStep();
    void ownRunsMoveConstants();
    void shiftsAreThoseOfTheEnds();
    void measuredStepsInEveryConvention();
};

/// Nothing measured: 0.15 inside a source and 0.2 between stacks; experts add 0.08.
void WidthsTest::memoryWithoutMeasuredStacks()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    p.stack.memoryWidth = 0;
    p.stack.denseSources = p.stack.expertSources = 0;
    p.expertIsAxis = false;
    Candidate c;
    const double dense = std::hypot(0.15, 0.2);
    QCOMPARE(width(memoryInterval(p, c, {})), dense);
    p.expertIsAxis = true; // of JAX no peak is printed
    p.stack.denseSources = 2;
    QCOMPARE(width(memoryInterval(p, c, {})), dense);
    p.expertIsAxis = false; // elsewhere they tell half of the variance
    QCOMPARE(width(memoryInterval(p, c, {})), std::hypot(0.15, 0.2 / std::sqrt(2.0)));
    p.stack.denseSources = 0;
    p.moeLayers = 1;
    const IntervalWidths experts = memoryInterval(p, c, {});
    QCOMPARE(width(experts), std::hypot(dense, 0.08));
    QCOMPARE(experts.low * experts.high, 1.0);
    p.isTpu = true; // no pipeline was measured there
    QVERIFY(!memoryInterval(p, c, {}).isExtrapolated);
    c.pipeline = 2;
    QVERIFY(memoryInterval(p, c, {}).isExtrapolated);
    p.isTpu = false;
    QVERIFY(!memoryInterval(p, c, {}).isExtrapolated);
}

/// What tensors take is known best; context and communicators, to 40 %, are part of what a driver
/// shows.
void WidthsTest::eachWayToCountHasItsWidth()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    p.stack.denseSources = p.stack.expertSources = 0;
    p.expertIsAxis = false;
    const Candidate c;
    QCOMPARE(width(memoryInterval(p, c, {}, MemoryMeaning::Allocated)), std::hypot(0.08, 0.2));
    QCOMPARE(width(memoryInterval(p, c, {}, MemoryMeaning::Device)), std::hypot(0.1, 0.2));
    QCOMPARE(
        width(memoryInterval(p, c, {}, MemoryMeaning::Reserved)), width(memoryInterval(p, c, {})));
    const IntervalWidths shown = deviceInterval({ 0.8, 1.3, false }, gib(30), gib(2));
    QCOMPARE(shown.high, 1 + std::hypot(0.3 * 30, 0.4 * 2) / 32);
    QCOMPARE(shown.low, 1 - std::hypot(0.2 * 30, 0.4 * 2) / 32);
}

/// A step that waits for its host is less sure than one that computes.
void WidthsTest::launchBoundStepsAreLessSure()
{
    const Candidate c;
    const auto bands = [&](double launch) {
        Prepared p = shippedPrepared("llama3.1-8b-h100-node");
        p.stack.launchSecondsPerLayer = Seconds { launch };
        applyConstants(p, p.chip, p.stack);
        return std::pair(width(timeInterval(p, c, {})), ofTerms(p, c));
    };
    const auto usual = bands(1e-4), bound = bands(1);
    QVERIFY(bound.second > 0.35);
    QVERIFY(std::abs(bound.first * bound.first - bound.second * bound.second
                - (usual.first * usual.first - usual.second * usual.second))
        < 1e-9);
}

/// The chip's own width, and what one more stack and chip may differ by: 0.16 and 0.12 without a
/// source, half of it with one. Each missing input adds its own.
void WidthsTest::documentsAreNotMeasured()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    const Candidate c;
    p.chip.denseWidth = 0.1;
    p.stack.denseSources = 0;
    p.chip.denseSources = 1;
    const double known = std::hypot(0.1, 0.16, 0.06), whole = std::hypot(known, ofTerms(p, c));
    QCOMPARE(width(timeInterval(p, c, {})), whole);
    MissingInputs missing;
    missing.remat = missing.microBatch = missing.parallelism = true;
    QCOMPARE(width(timeInterval(p, c, missing)), std::hypot(whole, std::hypot(0.08, 0.1, 0.2)));
    p.documentTokens = p.sequence;
    QCOMPARE(width(timeInterval(p, c, {})), whole);
    p.documentTokens = 0; // of which nothing is said
    QCOMPARE(width(timeInterval(p, c, {})), whole);
    p.documentTokens = 1;
    QCOMPARE(width(timeInterval(p, c, {})), std::hypot(known, 0.1, ofTerms(p, c)));
    p.documentTokens = p.sequence / 4;
    QCOMPARE(width(timeInterval(p, c, {})), std::hypot(known, 0.1, ofTerms(p, c)));
}

void WidthsTest::eachMissingInputWidens()
{
    const Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    const Candidate c;
    const auto added
        = [](double with, double without) { return std::sqrt(with * with - without * without); };
    const double time = width(timeInterval(p, c, {})), memory = width(memoryInterval(p, c, {}));
    const struct
    {
        bool MissingInputs::*input;
        double time, memory;
    } rows[] { { &MissingInputs::remat, 0.08, 0.1 }, { &MissingInputs::microBatch, 0.1, 0.7 },
        { &MissingInputs::networkRate, 0.05, 0 }, { &MissingInputs::parallelism, 0.2, 0 },
        { &MissingInputs::attention, 0.05, 0 }, { &MissingInputs::precision, 0.15, 0 },
        { &MissingInputs::shape, 0.1, 0 }, { &MissingInputs::stack, 0, 0 } };
    for (const auto &row : rows) {
        MissingInputs missing;
        missing.*row.input = true;
        QCOMPARE(missing.count(), 1);
        QVERIFY(std::abs(added(width(timeInterval(p, c, missing)), time) - row.time) < 1e-6);
        QVERIFY(std::abs(added(width(memoryInterval(p, c, missing)), memory) - row.memory) < 1e-6);
    }
}

/// Long sequences, tensor parallelism between nodes and what lies in host memory add 0.25; adapters
/// 0.3 of the time, of Hugging Face's programs 0.1, and 0.03 of the peak. Experts are twice as
/// unsure between stacks and chips.
void WidthsTest::farFromWhatWasMeasured()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    Candidate c;
    // What is left of a band without what the terms of the plan are unsure by.
    const auto plain = [](const Prepared &own, const Candidate &at) {
        const double whole = width(timeInterval(own, at, {})), terms = ofTerms(own, at);
        return std::sqrt(whole * whole - terms * terms);
    };
    const auto isAbout = [](double a, double b) { return std::abs(a - b) < 1e-9; };
    const double usual = plain(p, c), far = std::hypot(usual, 0.25);
    QVERIFY(!timeInterval(p, c, {}).isExtrapolated);
    const auto isFar = [&](const Prepared &own, const Candidate &at) {
        return timeInterval(own, at, {}).isExtrapolated && isAbout(plain(own, at), far);
    };
    Prepared other = p;
    other.sequence = other.documentTokens = 65536;
    QVERIFY(isAbout(plain(other, c), usual));
    other.sequence = other.documentTokens = 65537;
    QVERIFY(isFar(other, c));
    other = p;
    other.options.offloadParameters = true;
    QVERIFY(isFar(other, c));
    other = p;
    other.remats.front().offloadBytes = 1;
    QVERIFY(isFar(other, c));
    c.tensor = 8;
    QVERIFY(isAbout(plain(p, c), usual));
    c.tensor = 16;
    QVERIFY(isFar(p, c));
    c.tensor = 1;
    other = p;
    other.tuning.isAdapted = true;
    QVERIFY(isAbout(plain(other, c), std::hypot(usual, 0.3))); // of MaxText no run has adapters
    other.stack.isGeneric = true;
    Prepared frozen = other;
    frozen.tuning.isAdapted = false;
    QVERIFY(isAbout(plain(other, c), std::hypot(plain(frozen, c), 0.1)));
    QVERIFY(timeInterval(other, c, {}).isExtrapolated);
    QCOMPARE(
        width(memoryInterval(other, c, {})), std::hypot(width(memoryInterval(p, c, {})), 0.03));
    QCOMPARE(timeInterval(p, c, {}).low * timeInterval(p, c, {}).high, 1.0);
    p.stack.memoryWidth = 0.11; // as measured
    QCOMPARE(width(memoryInterval(p, c, {})), 0.11);
    p.moeLayers = 4;
    p.chip.expertWidth = 0.2;
    p.stack.expertSources = 0;
    p.chip.expertSources = 1;
    QVERIFY(isAbout(plain(p, c), std::hypot(0.2, 2 * 0.16, 2 * 0.06)));
}

/// Two constants whose errors go together, and a scatter that no constant explains; without
/// constants, the profiles' interval grows by a factor.
void WidthsTest::ownRunsLeaveTheirOwnDoubt()
{
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
    Prepared p = shippedEstimator().prepare(plan);
    const Candidate c = planCandidate(plan.plan);
    const double usual = width(timeInterval(p, c, {}));
    ConstantDoubt doubt;
    doubt.stacks = { p.stack.id };
    doubt.chips = { p.chip.id };
    doubt.scatter = 0.03;
    doubt.widening = 1.5;
    const auto with = [&](const ConstantDoubt &own) {
        p.doubt = std::make_shared<const ConstantDoubt>(own);
        return width(timeInterval(p, c, {}));
    };
    QCOMPARE(with(doubt), 1.5 * usual);
    doubt.constants = { { { p.stack.id }, "compute_factor" }, { { p.chip.id }, "contention" } };
    const std::vector<double> slopes = stepSlopes(p, c, doubt.constants);
    const double a = slopes[0], b = slopes[1];
    QVERIFY(a > 0 && b > 0);
    doubt.covariance = { 0.04, 0.01, 0.01, 0.09 };
    const double variance = 0.03 * 0.03 + a * a * 0.04 + 2 * a * b * 0.01 + b * b * 0.09;
    QCOMPARE(with(doubt), deviationsOf80 * std::sqrt(variance));
    doubt.scatter = 0;
    doubt.covariance = { -0.04, 0, 0, 0 }; // as rounding may leave it
    QCOMPARE(with(doubt), 0.0);
    doubt.chips = { "another" };
    QCOMPARE(with(doubt), usual);
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

void WidthsTest::ownRunsMoveConstants()
{
    Estimator own = *Estimator::make(shippedLibrary());
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node");
    const Prepared before = own.prepare(plan);
    Calibration calibration;
    calibration.constants.resize(2);
    calibration.constants[1].constant = { { before.stack.id }, "step_factor" };
    calibration.constants[1].posterior = 1.25;
    calibration.constants[0].constant = { { before.stack.id }, "compute_factor" };
    calibration.constants[0].posterior = 1.5;
    calibration.doubt.scatter = 0.25;
    own.setCalibration(calibration);
    const Prepared after = own.prepare(plan);
    QVERIFY(before.stack.computeFactor != 1.5);
    QCOMPARE(after.stack.computeFactor, 1.5);
    QCOMPARE(after.doubt->scatter, 0.25);
    QVERIFY(own.calibration() == calibration);
    // What moves the whole step moves the trees of its terms.
    const Estimate estimate = own.estimate(plan);
    double sum = 0;
    for (const Derivation &tree : own.explain(plan))
        if (const auto term = timeTermById(tree.id)) {
            QCOMPARE(tree.value, estimate.time.terms[*term].value());
            QVERIFY(tree.value == 0 || tree.operands[0].value * 1.25 == tree.value);
            sum += tree.value;
        }
    QVERIFY(std::abs(sum / estimate.time.step.value() - 1) < 1e-12);
}

/// What an assumption moves is what a plan gains with either end of its range.
void WidthsTest::shiftsAreThoseOfTheEnds()
{
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node",
        { "framework=maxtext", "options.offload_parameters=true", "hardware.power_cap_w=400" });
    const Prepared p = shippedEstimator().prepare(plan);
    const Candidate c = planCandidate(plan.plan);
    const Evaluation usual = evaluate(p, c);
    const auto shifts = assumedShifts(p, c);
    int felt = 0;
    for (std::size_t i = 0; i < assumptionCount; ++i) {
        const AssumptionRow &row = assumptionRows()[i];
        const auto with = [&](double value) {
            Prepared moved = p;
            moved.assumed.*row.value = value;
            applyConstants(moved, p.chip, p.stack);
            return evaluate(moved, c);
        };
        const Evaluation low = with(row.p10), high = with(row.p90);
        QCOMPARE(shifts[i].stepAtP10.value(), (low.step - usual.step).value());
        QCOMPARE(shifts[i].stepAtP90.value(), (high.step - usual.step).value());
        QCOMPARE(shifts[i].peakAtP10.value(), (low.peak - usual.peak).value());
        QCOMPARE(shifts[i].peakAtP90.value(), (high.peak - usual.peak).value());
        felt += low.step != high.step;
    }
    QVERIFY(felt > 0);
}

/// Eight sequences of 8192 tokens in two seconds on eight devices.
void WidthsTest::measuredStepsInEveryConvention()
{
    const ResolvedPlan plan
        = shippedPlan("llama3.1-8b-h100-node", { "workload.global_batch_sequences=8" });
    const Prepared p = shippedEstimator().prepare(plan);
    Evaluation run = evaluate(p, planCandidate(plan.plan));
    run.hardwareFlopPerDevice = 1.2 * run.modelFlopPerDevice;
    const MeasuredThroughput own = measuredThroughput(p, run, Seconds { 2 }, 8, Seconds { 2.5 });
    QCOMPARE(own.tokensPerSecondPerDevice, 4096.0);
    QCOMPARE(own.measuredOverPredicted, 0.8);
    const double peak = utilisationPeak(p).value();
    QCOMPARE(own.mfu, run.modelFlopPerDevice.value() / 2 / peak);
    QCOMPARE(own.hfu, 1.2 * own.mfu);
    const auto rate = [&](const char *convention) {
        return std::ranges::find(own.rates, convention, &MeasuredRate::convention)
            ->perDevice.value();
    };
    QCOMPARE(rate("6N"), 6 * 4096.0 * p.parametersTotal);
    QCOMPARE(rate("factor-4"), 8 * 4096.0 * p.parametersActive);
    QCOMPARE(rate("factor-3"), 6 * 4096.0 * p.parametersActive);
    QCOMPARE(rate("causal"), own.mfu * peak);
    QCOMPARE(rate("hardware"), own.hfu * peak);
    QCOMPARE(rate("full"),
        p.flopPerToken[static_cast<std::size_t>(FlopsConvention::FullAttention)].value() * 4096);
    QVERIFY(rate("full") > rate("causal"));
    for (const MeasuredRate &each : own.rates)
        QCOMPARE(each.shareOfPeak, each.perDevice.value() / peak);
    QCOMPARE(own.rates.size(), std::size_t { 6 });
    QCOMPARE(own.step.value(), 2.0);
    QCOMPARE(loggedFlopRate(3, 8, 8192, 1e9, Seconds { 2 }, 8).value(), 6 * 4096.0 * 1e9);
    // Half of the peak, and a little less.
    const double half = 2 * run.hardwareFlopPerDevice.value() / peak;
    const auto isHalf = [&](double seconds) {
        return measuredThroughput(p, run, Seconds { seconds }, 8, Seconds { 1 }).isHalfOfPeak;
    };
    QVERIFY(isHalf(0.999 * half) && !isHalf(1.001 * half));
    // Padding is no token.
    Prepared padded = p;
    padded.usefulShare = 0.75;
    QCOMPARE(
        measuredThroughput(padded, run, Seconds { 2 }, 8, Seconds { 2.5 }).tokensPerSecondPerDevice,
        3072.0);
}

/// Without profiles of stacks and collectives both are named.
void WidthsTest::profilesThatAreMissingAreNamed()
{
    const QTemporaryDir empty;
    const ProfileLibrary library { DataDirectories { empty.path().toStdString(), {} } };
    const Result<Estimator> none = Estimator::make(library);
    QVERIFY(!none);
    std::string all;
    for (const Error &problem : none.errors())
        all += errorText(problem) + "\n";
    QVERIFY2(all.find("collectives") != std::string::npos, all.c_str());
    QVERIFY2(all.find("stacks") != std::string::npos, all.c_str());
}

QTEST_GUILESS_MAIN(WidthsTest)
#include "tst_widths.moc"
