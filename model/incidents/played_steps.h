#pragma once

#include "model/incidents/incident.h"

namespace headroom {

/// By which a machine without a fault differs from its estimate: drawn from the estimate's own
/// 80 % interval, and within it.
double drawBias(const Estimate &estimate, IncidentRandom &random);

/// Fills in steps, their ordinary length and how busy the devices are, from what the machine does.
void playSteps(IncidentRun &run, IncidentRandom &random);

/// Steps of a log that an incident writes.
inline constexpr int incidentSteps = 120;

} // namespace headroom
