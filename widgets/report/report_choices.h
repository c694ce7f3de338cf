#pragma once

#include "model/estimate/estimate.h"
#include "widgets/planning/pin_board.h"

#include <QString>

namespace headroom {

class PlanController;

/// What else could be done, as rich text: what is pinned, and each method of tuning that has
/// something to gain on the plan, with step time, memory and the probability of fitting. `now` is
/// the estimate of the plan at hand.
QString alternativesTable(
    const PlanController &controller, const Estimate &now, const std::vector<Pin> &pins);

/// What may turn out otherwise, as rich text: fit, evidence, failures, findings.
QString risksList(const Estimate &estimate);

} // namespace headroom
