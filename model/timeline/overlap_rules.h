#pragma once

#include "model/physics/candidate.h"
#include "model/physics/prepared.h"

#include <cstdint>

namespace headroom {

/// Where a collective on weights or gradients may run beside computation.
enum class OverlapMode : std::uint8_t {
    None, ///< computation stops for it
    SameLayer, ///< beside the other half of its own layer: nothing crosses a loop iteration
    NeighbourLayer, ///< beside the whole neighbouring layer
};

struct OverlapRule
{
    OverlapMode mode = OverlapMode::NeighbourLayer;
    double reach = 1; ///< share of the window that the schedule makes use of
    double threshold = 0; ///< bytes up to which messages are merged; 0: one message per layer
    int leastMessages = 1; ///< two when only tensors cut along the same dimension merge
};

/// What flags and framework allow for each kind of collective (FORMULAS §6.9). Only JAX on GPU
/// depends on flags for the mode: other frameworks prefetch the next layer by themselves, and TPU
/// compilers pipeline across the layer loop.
struct OverlapRules
{
    OverlapRule gather, reduce, exchange;
    bool isScanned
        = false; ///< the layer loop is a barrier: nothing crosses it but what is pipelined
    int layersPerIteration = 1; ///< two with double buffering
    bool mergesLayers = false; ///< an unrolled program merges messages of several layers
    double contention = 0; ///< κ of a collective beside computation
    double lateFactor = 1; ///< multiplies waits
    int tensorChunks = 1; ///< pieces of a matrix product that overlap its tensor-parallel exchange
};

/// @param isJax MaxText or plain JAX: flags apply
OverlapRules overlapRules(const Prepared &prepared, const Candidate &candidate, bool isJax);

/// Messages that a layer's bytes travel in.
int messageCount(const OverlapRule &rule, double bytes);

} // namespace headroom
