#include "widgets/frame/plan_search.h"

#include "model/plan/framework_options.h"
#include "model/search/search.h"
#include "model/search/search_knobs.h"
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
    request.free = defaultFreeKnobs();
    request.wantsCustomRemat = false;
    // Held by value: the work may outlive the question.
    const auto found
        = madeInBackground(window, text, [search = controller.services().search, request] {
              return search(request, [](const SearchProgress &) {}, {});
          });
    if (!found || !*found || !(*found)->recommended)
        return std::nullopt;
    const SearchOutcome &outcome = **found;
    const SearchRow &row = outcome.rows[*outcome.recommended];
    FoundPlan best { plan, row.estimate, outcome.reason };
    changePlan(best.plan, row.settings);
    return best;
}

} // namespace headroom
