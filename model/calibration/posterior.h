#pragma once

#include "model/calibration/components.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// Degrees of freedom of Student's t, which errors follow. @source Lange, Little and Taylor 1989: 4
/// serves data whose outliers nobody knows
inline constexpr double tailDegrees = 4;

/// Something that was measured and that constants decide.
struct Observation
{
    std::function<double(const StackLibrary &)> logPredicted;
    std::string stack, chip; ///< whose constants decide it; an empty one has none
    double logMeasured = 0;
    double deviation = 0.05; ///< of the logarithm, unexplained by constants
    /// The run that it is of: leaving one out leaves out all of its run. Null: of none.
    const void *run = nullptr;
};

/// What is believed of some components after some observations.
struct Posterior
{
    StackLibrary library; ///< with the most probable values
    std::vector<double> offsets; ///< ln(posterior / prior), by component
    std::vector<double> covariance; ///< of the offsets, row by row
    std::vector<double> residuals; ///< ln(measured / predicted), by observation
    std::vector<double> slopes; ///< of ln(predicted), a row of components for each observation
    /// Deviations are this much wider where outliers are told apart: a machine that is off in
    /// everything has none. 0: none are told apart yet.
    double tolerance = 0;
};

/// Maximum a-posteriori values: Gauss-Newton on logarithms; errors follow Student's t with four
/// degrees of freedom, so that outliers weigh less. Values stay within the profiles' limits.
Posterior fitPosterior(const std::vector<Observation> &observations,
    const std::vector<Component> &components, const StackLibrary &library);

/// Error of one observation predicted from all others, and the deviation expected of it.
struct LeftOutError
{
    double error = 0; ///< ln(measured / predicted)
    double deviation = 0;
};

/// The first `count` observations, each left out in turn; the model is taken as linear around the
/// posterior of all.
std::vector<LeftOutError> leftOutErrors(const Posterior &posterior,
    const std::vector<Observation> &observations, const std::vector<Component> &components,
    std::size_t count);

} // namespace headroom
