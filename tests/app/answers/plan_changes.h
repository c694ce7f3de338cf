#pragma once

#include "model/rules/checked_plan.h"

#include <string>
#include <vector>

namespace headroom {

/// A plan that is asked about: a name, an example plan, and what is set in it.
struct AskedPlan
{
    std::string name, plan;
    std::vector<std::string> settings;
};

/// The plans of tests/data/recorded/cases.txt, which take every branch of the physics.
std::vector<AskedPlan> recordedPlans();
/// Plans that differ in framework, chip, method and layout: those of these names among the recorded
/// ones. Ends the program where one is missing.
std::vector<AskedPlan> plansNamed(const std::vector<std::string> &names);
/// A few for each framework.
std::vector<AskedPlan> variedPlans();

/// "PATH=VALUE" for every field of the plan: each choice, both truth values, bounds and values
/// around them, and ids of each family; and what belongs to no field.
const std::vector<std::string> &singleChanges();

} // namespace headroom
