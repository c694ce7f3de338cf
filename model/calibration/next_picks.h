#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace headroom {

/// A configuration that might be run.
struct RunOption
{
    double logStep = 0; ///< ln of the predicted seconds of a step
    std::vector<double> slopes; ///< of ln(step), by constant
    double deviceHours = 1; ///< that a run costs
    double fitProbability = 1;
};

/// What is believed of the constants and of what none of them explains.
struct RunBelief
{
    std::vector<double> covariance; ///< of the constants' logarithms, row by row
    double scatter = 0.05; ///< standard deviation of ln(step) of one configuration
};

/// A run worth its cost.
struct RunPick
{
    std::size_t option = 0;
    double gain = 0; ///< expected shortening of the best step, as a share of it
    std::size_t rival = 0; ///< the option that is expected to be best besides
    /// The constant that most of the doubt between the two comes from; nothing where that is what
    /// no constant explains.
    std::optional<std::size_t> cause;
};

/// Expected amount by which a normal value with this mean and deviation falls below `best`.
double expectedImprovement(double best, double mean, double deviation);

/// The runs expected to improve the best configuration most per device-hour, the first first. Each
/// further one is chosen as if those before it had come out as predicted.
/// @param best  ln of the shortest step measured so far; nothing: no run yet
/// @source expected improvement, Jones, Schonlau and Welch 1998; batches: Ginsbourger et al. 2010
std::vector<RunPick> nextPicks(const std::vector<RunOption> &options, RunBelief belief,
    std::optional<double> best, std::size_t count);

} // namespace headroom
