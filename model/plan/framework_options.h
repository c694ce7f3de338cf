#pragma once

#include "model/base/outcome/finding.h"
#include "model/base/outcome/result.h"
#include "model/plan/plan_fields.h"

#include <span>
#include <string>
#include <vector>

namespace headroom {

/// True for a field "options.NAME" that the plan's framework does not have.
/// Which framework has which: FrameworkTraits::options.
bool isForeignOption(const Plan &plan, const PlanField &field);

/// Foreign options that differ from their defaults, in file order.
std::vector<std::string> foreignOptions(const Plan &plan);

/// What a set of changes did to a plan.
struct PlanChange
{
    Problems problems; ///< of form, as setPlanField tells them
    std::vector<FieldChange> dropped; ///< options that went back to their defaults, as they were
};

/// Sets fields in order. Where that changes the framework, options that the new one does not have
/// go back to their defaults, so that no lawful plan turns red; those that `changes` names itself
/// stay, and the rules refuse them. `where` stands in the problems.
PlanChange changePlan(
    Plan &plan, std::span<const FieldChange> changes, const std::string &where = {});

/// The second half of it for a plan whose framework was just set: everything foreign but `kept`.
std::vector<FieldChange> dropForeignOptions(Plan &plan, std::span<const std::string> kept);

/// "options-dropped": what was dropped, as one note to the plan's owner.
Error droppedOptionsNote(const Plan &plan, std::span<const FieldChange> dropped);

} // namespace headroom
