#pragma once

#include "model/memory/state_memory.h"
#include "model/parallelism/collective_cost.h"

namespace headroom {

/// Compute of a mean layer that may run beside a collective, one micro-batch.
struct LayerWindow
{
    double forward = 0, backward = 0;
};

/// Torus axes that a data-like collective may use on a TPU: what tensor and context leave.
inline double dataAxes(const Prepared &p, const Candidate &c)
{
    if (!p.isTpu)
        return 1;
    const double taken = (c.tensor > 1) + (c.context > 1) + (p.expertIsAxis && c.expert > 1);
    return std::max(1.0, p.torusDimensions - taken);
}

/// How FSDP's collectives run: over which ranks and how often in a step.
struct FsdpCalls
{
    bool isActive = false;
    double axes = 1;
    GroupSpan group, expertGroup; ///< of plain weights, of experts
    bool gathersBackward = false; ///< weights are given back after the forward pass
    bool isKept = false; ///< a pipeline that keeps gathered weights between micro-batches
    double gatherRounds = 1, reduceRounds = 1; ///< per step

    /// All-gather or reduce-scatter of this many bytes of plain weights and experts.
    double seconds(const Prepared &p, double plainBytes, double expertBytes) const
    {
        return gatherSeconds(p, plainBytes, group, axes)
            + gatherSeconds(p, expertBytes, expertGroup, axes);
    }
};

inline FsdpCalls fsdpCalls(const Prepared &p, const Candidate &c, const Layout &layout)
{
    FsdpCalls calls;
    calls.isActive = c.fsdp > 1 && c.zeroStage >= 2;
    calls.axes = dataAxes(p, c);
    calls.group = layout.fsdp;
    calls.expertGroup = p.expertIsAxis || c.expert <= 1
        ? layout.fsdp
        : groupSpan(layout.expertWeightShards, double(c.expert) * layout.expertTensor, p);
    calls.gathersBackward = c.zeroStage >= 3;
    calls.isKept = c.pipeline > 1 && !p.stack.reshardsInPipeline;
    const double m = layout.microBatches;
    calls.gatherRounds = !calls.gathersBackward || calls.isKept ? 1 : m;
    calls.reduceRounds = calls.isKept || !p.stack.reducesEachMicroBatch ? 1 : m;
    return calls;
}

/// FSDP's all-gathers of weights (forward and backward) and reduce-scatters of gradients of one
/// step. Each hides behind the neighbouring layer; the first gather and the last reduction are
/// exposed.
/// @unit seconds   @source FORMULAS §6.6
template <class Trace>
AxisLoad fsdpTraffic(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParameters &own, const LayerWindow &window, double layers, Trace &trace)
{
    AxisLoad load;
    const FsdpCalls calls = fsdpCalls(p, c, layout);
    if (!calls.isActive)
        return load;
    const double layer = (own.plain - own.embedding) / layers;
    const double expert = own.experts / layers;
    const double root = own.embedding;
    const double gradientBytes = p.stack.gradientReduceBytes;
    const auto gather
        = [&](double bytes) { return calls.seconds(p, bytes * layer, bytes * expert); };
    const double allGather = gather(p.gatherBytes), reduce = gather(gradientBytes);
    const double m = layout.microBatches;
    const double gatherRounds = calls.gatherRounds, reduceRounds = calls.reduceRounds;
    const double eta = p.flags.latencyHiding ? p.flags.overlapEfficiency : 0;
    const double kappa = (layout.fsdp.crossesNodes() ? p.chip.networkContention : p.chip.contention)
        * p.flags.contentionFactor;
    const double reach = p.stack.fsdpWindow * eta;
    const double forward = exposedBehind(window.forward * reach, allGather, kappa);
    const double backwardGather = calls.gathersBackward ? allGather : 0;
    const double backward = exposedBehind(window.backward * reach, backwardGather + reduce, kappa);
    const double backwardPlain = exposedBehind(window.backward * reach, reduce, kappa);
    const double backwardOnlyGather = exposedBehind(window.backward * reach, backwardGather, kappa);
    const double both = std::min(gatherRounds, reduceRounds);
    load.exposed = layers
        * (gatherRounds * forward + both * backward + (gatherRounds - both) * backwardOnlyGather
            + (reduceRounds - both) * backwardPlain);
    const double edges
        = calls.seconds(p, p.gatherBytes * root, 0) + calls.seconds(p, gradientBytes * root, 0);
    load.exposed += edges * std::max(gatherRounds, reduceRounds) * 0.5 + allGather + reduce;
    load.exposed *= p.flags.exposureFactor;
    load.seconds
        = layers * (gatherRounds * (allGather + backwardGather) + reduceRounds * reduce) + edges;
    load.window = layers * m * (window.forward + window.backward);
    load.bytes = layers * (layer + expert)
        * (2 * gatherRounds * p.gatherBytes + reduceRounds * gradientBytes);
    load.crossesNodes = layout.fsdp.crossesNodes();
    trace.open("exposed_fsdp", "Exposed FSDP traffic of a step",
        "layers · rounds · [max(0, comm − window) + κ·min(comm, window)] + first gather and last "
        "reduction",
        "FORMULAS §6.6");
    trace.input(
        "all_gather", "All-gather of one layer's weights", allGather, "seconds", Origin::Derived);
    trace.input("reduce_scatter", "Reduce-scatter of one layer's gradients", reduce, "seconds",
        Origin::Derived);
    trace.input("window_forward", "Compute of one layer, forward", window.forward, "seconds",
        Origin::Derived);
    trace.input("window_backward", "Compute of one layer, backward", window.backward, "seconds",
        Origin::Derived);
    trace.input(
        "contention", "κ: share of a hidden collective that is felt", kappa, "1", Origin::Chip);
    trace.input("rounds", "Gathers per step", gatherRounds, "1", Origin::Derived);
    trace.input("layers", "Layers on this device", layers, "1", Origin::Model);
    trace.input("shards", "FSDP ranks", c.fsdp, "1", Origin::Plan);
    trace.close(load.exposed, "seconds");
    return load;
}

/// How replicas exchange gradients: over which ranks, what of it may hide.
struct DataCalls
{
    bool isActive = false;
    bool isSharded = false; ///< reduce-scatter, update, all-gather of parameters (ZeRO-1)
    double axes = 1;
    double shards = 1; ///< FSDP inside: replicas only exchange their shard
    GroupSpan group, expertGroup;
    bool reduceHides = true, gatherHides = true;

    /// One half (reduction, or gather of the result) for this many bytes before sharding.
    double seconds(const Prepared &p, double plainBytes, double expertBytes) const
    {
        return gatherSeconds(p, plainBytes / shards, group, axes)
            + gatherSeconds(p, expertBytes / shards, expertGroup, axes);
    }
};

inline DataCalls dataCalls(const Prepared &p, const Candidate &c, const Layout &layout)
{
    DataCalls calls;
    calls.isActive
        = c.data > 1 || (c.fsdp > 1 && c.zeroStage < 2) || (c.context > 1 && c.fsdp <= 1);
    calls.axes = dataAxes(p, c);
    calls.shards = c.zeroStage >= 2 && c.fsdp > 1 ? c.fsdp : 1;
    calls.group = c.fsdp > 1 && c.zeroStage >= 2 ? layout.data : layout.state;
    const double expertSize
        = std::max(1.0, calls.group.size * c.tensor / (double(c.expert) * layout.expertTensor));
    calls.expertGroup = p.expertIsAxis || p.moeLayers == 0
        ? calls.group
        : groupSpan(expertSize, double(c.expert) * layout.expertTensor, p);
    calls.isSharded
        = c.zeroStage >= 1 && calls.shards == 1 && calls.group.size > 1 && c.zeroStage < 3;
    calls.reduceHides = p.options.overlapGradReduce && p.stack.gradReduceOverlaps;
    calls.gatherHides = p.options.overlapParamGather && p.stack.gradReduceOverlaps;
    return calls;
}

/// Gradient all-reduce of replicas, or reduce-scatter and all-gather of a distributed optimizer,
/// once per step, behind the backward pass of the last micro-batch and the next forward pass.
/// @unit seconds   @source FORMULAS §6.6
template <class Trace>
AxisLoad dataTraffic(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParameters &own, const LayerWindow &window, double layers, Trace &trace)
{
    AxisLoad load;
    const DataCalls calls = dataCalls(p, c, layout);
    if (!calls.isActive)
        return load;
    const double gradientBytes = p.stack.gradientReduceBytes;
    const bool isSharded = calls.isSharded;
    const auto once
        = [&](double bytes) { return calls.seconds(p, bytes * own.plain, bytes * own.experts); };
    const double reduce = once(gradientBytes);
    const double second = once(isSharded ? p.gatherBytes : gradientBytes);
    const double kappa = (calls.group.crossesNodes() ? p.chip.networkContention : p.chip.contention)
        * p.flags.contentionFactor;
    const double floor = p.stack.dataExposedFloor;
    const double backward = layers * window.backward, forward = layers * window.forward;
    const auto part = [&](double seconds, double compute, bool hides) {
        return hides ? std::max(floor * seconds, exposedBehind(compute * 0.9, seconds, kappa))
                     : seconds;
    };
    if (isSharded)
        load.exposed
            = part(reduce, backward, calls.reduceHides) + part(second, forward, calls.gatherHides);
    else
        load.exposed = part(reduce + second, backward, calls.reduceHides);
    load.exposed *= p.flags.exposureFactor;
    load.seconds = reduce + second;
    load.window = backward + (isSharded ? forward : 0);
    load.bytes = own.total() / calls.shards
        * (gradientBytes + (isSharded ? p.gatherBytes : gradientBytes));
    load.crossesNodes = calls.group.crossesNodes();
    trace.open("exposed_data", "Exposed gradient exchange of a step",
        "max(floor·comm, max(0, comm − window) + κ·min(comm, window))", "FORMULAS §6.6");
    trace.input("reduce", "Gradient reduction", reduce, "seconds", Origin::Derived);
    trace.input("second", "Second half: parameter gather or gradient broadcast", second, "seconds",
        Origin::Derived);
    trace.input("window_backward", "Backward pass of one micro-batch", backward, "seconds",
        Origin::Derived);
    trace.input(
        "contention", "κ: share of a hidden collective that is felt", kappa, "1", Origin::Chip);
    trace.input("floor", "Share that never hides", floor, "1", Origin::Stack);
    trace.input("ranks", "Ranks that exchange gradients", calls.group.size, "1", Origin::Plan);
    trace.close(load.exposed, "seconds");
    return load;
}

/// Update of the local shard: memory traffic of moments, master weights and gradients.
/// @unit seconds   @source FORMULAS §6.4
template <class Trace>
double optimizerSeconds(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParameters &own, Trace &trace)
{
    const OptimizerCosts &optimizer = p.optimizers[static_cast<std::size_t>(c.optimizer)];
    const double parameters
        = own.plain / layout.optimizerShards + own.experts / layout.expertOptimizerShards;
    const double perParameter = p.stack.optimizerBytesPerParameter * optimizer.trafficFactor;
    double seconds = parameters * perParameter / p.memoryRate;
    if (p.options.offloadOptimizer)
        seconds += parameters * 8 / p.hostRate;
    trace.open("optimizer", "Optimizer update of a step",
        "local parameters · bytes per parameter / W", "FORMULAS §6.4");
    trace.input("parameters", "Parameters updated on this device", parameters, "1", Origin::Model);
    trace.input("bytes_per_parameter", "Memory traffic per parameter", perParameter, "bytes",
        Origin::Stack);
    trace.input(
        "memory_rate", "Reached memory bandwidth", p.memoryRate, "bytes/s", Origin::Hardware);
    return trace.close(seconds, "seconds");
}

} // namespace headroom
