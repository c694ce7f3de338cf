#pragma once

#include "model/calibration/own_runs.h"
#include "model/estimate/calibration.h"
#include "model/library/profiles/profile_library.h"
#include "model/measurement/constant_fit.h"

#include <string>
#include <vector>

namespace headroom {

/// How far a constant of the profiles is off on a machine and stack that no run of theirs is known
/// of. @source profiles/fit/spreads.yaml
struct ConstantSpread
{
    std::string key; ///< as in the profiles
    std::string name, unit;
    CalibrationMode from = CalibrationMode::Many; ///< the least mode in which own runs move it
    double spread = 0.1; ///< standard deviation of the logarithm
    double first = 0.1; ///< what the search for it starts from
};

/// What is believed before any own run.
struct CalibrationPriors
{
    std::vector<ConstantSpread> constants;
    double loneFactor = 0.1; ///< spread of the factor on the step when nothing else moves
    /// Standard deviation of ln(time) of a run that no constant explains.
    double scatter = 0.05, expertScatter = 0.07;
    double scatterOfMissing = 0.03; ///< more for each input that is not known
    double memorySpread = 0.15, memoryScatter = 0.06; ///< the same of ln(bytes)
    std::vector<FittedConstant> kin; ///< constants whose profiles share one value
    SkippedProfiles skipped {}; ///< files of the user that were left out

    /// Reads profiles/fit/spreads.yaml and profiles/fit/constants.yaml.
    static Result<std::shared_ptr<const CalibrationPriors>> load(
        const DataDirectories &directories);
    /// Those of the library's folders, read once for all who share the library.
    static Result<std::shared_ptr<const CalibrationPriors>> of(const ProfileLibrary &library);
};

/// A constant that own runs may move.
struct Component : ProfileConstant
{
    std::string name, unit;
    CalibrationMode from = CalibrationMode::Many;
    double prior = 1; ///< value in the profiles
    double spread = 0.1;

    /// "ampere.gemm_16bit"
    std::string id() const { return profiles.front() + '.' + key; }
};

/// Ids of the stacks and chips of some runs, each once.
std::vector<std::string> profilesOf(std::span<const OwnRun> runs);

/// The constants of these stacks and chips, the kin of each with it. A constant that is 0 in the
/// profiles stays so.
std::vector<Component> componentsOf(const std::vector<std::string> &profiles,
    const StackLibrary &library, const CalibrationPriors &priors, CalibrationMode mode);

/// What is not known of plans on this stack and chip before any own run.
ConstantDoubt priorDoubt(const std::string &stack, const std::string &chip,
    const StackLibrary &library, const CalibrationPriors &priors);

} // namespace headroom
