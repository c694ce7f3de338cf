#pragma once

#include "model/calibration/calibrate.h"
#include "model/calibration/next_picks.h"
#include "model/plan/fields/plan_fields.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace headroom {

struct NextRequest
{
    Plan plan;
    std::filesystem::path folder; ///< where relative paths of the plan start
    std::vector<OwnRun> runs; ///< that were made already
    std::size_t top = 3;
    std::optional<double> deviceHours; ///< that all runs together may cost
};

/// A run to make next.
struct NextRun
{
    std::vector<FieldChange> settings; ///< applied to the plan they give the run
    double expectedGain = 0; ///< of the best step time found, as a share
    double deviceHours = 0;
    Seconds step, p10, p90; ///< predicted
    Message settles; ///< what will be known afterwards
    std::vector<FieldChange> here {}, there {}; ///< what tells it from the one it is told from
};

/// The runs from the front of the plan's search that are expected to gain most per device-hour,
/// given what own runs leave unknown; none that was measured already. Problems: those of a search.
/// @param estimator  with what the runs tell, if anything
Result<std::vector<NextRun>> nextRuns(
    const NextRequest &request, const Estimator &estimator, const CalibrationPriors &priors);

/// The JSON of `next`, every setting of a run in it.
Document nextDocument(const std::vector<NextRun> &runs);
/// The same for people: of the settings those that differ from the plan.
std::string nextText(const std::vector<NextRun> &runs, const Plan &plan);

} // namespace headroom
