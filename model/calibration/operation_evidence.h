#pragma once

#include "model/calibration/calibrate.h"

#include <optional>
#include <string_view>

namespace headroom {

/// Adds what measured collectives say of the links: a benchmark that is faster than the library's
/// own model makes the same collective of a step as much faster. The machine is that of the first
/// run; small messages tell about latency, which steps hide, and are left out.
void addOperations(std::vector<Observation> &observations, const CalibrationRequest &request,
    const Estimator &estimator);

/// The kind that a test calls so ("all_reduce", "send_recv"); nothing for others.
std::optional<CollectiveKind> collectiveNamed(std::string_view name);

/// What a collective should take on a machine, by the library's own model.
Seconds collectiveSeconds(const MeasuredOperation &operation, const Prepared &machine);

} // namespace headroom
