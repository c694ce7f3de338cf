#include "model/calibration/next_picks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace headroom {
namespace {

/// covariance · slopes
std::vector<double> shared(const RunBelief &belief, const std::vector<double> &slopes)
{
    const std::size_t n = slopes.size();
    std::vector<double> result(n, 0);
    for (std::size_t j = 0; j < n; ++j)
        if (slopes[j] != 0)
            for (std::size_t i = 0; i < n; ++i)
                result[i] += belief.covariance[i * n + j] * slopes[j];
    return result;
}

double dot(const std::vector<double> &a, const std::vector<double> &b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

double varianceOf(const RunBelief &belief, const RunOption &option)
{
    return std::max(0.0, dot(option.slopes, shared(belief, option.slopes)))
        + belief.scatter * belief.scatter;
}

/// What is believed after this option has been run.
void condition(RunBelief &belief, const RunOption &option)
{
    const std::size_t n = option.slopes.size();
    const std::vector<double> along = shared(belief, option.slopes);
    const double variance = varianceOf(belief, option);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            belief.covariance[i * n + j] -= along[i] * along[j] / variance;
}

std::size_t rivalOf(const std::vector<RunOption> &options, std::size_t option)
{
    std::size_t rival = option;
    for (std::size_t i = 0; i < options.size(); ++i)
        if (i != option && (rival == option || options[i].logStep < options[rival].logStep))
            rival = i;
    return rival;
}

std::optional<std::size_t> causeOf(
    const RunBelief &belief, const RunOption &one, const RunOption &other)
{
    std::vector<double> difference = one.slopes;
    for (std::size_t i = 0; i < difference.size(); ++i)
        difference[i] -= other.slopes[i];
    const std::vector<double> along = shared(belief, difference);
    std::optional<std::size_t> cause;
    double largest = 2 * belief.scatter * belief.scatter; // each of the two has its own
    for (std::size_t i = 0; i < difference.size(); ++i)
        if (const double part = difference[i] * along[i]; part > largest) {
            largest = part;
            cause = i;
        }
    return cause;
}

} // namespace

double expectedImprovement(double best, double mean, double deviation)
{
    if (!(deviation > 0))
        return std::max(0.0, best - mean);
    const double scaled = (best - mean) / deviation;
    const double share = 0.5 * std::erfc(-scaled / std::numbers::sqrt2);
    const double density = std::exp(-scaled * scaled / 2) / std::sqrt(2 * std::numbers::pi);
    return (best - mean) * share + deviation * density;
}

std::vector<RunPick> nextPicks(const std::vector<RunOption> &options, RunBelief belief,
    std::optional<double> best, std::size_t count)
{
    std::vector<RunPick> picks;
    std::vector<bool> isTaken(options.size(), false);
    while (picks.size() < std::min(count, options.size())) {
        // Before any run the likeliest best is the one to beat.
        double reference = std::numeric_limits<double>::infinity();
        for (const RunOption &option : options)
            reference = std::min(reference, option.logStep);
        reference = best.value_or(reference);
        std::size_t chosen = options.size();
        double most = -1, gain = 0;
        for (std::size_t i = 0; i < options.size(); ++i) {
            if (isTaken[i])
                continue;
            const double own = options[i].fitProbability
                * expectedImprovement(
                    reference, options[i].logStep, std::sqrt(varianceOf(belief, options[i])));
            if (own / options[i].deviceHours > most) {
                most = own / options[i].deviceHours;
                gain = own;
                chosen = i;
            }
        }
        const std::size_t rival = rivalOf(options, chosen);
        picks.push_back({ chosen, -std::expm1(-gain), rival,
            causeOf(belief, options[chosen], options[rival]) });
        isTaken[chosen] = true;
        condition(belief, options[chosen]);
        best = std::min(best.value_or(options[chosen].logStep), options[chosen].logStep);
    }
    return picks;
}

} // namespace headroom
