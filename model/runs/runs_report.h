#pragma once

#include "model/runs/project_file.h"
#include "model/runs/read_runs.h"

#include <string>

namespace headroom {

/// The JSON of `runs add`.
Document runsDocument(const RunsReading &reading);
/// The same for people, with what to correct.
std::string runsText(const RunsReading &reading);

/// The JSON of `runs list` and the table for people.
Document projectDocument(const std::vector<ProjectRun> &runs);
std::string projectTable(const std::vector<ProjectRun> &runs);

} // namespace headroom
