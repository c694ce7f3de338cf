#pragma once

#include "model/plan/fields/plan_file.h"
#include "model/plan/resolved_plan.h"

#include <string>
#include <vector>

namespace headroom {

/// A plan file with its `--set` overrides, looked up and checked against every hard rule.
struct CheckedPlan
{
    LoadedPlan loaded;
    ResolvedPlan resolved;
};

/// Whether a name is that of a file, and not the id of an example plan: a folder hides no example.
bool namesPlanFile(const std::string &name);

/// Reads a plan without looking at the rules between its fields: a search changes some of them.
Result<CheckedPlan> openPlan(const std::string &file, const std::vector<std::string> &settings,
    const ProfileLibrary &library);

/// Reads a plan for a command. `file` is a path, or the id of an example plan when no such file
/// exists. All problems of form, names and rules are listed with "FILE:LINE" or "--set PATH".
Result<CheckedPlan> openCheckedPlan(const std::string &file,
    const std::vector<std::string> &settings, const ProfileLibrary &library);

} // namespace headroom
