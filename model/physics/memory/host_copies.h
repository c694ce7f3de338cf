#pragma once

#include "model/physics/memory/state_memory.h"
#include "model/physics/prepare/linear.h"

namespace headroom {

/// Time in which weights that host memory holds come to the device, one direction of the link.
/// Every pass of every micro-batch fetches them again; what other ranks hold comes by FSDP.
/// @source ZeRO-Infinity (arXiv 2104.07857) §5.1; MaxText parameter_memory_host_offload
inline Seconds weightCopyTime(
    const Prepared &p, const Layout &layout, const StageParameters &parameters)
{
    if (!weightsInHost(p, layout))
        return {};
    NoTrace none;
    const ShardCounts shards { layout.weightShards, layout.expertWeightShards };
    Bytes bytes = p.weightBytes
        * shardParameters(trainedParameters(p, parameters), shards, p.moeLayers > 0, none);
    if (p.tuning.isAdapted)
        bytes += Bytes { frozenWeightBytes(p, parameters, shards, none) };
    return bytes / p.hostRate;
}

/// The same for one layer.
inline Seconds layerCopyTime(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind)
{
    if (!weightsInHost(p, layout))
        return {};
    return weightCopyTime(p, layout, layerParameters(p, c, layout, kind == LayerKind::Moe));
}

/// The same for a stage's embedding and head.
inline Seconds rootCopyTime(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage)
{
    if (!weightsInHost(p, layout))
        return {};
    NoTrace none;
    const double root = embeddingParameters(p, c, stage, none);
    return weightCopyTime(p, layout, { root, 0, root });
}

} // namespace headroom
