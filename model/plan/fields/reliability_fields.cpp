#include "model/plan/fields/reliability_fields.h"

#include "model/plan/fields/plan_field_builders.h"
#include "model/plan/reliability.h"

namespace headroom {

void addReliabilityFields(std::vector<PlanField> &fields)
{
    constexpr double hoursOfAMillennium = 1000 * 365.25 * 24;
    constexpr double minutesOfAWeek = 7.0 * 24 * 60;
    fields.push_back(optionalField(
        "reliability.device_mtbf_hours", "Time between failures",
        "Mean hours that one device runs between failures that stop the job; a job of n devices "
        "is stopped n times as often.",
        "h per device", { 1, hoursOfAMillennium },
        [](auto &plan) -> auto & { return plan.reliability->deviceMtbfHours; }));
    fields.push_back(optionalField(
        "reliability.storage_gbytes_per_s_per_node", "Checkpoint rate",
        "How fast a node writes its part of a checkpoint while training waits.", "GB/s per node",
        { 1e-3, 1e4 },
        [](auto &plan) -> auto & { return plan.reliability->storageGbytesPerSecondPerNode; }));
    fields.push_back(optionalField(
        "reliability.restart_minutes", "Restart time",
        "From a failure until the job does steps again: notice, replace, start, load.", "min",
        { 0, minutesOfAWeek },
        [](auto &plan) -> auto & { return plan.reliability->restartMinutes; }));
}

} // namespace headroom
