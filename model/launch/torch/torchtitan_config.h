#pragma once

#include "model/frameworks/book/training_defaults.h"
#include "model/frameworks/torchtitan/torchtitan_models.h"
#include "model/launch/common/launch_spec.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// Data-parallel degrees as torchtitan counts them.
struct TitanDegrees
{
    int replicate = 1;
    int shard = 1;
    std::string reshard = "default"; ///< never: weights stay whole after the forward pass
};

/// What is done again in the backward pass, and torchtitan's words for it.
enum class TitanCheckpoint { None, Selective, Full };
inline constexpr std::array titanCheckpointWords { "none", "selective", "full" };

struct TitanTable
{
    std::string name;
    std::vector<std::pair<std::string, Document>> values;
};

/// Steps that the files ask for: those of the plan, else a number to stop at.
std::int64_t titanSteps(const LaunchSpec &spec);
/// How the run learns.
TrainingDefaults titanDefaults(const LaunchSpec &spec);

/// A Python function `shape()` that returns the model's configuration for the sources of
/// 2026-08-21, whose package torchtitan.models.llama3 is imported as `family`.
/// @pre isTitanShape()
std::string titanShapeText(const ModelShape &shape, std::int64_t sequence);
/// The plan's data and FSDP degrees in those words.
TitanDegrees titanDegrees(const LaunchSpec &spec);
TitanCheckpoint titanCheckpoint(const LaunchSpec &spec);
/// All tables of the TOML file for v0.2.2; refuses what torchtitan cannot say.
std::vector<TitanTable> titanTables(
    const LaunchSpec &spec, const TitanModel &model, ExportDraft &draft);

/// The module that trains: torchtitan's, or ours that ends it ahead of the time limit.
const char *titanProgram(const LaunchSpec &spec);

/// Adds headroom_recipe.py, the tables field by field as a function for the sources of 2026-08-21,
/// or says why there is none.
void addTitanRecipe(const LaunchSpec &spec, const TitanModel &model,
    const std::vector<TitanTable> &tables, ExportDraft &draft);

} // namespace headroom
