#include "model/estimate/intervals.h"

#include "model/estimate/extrapolation.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"

#include <cmath>
#include <numbers>

namespace headroom {
namespace {

/// Widths add like independent errors.
double combined(double a, double b)
{
    return std::sqrt(a * a + b * b);
}

/// What stacks and chips differ by before any run on them is known, as half of an 80 % band of
/// ln(time). One independent source tells three quarters of it (its own error has a third of that
/// variance), each further one less.
/// @source spread of the fitted compute factors and matrix efficiencies (profiles/fit); experts
/// ASSUMED twice that. The widths of the chip profiles are found with these in place.
constexpr double betweenStacks = 0.16, betweenChips = 0.12, expertsMore = 2, toldByOne = 3;
/// The same of ln(bytes): what runs scatter by inside a source, by how memory is counted, what
/// stacks differ by, of which a known source tells far less than of time (settings that nobody
/// states decide), what experts add, and weights that come from host memory, whose buffers hardly
/// any source prints.
/// @source peaks of the measured rows with their source, stack or chip left out: the widths at
/// which the mean interval score is least and four of five lie within (`validate --leave-out`).
/// Between stacks it is twice what these say: the formulas were written with their peaks at hand,
/// and of the sources that came after them four of five lay within 0.39 as first predicted, within
/// 0.26 with what was read in the programs since.
constexpr double allocatedInSource = 0.08, reservedInSource = 0.15, deviceInSource = 0.1;
constexpr double memoryBetweenStacks = 0.2, memoryToldByOne = 0.5;
constexpr double expertMemory = 0.08, offloadMemory = 0.3;

/// What one source of runs leaves unknown of adapters, as half widths of ln(time) and ln(bytes),
/// and no run of packed documents. @source fms-acceleration's runs, left out: four of five within
/// 0.11 and 0.09; packing ASSUMED: lengths spread
constexpr double tuningTime = 0.1, otherTuningTime = 0.3, tuningMemory = 0.03, packingTime = 0.1;

/// Half width of ln(host's time): how fast hosts issue work differs more between machines than
/// anything a device does. @source profiles/fit/spreads.yaml, host_factor and
/// launch_seconds_per_layer (0.34 and 0.46 as deviations); the score of left-out steps is least
/// here
constexpr double hostTime = 0.4;
/// The same of the loss: kernels of all kinds, from 4 to 24 bytes a logit (logit_traffic_bytes).
constexpr double lossTime = 0.4;

/// Half of the 80 % band of context and libraries. ASSUMED: they depend on driver and modules.
constexpr double contextWidth = 0.4;

double unseen(double between, double sources)
{
    return between / std::sqrt(1 + toldByOne * sources);
}

/// What is left of the difference between stacks: sources of one that stands for many, or whose
/// kernels others replace, tell nothing about the next.
double unseenStack(const Prepared &p, bool hasExperts, double between)
{
    const double sources = hasExperts ? p.stack.expertSources : p.stack.denseSources;
    return unseen(between, p.stack.isGeneric ? 0 : sources);
}

/// Half of the 80 % band of ln(time) that the profiles know.
double profileWidth(const Prepared &p)
{
    const bool hasExperts = p.moeLayers > 0;
    const double more = hasExperts ? expertsMore : 1;
    const double width = hasExperts ? p.chip.expertWidth : p.chip.denseWidth;
    const double ofStack = unseenStack(p, hasExperts, more * betweenStacks);
    const double ofChip
        = unseen(more * betweenChips, hasExperts ? p.chip.expertSources : p.chip.denseSources);
    const double known = combined(combined(width, ofStack), ofChip);
    return p.documentTokens > 0 && p.documentTokens < p.sequence ? combined(known, packingTime)
                                                                 : known;
}

/// Half width for whose kernels widen a quantised base, which no plan says: bitsandbytes' and
/// Triton's take as long as the formulas say, torch's single operations three times that (AutoGPTQ
/// qlinear_cuda.py: shift, cast, mask, two lookups of scales, difference, GEMM). Half of what
/// that would add to the step.
double widenerWidth(const Prepared &p, const Candidate &c)
{
    constexpr double slowest = 3, believed = 0.5;
    if (!p.tuning.isQuantised)
        return 0;
    Prepared plain = p;
    plain.tuning.isQuantised = false;
    const double without = evaluate(plain, c).step / evaluate(p, c).step;
    return believed * std::log(1 + (slowest - 1) * std::max(0.0, 1 - without));
}

/// What host and loss are unsure by, for their shares of the step.
double termWidth(const Evaluation &evaluation)
{
    const TimeTerms &time = evaluation.time;
    return combined(hostTime * (time[TimeTerm::Fixed] / evaluation.step),
        lossTime * (time[TimeTerm::HeadLoss] / evaluation.step));
}

double missingWidth(const MissingInputs &missing)
{
    double width = 0;
    width = combined(width, missing.remat ? 0.08 : 0);
    width = combined(width, missing.microBatch ? 0.10 : 0);
    width = combined(width, missing.networkRate ? 0.05 : 0);
    width = combined(width, missing.parallelism ? 0.20 : 0);
    width = combined(width, missing.attention ? 0.05 : 0);
    width = combined(width, missing.precision ? 0.15 : 0);
    width = combined(width, missing.shape ? 0.10 : 0);
    return width;
}

/// Deviation of ln(step) that own runs leave: what the constants' doubt makes of this plan, and
/// what no constant explains.
double calibratedDeviation(const Prepared &prepared, const Candidate &candidate)
{
    const ConstantDoubt &doubt = *prepared.doubt;
    const std::vector<double> slopes = stepSlopes(prepared, candidate, doubt.constants);
    const std::size_t n = slopes.size();
    double variance = doubt.scatter * doubt.scatter;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; slopes[i] != 0 && j < n; ++j)
            variance += slopes[i] * slopes[j] * doubt.covariance[i * n + j];
    return std::sqrt(std::max(variance, 0.0));
}

/// Standard normal distribution function.
double normalShare(double deviations)
{
    return 0.5 * std::erfc(-deviations / std::numbers::sqrt2);
}

/// Half of the 80 % band of ln(bytes) of what the formulas say.
double formulaWidth(const Prepared &p, MemoryMeaning meaning)
{
    double width = p.stack.memoryWidth;
    if (width == 0) {
        // The profile of unknown stacks stands for as many programs as it has sources, and of
        // programs of XLA no measured row prints a peak.
        const bool isUntold = p.stack.frameworks.empty() || p.isTpu || p.expertIsAxis;
        const double sources = isUntold ? 0 : p.stack.denseSources + p.stack.expertSources;
        const double inSource = meaning == MemoryMeaning::Allocated ? allocatedInSource
            : meaning == MemoryMeaning::Device                      ? deviceInSource
                                                                    : reservedInSource;
        width = combined(inSource, memoryBetweenStacks / std::sqrt(1 + memoryToldByOne * sources));
        if (p.moeLayers > 0)
            width = combined(width, expertMemory);
    }
    if (p.options.offloadParameters || (p.options.offloadOptimizer && p.stack.offloadsTogether))
        width = combined(width, offloadMemory);
    return p.tuning.isAdapted ? combined(width, tuningMemory) : width;
}

} // namespace

double probabilityBelow(double limit, double median, double p90)
{
    if (!(p90 > median))
        return median <= limit ? 1 : 0;
    return normalShare(std::log(limit / median) / (std::log(p90 / median) / deviationsOf80));
}

double deviationsAt(double probability)
{
    // Forty halvings of 16 deviations: closer than any width is known.
    double low = -8, high = 8;
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2;
        (normalShare(middle) < probability ? low : high) = middle;
    }
    return high;
}

std::vector<double> stepSlopes(const Prepared &prepared, const Candidate &candidate,
    const std::vector<ProfileConstant> &constants)
{
    constexpr double small = 0.02; ///< of the logarithm
    const double base = evaluate(prepared, candidate).step.value();
    Prepared moved = prepared;
    std::vector<double> slopes(constants.size(), 0);
    for (std::size_t i = 0; i < constants.size(); ++i) {
        ChipProfile chip = prepared.chip;
        StackProfile stack = prepared.stack;
        const auto nudge = [&key = constants[i].key](auto &profile) {
            const std::optional<double> value = constantOf(profile, key);
            if (value)
                setConstant(profile, key, *value * std::exp(small));
            return value.has_value();
        };
        const bool isOfStack = constants[i].isOf(stack.id) && constantOf(stack, constants[i].key);
        if (!(isOfStack ? nudge(stack) : constants[i].isOf(chip.id) && nudge(chip)))
            continue;
        applyConstants(moved, chip, stack);
        slopes[i] = std::log(evaluate(moved, candidate).step.value() / base) / small;
    }
    return slopes;
}

std::array<AssumedShift, assumptionCount> assumedShifts(const Prepared &p, const Candidate &c)
{
    std::array<AssumedShift, assumptionCount> shifts;
    const Evaluation usual = evaluate(p, c);
    Prepared moved = p;
    const auto at = [&](const AssumptionRow &row, double value) {
        moved.assumed = p.assumed;
        moved.assumed.*row.value = value;
        applyConstants(moved, p.chip, p.stack);
        return evaluate(moved, c);
    };
    for (std::size_t i = 0; i < assumptionCount; ++i) {
        const AssumptionRow &row = assumptionRows()[i];
        const Evaluation low = at(row, row.p10), high = at(row, row.p90);
        shifts[i] = { low.step - usual.step, high.step - usual.step, low.peak - usual.peak,
            high.peak - usual.peak };
    }
    return shifts;
}

IntervalWidths timeInterval(const Prepared &p, const Candidate &c, const MissingInputs &missing,
    const Evaluation &evaluation)
{
    const bool hasOwnRuns = p.doubt && p.doubt->concerns(p.stack.id, p.chip.id);
    const bool isCalibrated = hasOwnRuns && !p.doubt->constants.empty();
    double width = isCalibrated
        ? deviationsOf80 * calibratedDeviation(p, c)
        : combined(profileWidth(p), termWidth(evaluation)) * (hasOwnRuns ? p.doubt->widening : 1);
    IntervalWidths interval;
    if (p.tuning.isAdapted) {
        // The one source runs Hugging Face's programs, which generic stacks stand for.
        const double ofAdapters = p.stack.isGeneric ? tuningTime : otherTuningTime;
        width = combined(combined(width, ofAdapters), widenerWidth(p, c));
        interval.isExtrapolated = true;
    }
    // Adapters have their width above.
    if (unmeasuredSettings(p, c).size() > (p.tuning.isAdapted ? 1 : 0)) {
        width = combined(width, 0.25);
        interval.isExtrapolated = true;
    }
    width = combined(width, missingWidth(missing));
    interval.low = std::exp(-width);
    interval.high = std::exp(width);
    return interval;
}

IntervalWidths timeInterval(const Prepared &p, const Candidate &c, const MissingInputs &missing)
{
    return timeInterval(p, c, missing, evaluate(p, c));
}

IntervalWidths memoryInterval(
    const Prepared &p, const Candidate &c, const MissingInputs &missing, MemoryMeaning meaning)
{
    // Policies keep between one and all tensors of a layer, micro-batches differ by a factor of two
    // to four: where a source leaves them open, the peak is not known.
    constexpr double openRemat = 0.1, openMicroBatch = 0.7;
    double width = p.compiled ? p.compiled->halfWidth : formulaWidth(p, meaning);
    if (missing.remat)
        width = combined(width, openRemat);
    if (missing.microBatch)
        width = combined(width, openMicroBatch);
    IntervalWidths interval;
    interval.isExtrapolated = c.pipeline > 1 && p.isTpu;
    interval.low = std::exp(-width);
    interval.high = std::exp(width);
    return interval;
}

IntervalWidths deviceInterval(const IntervalWidths &pool, Bytes reserved, Bytes outsidePool)
{
    const double whole = (reserved + outsidePool).value();
    const double outside = contextWidth * outsidePool.value();
    const auto end = [&](double factor) {
        return std::hypot((factor - 1) * reserved.value(), outside) / whole;
    };
    IntervalWidths interval = pool;
    interval.low = 1 - end(pool.low);
    interval.high = 1 + end(pool.high);
    return interval;
}

} // namespace headroom
