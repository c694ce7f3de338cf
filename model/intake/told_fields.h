#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/runs/facts/plan_draft.h"

namespace headroom {

/// Puts what words state of the plan into the draft, and makes degrees and batch agree with it.
/// `hasBase`: the user named a plan.
void settleToldFields(
    PlanDraft &draft, const RunTrace &trace, const ProfileLibrary &library, bool hasBase);

} // namespace headroom
