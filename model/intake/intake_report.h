#pragma once

#include "model/base/document/document.h"
#include "model/intake/plan_intake.h"

#include <string>

namespace headroom {

/// The JSON of `plan`: {plan, fields, missing, unrecognised, evidence, notes}.
Document intakeDocument(const PlanIntake &intake);
/// The plan as a file of which each field has a comment: read, inferred or assumed. parsePlan reads
/// it back equal.
std::string intakeYaml(const PlanIntake &intake);

} // namespace headroom
