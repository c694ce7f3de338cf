#pragma once

#include "model/frameworks/book/book.h"
#include "model/frameworks/book/rule_rows.h"

namespace headroom::books::megatron {

/// Lists of modules in the order of the plan's words, as write() has them; words that the plan does
/// not know stay behind them.
void sortModules(Observed &observed);
/// Policy and recomputed modules: none, those that were seen with selective recomputation, all.
std::vector<Values> triedRecomputation(const ResolvedPlan &plan, const Observed &observed);
/// Offloaded modules: none, and those that were seen.
std::vector<Values> triedOffload(const ResolvedPlan &plan, const Observed &observed);
/// What Megatron-Core takes of recomputed and offloaded modules.
void addModuleRules(rule_rows::Rows &rows);

} // namespace headroom::books::megatron
