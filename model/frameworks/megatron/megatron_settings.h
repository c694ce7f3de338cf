#pragma once

#include "model/frameworks/book/settings.h"
#include "model/plan/resolved_plan.h"

#include <string_view>
#include <vector>

namespace headroom::books::megatron {

/// Arguments of Megatron-LM that a plan decides, or that a run needs beside them.
const KeyTable &keys();

/// The plan in Megatron-LM's arguments at a release of Megatron-Core; empty: the newest.
/// @pre no rule of Megatron is broken (else what cannot be said is left out)
Settings write(const ResolvedPlan &resolved, std::string_view release);

/// Value of pipeline_model_parallel_layout for the layers of every virtual stage in order of depth:
/// E is the embedding, t*N are N layers, m a multi-token-prediction head, L the loss, and | ends a
/// stage. "Et*3|t*2|mL"
/// @source Megatron-LM megatron/core/transformer/pipeline_parallel_layer_layout.py
std::string layoutText(const std::vector<int> &layers, int predictionHeads);

// Parts of write().
void writeModel(const ResolvedPlan &resolved, Settings &settings);
void writeExperts(const ResolvedPlan &resolved, Settings &settings); ///< nothing for a dense model

} // namespace headroom::books::megatron
