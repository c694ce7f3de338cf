#pragma once

#include "model/runs/rebuild_plan.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace headroom {

/// A switch of Megatron-LM that is set to anything but False.
bool isOn(const ConfigFacts &config, std::string_view key);

const char *switchText(const ConfigFacts &config, std::string_view key); ///< "true" | "false"

/// Of what these keys decide: without any of them it is the program's default.
FieldOrigin originOf(const ConfigFacts &config, std::initializer_list<const char *> keys);
/// Sets a field to what these keys decide; a default does not replace what the user's plan states.
void setByKeys(PlanRebuild &rebuild, std::string_view path, std::string_view value,
    std::initializer_list<const char *> keys);

/// Whether the layers lie as an export spreads those that do not come out even where a plan names
/// no stages: as even as they go, what is left over in the middle.
bool isLeftOverSplit(const std::vector<int> &stages, int layers);

/// Sets the model from the shape arguments.
void rebuildMegatronModel(PlanRebuild &rebuild);
/// Sets precision, optimizer, recomputation, kernels and overlap.
void rebuildMegatronTraining(PlanRebuild &rebuild);

} // namespace headroom
