#include "model/diagnosis/run_project.h"

namespace headroom {

Result<RunProject> openRunProject(
    const std::filesystem::path &file, const Plan *planned, const Diagnoser &diagnoser)
{
    RunProject project;
    project.file = file;
    std::error_code failure;
    if (!std::filesystem::exists(file, failure))
        return project;
    Result<std::vector<ProjectRun>> runs = listProject(file);
    if (!runs)
        return runs.errors();
    project.runs = *std::move(runs);
    for (const ProjectRun &run : project.runs)
        project.diagnoses.push_back(diagnoser.diagnose(run, planned));
    return project;
}

Result<AddedRuns> addToRunProject(const std::filesystem::path &file,
    const std::vector<std::string> &sources, const Plan *planned, const ProfileLibrary &library)
{
    const RunsReading reading = readRuns(sources, library, planned);
    AddedRuns added;
    added.operations = reading.operations;
    added.unrecognised = reading.unrecognised;
    added.unrecognisedCount = reading.unrecognisedCount;
    if (!reading.runs.empty()) {
        const Result<ProjectChange> change = addToProject(file, reading.runs, library);
        if (!change)
            return change.errors();
        for (const AddedAs how : change->runs)
            ++(how == AddedAs::New             ? added.added
                    : how == AddedAs::Replaced ? added.replaced
                                               : added.known);
    }
    return added;
}

} // namespace headroom
