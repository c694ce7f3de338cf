#pragma once

#include "model/runs/rebuild/rebuild_plan.h"
#include "model/runs/text/scan.h"

namespace headroom {

/// Model, length, attention and adapters of a program that takes the Trainer's arguments.
void rebuildTrainerModel(PlanRebuild &rebuild);

} // namespace headroom
