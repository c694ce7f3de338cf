#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The id of the model that a name of a hub or the path of a checkpoint means
/// ("NousResearch/Meta-Llama-3.1-8B-Instruct", "/data/llama-2-7b-hf/"): what a repackaging or a
/// fine-tuned edition adds to a name changes no shape. Empty: none that is known.
std::string modelIdOf(std::string_view name, const ProfileLibrary &library);

/// The known model whose number of parameters is nearest to that one: of those whose ids begin with
/// the family's name ("qwen"; empty: any) where one is near, else of all.
std::string nearestModel(double parameters, std::string_view family, const ProfileLibrary &library);

/// The first word that these ids of models begin with, without digits: "qwen" of "qwen3-next-80b";
/// empty: none.
std::string familyOf(std::string_view name, const std::vector<std::string> &ids);

/// Billions or millions of parameters in a name ("yi-34b", "llama/7B"); 0: it tells none.
double parametersOfName(std::string_view name);

/// Sets the model from its name. One that is not known is noted, and the nearest of its size is
/// assumed.
void rebuildNamedModel(PlanRebuild &rebuild, const std::string &name);

} // namespace headroom
