#pragma once

#include "model/physics/layout.h"
#include "model/physics/trace.h"

namespace headroom {

/// Parameters on one device of one pipeline stage, after tensor, pipeline and expert sharding and
/// before data-parallel sharding. @source FORMULAS §2; Megatron-LM theoretical_memory_usage.py
struct StageParameters
{
    double plain = 0; ///< everything but experts
    double experts = 0;
    double embedding = 0; ///< part of plain: embedding and head
    double total() const { return plain + experts; }
};

enum class Stage { First, Last };

/// Layers of a stage by kind: the dense ones of a mixed model come first.
struct StageLayers
{
    double dense = 0, moe = 0;
    double total() const { return dense + moe; }
};

inline StageLayers stageLayers(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage)
{
    const double count = c.pipeline == 1 ? p.layers
        : stage == Stage::First          ? layout.firstStageLayers
                                         : layout.lastStageLayers;
    if (p.moeLayers == 0)
        return { count, 0 };
    const double interleaved = p.denseLayers - p.firstDenseLayers;
    const double leading = stage == Stage::First ? std::min(count, p.firstDenseLayers)
        : c.pipeline == 1                        ? p.firstDenseLayers
                                                 : 0;
    const double rest = count - leading;
    const double mixed = p.layers - p.firstDenseLayers;
    const double dense = mixed > 0 ? rest * interleaved / mixed : 0;
    return { leading + dense, rest - dense };
}

/// Parameters of one layer on one device: what tensor and expert parallelism leave of it.
inline StageParameters layerParameters(
    const Prepared &p, const Candidate &c, const Layout &layout, bool holdsExperts)
{
    const double t = c.tensor;
    StageParameters layer;
    layer.plain = p.attentionParameters / t + p.densePlainParameters
        + (holdsExperts ? p.sharedMoeParameters : p.denseMlpParameters) / t;
    layer.experts
        = holdsExperts ? p.expertParameters / (double(c.expert) * layout.expertTensor) : 0;
    return layer;
}

inline StageParameters stageParameters(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage)
{
    const StageLayers layers = stageLayers(p, c, layout, stage);
    const double t = c.tensor;
    StageParameters parameters;
    const StageParameters dense = layerParameters(p, c, layout, false);
    const StageParameters moe = layerParameters(p, c, layout, true);
    parameters.plain = layers.dense * dense.plain + layers.moe * moe.plain;
    parameters.experts = layers.moe * moe.experts;
    const bool hasFirst = stage == Stage::First;
    const bool hasLast = stage == Stage::Last || c.pipeline == 1;
    if (hasFirst)
        parameters.embedding += p.embeddingParameters / t;
    if (hasLast)
        parameters.embedding
            += (p.isTied && hasFirst ? 0 : p.headParameters / t) + p.finalParameters;
    parameters.embedding += hasLast ? p.mtpParameters / t : 0;
    parameters.plain += parameters.embedding;
    return parameters;
}

/// Persistent state of one device. @unit bytes
struct StateMemory
{
    double weights = 0, gradients = 0, optimizer = 0;
};

/// Weights, gradients and optimizer state; each divided by what shards it.
/// @source FORMULAS §4
template <class Trace>
StateMemory stateMemory(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParameters &own, Trace &trace)
{
    StateMemory memory;
    const OptimizerCosts &optimizer = p.optimizers[static_cast<std::size_t>(c.optimizer)];
    const auto sharded = [&](double bytes, double shards, double expertShards) {
        return bytes * (own.plain / shards + own.experts / expertShards);
    };
    memory.weights = sharded(p.weightBytes, layout.weightShards, layout.expertWeightShards);
    if (!p.isInference) {
        const bool isKept
            = c.pipeline > 1 && c.zeroStage >= 2 && c.fsdp > 1 && !p.stack.reshardsInPipeline;
        const double buffers
            = p.stack.gradientsAreTransient && layout.microBatches > 1 && c.pipeline == 1 ? 2 : 1;
        memory.gradients = sharded(p.gradientBytes * buffers, isKept ? 1 : layout.gradientShards,
            isKept ? 1 : layout.expertGradientShards);
        if (p.options.optimizerInBackward)
            memory.gradients /= std::max(1.0, p.layers / c.pipeline);
        const double state = p.options.offloadOptimizer ? 0 : p.masterBytes + optimizer.stateBytes;
        memory.optimizer = sharded(state, layout.optimizerShards, layout.expertOptimizerShards);
    }

    trace.open("weights", "Weights",
        "bytes per parameter · (P_plain/shards + P_experts/expert shards)", "FORMULAS §4");
    trace.input("plain_parameters", "Parameters of the stage on one device, experts aside",
        own.plain, "1", Origin::Model);
    trace.input("expert_parameters", "Expert parameters of the stage on one device", own.experts,
        "1", Origin::Model);
    trace.input("weight_bytes", "Bytes per stored weight", p.weightBytes, "bytes", Origin::Plan);
    trace.input(
        "weight_shards", "Ranks that share the weights", layout.weightShards, "1", Origin::Plan);
    trace.input("expert_weight_shards", "Ranks that share expert weights",
        layout.expertWeightShards, "1", Origin::Plan);
    trace.close(memory.weights, "bytes");
    trace.open("gradients", "Gradients",
        "bytes per gradient · (P_plain/shards + P_experts/expert shards)", "FORMULAS §4");
    trace.input("plain_parameters", "Parameters of the stage on one device, experts aside",
        own.plain, "1", Origin::Model);
    trace.input("expert_parameters", "Expert parameters of the stage on one device", own.experts,
        "1", Origin::Model);
    trace.input("gradient_bytes", "Bytes per gradient", p.gradientBytes, "bytes", Origin::Plan);
    trace.input("gradient_shards", "Ranks that share the gradients", layout.gradientShards, "1",
        Origin::Plan);
    trace.close(memory.gradients, "bytes");
    trace.open("optimizer_state", "Optimizer state",
        "(master + moments) bytes · (P_plain/shards + P_experts/expert shards)", "FORMULAS §4");
    trace.input("plain_parameters", "Parameters of the stage on one device, experts aside",
        own.plain, "1", Origin::Model);
    trace.input("expert_parameters", "Expert parameters of the stage on one device", own.experts,
        "1", Origin::Model);
    trace.input(
        "master_bytes", "Bytes of the master weight", p.masterBytes, "bytes", Origin::Stack);
    trace.input("moment_bytes", "Bytes of the optimizer's moments", optimizer.stateBytes, "bytes",
        Origin::Plan);
    trace.input("optimizer_shards", "Ranks that share the state", layout.optimizerShards, "1",
        Origin::Plan);
    trace.close(memory.optimizer, "bytes");
    return memory;
}

/// Copies of gradients and weights that the framework holds beside the state proper: the flat
/// gradient partition of the optimizer's step, a reduction bucket, and the unused 16-bit gradients
/// of one layer that fused accumulation leaves behind (one per weight shape).
/// @unit bytes   @source DeepSpeed stage_1_and_2.py; InternEvo hybrid_zero_optim.py; Transformer
/// Engine get_dummy_wgrad
inline double stateBuffers(
    const Prepared &p, const Candidate &c, const Layout &layout, const StageParameters &own)
{
    if (p.isInference)
        return 0;
    double bytes = p.stack.stepBytesPerParameter
        * (own.plain / layout.optimizerShards + own.experts / layout.expertOptimizerShards);
    bytes += 4 * std::min(p.stack.bucketParameters, own.total());
    if (p.stack.cachesWeightGradients) {
        double matrices = p.attentionParameters / c.tensor;
        if (p.denseLayers > 0)
            matrices += p.denseMlpParameters / c.tensor;
        if (p.moeLayers > 0)
            matrices += p.sharedMoeParameters / c.tensor
                + p.expertParameters / p.experts / layout.expertTensor;
        bytes += p.computeBytes * matrices;
    }
    return bytes;
}

/// Weights that FSDP has gathered at the worst moment: the layer in use, the prefetched ones, the
/// root group, and the unsharded gradient with its staging for the reduction.
/// @unit bytes   @source FORMULAS §4 "FSDP transient"
template <class Trace>
double gatheredMemory(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParameters &own, Trace &trace)
{
    const StageLayers layers = stageLayers(p, c, layout, Stage::First);
    const double count = std::max(1.0, layers.total());
    const double layer
        = (own.plain - own.embedding) / count + own.experts / std::max(1.0, layers.moe);
    double bytes = 0;
    if (layout.weightShards > 1) {
        const double prefetched = p.stack.prefetchedLayers + (p.flags.pipelinedAllGather ? 1 : 0)
            + (p.flags.doubleBuffering ? 1 : 0);
        const bool isKept = c.pipeline > 1 && !p.stack.reshardsInPipeline;
        const double held = isKept ? count : std::min(count, 1 + prefetched);
        const double root = p.stack.keepsRootGathered || isKept ? own.embedding : 0;
        bytes = p.computeBytes * (held * layer + root);
        if (!p.isInference && !p.stack.gathersByMatrix)
            bytes += layer * (p.computeBytes + (p.stack.stagesGradientsInFp32 ? 4 : 0));
    }
    trace.open("gathered_parameters", "Gathered parameters",
        "(1 + prefetched)·2·P_layer + root group + one layer's gradient and its staging",
        "FORMULAS §4");
    trace.input(
        "layer_parameters", "Parameters of a layer on one device", layer, "1", Origin::Model);
    trace.input(
        "root_parameters", "Embedding and head on one device", own.embedding, "1", Origin::Model);
    trace.input(
        "prefetched", "Layers gathered ahead", p.stack.prefetchedLayers, "1", Origin::Stack);
    trace.input(
        "weight_shards", "Ranks that share the weights", layout.weightShards, "1", Origin::Plan);
    return trace.close(bytes, "bytes");
}

} // namespace headroom
