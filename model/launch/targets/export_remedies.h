#pragma once

#include "model/base/outcome/finding.h"
#include "model/plan/resolved_plan.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace headroom {

/// Whether a target takes a plan: its errors, none when it does.
using ExportAttempt = std::function<Errors(const ResolvedPlan &)>;

/// Why a target refuses a plan, and what would lift that.
struct ExportRefusal
{
    Errors causes; ///< all of them, also those that only show once others are lifted
    std::vector<FieldChange> lift; ///< with these changes the target takes the plan; may be empty
};

/// All causes of a refusal, each with the change that lifts it where one field's change does, and
/// the changes that lift all of them together. What the plan is about (model, chip) is not changed.
/// `framework` is the one that the target writes for, whose newer releases may lift a cause.
/// @pre the attempt on `plan` fails
ExportRefusal explainRefusal(const ResolvedPlan &plan, const FrameworkTraits &framework,
    const ProfileLibrary &library, const std::filesystem::path &folder,
    const ExportAttempt &attempt);

} // namespace headroom
