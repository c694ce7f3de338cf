#pragma once

#include "model/runs/project_file.h"
#include "model/runs/read_runs.h"

#include <string>

namespace headroom {

/// The JSON of `runs add`.
Document runsDocument(const RunsReading &reading);
/// The same for people, with what to correct.
std::string runsText(const RunsReading &reading);

/// A part of a profiled step as JSON, and the table of all parts for people.
Document comparedTermMembers(const ComparedTerm &term);
std::string comparedTermLines(const std::vector<ComparedTerm> &terms);

/// A figure of a compiled step as JSON, and the table of all for people.
Document comparedFigureMembers(const ComparedFigure &figure);
std::string comparedFigureLines(const std::vector<ComparedFigure> &figures);

/// The JSON of `runs list` and the table for people.
Document projectDocument(const std::vector<ProjectRun> &runs);
std::string projectTable(const std::vector<ProjectRun> &runs);

/// "FILE:LINE: reason" for everything that was not understood.
std::string unrecognisedText(const RunsReading &reading);

} // namespace headroom
