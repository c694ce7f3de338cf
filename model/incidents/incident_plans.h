#pragma once

#include "model/incidents/incident_random.h"
#include "model/plan/plan.h"

#include <string_view>
#include <vector>

namespace headroom {

/// Frameworks whose logs incidents are written in.
inline constexpr const char *incidentFrameworks[] { "maxtext", "megatron", "torchtitan" };

/// A run of a size that people write threads about; empty framework: any of them.
Plan drawIncidentPlan(IncidentRandom &random, std::string_view framework);

} // namespace headroom
