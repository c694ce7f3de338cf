#pragma once

#include <cstdint>

namespace headroom {

/// Parts of a layer that Megatron-Core computes again in the backward pass, in the order of the
/// plan file's words.
/// @source Megatron-LM core_v0.19.0, megatron/core/transformer/transformer_config.py,
/// recompute_modules
enum class RecomputeModule : std::uint8_t {
    CoreAttention,
    ExpertActivation,
    LayerNorm,
    LatentUpProjection,
    Mlp,
    Moe,
    SharedExperts
};

/// Parts of a layer whose inputs Megatron-Core keeps in host memory between the passes.
/// @source the same file, offload_modules (fused_group_mlp, which only core_v0.19.0 has, is not
/// among these)
enum class OffloadModule : std::uint8_t {
    AttentionNorm,
    QkvLinear,
    CoreAttention,
    AttentionProjection,
    MlpNorm,
    ExpertIn,
    ExpertActivation
};

} // namespace headroom
