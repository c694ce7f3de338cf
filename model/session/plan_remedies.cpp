#include "model/session/plan_remedies.h"

#include "model/estimate/plain_figures.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/targets/tuning_plan.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"

#include <algorithm>

namespace headroom {
namespace {

/// Targets that run the plan's framework and have nothing against the plan.
std::vector<std::string> targetsOf(const ResolvedPlan &plan)
{
    std::vector<std::string> ids;
    if (!missingBlocks(plan).empty())
        return ids;
    for (const ExportTarget &target : exportTargets()) {
        const auto &frameworks = target.frameworks;
        const bool runs = std::ranges::find(frameworks, plan.plan.framework) != frameworks.end();
        if (runs && !target.measures && !refusalOf(target, plan))
            ids.push_back(target.id);
    }
    return ids;
}

} // namespace

Remedies planRemedies(const ProfileLibrary &library, const PlanFigures &estimate,
    const PlanFigures &figures, const ResolvedPlan &plan, const Estimate &now,
    const std::filesystem::path &folder, const std::stop_token &stop)
{
    return remedies({ plan, now, library, folder, estimate, figures,
        [&](TuningMethod method) { return changesToTune(plan.plan, method, library, folder); },
        targetsOf, stop });
}

Remedies planRemedies(const Estimator &estimator, const ResolvedPlan &plan, const Estimate &now,
    const std::filesystem::path &folder)
{
    return planRemedies(
        estimator.library(), [&](const ResolvedPlan &other) { return estimator.estimate(other); },
        [&](const ResolvedPlan &other) { return plainFigures(estimator, other); }, plan, now,
        folder);
}

std::vector<Remedy> planChanges(ChangeOf what, const ProfileLibrary &library,
    const PlanFigures &estimate, const PlanFigures &figures, const ResolvedPlan &plan,
    const Estimate &now, const std::filesystem::path &folder)
{
    const RemedyQuestion question { plan, now, library, folder, estimate, figures,
        [&](TuningMethod method) { return changesToTune(plan.plan, method, library, folder); },
        targetsOf, {} };
    return what == ChangeOf::Plan ? bestChanges(question, Reach::Pool, Reach::Numerics)
                                  : bestChanges(question, Reach::Work, Reach::Machines);
}

std::vector<Remedy> planChanges(const Estimator &estimator, const ResolvedPlan &plan,
    const Estimate &now, const std::filesystem::path &folder)
{
    return planChanges(
        ChangeOf::Plan, estimator.library(),
        [&](const ResolvedPlan &other) { return estimator.estimate(other); },
        [&](const ResolvedPlan &other) { return plainFigures(estimator, other); }, plan, now,
        folder);
}

Remedies missRemedies(const ProfileLibrary &library, const PlanFigures &estimate,
    const PlanFigures &figures, const Plan &asked, const PlanMove &settings,
    const std::filesystem::path &folder, const std::stop_token &stop)
{
    Plan nearest = asked;
    if (!changePlan(nearest, settings).problems.empty())
        return {};
    const Result<ResolvedPlan> resolved = resolvePlan(nearest, library, folder);
    if (!resolved)
        return {};
    Remedies found
        = planRemedies(library, estimate, figures, *resolved, estimate(*resolved), folder, stop);
    const auto ofAsked = [&](const PlanMove &changes) {
        PlanMove all = settings;
        for (const FieldChange &change : changes) {
            std::erase_if(
                all, [&change](const FieldChange &old) { return old.path == change.path; });
            all.push_back(change);
        }
        std::erase_if(all, [&asked](const FieldChange &change) {
            return planFieldText(asked, change.path) == change.value;
        });
        return all;
    };
    for (Remedy &remedy : found.all)
        remedy.changes = ofAsked(remedy.changes);
    if (found.nearest)
        found.nearest->changes = ofAsked(found.nearest->changes);
    return found;
}

Remedies missRemedies(const Estimator &estimator, const Plan &asked, const PlanMove &settings,
    const std::filesystem::path &folder)
{
    return missRemedies(
        estimator.library(), [&](const ResolvedPlan &other) { return estimator.estimate(other); },
        [&](const ResolvedPlan &other) { return plainFigures(estimator, other); }, asked, settings,
        folder);
}

} // namespace headroom
