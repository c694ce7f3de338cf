#pragma once

#include "model/incidents/incident.h"
#include "model/incidents/log_part.h"

#include <filesystem>

namespace headroom {

/// The files that a cluster would show of the incident, README.md last: the framework's log, what
/// nvidia-smi and nccl-tests print, the plan as it was meant. Nothing in them names the fault.
/// Equal incidents give equal bytes. Errors: those of an export of the plan.
Result<std::vector<ExportFile>> incidentFiles(
    const IncidentEngine &engine, const Incident &incident, const IncidentRun &run);

/// The same with one more: the kernels of a step of the faulty machine as a table.
ExportFile incidentTrace(const IncidentEngine &engine, const IncidentRun &run);

// Parts of them:

/// The whole log of rank 0 (megatron: of the last rank).
Result<std::string> incidentLog(
    const IncidentEngine &engine, const Incident &incident, const IncidentRun &run);
/// The same as it grows: what the job prints at its start, then each step as it ends.
Result<std::vector<LogPart>> incidentLogParts(
    const IncidentEngine &engine, const Incident &incident, const IncidentRun &run);
/// What nvidia-smi says of each device while steps run, of all nodes or of one.
std::string deviceTable(
    const Incident &incident, const IncidentRun &run, std::optional<int> onlyNode = {});
/// all_reduce_perf: over all nodes, inside each node, and between each two neighbours.
std::string collectiveTables(
    const IncidentEngine &engine, const Incident &incident, const IncidentRun &run);
/// all_reduce_perf over some of the nodes.
struct TimedAllReduce
{
    std::string text;
    double busGbytesPerSecond = 0; ///< the average that it prints
};
TimedAllReduce collectiveTable(const IncidentEngine &engine, const Incident &incident,
    const IncidentRun &run, const std::vector<int> &nodes);

} // namespace headroom
