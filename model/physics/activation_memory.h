#pragma once

#include "model/physics/interleaving.h"
#include "model/physics/layer_compute.h"
#include "model/physics/state_memory.h"

namespace headroom {

/// Activations of one device at a stage. @unit bytes
struct ActivationMemory
{
    double saved = 0; ///< kept for the backward pass, all micro-batches in flight
    double working = 0; ///< of the layer whose backward pass runs
    double logits = 0; ///< at the moment of the loss
    double host = 0; ///< offloaded
};

/// Micro-batches whose activations are alive on a stage, in units of its own layers.
/// 1F1B: min(m, p − i); interleaved: p·(1 + (p−1)/(p·v)) on the first stage, capped by m, or what
/// the schedule holds where the plan gives each chunk its layers; scanned pipelines hold all m.
/// @source arXiv 2205.05198 §4.2.3; FORMULAS §5.4
inline double microBatchesInFlight(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage)
{
    if (c.pipeline <= 1 || p.isInference)
        return 1;
    const double m = layout.microBatches;
    if (p.stack.holdsAllMicroBatches)
        return m;
    const double depth = c.pipeline, chunks = c.chunks;
    if (layout.chunksAreGiven) {
        const bool isFirst = stage == Stage::First;
        const double layers = isFirst ? layout.firstStageLayers : layout.lastStageLayers;
        return mostLiveLayers(p.stageLayers, isFirst ? 0 : c.pipeline - 1, c.pipeline, c.chunks, m)
            / std::max(1.0, layers);
    }
    if (chunks > 1) {
        const double warm = stage == Stage::First
            ? depth * (1 + (depth - 1) / (depth * chunks))
            : 1 + (depth - 1) / (depth * chunks) + (chunks - 1) * depth / chunks;
        return std::min(m, warm);
    }
    return stage == Stage::First ? std::min(m, depth) : 1;
}

/// Bytes of one layer's activations for one micro-batch under a policy.
inline double layerActivationBytes(const Prepared &p, const Candidate &c, const Layout &layout,
    const RematCosts &remat, LayerKind kind)
{
    const bool isDense = kind == LayerKind::Dense;
    const double plain = (isDense ? remat.plainBytes : remat.moePlainBytes) / layout.plainDivisor;
    const double cut = (isDense ? remat.shardedBytes : remat.moeShardedBytes) / c.tensor;
    double bytes = layout.tokens * (plain + cut + remat.wholeBytes);
    if (!isDense)
        bytes += expertRows(p, c, layout) * remat.expertBytes / layout.expertTensor;
    if (remat.keepsScores)
        bytes += layout.tokens * p.sequence * p.heads / c.tensor * (p.hasDropout ? 5.0 : 4.0);
    return bytes;
}

/// Saved activations, working set and logits of a stage. @source FORMULAS §5; for a plain layer
/// they come to the closed form of FORMULAS §5.1
template <class Trace>
ActivationMemory activationMemory(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage, Trace &trace)
{
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const RematCosts &whole = p.remats[static_cast<std::size_t>(p.wholeRemat)];
    const StageLayers layers = stageLayers(p, c, layout, stage);
    const double inFlight = microBatchesInFlight(p, c, layout, stage);
    const double dense
        = layers.dense > 0 ? layerActivationBytes(p, c, layout, remat, LayerKind::Dense) : 0;
    const double moe
        = layers.moe > 0 ? layerActivationBytes(p, c, layout, remat, LayerKind::Moe) : 0;
    ActivationMemory memory;
    if (!p.isInference)
        memory.saved = inFlight * (layers.dense * dense + layers.moe * moe);
    const bool hasLoss = stage == Stage::Last || c.pipeline == 1;
    if (hasLoss && !p.isInference)
        memory.saved += layout.tokens * p.hidden * p.finalSavedBytes / layout.plainDivisor;
    memory.host = remat.offloadBytes * layout.tokens / c.tensor * layers.total() * inFlight;

    const LayerKind kind = layers.moe > 0 ? LayerKind::Moe : LayerKind::Dense;
    const double all = layerActivationBytes(p, c, layout, whole, kind);
    const double rows = kind == LayerKind::Moe ? expertRows(p, c, layout) : 0;
    // Gradients that the backward pass of one layer holds beside its activations: those of the
    // MLP's inner tensors and of the two residual branches.
    const double inner = kind == LayerKind::Moe
        ? rows * (p.gateFactor + 1) * p.expertFfn / layout.expertTensor
            + rows * 2 * p.hidden / layout.expertTensor
        : layout.tokens * (p.gateFactor + 1) * p.ffn / c.tensor;
    const double gathered = layout.plainDivisor > 1 ? layout.tokens * p.hidden : 0;
    const double gradients = p.computeBytes
        * (inner * p.stack.workingGradientShare + gathered
            + 2 * layout.tokens * p.hidden / layout.plainDivisor);
    memory.working = std::max(0.0, all - (kind == LayerKind::Moe ? moe : dense)) + gradients;
    if (p.isInference)
        memory.working = all;
    if (hasLoss) {
        const double perLogit = p.isInference ? p.computeBytes + 4
            : p.usesFusedLoss                 ? p.stack.fusedBytesPerLogit
                                              : p.stack.loggedBytesPerLogit;
        memory.logits = layout.tokens * p.vocab / c.tensor * perLogit / p.options.vocabTiling;
        if (p.stack.cachesWeightGradients && !p.isInference)
            memory.logits += p.computeBytes * p.headParameters / c.tensor;
    }

    trace.open("saved_activations", "Saved activations",
        "micro-batches in flight · layers of the stage · bytes per layer", "FORMULAS §5.2–5.4");
    trace.input(
        "in_flight", "Micro-batches in flight on this stage", inFlight, "1", Origin::Derived);
    trace.input("dense_layers", "Dense layers of the stage", layers.dense, "1", Origin::Model);
    trace.input("dense_layer_bytes", "Saved by one dense layer", dense, "bytes", Origin::Derived);
    trace.input("moe_layers", "Expert layers of the stage", layers.moe, "1", Origin::Model);
    trace.input("moe_layer_bytes", "Saved by one expert layer", moe, "bytes", Origin::Derived);
    trace.input("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)", layout.tokens,
        "tokens", Origin::Derived);
    trace.close(memory.saved, "bytes");
    trace.open("working_set", "Working set of one layer's backward pass",
        "whole layer − saved + gradients of its inner tensors", "FORMULAS §5.6");
    trace.input("layer_bytes", "All activations of one layer", all, "bytes", Origin::Derived);
    trace.input(
        "gradient_bytes", "Gradients alive beside them", gradients, "bytes", Origin::Derived);
    trace.close(memory.working, "bytes");
    trace.open(
        "logits_loss", "Logits and loss", "T·V/t · bytes per logit / chunks", "FORMULAS §5.5");
    trace.input("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)", layout.tokens,
        "tokens", Origin::Derived);
    trace.input("vocabulary", "Vocabulary V", p.vocab, "1", Origin::Model);
    trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    trace.input("chunks", "Chunks of the vocabulary", p.options.vocabTiling, "1", Origin::Plan);
    trace.close(memory.logits, "bytes");
    return memory;
}

} // namespace headroom
