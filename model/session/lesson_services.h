#pragma once

#include "model/flags/advice/flag_advice.h"
#include "model/lessons/lesson_plans.h"

namespace headroom {

/// What lessons need, from the parts of the model library, which outlive the services. The
/// catalogue is asked for when a lesson first speaks of flags; it may be null.
LessonServices makeLessonServices(const ProfileLibrary &library,
    std::function<Estimate(const ResolvedPlan &)> estimate,
    std::function<std::shared_ptr<const FlagCatalogue>()> catalogue);

} // namespace headroom
