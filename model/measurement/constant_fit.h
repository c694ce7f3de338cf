#pragma once

#include "model/library/profiles/overlay.h"
#include "model/measurement/measured_run.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// One number of stack or chip profiles that measurements decide, with what is believed before
/// any measurement: a plausible value and a relative spread. Profiles that share it are kin: one
/// that no source tells about takes the value of the others.
struct FittedConstant
{
    std::vector<std::string> profiles; ///< ids of stacks or chip families that share the value
    std::string key; ///< as in the profiles
    double prior = 1;
    double spread = 0.1; ///< standard deviation of the logarithm
    std::string name, unit;
    std::string source; ///< where the prior comes from

    std::string owners() const; ///< "ampere, ada"
};

/// Reads profiles/fit/constants.yaml.
Result<std::vector<FittedConstant>> loadFittedConstants(
    const DataDirectories &directories, SkippedProfiles *skipped = nullptr);

/// Value of a constant in a library, as its first profile has it; 0 when it does not exist.
double constantValue(const StackLibrary &library, const FittedConstant &constant);
void setConstant(StackLibrary &library, const FittedConstant &constant, double value);

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
