#pragma once

#include "model/runs/rebuild/rebuild_plan.h"

namespace headroom {

/// Sets the model from MaxText's model_name, and from its shape keys where they say otherwise.
void rebuildMaxTextModel(PlanRebuild &rebuild);

} // namespace headroom
