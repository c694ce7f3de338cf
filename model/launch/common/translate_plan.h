#pragma once

#include "model/launch/common/export_request.h"
#include "model/plan/resolved_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A plan in the words of another framework, with every change of meaning in a sentence.
struct PlanTranslation
{
    Plan plan;
    std::vector<std::string> notes;
    std::vector<Refusal> refusals; ///< why it cannot be said there at all; empty: it can
    /// Layers that no stage of the pipeline holds, so that every stage runs them: the estimate
    /// does not compute such a run.
    int layersOutsidePipeline = 0;
};

/// Says the plan in the words of `framework` (maxtext | jax | megatron | torchtitan | deepspeed |
/// hf): recomputation, low precision, kernels, where experts live, what ZeRO shards, where the
/// fp32 weights are. Where there is no equal choice, the nearest one that needs no more memory.
PlanTranslation translatePlan(const ResolvedPlan &plan, std::string_view framework);

/// Puts options that the plan's framework does not have back to their defaults; one sentence each.
std::vector<std::string> dropOptions(Plan &plan);

} // namespace headroom
