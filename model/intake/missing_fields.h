#pragma once

#include "model/intake/plan_intake.h"

namespace headroom {

/// What nothing tells of a draft, in the order in which it matters: model, chip, devices, global
/// batch, length, micro-batch.
std::vector<MissingField> missingFields(
    const PlanDraft &draft, const RunTrace &trace, const ProfileLibrary &library);

} // namespace headroom
