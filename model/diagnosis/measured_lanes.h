#pragma once

#include "model/base/outcome/message.h"
#include "model/base/units/quantity.h"
#include "model/physics/trace/terms.h"
#include "model/runs/project_file.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// All of one kind that a profiled step holds, as a stretch of time. A profile's terms are sums:
/// stretches follow each other by kind, not in the order in which things ran.
struct MeasuredBlock
{
    std::string id; ///< "gemm", "all_gather", "idle" …
    Seconds start, end;
    /// Of the estimate that means the same; nothing for transfers, which several axes share.
    std::optional<TimeTerm> term;

    Message label() const { return { "measured-" + id, {} }; }
    bool isIdle() const { return id == "idle"; }
    bool operator==(const MeasuredBlock &) const = default;
};

/// One step of a profiled run beneath a predicted one: what was felt, end to end, and what ran
/// hidden beside computation.
struct MeasuredStep
{
    std::string run; ///< id
    std::vector<MeasuredBlock> felt, hidden;
    Seconds step; ///< that the felt parts sum to

    bool operator==(const MeasuredStep &) const = default;
};

/// The lanes of a profile's terms; nothing where they do not tell when kernels ran (sums of nsys).
std::optional<MeasuredStep> measuredStep(
    const std::string &run, const std::vector<TermSeconds> &terms);

/// A run of a project file with the plan that it was.
struct PlannedRun
{
    ProjectRun run;
    Plan plan;
};
/// Those runs whose plan can be read, in order.
std::vector<PlannedRun> plannedRuns(std::vector<ProjectRun> runs);

/// The newest run of this plan with a measured step, null without any: fields that nothing in the
/// run tells may differ, but what ran on a TPU is of no GPU's plan.
const ProjectRun *measuredRunOf(
    const std::vector<PlannedRun> &runs, const Plan &plan, const ProfileLibrary &library);

/// The profile beneath a plan's step, or why there is none.
struct ProfiledRun
{
    std::optional<MeasuredStep> step;
    /// The newest profiled run of another plan, where none is of this one: its id, its chip and the
    /// fields in which it differs. Empty: no run has a profile.
    std::string otherRun, otherChip;
    std::vector<std::string> differences;
};

/// The lanes of the newest profiled run of this plan, told as by measuredRunOf().
ProfiledRun profiledRunOf(
    const std::vector<PlannedRun> &runs, const Plan &plan, const ProfileLibrary &library);

} // namespace headroom
