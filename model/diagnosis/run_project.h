#pragma once

#include "model/diagnosis/diagnosis.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// What adding files brought.
struct AddedRuns
{
    std::size_t added = 0, replaced = 0, known = 0; ///< rows; known: they were there already
    /// Measurements of single operations, which no project file keeps.
    std::vector<OperationSample> operations;
    std::vector<OperationVerdict> verdicts {}; ///< on them, where somebody asked
    std::vector<Unrecognised> unrecognised; ///< the first ones
    std::int64_t unrecognisedCount = 0;
};

/// A project file with each run explained, in the order of the file.
struct RunProject
{
    std::filesystem::path file;
    std::vector<ProjectRun> runs;
    std::vector<RunDiagnosis> diagnoses; ///< one for each run
    AddedRuns added {};
};

/// Reads a project file; a file that is not there has no runs. `planned` as for Diagnoser.
Result<RunProject> openRunProject(
    const std::filesystem::path &file, const Plan *planned, const Diagnoser &diagnoser);

/// Reads logs and configurations into the project file. What no file tells is that of `planned`.
/// Nothing recognised: the file stays as it is.
Result<AddedRuns> addToRunProject(const std::filesystem::path &file,
    const std::vector<std::string> &sources, const Plan *planned, const ProfileLibrary &library);

} // namespace headroom
