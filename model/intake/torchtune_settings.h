#pragma once

#include "model/runs/facts/run_trace.h"

#include <string_view>

namespace headroom {

/// What follows from torchtune's settings in the Trainer's words: model, adapters and sharding by
/// the builder and, from `text` (the file with its comments, or the command), the recipe.
void finishTorchtune(const ConfigFacts &from, std::string_view text, RunTrace &trace);

/// The builder of a configuration that torchtune ships: "llama3_1/8B_qlora_single_device" is
/// torchtune.models.llama3_1.qlora_llama3_1_8b.
/// @source pytorch/torchtune recipes/configs
void addShippedBuilder(ConfigFacts &facts);

} // namespace headroom
