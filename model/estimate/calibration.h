#pragma once

#include "model/library/stacks/constant_doubt.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Which constants own runs may move.
enum class CalibrationMode {
    None, ///< nothing: the profiles as they are
    One, ///< one factor on the whole step
    Few, ///< the constants that stacks and chips differ in most
    Many, ///< every constant that the step knows
};
inline constexpr std::array<const char *, 4> calibrationModeNames { "none", "one", "few", "many" };
inline const char *calibrationModeName(CalibrationMode mode)
{
    return calibrationModeNames[static_cast<std::size_t>(mode)];
}

/// A constant before and after own runs.
struct CalibratedConstant
{
    ProfileConstant constant;
    std::string name, unit;
    double prior = 0, posterior = 0;
    double p10 = 0, p90 = 0; ///< of the posterior
    bool operator==(const CalibratedConstant &) const = default;
};

/// What own runs tell about the constants of stacks and chips. A default-made one moves nothing.
struct Calibration
{
    CalibrationMode chosen = CalibrationMode::None;
    /// Median of |predicted / measured − 1| over the runs, each predicted from the others, by mode;
    /// absent where it was not tried.
    std::array<std::optional<double>, 4> leftOutMedian {};
    std::optional<double> leftOutPeak; ///< the same of the memory peak, with its factor
    std::optional<double> plainPeak; ///< and without
    std::vector<CalibratedConstant> constants; ///< those of the mode chosen
    ConstantDoubt doubt;
    int runs = 0; ///< different configurations
    int operations = 0; ///< collectives measured on their own
    std::vector<std::string> ids; ///< of the runs
    bool operator==(const Calibration &) const = default;
};

} // namespace headroom
