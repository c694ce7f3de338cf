#pragma once

#include "model/incidents/incident.h"
#include "model/incidents/log_part.h"

#include <fmt/format.h>

#include <string>

namespace headroom {

// What the logs of all frameworks have in common.

/// "node003"
inline std::string hostName(int node)
{
    return fmt::format("node{:03d}", node);
}

/// As the driver calls the chip: "NVIDIA H100 80GB HBM3".
std::string deviceName(const Accelerator &chip);

/// A moment of the run as HH:MM:SS.mmm.
struct LogClock
{
    double seconds = 8 * 3600; ///< of the day; all incidents begin at eight
    std::string text(char fraction = '.') const;
};

/// A loss that falls as losses do.
double lossAt(int step);
/// TFLOP of a device in a step, as programs count them.
double stepTflop(const IncidentRun &run);
/// Tokens of a device in a step.
double stepTokens(const IncidentRun &run);

/// What stands in front of a log: devices, environment, NCCL's own lines.
std::string logHead(
    const Incident &incident, const IncidentRun &run, const std::vector<ExportFile> &files);

std::vector<LogPart> maxtextLog(const IncidentRun &run, const std::vector<ExportFile> &files);
std::vector<LogPart> megatronLog(const IncidentRun &run, const std::vector<ExportFile> &files);
std::vector<LogPart> torchtitanLog(const IncidentRun &run, const std::vector<ExportFile> &files);

} // namespace headroom
