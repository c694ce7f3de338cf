#pragma once

#include "model/plan/plan.h"

namespace headroom {

class PlanController;

/// Whether the plan at hand is what is offered, but for its name: then there is nothing to apply.
bool isAtHand(const PlanController &controller, Plan offered);

} // namespace headroom
