#include "model/session/lesson_services.h"

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

LessonServices makeLessonServices(const ProfileLibrary &library,
    std::function<Estimate(const ResolvedPlan &)> estimate,
    std::function<std::shared_ptr<const FlagCatalogue>()> catalogue)
{
    LessonServices services;
    services.library = &library;
    services.estimate = std::move(estimate);
    const auto rows = std::make_shared<MeasuredRows>(
        library.directories().find("measurements/measurements.csv"));
    services.measurement
        = [rows](std::string_view id, std::string_view column) { return rows->cell(id, column); };
    const auto advisorOf = [catalogue = std::move(catalogue)](const ResolvedPlan &resolved) {
        const std::shared_ptr<const FlagCatalogue> known = catalogue();
        return known ? FlagAdvisor::make(known, resolved)
                     : Result<FlagAdvisor> { Error { "file-unreadable", "flags", {} } };
    };
    services.effectiveFlag = [advisorOf](const ResolvedPlan &resolved, std::string_view name) {
        const Result<FlagAdvisor> advisor = advisorOf(resolved);
        return advisor ? valueInEffect(*advisor, resolved, name) : std::string {};
    };
    services.flagFindings = [advisorOf](const ResolvedPlan &resolved) {
        std::vector<std::string> ids;
        if (const Result<FlagAdvisor> advisor = advisorOf(resolved))
            for (const Finding &finding : advisor->findings(resolved))
                ids.push_back(finding.id);
        return ids;
    };
    return services;
}

} // namespace headroom
