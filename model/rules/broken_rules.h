#pragma once

#include "model/base/outcome/finding.h"
#include "model/plan/resolved_plan.h"
#include "model/rules/broken_rules.h"

#include <string>
#include <vector>

namespace headroom {

/// A broken hard rule and the plan fields that take part in it, in file order.
struct RuleBreak
{
    Error error; ///< `where` is empty: the caller knows file and line
    std::vector<std::string> fields;
    bool isOfValue = false; ///< of one field, and broken whatever the others hold
};

/// Whether the rule says which recipes chip and framework have.
bool isOfRecipe(const RuleBreak &broken);

/// Every hard rule that the plan breaks (FORMULAS §8): degrees against device count, divisibility,
/// batch arithmetic, what framework (at the plan's release) and chip can do.
std::vector<RuleBreak> brokenRules(const ResolvedPlan &resolved);

/// What the plan's framework lacks to train the plan's model at all: blocks that nobody wrote. The
/// plan can be estimated, and not be written as files.
std::vector<RuleBreak> missingBlocks(const ResolvedPlan &resolved);

/// Warnings "framework-lacks-block" of what missingBlocks() finds.
std::vector<Finding> blockFindings(const ResolvedPlan &resolved);

} // namespace headroom
