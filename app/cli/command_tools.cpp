#include "app/cli/command_tools.h"

#include "model/flags/flag_advice.h"

namespace headroom {

Result<Estimator> commandEstimator(const ProfileLibrary &library)
{
    Result<Estimator> made = Estimator::make(library);
    if (!made)
        return made.errors();
    const auto catalogue = FlagCatalogue::load(library.directories());
    if (!catalogue)
        return catalogue.errors();
    Estimator estimator = *std::move(made);
    estimator.setFlagEffects(flagEffectsSource(*catalogue));
    return estimator;
}

} // namespace headroom
