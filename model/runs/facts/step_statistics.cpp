#include "model/runs/facts/step_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace headroom {
namespace {

using Use = StepUse;
constexpr std::array<const char *, 7> useNames { "", "warm_up", "evaluation", "profiled", "outlier",
    "batch_ramp", "skipped" };

struct Step
{
    std::int64_t number = 0;
    int segment = 0;
    double seconds = 0, weight = 1;
    Use use = Use::Counts;
};

constexpr double tooLong = 1e9; ///< seconds, thirty years: no step but a misprint

struct Weighted
{
    double value = 0, weight = 1;
};

double weightOf(const std::vector<Weighted> &items)
{
    double total = 0;
    for (const Weighted &item : items)
        total += item.weight;
    return total;
}

/// The value below which the share `at` of the weight lies; `sorted` by value, not empty.
double weightedQuantile(const std::vector<Weighted> &sorted, double at)
{
    const double total = weightOf(sorted);
    double sum = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        sum += sorted[i].weight;
        const double excess = sum - at * total;
        // Exactly between two values: their mean, as for a median of an even number.
        if (excess > 1e-9 * total || i + 1 == sorted.size())
            return sorted[i].value;
        if (excess > -1e-9 * total)
            return (sorted[i].value + sorted[i + 1].value) / 2;
    }
    return sorted.back().value;
}

std::vector<Weighted> sortedTimes(const std::vector<Step> &steps)
{
    std::vector<Weighted> times;
    for (const Step &step : steps)
        if (step.use == Use::Counts)
            times.push_back({ step.seconds, step.weight });
    std::ranges::sort(times, {}, &Weighted::value);
    return times;
}

bool isPlain(const StepSample &sample)
{
    return sample.kind == StepKind::Train;
}

/// Lines that the first attempt lacks at its start, by the number of its first one: "15, 16, 17"
/// lacks fourteen, "10, 20, 30" none.
std::int64_t lackingLines(const std::vector<StepSample> &samples)
{
    std::int64_t interval = 0;
    const StepSample &first = samples.front();
    for (std::size_t i = 1; i < samples.size() && samples[i].segment == first.segment; ++i)
        if (const std::int64_t apart = samples[i].step - samples[i - 1].step;
            apart > 0 && (interval == 0 || apart < interval))
            interval = apart;
    if (interval == 0)
        interval = std::max<std::int64_t>(std::llround(first.covered), 1);
    return first.segment > 0 ? 0 : std::max<std::int64_t>((first.step - 1) / interval, 0);
}

/// What the rules about one step say, before any is compared with the others.
std::vector<Step> classified(
    const std::vector<StepSample> &samples, const StepRules &rules, bool isRate, int warmUpLines)
{
    std::vector<Step> steps;
    steps.reserve(samples.size());
    const std::int64_t lacking = lackingLines(samples);
    for (const StepSample &sample : samples) {
        Step step { sample.step, sample.segment, isRate ? rules.work / sample.value : sample.value,
            sample.covered * sample.weight, Use::Counts };
        const bool isFirst = sample.line + (sample.segment == 0 ? lacking : 0) < warmUpLines;
        if (isFirst)
            step.use = Use::WarmUp;
        else if (sample.kind == StepKind::Skipped)
            step.use = Use::Skipped;
        else if (sample.kind == StepKind::Ramp
            || (rules.batch > 0 && sample.batch > 0 && sample.batch != rules.batch))
            step.use = Use::Ramp;
        else if (!isPlain(sample))
            step.use = Use::Evaluation;
        else if (sample.step >= rules.profiledFrom && sample.step < rules.profiledTo)
            step.use = Use::Profiled;
        steps.push_back(step);
    }
    return steps;
}

/// A part [begin, end) of sorted times.
struct Part
{
    std::size_t begin = 0, end = 0;
};

/// Where a part of sorted times falls into two groups with the least variance inside them (Otsu
/// 1979): the index, both means and the share of the first group.
struct TwoGroups
{
    std::size_t at = 0;
    double first = 0, second = 0, share = 0;
};

TwoGroups minVarianceCut(const std::vector<Weighted> &times, Part span)
{
    double weight = 0, sum = 0;
    for (std::size_t i = span.begin; i < span.end; ++i) {
        weight += times[i].weight;
        sum += times[i].weight * times[i].value;
    }
    TwoGroups cut;
    double left = 0, leftSum = 0, best = 0;
    for (std::size_t i = span.begin; i + 1 < span.end; ++i) {
        left += times[i].weight;
        leftSum += times[i].weight * times[i].value;
        const double low = leftSum / left, high = (sum - leftSum) / (weight - left);
        const double between = left * (weight - left) * (high - low) * (high - low);
        if (between <= best)
            continue;
        best = between;
        cut = { i + 1, low, high, left / weight };
    }
    return cut;
}

/// The part of the times in which they fall into two modes, and the border; a group too small to
/// be a mode is set aside and the rest is cut again. Nothing where there are no two modes.
std::optional<std::pair<Part, std::size_t>> twoModes(const std::vector<Weighted> &times)
{
    constexpr int maxCuts = 16;
    Part span { 0, times.size() };
    for (int i = 0; i < maxCuts && span.end - span.begin >= fewestForModes; ++i) {
        const TwoGroups cut = minVarianceCut(times, span);
        if (cut.at == 0 || cut.second < cut.first * (1 + minModeGap))
            return std::nullopt;
        if (cut.share < minModeShare) {
            span.begin = cut.at;
            continue;
        }
        if (1 - cut.share < minModeShare) {
            span.end = cut.at;
            continue;
        }
        const double quarter = (cut.second - cut.first) / 4;
        double inside = 0, weight = 0;
        for (std::size_t k = span.begin; k < span.end; ++k) {
            const double value = times[k].value;
            weight += times[k].weight;
            if (value > cut.first + quarter && value < cut.second - quarter)
                inside += times[k].weight;
        }
        if (inside > maxBetweenModes * weight)
            return std::nullopt;
        return std::pair { span, cut.at };
    }
    return std::nullopt;
}

/// Centre and reach of what is ordinary around it.
struct Ordinary
{
    double centre = 0, reach = 0;
    bool holds(double seconds) const { return std::abs(seconds - centre) <= reach; }
};

Ordinary ordinary(const std::vector<Weighted> &times)
{
    constexpr double deviationOfMad = 1.4826; // of a normal distribution
    const double centre = weightedQuantile(times, 0.5);
    std::vector<Weighted> distances;
    for (const Weighted &item : times)
        distances.push_back({ std::abs(item.value - centre), item.weight });
    std::ranges::sort(distances, {}, &Weighted::value);
    const double deviation = deviationOfMad * weightedQuantile(distances, 0.5);
    return { centre, std::max(outlierDeviations * deviation, outlierShare * centre) };
}

/// Marks outliers; of two modes each has its own.
void markOutliers(std::vector<Step> &steps, StepStatistics &result)
{
    const std::vector<Weighted> times = sortedTimes(steps);
    std::vector<Ordinary> groups;
    if (const auto modes = twoModes(times)) {
        const auto &[span, border] = *modes;
        const auto part = [&times](std::size_t begin, std::size_t end) {
            return std::vector<Weighted>(times.begin() + static_cast<std::ptrdiff_t>(begin),
                times.begin() + static_cast<std::ptrdiff_t>(end));
        };
        const std::vector<Weighted> fast = part(span.begin, border), slow = part(border, span.end);
        groups = { ordinary(fast), ordinary(slow) };
        const double fastWeight = weightOf(fast), weight = fastWeight + weightOf(slow);
        result.modes = { { groups[0].centre, fastWeight / weight },
            { groups[1].centre, 1 - fastWeight / weight } };
    } else {
        groups = { ordinary(times) };
    }
    for (Step &step : steps)
        if (step.use == Use::Counts && std::ranges::none_of(groups, [&](const Ordinary &group) {
                return group.holds(step.seconds);
            }))
            step.use = Use::Outlier;
}

void countSteps(const std::vector<Step> &steps, StepStatistics &result)
{
    std::array<double, useNames.size()> counts {};
    for (const Step &step : steps)
        counts[static_cast<std::size_t>(step.use)] += step.weight;
    result.used = std::llround(counts[0]);
    for (std::size_t use = 1; use < counts.size(); ++use)
        if (const std::int64_t count = std::llround(counts[use]); count > 0) {
            result.leftOut.push_back({ useNames[use], count });
            result.leftOutTotal += count;
        }
}

/// Medians of what else the lines of steps that count say.
void addWitnesses(
    const std::vector<StepSample> &samples, const std::vector<Step> &steps, StepStatistics &result)
{
    std::vector<Weighted> rates, spreads;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (steps[i].use != Use::Counts)
            continue;
        if (samples[i].tokensPerSecond > 0)
            rates.push_back({ samples[i].tokensPerSecond, steps[i].weight });
        if (samples[i].copies > 1)
            spreads.push_back(
                { (samples[i].most - samples[i].least) / samples[i].value, steps[i].weight });
    }
    std::ranges::sort(rates, {}, &Weighted::value);
    std::ranges::sort(spreads, {}, &Weighted::value);
    if (!rates.empty())
        result.tokensPerSecondPerDevice = weightedQuantile(rates, 0.5);
    if (!spreads.empty())
        result.rankSpread = weightedQuantile(spreads, 0.5);
}

std::vector<StepPoint> pointsOf(const std::vector<Step> &steps)
{
    std::vector<StepPoint> points;
    for (const Step &step : steps)
        points.push_back({ step.number, step.seconds, step.use });
    return points;
}

/// Outliers above the median: how much they cost, and whether they come at regular numbers.
SlowSteps slowSteps(
    const std::vector<Step> &steps, double median, const std::vector<StepMode> &modes)
{
    const double border = modes.size() == 2 ? (modes[0].seconds + modes[1].seconds) / 2 : 0;
    const auto isSlow = [&](const Step &step) {
        return step.seconds > median
            && (step.use == Use::Outlier
                || (border > 0 && step.use == Use::Counts && step.seconds > border));
    };
    SlowSteps slow;
    double extra = 0, total = 0;
    std::map<std::int64_t, int> distances;
    std::optional<std::int64_t> last;
    int segment = 0;
    for (const Step &step : steps) {
        if (step.use == Use::WarmUp)
            continue;
        total += step.seconds * step.weight;
        if (!isSlow(step))
            continue;
        ++slow.count;
        extra += (step.seconds - median) * step.weight;
        if (last && segment == step.segment)
            ++distances[step.number - *last];
        last = step.number;
        segment = step.segment;
    }
    if (slow.count == 0 || !(total > 0))
        return slow;
    slow.extra = Seconds { extra / static_cast<double>(slow.count) };
    slow.share = extra / total;
    const auto usual
        = std::ranges::max_element(distances, {}, [](const auto &entry) { return entry.second; });
    if (slow.count >= fewestRegular && usual != distances.end() && usual->first > 1
        && usual->second >= minRegularShare * static_cast<double>(slow.count - 1))
        slow.period = usual->first;
    // A mode without a rhythm is no stall.
    return border > 0 && slow.period == 0 ? SlowSteps {} : slow;
}

/// How much longer the last third of the steps is than the first; 0 where there are too few.
double driftOf(const std::vector<Step> &steps)
{
    std::vector<Weighted> times;
    for (const Step &step : steps)
        if (step.use == Use::Counts)
            times.push_back({ step.seconds, step.weight });
    if (times.size() < fewestForModes)
        return 0;
    const auto third = static_cast<std::ptrdiff_t>(times.size() / 3);
    std::vector<Weighted> early(times.begin(), times.begin() + third),
        late(times.end() - third, times.end());
    std::ranges::sort(early, {}, &Weighted::value);
    std::ranges::sort(late, {}, &Weighted::value);
    return weightedQuantile(late, 0.5) / weightedQuantile(early, 0.5) - 1;
}

} // namespace

StepStatistics stepStatistics(const StepLog &log, const StepRules &rules)
{
    return stepStatistics(log.samples(), log.measure != StepMeasure::Time, log.segments(), rules);
}

StepStatistics stepStatistics(
    std::vector<StepSample> samples, bool isRate, int attempts, const StepRules &rules)
{
    StepStatistics result;
    result.attempts = attempts;
    std::erase_if(samples, [&](const StepSample &sample) {
        const double seconds = isRate ? rules.work / sample.value : sample.value;
        return !(sample.value > 0 && seconds < tooLong);
    });
    if (samples.empty())
        return result;
    int warmUp = rules.warmUp.lines;
    std::vector<Step> steps = classified(samples, rules, isRate, warmUp);
    // A short run: rather a few steps with some warm-up in them than none.
    while (warmUp > rules.warmUp.least && sortedTimes(steps).size() < fewestSteps) {
        --warmUp;
        steps = classified(samples, rules, isRate, warmUp);
    }
    // Rather steps under a profiler than none, and those whose update was skipped than none.
    for (const Use use : { Use::Profiled, Use::Skipped })
        if (sortedTimes(steps).empty())
            for (Step &step : steps)
                if (step.use == use)
                    step.use = Use::Counts;
    if (sortedTimes(steps).empty()) {
        countSteps(steps, result);
        result.points = pointsOf(steps);
        return result;
    }
    markOutliers(steps, result);
    const std::vector<Weighted> times = sortedTimes(steps);
    countSteps(steps, result);
    result.median = weightedQuantile(times, 0.5);
    if (times.size() >= fewestSteps) {
        result.p10 = weightedQuantile(times, 0.1);
        result.p90 = weightedQuantile(times, 0.9);
    }
    addWitnesses(samples, steps, result);
    result.slow = slowSteps(steps, result.median, result.modes);
    result.drift = result.modes.empty() ? driftOf(steps) : 0;
    result.points = pointsOf(steps);
    return result;
}

} // namespace headroom
