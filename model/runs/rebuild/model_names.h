#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <string>
#include <string_view>

namespace headroom {

/// The id of the model that a name of a hub or the path of a checkpoint means
/// ("NousResearch/Meta-Llama-3.1-8B-Instruct", "/data/llama-2-7b-hf/"): what a repackaging or a
/// fine-tuned edition adds to a name changes no shape. Empty: none that is known.
std::string modelIdOf(std::string_view name, const ProfileLibrary &library);

/// Sets the model from its name; a name that is not known is noted.
void rebuildNamedModel(PlanRebuild &rebuild, const std::string &name);

} // namespace headroom
