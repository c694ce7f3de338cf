#pragma once

#include "model/base/files/file_shelf.h"
#include "model/calibration/next_runs.h"
#include "model/diagnosis/run_project.h"
#include "model/runs/compiled_plan.h"
#include "model/session/workbench.h"

#include <memory>
#include <mutex>
#include <optional>

namespace headroom {

/// Which runs are asked about, and the plan that they were meant to follow.
struct RunQuestion
{
    std::filesystem::path file; ///< project file
    Plan plan;
    std::filesystem::path planFile; ///< may be empty
    /// False: the plan itself is made of a run's files and partly assumed, so that it says nothing
    /// of what they leave open.
    bool isPlanStated = true;
};

/// The runs explained, and what they tell about the constants.
struct RunAnswer
{
    RunProject project {};
    Errors calibrationErrors {}; ///< why the plan's calibration is not used: the profiles answer
    std::optional<Result<Calibration>> own {}; ///< of the project file; nothing: it has no run
    /// The compiled plan that tells of this plan's memory, or why none does; without any compiled
    /// run nothing.
    std::optional<Result<NearestCompiled>> compiled {};
};

/// The parts of the model that explain runs, made by the first worker that needs them. Safe for use
/// from several threads; one answers at a time: two writers of one file would lose rows.
class RunExplainer
{
public:
    /// `library` outlives it.
    explicit RunExplainer(const ProfileLibrary &library);

    /// Reads `sources` into the project file first.
    Result<RunAnswer> answer(const RunQuestion &question, const std::vector<std::string> &sources);
    /// The runs to make next, given those of the project file.
    Result<std::vector<NextRun>> next(const RunQuestion &question);

private:
    Errors prepare();

    const ProfileLibrary &m_library;
    const Workbench m_bench;
    std::mutex m_mutex; ///< guards all that follows
    std::optional<Estimator> m_estimator; ///< without flags and calibration, as `calibrate` uses it
    std::optional<Diagnoser> m_diagnoser; ///< by the profiles alone
    FileShelf<Calibration> m_calibrations;
};

} // namespace headroom
