#pragma once

#include "model/plan/resolved_plan.h"

#include <span>
#include <string_view>

namespace headroom {

/// A shape that torchtitan ships, by its two names.
struct TitanModel
{
    std::string_view id; ///< the plan's model
    std::string_view name;
    std::string_view flavor;
    std::string_view recipe; ///< function of the later sources' config_registry; empty: none
    bool isLater = false; ///< v0.2.2 does not have it: a recipe alone
};

/// Every shape that torchtitan ships; some flavors go by several ids.
std::span<const TitanModel> titanModels();
/// The flavor of the plan's model, or nullptr: it is none of those.
const TitanModel *titanModel(const ResolvedPlan &resolved);
/// Whether the later releases' Llama blocks can have the shape: rotary positions, RMSNorm before
/// attention and gated MLP, no biases, heads that make up the width.
bool isTitanShape(const ModelShape &shape);

/// Whether the plan keeps 16-bit states of AdamW beside weights of another type.
bool titanWants16BitStates(const ResolvedPlan &resolved);

/// What some sources of torchtitan do not have, and the field of the plan that asks for it.
struct TitanObstacle
{
    std::string_view field; ///< empty: nothing is in the way
    std::string_view what;
};

/// What v0.2.2, the last release that reads TOML, does not have for any model, and the sources of
/// 2026-08-21 have; empty: nothing of the plan.
/// @source torchtitan at 2026-08-21 (b5bcd76c): components/lora.py (LoRAConverter),
///   components/quantization/nvfp4.py, models/common/config_utils.py (make_token_dispatcher_config:
///   hybridep; deepep for every model with experts), components/optimizer/optimizer.py
///   (fused_opt_states_bf16)
TitanObstacle titanLaterNeed(const ResolvedPlan &resolved);

/// What of a plan the sources of 2026-08-21 do not have, so that no recipe would train the same;
/// `what` is the ending of "they ...".
TitanObstacle titanRecipeObstacle(const ResolvedPlan &resolved, const Degrees &degrees);

} // namespace headroom
