#include "widgets/planning/plan_offer.h"

#include "widgets/planning/plan_controller.h"

namespace headroom {

bool isAtHand(const PlanController &controller, Plan offered)
{
    offered.name = controller.plan().name;
    return !controller.isStale() && offered == controller.plan();
}

} // namespace headroom
