#pragma once

#include "model/physics/prepare/flag_effects.h"

namespace headroom {

/// A flag of XLA on GPU that is on or off, and the effect that it switches.
struct SwitchedEffect
{
    const char *flag;
    bool FlagEffects::*effect;
};

// What rules, search and timeline call these flags by.
namespace switched {
inline constexpr SwitchedEffect latencyHiding { "xla_gpu_enable_latency_hiding_scheduler",
    &FlagEffects::latencyHiding };
inline constexpr SwitchedEffect pipelinedAllGather { "xla_gpu_enable_pipelined_all_gather",
    &FlagEffects::pipelinedAllGather };
inline constexpr SwitchedEffect pipelinedReduceScatter { "xla_gpu_enable_pipelined_reduce_scatter",
    &FlagEffects::pipelinedReduceScatter };
inline constexpr SwitchedEffect pipelinedAllReduce { "xla_gpu_enable_pipelined_all_reduce",
    &FlagEffects::pipelinedAllReduce };
inline constexpr SwitchedEffect pipelinedP2p { "xla_gpu_enable_pipelined_p2p",
    &FlagEffects::pipelinedP2p };
inline constexpr SwitchedEffect priorityStream { "xla_gpu_enable_highest_priority_async_stream",
    &FlagEffects::highestPriorityStream };
inline constexpr SwitchedEffect doubleBuffering { "xla_gpu_enable_while_loop_double_buffering",
    &FlagEffects::doubleBuffering };
inline constexpr SwitchedEffect collectiveMatmul { "xla_gpu_multi_streamed_windowed_einsum",
    &FlagEffects::collectiveMatmul };
} // namespace switched

} // namespace headroom
