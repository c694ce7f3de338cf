#pragma once

#include "model/base/outcome/finding.h"
#include "model/base/outcome/result.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/framework_traits.h"

#include <span>
#include <string>
#include <vector>

namespace headroom {

/// True for a field "options.NAME" that the plan's framework does not have.
/// Which framework has which: FrameworkTraits::options.
bool isForeignOption(const Plan &plan, const PlanField &field);

/// Foreign options that differ from their defaults, in file order.
std::vector<std::string> foreignOptions(const Plan &plan);

/// True where the frozen weights are in a format that the tuning method does not have: LoRA keeps
/// 16 bits, QLoRA none. Without adapters nothing is frozen.
bool hasForeignBase(const Tuning &tuning);

/// What a set of changes did to a plan.
struct ChangeOutcome
{
    Problems problems; ///< of form, as setPlanField tells them
    std::vector<FieldChange> dropped; ///< fields that went back or moved, as they were
};

/// Sets fields in order. Where that changes the framework, options that the new one does not have
/// go back to their defaults and experts move to where it has them, and so does the format of
/// frozen weights where it changes the tuning method; a mesh that no longer fits degrees, framework
/// and machine goes, so that no valid plan turns red. Fields that `changes` names itself stay, and
/// the rules refuse them. `where` stands in the problems.
ChangeOutcome changePlan(
    Plan &plan, std::span<const FieldChange> changes, const std::string &where = {});

/// Puts experts where the plan's framework has them: an axis of their own, or inside data x fsdp,
/// the mesh with them. Gives the degrees that changed, as they were; nothing where `from` has them
/// there as well, or where no degree can hold them.
std::vector<FieldChange> moveExperts(Plan &plan, const FrameworkTraits &from);

/// The second half of it for a plan that was just changed and was `before`: everything that its
/// framework or tuning method does not have, but `kept`; experts move where no degree is kept, and
/// the mesh goes where it does not fit and none of its axes is kept.
std::vector<FieldChange> dropForeignFields(
    Plan &plan, const Plan &before, std::span<const std::string> kept);

/// `fused` where the framework fuses the loss with the head has always written that: it reads as
/// `fused_linear`.
void readFusedLoss(Plan &plan);

/// The fused loss of a plan that moves to its framework from another: with the head, or after it.
void moveFusedLoss(Plan &plan);

/// All options that the plan's framework does not have go back to their defaults.
std::vector<FieldChange> dropForeignOptions(Plan &plan, std::span<const std::string> kept);

/// "options-dropped", "experts-moved", "mesh-dropped": what went back or elsewhere, one note to the
/// plan's owner for each field that decided it; that field is the note's place.
Problems droppedNotes(const Plan &plan, std::span<const FieldChange> dropped);

/// Whether a plan of this framework that says nothing of torch.compile uses it: programs that run
/// eagerly unless told otherwise do not.
bool compilesUnlessSaid(const std::string &framework);

} // namespace headroom
