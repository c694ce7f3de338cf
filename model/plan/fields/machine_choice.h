#pragma once

#include "model/base/outcome/finding.h"
#include "model/library/profiles/profile_library.h"
#include "model/plan/fields/plan_file.h"

#include <vector>

namespace headroom {

/// Takes from the machine that a plan names its chip, devices and topology, as far as neither the
/// file nor an override states them. A machine that is not known is left to resolvePlan().
void takeMachine(LoadedPlan &loaded, const ProfileLibrary &library);

/// What changes when a machine is chosen in a plan: the machine's chip, devices and topology, and
/// the values of another site are dropped. An empty id drops the machine alone; nothing for an
/// unknown one.
std::vector<FieldChange> changesToMachine(
    const Plan &plan, const std::string &id, const ProfileLibrary &library);

/// The change of one field with what it brings: a machine its chip and devices, another chip the
/// end of the machine.
std::vector<FieldChange> withMachine(
    const Plan &plan, FieldChange change, const ProfileLibrary &library);

} // namespace headroom
