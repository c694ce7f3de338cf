#pragma once

#include <string>
#include <vector>

namespace headroom {

/// Value of Megatron-LM's --pipeline-model-parallel-layout for the layers of every virtual stage in
/// order of depth: E is the embedding, t*N are N layers, m a multi-token-prediction head, L the
/// loss, and | ends a stage. "Et*3|t*2|mL"
/// @source Megatron-LM megatron/core/transformer/pipeline_parallel_layer_layout.py
std::string megatronLayout(const std::vector<int> &layers, int predictionHeads);

} // namespace headroom
