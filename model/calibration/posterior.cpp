#include "model/calibration/posterior.h"

#include "model/measurement/numbers/symmetric_matrix.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double slopeStep = 0.02; ///< of the logarithm
constexpr int maxRounds = 14, roundsOfAll = 6;
constexpr double longestStep = 0.5, shortestStep = 1e-3; ///< of a logarithm

double robustWeight(double residual, double deviation)
{
    const double scaled = residual / deviation;
    return (tailDegrees + 1) / (tailDegrees + scaled * scaled);
}

/// ln(value / prior) within the limits of the profiles.
double boundedOffset(const Component &component, double offset)
{
    constexpr double minOffset = -5; ///< of values that may be 0
    const ConstantLimits limits = *constantLimits(component.key);
    const double least = limits.least > 0 ? std::log(limits.least / component.prior) : minOffset;
    const double most = std::log(limits.most / component.prior);
    return std::clamp(offset, std::min(least, 0.0), std::max(most, 0.0));
}

/// 1, or where most residuals are far wider than expected what makes them ordinary.
double toleranceOf(
    const std::vector<double> &residuals, const std::vector<Observation> &observations)
{
    constexpr double farWider = 3; ///< deviations. ASSUMED
    std::vector<double> scaled;
    for (std::size_t r = 0; r < residuals.size(); ++r)
        scaled.push_back(std::abs(residuals[r]) / observations[r].deviation);
    if (scaled.empty())
        return 1;
    const auto middle = scaled.begin() + static_cast<std::ptrdiff_t>(scaled.size() / 2);
    std::ranges::nth_element(scaled, middle);
    return *middle > farWider ? *middle : 1;
}

void linearise(Posterior &at, const std::vector<Observation> &observations,
    const std::vector<Component> &components)
{
    const std::size_t n = components.size();
    std::vector<double> predicted;
    for (const Observation &own : observations)
        predicted.push_back(own.logPredicted(at.library));
    at.residuals.assign(observations.size(), 0);
    at.slopes.assign(observations.size() * n, 0);
    for (std::size_t r = 0; r < observations.size(); ++r)
        at.residuals[r] = observations[r].logMeasured - predicted[r];
    for (std::size_t i = 0; i < n; ++i) {
        const Component &component = components[i];
        const double value = component.prior * std::exp(at.offsets[i]);
        setConstant(at.library, component, value * std::exp(slopeStep));
        for (std::size_t r = 0; r < observations.size(); ++r)
            if (component.isOf(observations[r].stack) || component.isOf(observations[r].chip))
                at.slopes[r * n + i]
                    = (observations[r].logPredicted(at.library) - predicted[r]) / slopeStep;
        setConstant(at.library, component, value);
    }
}

/// The linear problem around a posterior with one observation left out (none: past the end).
struct Normal
{
    SymmetricMatrix matrix;
    std::vector<double> right;
};

/// Normal equations of the offsets without one observation and what is of the same run; weights by
/// the residuals at `offsets`.
Normal normalEquations(const Posterior &at, const std::vector<double> &offsets,
    const std::vector<Observation> &observations, const std::vector<Component> &components,
    std::size_t leftOut)
{
    const std::size_t n = components.size();
    Normal normal { SymmetricMatrix(n), std::vector<double>(n, 0) };
    for (std::size_t r = 0; r < observations.size(); ++r) {
        const bool isOfLeftOut = leftOut < observations.size() && observations[r].run
            && observations[r].run == observations[leftOut].run;
        if (r == leftOut || isOfLeftOut)
            continue;
        const double *slopes = at.slopes.data() + r * n;
        double residual = at.residuals[r], target = at.residuals[r];
        for (std::size_t i = 0; i < n; ++i) {
            residual -= slopes[i] * (offsets[i] - at.offsets[i]);
            target += slopes[i] * at.offsets[i];
        }
        const double deviation = observations[r].deviation;
        const double weight
            = (at.tolerance > 0 ? robustWeight(residual, deviation * at.tolerance) : 1)
            / (deviation * deviation);
        for (std::size_t i = 0; i < n; ++i) {
            if (slopes[i] == 0)
                continue;
            normal.right[i] += weight * slopes[i] * target;
            for (std::size_t j = 0; j <= i; ++j)
                normal.matrix.at(i, j) += weight * slopes[i] * slopes[j];
        }
    }
    for (std::size_t i = 0; i < n; ++i)
        normal.matrix.at(i, i) += 1 / (components[i].spread * components[i].spread);
    return normal;
}

} // namespace

Posterior fitPosterior(const std::vector<Observation> &observations,
    const std::vector<Component> &components, const StackLibrary &library)
{
    const std::size_t n = components.size(), none = observations.size();
    Posterior at;
    at.library = library;
    at.offsets.assign(n, 0);
    linearise(at, observations, components);
    for (int round = 0; round < maxRounds; ++round) {
        Normal normal = normalEquations(at, at.offsets, observations, components, none);
        const std::vector<double> next = normal.matrix.factorised().solved(normal.right);
        double longest = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const double change = std::clamp(next[i] - at.offsets[i], -longestStep, longestStep);
            const double offset = boundedOffset(components[i], at.offsets[i] + change);
            longest = std::max(longest, std::abs(offset - at.offsets[i]));
            at.offsets[i] = offset;
            setConstant(at.library, components[i], components[i].prior * std::exp(offset));
        }
        linearise(at, observations, components);
        // The first rounds bring the bulk of the runs near; then it shows which lie apart.
        const bool isNear = longest < shortestStep;
        if (at.tolerance > 0 && isNear)
            break;
        if (at.tolerance > 0 || isNear || round >= roundsOfAll)
            at.tolerance = toleranceOf(at.residuals, observations);
    }
    at.covariance = normalEquations(at, at.offsets, observations, components, none)
                        .matrix.factorised()
                        .inverse();
    return at;
}

std::vector<LeftOutError> leftOutErrors(const Posterior &posterior,
    const std::vector<Observation> &observations, const std::vector<Component> &components,
    std::size_t count)
{
    constexpr int rounds = 3; // the weights follow the residuals
    const std::size_t n = components.size();
    std::vector<LeftOutError> errors;
    for (std::size_t r = 0; r < count; ++r) {
        std::vector<double> offsets = posterior.offsets;
        const double *slopes = posterior.slopes.data() + r * n;
        LeftOutError own { posterior.residuals[r], 0 };
        for (int round = 0; round < rounds; ++round) {
            Normal normal = normalEquations(posterior, offsets, observations, components, r);
            const CholeskyFactor factor = normal.matrix.factorised();
            offsets = factor.solved(normal.right);
            if (round + 1 < rounds)
                continue;
            const std::vector<double> spread
                = factor.solved(std::vector<double>(slopes, slopes + n));
            double variance = observations[r].deviation * observations[r].deviation;
            for (std::size_t i = 0; i < n; ++i) {
                variance += slopes[i] * spread[i];
                own.error -= slopes[i] * (offsets[i] - posterior.offsets[i]);
            }
            own.deviation = std::sqrt(variance);
        }
        errors.push_back(own);
    }
    return errors;
}

} // namespace headroom
