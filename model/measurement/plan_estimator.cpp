#include "model/measurement/plan_estimator.h"

#include "model/flags/flag_advice.h"
#include "model/measurement/validation.h"

#include <fstream>

namespace headroom {

Result<Estimator> planEstimator(
    const ProfileLibrary &library, const std::filesystem::path &calibration)
{
    Result<Estimator> estimator = Estimator::make(library);
    if (!estimator)
        return estimator;
    if (!calibration.empty()) {
        std::ifstream file(calibration);
        if (!file)
            return Error { "measurement-header", calibration.string(),
                { "the file cannot be opened" } };
        const Result<Calibration> own
            = calibrationFrom(file, calibration.string(), estimator.value());
        if (!own)
            return own.errors();
        estimator.value().setCalibration(*own);
    }
    const auto catalogue = FlagCatalogue::load(library.directories());
    if (!catalogue)
        return catalogue.errors();
    estimator.value().setFlagEffects(flagEffectsSource(*catalogue));
    estimator.value().setFlagFindings(flagFindingsSource(*catalogue));
    return estimator;
}

std::filesystem::path calibrationPath(
    const std::string &option, const Plan &plan, const std::filesystem::path &planFile)
{
    if (!option.empty())
        return option;
    return plan.calibration.empty() ? std::filesystem::path {}
                                    : planFile.parent_path() / plan.calibration;
}

} // namespace headroom
