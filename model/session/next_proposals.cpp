#include "model/session/next_proposals.h"

namespace headroom {

Result<std::vector<NextRun>> proposeRuns(const NextProposals &wanted, const Workbench &bench)
{
    const auto priors = bench.priors();
    if (!priors)
        return priors.errors();
    NextRequest request { wanted.plan, wanted.planFile.parent_path(), {}, wanted.top,
        wanted.deviceHours };
    const std::filesystem::path own = calibrationPath({}, wanted.plan, wanted.planFile);
    const std::filesystem::path file
        = wanted.runs.empty() && own.extension() == ".csv" ? own : wanted.runs;
    Result<Estimator> estimator = bench.estimator(file.empty() ? own : "");
    if (!estimator)
        return estimator.errors();
    if (!file.empty()) {
        Result<std::vector<OwnRun>> runs = readOwnRuns(file, *estimator);
        if (!runs)
            return runs.errors();
        request.runs = *std::move(runs);
        estimator.value().setCalibration(calibrate({ request.runs, {}, {} }, *estimator, **priors));
    }
    return nextRuns(request, *estimator, **priors);
}

} // namespace headroom
