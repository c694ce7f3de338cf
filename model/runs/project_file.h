#pragma once

#include "model/base/files/file_lock.h"
#include "model/base/outcome/result.h"
#include "model/library/profiles/profile_library.h"
#include "model/runs/read_runs.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace headroom {

/// What became of a run that was to be added.
enum class AddedAs { New, Unchanged, Replaced };

/// The outcome for each run, in order, and the ids of their rows.
struct ProjectChange
{
    std::vector<AddedAs> runs;
    std::vector<std::string> ids;
    std::size_t rows = 0; ///< of the file afterwards
};

/// Adds runs to a project file: a measurement CSV with one line a run, in which columns of our own
/// follow those of every such file. Rows that are there keep their bytes. A run whose steps come
/// from the same content as a row's is that row: it is left as it is, or replaced where plan or
/// figures differ now. Written in one piece or not at all, and by one process at a time.
/// Errors: "measurement-header" for a file that is no measurement CSV, those of FileLock, of
/// reading and writing.
Result<ProjectChange> addToProject(const std::filesystem::path &file,
    const std::vector<RunRecord> &runs, const ProfileLibrary &library,
    const LockPatience &patience = {});

/// A row of a project file, as a list shows it.
struct ProjectRun
{
    std::string id, source, format, framework, model, hardware, memoryIs;
    std::vector<std::string> digests;
    std::string plan; ///< JSON; empty in a CSV that no run was added to by us
    std::optional<double> devices, stepSeconds, stepP10, stepP90, tokensPerSecondPerDevice,
        peakBytes;
    std::int64_t stepsUsed = 0, stepsLeftOut = 0;
    int line = 0;
    RunSigns signs {};
    std::map<std::string, std::string> environment {};
    std::vector<StepPoint> points {}; ///< thinned; empty: no step was read
    std::vector<TermSeconds> terms {}; ///< of a step, from a profile; empty: none was read
    std::optional<CompiledStep> compiled {}; ///< what a compiler planned
    std::vector<std::string> fieldsRead {}; ///< plan fields that the run itself tells
    std::vector<std::string> fieldsAssumed {}; ///< those that nothing tells
};
Result<std::vector<ProjectRun>> listProject(const std::filesystem::path &file);
/// The rows that these runs would be in a project file of their own; nothing is written.
Result<std::vector<ProjectRun>> listRuns(
    const std::vector<RunRecord> &runs, const ProfileLibrary &library);

/// "NAME.runs.csv" beside a plan file "NAME.headroom.yaml".
std::filesystem::path projectFileBeside(const std::filesystem::path &planFile);
/// "NAME.headroom.yaml" beside a project file "NAME.runs.csv"; empty for another name.
std::filesystem::path planFileBeside(const std::filesystem::path &projectFile);

} // namespace headroom
