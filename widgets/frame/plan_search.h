#pragma once

#include "model/base/outcome/message.h"
#include "model/estimate/estimate.h"

#include <optional>

class QWidget;

namespace headroom {

class PlanController;

/// What a search over the degrees recommends for a plan.
struct FoundPlan
{
    Plan plan;
    Estimate estimate;
    std::optional<Message> reason; ///< why this one
    bool qualifies = true; ///< else it comes closest
};

/// Chooses degrees, micro-batch and remat policy of `plan`; what takes longer shows a dialog with
/// `text`. Where no configuration qualifies, the one that comes closest; nothing when the plan
/// cannot be searched, or the user gave up.
std::optional<FoundPlan> findPlan(
    QWidget *window, const PlanController &controller, const QString &text, const Plan &plan);

} // namespace headroom
