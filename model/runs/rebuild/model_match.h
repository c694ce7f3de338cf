#pragma once

#include "model/library/architecture/model_shape.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <string>
#include <vector>

namespace headroom {

/// True where two shapes are the same model to every formula; a vocabulary of 0 fits any.
bool isSameShape(const ModelShape &a, const ModelShape &b);

/// Puts the shape into the plan: the id of a known model that has it, else the shape itself. Of
/// several ids the one that `hints` (paths, run names) mention is taken, then the plan's own, then
/// the first, or where no vocabulary is known the one with most names; the others are noted.
void rebuildModel(PlanRebuild &rebuild, const ModelShape &shape, const std::string &hints);

/// The model of a config.json that was given beside the log.
void rebuildModelFile(PlanRebuild &rebuild);

} // namespace headroom
