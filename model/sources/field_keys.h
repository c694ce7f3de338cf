#pragma once

#include "model/plan/resolved_plan.h"
#include "model/sources/file_edits.h"

#include <string>
#include <vector>

namespace headroom {

/// What the files of a program have to say otherwise for one plan instead of another.
struct KeyQuestion
{
    const ResolvedPlan &before, &after; ///< valid
    std::vector<std::string> programs; ///< of the files
};

/// Changes of keys, of all programs, in the order in which files name them. For Megatron-LM what
/// its book writes for the one plan and not for the other; for torchtitan and MaxText what their
/// exports differ in; for tools around the Trainer the settings below. Fields that nothing says
/// have no key: reading the changed files shows that.
std::vector<KeyChange> keyChanges(const KeyQuestion &question);

} // namespace headroom
