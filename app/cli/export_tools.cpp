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
    workshop.m_estimator = std::make_shared<const Estimator>(*std::move(estimator));
    workshop.m_flags = [known = *catalogue](const ResolvedPlan &plan) {
        std::vector<WantedFlag> wanted;
        for (const auto &[name, value] : plan.plan.flags)
            wanted.push_back({ name, value, "the plan sets it" });
        return placeFlags(wanted, plan, *known);
    };
    return workshop;
}

} // namespace headroom
