#pragma once

#include "model/flags/advice/advice_inputs.h"

namespace headroom {

// Values that advice computes.

inline constexpr Bytes defaultCombine { 30 * bytesPerMib }; ///< XLA, debug_options_flags.cc
inline constexpr Bytes largestCombine { 8 * bytesPerGib }; ///< JAX-Toolbox: no limit
inline constexpr Bytes minReduce { 16 * bytesPerMib }; ///< start of the sweep, JAX-Toolbox
inline constexpr Bytes decomposerThreshold { 1024 }; ///< JAX tips and JAX-Toolbox
inline constexpr double denseVmemKib = 98304, moeVmemKib = 81920; ///< MaxText flag library, v6e
inline constexpr double ironwoodVmemKib = 65536; ///< MaxText recipes, TPU7x
inline constexpr double minChunkRows
    = 256; ///< rows of a GEMM chunk that still fill a chip, ASSUMED
inline constexpr double tightSlopPercent = 90; ///< of the memory limit, five below XLA's default
inline constexpr double defaultHostLimitGib = 64; ///< per process, XLA
inline constexpr double hostLimitShare = 0.8; ///< of a device's host memory, ASSUMED
inline constexpr double notableGain = 1.05; ///< below it no other number format is advised, ASSUMED
// Host transfers at once, share of scheduler memory in per cent, and scheduler passes.
// @source MaxText flag library, HOST_OFFLOAD_FLAGS
inline constexpr double hostOverlapLimit = 24, hostConcurrency = 100, hostMemoryPercent = 100;
inline constexpr double hostSchedulerRuns = 2;

/// Combine threshold for a layer of that many bytes: the next power of two, between 30 MiB and
/// 8 GiB, and no more than a quarter of the free memory.
/// @source FORMULAS §7
Bytes combineThreshold(Bytes layer, Bytes free);

/// First threshold to try for gradient all-reduces: the bytes that half a layer's backward pass can
/// move, rounded down to a power of two, between 16 MiB and all gradients.
/// @source FORMULAS §7
Bytes reduceThreshold(const AdviceInputs &in);

/// Chips that MaxText's continuation fusion sets are published for.
/// @source MaxText, benchmarks/xla_flags_library.py
inline bool hasContinuationFusion(std::string_view accelerator)
{
    return accelerator == "tpu-v5e" || accelerator == "tpu-v5p" || accelerator == "tpu-v6e";
}

/// Rows of one chunk when a GEMM is cut t ways.
inline double chunkRows(const AdviceInputs &in)
{
    return in.tokens / in.tensor;
}

/// Scoped vector memory that MaxText's recipes use on that chip, in KiB; 0: no recipe.
double scopedVmemAdvice(const AdviceInputs &in);

} // namespace headroom
