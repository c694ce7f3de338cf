#pragma once

#include "model/library/architecture/model_shape.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <optional>

namespace headroom {

/// Sets the model from the shape arguments, which are returned; nothing where they are too few.
std::optional<ModelShape> rebuildMegatronModel(PlanRebuild &rebuild);

} // namespace headroom
