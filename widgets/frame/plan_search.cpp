#include "widgets/frame/plan_search.h"

#include "model/plan/fields/framework_options.h"
#include "model/search/search.h"
#include "model/search/search_settings.h"
#include "widgets/frame/background.h"
#include "widgets/planning/plan_controller.h"

namespace headroom {

std::optional<FoundPlan> findPlan(
    QWidget *window, const PlanController &controller, const QString &text, const Plan &plan)
{
    if (!controller.services().search)
        return std::nullopt;
    SearchRequest request;
    request.plan = plan;
    request.free = defaultFreeSettings();
    request.mayKeepPlan = false; // the program made it up
    // Held by value: the work may outlive the question.
    const auto found = madeInBackground(
        window, text, [search = controller.services().search, request](BackgroundTask &task) {
            const auto show = [&task](const SearchProgress &progress) {
                if (progress.blocks > 0)
                    task.report(progress.blocksDone, progress.blocks);
            };
            return search(request, show, task.stopToken());
        });
    if (!found || !*found || (!(*found)->recommended && !(*found)->nearestMiss))
        return std::nullopt;
    const SearchOutcome &outcome = **found;
    const bool qualifies = outcome.recommended.has_value();
    const SearchRow &row
        = qualifies ? outcome.rows[*outcome.recommended] : outcome.nearestMiss->row;
    FoundPlan best { plan, row.estimate, outcome.reason, qualifies };
    changePlan(best.plan, row.settings);
    return best;
}

} // namespace headroom
