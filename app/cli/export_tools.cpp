#include "app/cli/export_tools.h"

namespace headroom {

Result<ExportWorkshop> ExportWorkshop::open(const ProfileLibrary &library)
{
    Result<Estimator> estimator = Estimator::make(library);
    if (!estimator)
        return estimator.errors();
    const auto catalogue = FlagCatalogue::load(library.directories());
    if (!catalogue)
        return catalogue.errors();
    ExportWorkshop workshop;
    workshop.m_library = &library;
    const auto shared = std::make_shared<Estimator>(*std::move(estimator));
    shared->setFlagEffects(flagEffectsSource(*catalogue));
    workshop.m_estimator = shared;
    workshop.m_flags = launchFlagSource(*catalogue);
    return workshop;
}

} // namespace headroom
