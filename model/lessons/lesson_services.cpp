#include "model/lessons/lesson_services.h"

#include "model/lessons/measured_rows.h"

namespace headroom {
namespace {

std::string valueInEffect(
    const FlagAdvisor &advisor, const ResolvedPlan &resolved, std::string_view name)
{
    for (const EffectiveFlag &flag : advisor.effective(resolved).flags)
        if (flag.name == name)
            return flag.value;
    return {};
}

} // namespace

LessonServices makeLessonServices(const ProfileLibrary &library, const Estimator &estimator,
    std::shared_ptr<const FlagCatalogue> catalogue)
{
    LessonServices services;
    services.library = &library;
    services.estimate
        = [&estimator](const ResolvedPlan &resolved) { return estimator.estimate(resolved); };
    const auto rows = std::make_shared<MeasuredRows>(
        library.directories().find("measurements/measurements.csv"));
    services.measurement
        = [rows](std::string_view id, std::string_view column) { return rows->cell(id, column); };
    services.effectiveFlag = [catalogue](const ResolvedPlan &resolved, std::string_view name) {
        const Result<FlagAdvisor> advisor = FlagAdvisor::make(catalogue, resolved.plan);
        return advisor ? valueInEffect(*advisor, resolved, name) : std::string {};
    };
    services.flagFindings = [catalogue](const ResolvedPlan &resolved) {
        std::vector<std::string> ids;
        if (const Result<FlagAdvisor> advisor = FlagAdvisor::make(catalogue, resolved.plan))
            for (const Finding &finding : advisor->findings(resolved))
                ids.push_back(finding.id);
        return ids;
    };
    return services;
}

} // namespace headroom
