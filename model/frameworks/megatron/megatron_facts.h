#pragma once

#include "model/plan/resolved_plan.h"

#include <string_view>

namespace headroom {

// Releases of Megatron-Core from which on its arguments are these.
// @source megatron/training/arguments.py and transformer_config.py, core_v0.12.0 to core_v0.19.0
inline constexpr std::string_view megatronLossRelease = "0.12.0"; ///< kernels of the fused loss
inline constexpr std::string_view megatronOverlapRelease = "0.14.0"; ///< overlap of all-to-alls
inline constexpr std::string_view megatronSinkRelease = "0.15.0"; ///< attention sinks
/// Recomputation of shared experts.
inline constexpr std::string_view megatronSharedRecomputeRelease = "0.14.0";
inline constexpr std::string_view megatronOffloadRelease = "0.16.0"; ///< activations on the host
/// A named flex backend; graphs of layer parts.
inline constexpr std::string_view megatronBackendRelease = "0.16.0";
/// --cuda-graph-modules, full_iteration; fused grouped MLP.
inline constexpr std::string_view megatronModulesRelease = "0.18.0";

/// Up to that release tensor parallelism wants one hardware queue on every chip.
inline constexpr std::string_view megatronQueueRelease = "0.13.0";

/// Ranks that hold the same parameters and so share optimizer state and gradients: replicas, shards
/// and the ranks of a sequence. @source megatron/core/optimizer/__init__.py (intra_dp_cp_group),
/// distributed/fsdp/mcore_fsdp_adapter.py (dp_cp), core_v0.19.0
constexpr int megatronStateRanks(const Degrees &degrees)
{
    return degrees.fsdp * degrees.data * degrees.context;
}

/// True when weights or gradients are sharded, which only Megatron's FSDP does. Stage 2 without an
/// fsdp degree shards over the replicas and the ranks of a sequence.
constexpr bool megatronUsesFsdp(const Degrees &degrees)
{
    return degrees.zeroStage == 2 ? megatronStateRanks(degrees) > 1
                                  : degrees.zeroStage == 3 && degrees.fsdp > 1;
}

/// Whether Megatron-LM stops at start unless CUDA_DEVICE_MAX_CONNECTIONS is 1: with tensor or
/// context parallelism and without FSDP, on devices whose major compute capability as PyTorch
/// reports it is below Blackwell's. A chip whose file does not state one counts as older.
/// @source megatron/training/arguments.py, validate_args(), core_v0.12.0 to core_v0.19.0
bool megatronWantsOneQueue(const ResolvedPlan &resolved);

/// Type of Adam's states when they have fewer than 32 bits; empty: fp32, or another optimizer. Such
/// Adam exists only in the distributed optimizer, even on one rank.
std::string_view megatronStateType(const Plan &plan);

/// Muon has a distributed form of its own and excludes Adam's, which shards the state; small or
/// offloaded states exist in it alone.
bool megatronDistributesOptimizer(const Plan &plan);

/// Tensor traffic overlaps only with sequence parallelism.
bool megatronOverlapsTensor(const Plan &plan);

/// Whether the plan keeps inputs of modules in host memory: policies that keep more than the inputs
/// of layers can.
bool megatronOffloadsActivations(const ResolvedPlan &resolved);

/// Experts that take a fixed number of tokens, which graphs of whole layers need.
bool megatronPadsExperts(const ResolvedPlan &resolved);

/// Gemma 2's layers, of which Megatron-Bridge has a model and Megatron-LM has none.
/// @source Megatron-Bridge of 2026-08-22, models/gemma/gemma2_provider.py
bool hasGemma2Blocks(const ModelShape &model);

/// Gemma 3's layers: the same with norms of heads, and several local layers to a global one.
/// @source Megatron-Bridge of 2026-08-22, models/gemma/gemma3_provider.py
bool hasGemma3Blocks(const ModelShape &model);

/// Whether base and scaling of the model's rotary positions are known and Megatron-LM's arguments,
/// as Megatron-Bridge's fields, can say them.
bool megatronHasRope(const ModelShape &model);

} // namespace headroom
