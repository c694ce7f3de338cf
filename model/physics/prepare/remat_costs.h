#pragma once

#include "model/physics/prepare/linear.h"
#include "model/plan/remat_kind.h"

#include <array>
#include <string>

namespace headroom {

/// What one rematerialisation policy saves and repeats, ready for the formulas. Bytes are per token
/// and layer at micro-batch level; "sharded" ones are divided by the tensor degree, "plain" ones
/// only with sequence parallelism.
struct RematCosts
{
    std::string id;
    RematKind kind = RematKind::Named;
    double plainBytes = 0, shardedBytes = 0; ///< on the device, layers with a dense MLP
    double moePlainBytes = 0, moeShardedBytes = 0; ///< on the device, layers with experts
    double wholeBytes = 0; ///< on the device, the same on every rank of a tensor group
    double expertBytes = 0; ///< per routed row (token x choice), layers with experts
    double offloadBytes = 0; ///< to the host, sharded by the tensor degree
    std::array<double, savedTensorCount> replay {}; ///< share of the forward work done again
    double replayAttention = 0; ///< share of the attention core done again
    double replayElementwise = 0;
    double replayTensorTraffic = 0; ///< share of the forward tensor-parallel traffic done again
    bool isFull = false; ///< keeps nothing but layer inputs
    bool replaysDispatch = false; ///< all-to-alls of experts run again
    bool keepsScores = false; ///< unfused attention whose score matrices stay
};

} // namespace headroom
