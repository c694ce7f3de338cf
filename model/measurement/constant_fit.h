#pragma once

#include "model/library/profiles/overlay.h"
#include "model/library/stacks/profile_constant.h"
#include "model/measurement/measured_run.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// One number of stack or chip profiles that measurements decide, with what is believed before
/// any measurement: a plausible value and a relative spread. Profiles that share it are kin: one
/// that no source tells about takes the value of the others.
struct FittedConstant : ProfileConstant
{
    double prior = 1;
    double spread = 0.1; ///< standard deviation of the logarithm
    std::string name, unit;
    std::string source; ///< where the prior comes from
};

/// Reads profiles/fit/constants.yaml.
Result<std::vector<FittedConstant>> loadFittedConstants(
    const DataDirectories &directories, SkippedProfiles *skipped = nullptr);

/// A measured run, prepared once, so that constants can be exchanged quickly.
struct FitRun
{
    MeasuredRun run;
    Prepared prepared;
    Candidate candidate;
    std::size_t stack = 0, chip = 0; ///< indices into the library
    double spread = 0.06; ///< expected relative error of such a row
    double weight = 1; ///< less where many rows come from one source
};

/// Prepares the rows that have a step time. Weak and repeated rows are kept with weight 0.
std::vector<FitRun> fitRuns(const std::vector<MeasuredRun> &runs, const Estimator &estimator);

/// ln(predicted / measured) of a run under the constants of a library.
double logError(FitRun &run, const StackLibrary &library);

/// Maximum a-posteriori values: Gauss-Newton on logarithms with robust weights; a run takes part
/// when `takesPart` says so. Starts from the priors.
StackLibrary fitConstants(std::vector<FitRun> &runs, const StackLibrary &start,
    const std::vector<FittedConstant> &constants,
    const std::function<bool(const FitRun &)> &takesPart);

} // namespace headroom
