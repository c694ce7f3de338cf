#pragma once

#include "model/calibration/next_runs.h"
#include "model/session/workbench.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace headroom {

/// What `next` is asked.
struct NextProposals
{
    Plan plan;
    std::filesystem::path planFile; ///< may be empty
    std::filesystem::path
        runs; ///< measurement CSV; empty: none but what the plan's calibration names
    std::size_t top = 3;
    std::optional<double> deviceHours;
};

/// The next runs of a plan, by the estimator that programs use, moved by the runs where there are
/// any. Problems: of reading, of the search.
Result<std::vector<NextRun>> proposeRuns(const NextProposals &wanted, const Workbench &bench);

} // namespace headroom
