#pragma once

#include <optional>

namespace headroom {

/// How often a run is interrupted and what an interruption costs; empty: the usual value
/// (model/estimate/interruptions.h). How often it writes a checkpoint is Job::checkpointEverySteps.
struct Reliability
{
    std::optional<double> deviceMtbfHours; ///< mean hours of one device between failures
    std::optional<double> storageGbytesPerSecondPerNode; ///< writing a checkpoint
    std::optional<double> restartMinutes; ///< from a failure until steps are done again
    bool operator==(const Reliability &) const = default;
};

} // namespace headroom
