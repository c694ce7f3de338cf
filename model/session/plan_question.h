#pragma once

#include "model/base/document/document.h"
#include "model/plan/fields/plan_file.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What a command is asked beside the plan.
struct QuestionLimits
{
    std::vector<std::string> machines; ///< chips to choose from; empty: the plan's own machine
    std::optional<double> deadlineDays;
    std::optional<double> budget; ///< USD
    std::string target; ///< of export; empty: none
};

/// The question as `search`, `cluster`, `advise` and `next` repeat it: model, machines, work,
/// tokens, limits, and in `assumed` the paths of its facts that neither the file nor an override
/// states.
Document questionDocument(const LoadedPlan &loaded, const QuestionLimits &limits = {});

} // namespace headroom
