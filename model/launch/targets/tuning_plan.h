#pragma once

#include "model/base/outcome/finding.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/resolved_plan.h"

#include <filesystem>
#include <vector>

namespace headroom {

/// What turns a plan into one of another tuning method that some framework can run: the method
/// alone where the plan's framework takes it; with frozen weights in the format of the GEMMs where
/// that is what the framework lacks; else in the words of the Trainer, whose adapters are PEFT's.
/// Nothing where the plan has the method. A plan that cannot be looked up gets the method alone.
std::vector<FieldChange> changesToTune(const Plan &plan, TuningMethod method,
    const ProfileLibrary &library, const std::filesystem::path &folder = {});

} // namespace headroom
