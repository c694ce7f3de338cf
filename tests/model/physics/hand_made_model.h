#pragma once

#include "model/physics/memory/peak_memory.h"
#include "model/physics/prepare/prepare.h"

#include <cmath>

namespace headroom::test {

inline RematPolicy policy(const char *id)
{
    RematPolicy policy;
    policy.id = id;
    return policy;
}

inline constexpr int noRecompute = 0, selective = 1, full = 2; ///< order of Prepared::remats below

/// A GPT as in arXiv 2205.05198: plain MLP of width 4h, dropout, unfused attention, 16 bit with
/// fp32 master weights, gradients and Adam. Matrices only: no embedding, norms or biases.
inline Prepared paperGpt(double layers, double hidden, double heads, double sequence = 2048)
{
    Prepared p;
    p.layers = p.denseLayers = layers;
    p.hidden = hidden;
    p.ffn = 4 * hidden;
    p.heads = p.kvHeads = heads;
    p.headDim = p.valueDim = hidden / heads;
    p.isGated = false;
    p.gateFactor = 1;
    p.hasDropout = true;
    p.isFlash = false;
    p.sequence = sequence;
    p.globalBatch = 65536;
    p.attentionParameters = 4 * hidden * hidden;
    p.denseMlpParameters = 8 * hidden * hidden;
    p.weightBytes = Bytes { 2 };
    p.masterBytes = Bytes { 4 };
    p.usableBytes = Bytes { 80e9 };
    p.stack.hasMasterWeights = true;
    for (const char *id : { "no_recompute", "selective", "full" })
        p.remats.push_back(
            rematCosts(p, policy(id), rematKind(id, frameworkTraits(Framework::Megatron))));
    p.recipes.push_back({});
    p.optimizers.push_back(optimizerCosts(optimizerTraits(Optimizer::AdamW), NumberFormat::Fp32));
    return p;
}

/// Llama-3-8B as far as memory needs it.
inline Prepared llama8b(double sequence = 8192)
{
    Prepared p = paperGpt(32, 4096, 32, sequence);
    p.ffn = 14336;
    p.kvHeads = 8;
    p.isGated = true;
    p.gateFactor = 2;
    p.hasDropout = false;
    p.isFlash = true;
    p.vocab = 128256;
    p.attentionParameters = 4096.0 * (32 + 2 * 8) * 128 + 4096.0 * 4096;
    p.denseMlpParameters = 3 * 4096.0 * 14336;
    p.densePlainParameters = 2 * 4096;
    p.embeddingParameters = p.headParameters = 128256.0 * 4096;
    p.finalParameters = 4096;
    p.remats.clear();
    for (const char *id : { "no_recompute", "selective", "full" })
        p.remats.push_back(
            rematCosts(p, policy(id), rematKind(id, frameworkTraits(Framework::Megatron))));
    return p;
}

inline double asGib(double bytes)
{
    return bytes / bytesPerGib;
}

/// Saved activations of the first stage, head and loss aside. @unit GiB
inline double savedGib(const Prepared &p, const Candidate &c)
{
    const Layout layout = makeLayout(p, c);
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    return asGib(microBatchesInFlight(p, c, layout, Stage::First) * layout.firstStageLayers
        * layerActivationBytes(p, c, layout, remat, LayerKind::Dense).value());
}

inline MemoryTerms firstStage(const Prepared &p, const Candidate &c)
{
    NoTrace none;
    OutsideBytes outside;
    return stageMemory(p, c, makeLayout(p, c), Stage::First, outside, none);
}

/// Weights, gradients and optimizer state of the first stage. @unit GiB
inline double stateGib(const Prepared &p, const Candidate &c)
{
    const MemoryTerms terms = firstStage(p, c);
    return asGib((terms[MemoryTerm::Weights] + terms[MemoryTerm::Gradients]
        + terms[MemoryTerm::OptimizerState])
                     .value());
}

inline bool isNear(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

} // namespace headroom::test
