#pragma once

#include "model/estimate/estimator.h"
#include "model/flags/flag_advice.h"
#include "model/lessons/lesson_plans.h"

namespace headroom {

/// What lessons need, from the parts of the model library. All of them outlive the services.
LessonServices makeLessonServices(const ProfileLibrary &library, const Estimator &estimator,
    std::shared_ptr<const FlagCatalogue> catalogue);

} // namespace headroom
