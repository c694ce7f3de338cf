#pragma once

#include "model/physics/products.h"
#include "model/physics/trace.h"

namespace headroom {

/// Seconds of a kind of work in one layer for one micro-batch on one device.
struct WorkSeconds
{
    double forward = 0, backward = 0, replay = 0;
};

/// One matrix of a layer for one micro-batch: its products forward, backward (gradients of input
/// and weight) and done again under the policy. A stack's compute factor comes on top.
inline WorkSeconds matrixWork(
    const Prepared &p, const Candidate &c, const Layout &layout, const Linear &linear)
{
    const ProductTime time
        = productTime(p, layerProduct(p, c, layout, linear), weightGradientBytes(p, layout));
    const double replay = p.remats[static_cast<std::size_t>(c.remat)].replay[linear.tensor];
    return { time.forward.value(), time.backward.value(), time.forward.value() * replay };
}

/// The derivation of one matrix: the product that the rank computes, its rate and tiles.
template <class Trace>
void traceMatrix(const Prepared &p, const Candidate &c, const Layout &layout, const Linear &linear,
    const WorkSeconds &work, Trace &trace)
{
    const Product own = layerProduct(p, c, layout, linear);
    trace.open(linear.id, linear.id, "forward + backward + replay·forward; 2·m·k·n / reached rate",
        "FORMULAS §6.1");
    trace.input("m", "Rows (tokens)", own.m, "1", Origin::Derived);
    trace.input("k", "Inner dimension on this device", own.k, "1", Origin::Model);
    trace.input("n", "Columns on this device", own.n, "1", Origin::Model);
    trace.input("products", "Products of one kernel", own.batch, "1", Origin::Derived);
    trace.input(
        "rate", "Reached rate of this number format", own.rate.value(), "FLOP/s", Origin::Chip);
    trace.input("tile_use", "Useful share of tiles and waves",
        bestTile(p, own.m, own.n, own.batch).use, "1", Origin::Derived);
    trace.input("replay", "Share of the forward product done again",
        p.remats[static_cast<std::size_t>(c.remat)].replay[linear.tensor], "1", Origin::Derived);
    trace.close(work.forward + work.backward + work.replay, "seconds");
}

/// Matrix products of one layer: forward, backward (input and weight gradients), and the forward
/// ones that the rematerialisation policy repeats.
/// @unit seconds   @source FORMULAS §6.1, §5.3
template <class Trace>
WorkSeconds gemmWork(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind, Trace &trace)
{
    const bool isDense = kind == LayerKind::Dense;
    WorkSeconds work;
    trace.open(isDense ? "layer_dense_gemm" : "layer_moe_gemm",
        isDense ? "Matrix products of one dense layer, one micro-batch"
                : "Matrix products of one expert layer, one micro-batch",
        "sum over matrices of forward + backward + replayed forward", "FORMULAS §6.1");
    trace.input("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)", layout.tokens,
        "tokens", Origin::Derived);
    for (const Linear &linear : p.matrices()) {
        if (!linear.isOf(kind))
            continue;
        const WorkSeconds own = matrixWork(p, c, layout, linear);
        work.forward += own.forward;
        work.backward += own.backward;
        work.replay += own.replay;
        if constexpr (Trace::records)
            traceMatrix(p, c, layout, linear, own, trace);
    }
    const double stack = p.stack.computeFactor;
    work.forward *= stack;
    work.backward *= stack;
    work.replay *= stack;
    trace.input("compute_factor", "This software stack over the chip's usual time", stack, "1",
        Origin::Stack);
    trace.close(work.forward + work.backward + work.replay, "seconds");
    return work;
}

/// Keys that a query meets on average in what a kernel computes, in a mean layer. A fused kernel
/// skips whole blocks only, so it computes half a block more than the mask asks for at each edge:
/// one edge of a causal mask, two of a window. Unfused products compute the whole square. Model
/// FLOPs count the mask alone (modelKeys).
/// @unit tokens   @source FORMULAS §3, §6.2
inline double kernelKeys(const Prepared &p)
{
    constexpr double block = 128; ///< keys of a tile, @source FlashAttention-2 and 3, cuDNN
    const double s = p.sequence;
    const double whole = p.isFlash ? std::min(s, (s + block) / 2) : s;
    return p.fullAttentionShare * whole
        + (1 - p.fullAttentionShare) * std::min(s, p.localKeys + block);
}

/// The attention core of a mean layer as kernels run it, forward pass of one micro-batch.
struct AttentionCore
{
    double keys = 0, heads = 0; ///< keys a query meets; query heads on this device
    Flop flop;
    double backwardRatio = 2; ///< flash kernels compute the scores again: five products against two
    Bytes scoresForward,
        scoresBackward; ///< traffic of scores that an unfused core writes and reads
};

/// @source FORMULAS §6.2
inline AttentionCore attentionCore(const Prepared &p, const Candidate &c, const Layout &layout)
{
    AttentionCore core;
    core.keys = kernelKeys(p);
    core.heads = p.heads / c.tensor;
    core.flop = Flop { 2 * layout.tokens * core.keys * core.heads * (p.headDim + p.valueDim) };
    if (p.isFlash) {
        core.backwardRatio = 2.5;
        return core;
    }
    // Bytes of an element over the kernels that touch it, masks of dropout included.
    const double scores = layout.tokens * core.keys * core.heads;
    core.scoresForward = Bytes { (p.hasDropout ? 11 : 8) * scores };
    core.scoresBackward = Bytes { (p.hasDropout ? 18 : 14) * scores };
    return core;
}

/// The attention core (scores, softmax, weighted sum) of a mean layer.
/// @unit seconds   @source FORMULAS §6.2
template <class Trace>
WorkSeconds attentionWork(const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const AttentionCore core = attentionCore(p, c, layout);
    const double flop = core.flop.value();
    WorkSeconds work;
    trace.open("layer_attention", "Attention core of a mean layer, one micro-batch",
        "2·T·keys·(a/t)·(d_qk + d_v) / rate; backward 2.5 times the work", "FORMULAS §6.2");
    trace.input("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)", layout.tokens,
        "tokens", Origin::Derived);
    trace.input("keys", "Keys a query meets on average", core.keys, "tokens", Origin::Derived);
    trace.input("heads", "Query heads on this device", core.heads, "1", Origin::Model);
    trace.input("head_dim", "Head size, queries and keys", p.headDim, "1", Origin::Model);
    if (p.isFlash) {
        // Short rows of keys leave the kernel's pipeline half empty.
        constexpr double rampKeys = 256;
        const double ramp = (core.keys + rampKeys) / core.keys;
        work.forward = ramp * flop / p.attentionForwardRate;
        work.backward = ramp * core.backwardRatio * flop / p.attentionBackwardRate;
        trace.input("forward_rate", "Reached rate, forward", p.attentionForwardRate, "FLOP/s",
            Origin::Chip);
        trace.input("backward_rate", "Reached rate, backward", p.attentionBackwardRate, "FLOP/s",
            Origin::Chip);
    } else {
        // Two batched products and the score traffic.
        work.forward = flop / p.attentionForwardRate + core.scoresForward.value() / p.memoryRate;
        work.backward = core.backwardRatio * flop / p.attentionForwardRate
            + core.scoresBackward.value() / p.memoryRate;
        trace.input("rate", "Reached rate of batched products", p.attentionForwardRate, "FLOP/s",
            Origin::Chip);
        trace.input(
            "memory_rate", "Reached memory bandwidth", p.memoryRate, "bytes/s", Origin::Hardware);
    }
    work.replay = work.forward * remat.replayAttention;
    const double stack = p.stack.computeFactor;
    work = { work.forward * stack, work.backward * stack, work.replay * stack };
    trace.close(work.forward + work.backward + work.replay, "seconds");
    return work;
}

/// Memory traffic of element-wise kernels of one layer and micro-batch, forward pass.
struct ElementTraffic
{
    Bytes norms; ///< normalisations and residuals, ideal
    Bytes others; ///< positions, activation function, dropout, expert permutation; ideal
    Bytes castForward, castBackward; ///< quantising, as it is
};

/// @source FORMULAS §6.3
inline ElementTraffic elementTraffic(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind)
{
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    const double u = p.computeBytes;
    ElementTraffic traffic;
    // Two norms (read, write) and two residual additions (two reads, a write): 10 passes over h.
    traffic.norms
        = Bytes { layout.tokens * 10 * u * p.hidden * (p.normsPerLayer / 2) / layout.plainDivisor };
    double bytes = p.hasDropout ? layout.tokens * 2 * p.hidden / layout.plainDivisor : 0;
    bytes += layout.tokens * 2 * u * p.qkElements / c.tensor;
    const double inner = (p.gateFactor + 1) * u * p.activationPasses;
    if (kind == LayerKind::Dense) {
        bytes += layout.tokens * inner * p.ffn / c.tensor;
    } else {
        const double rows = expertRows(p, c, layout);
        bytes += rows * inner * p.expertFfn / layout.expertTensor;
        bytes += layout.tokens * inner * p.sharedFfn / c.tensor;
        // Permute, unpermute with the weighted sum, and the copies around the exchange.
        bytes += rows / layout.expertTensor * 6 * u * p.hidden
            + layout.tokens * 12 * p.experts / c.tensor;
    }
    traffic.others = Bytes { bytes };
    const CastElements casts = castElements(p, c, layout, kind);
    traffic.castForward = Bytes { casts.inputs * recipe.castInputForward
        + casts.weights * recipe.castWeightForward };
    traffic.castBackward
        = Bytes { casts.inputs * recipe.castInputBackward + casts.gradients * recipe.castGradient
              + casts.weights * recipe.castWeightBackward + casts.transposed * 2 };
    return traffic;
}

/// Norms, residuals, positions, activation function, dropout, casts and expert permutation: kernels
/// bound by memory traffic. @unit seconds   @source FORMULAS §6.3
template <class Trace>
WorkSeconds elementWork(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind, Trace &trace)
{
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const bool isDense = kind == LayerKind::Dense;
    const ElementTraffic traffic = elementTraffic(p, c, layout, kind);
    const Bytes ideal = traffic.norms + traffic.others;
    const BytesPerSecond rate { p.memoryRate };
    WorkSeconds work { ((ideal * p.elementwiseFactor + traffic.castForward) / rate).value(),
        ((2 * ideal * p.elementwiseFactor + traffic.castBackward) / rate).value(), 0 };
    work.replay = work.forward * remat.replayElementwise;
    trace.open(isDense ? "layer_dense_elementwise" : "layer_moe_elementwise",
        "Element-wise kernels of one layer, one micro-batch",
        "bytes·g / (W·e), backward twice the bytes", "FORMULAS §6.3");
    trace.input("bytes", "Ideal forward traffic", ideal.value(), "bytes", Origin::Derived);
    trace.input("cast_bytes", "Traffic of casts to the low-precision format",
        (traffic.castForward + traffic.castBackward).value(), "bytes", Origin::Derived);
    trace.input("elementwise_factor", "Traffic of this stack over the ideal", p.elementwiseFactor,
        "1", Origin::Stack);
    trace.input(
        "memory_rate", "Reached memory bandwidth", p.memoryRate, "bytes/s", Origin::Hardware);
    trace.input("replay", "Share of the forward kernels done again", remat.replayElementwise, "1",
        Origin::Derived);
    trace.close(work.forward + work.backward + work.replay, "seconds");
    return work;
}

/// Rows that the embedding's lookup reads and writes, one micro-batch; its gradient is read, added
/// and written.
inline Bytes lookupTraffic(const Prepared &p, const Layout &layout)
{
    return Bytes { 2 * layout.tokens * p.hidden * p.computeBytes };
}
inline constexpr double lookupBackwardPasses = 2; ///< over that traffic

/// Memory traffic of the loss for each logit, over all passes. @unit bytes   @source FORMULAS §6.4
inline double lossBytesPerLogit(const Prepared &p)
{
    return p.usesFusedLoss ? p.stack.logitTrafficBytes / 2 : p.stack.logitTrafficBytes;
}
inline constexpr double lossPasses = 3; ///< over the logits: one forward, two backward

/// Output head and loss of one micro-batch on the last stage. @unit seconds   @source FORMULAS
/// §6.4
template <class Trace>
WorkSeconds headWork(const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const Product head = headProduct(p, c, layout);
    const ProductTime gemms = productTime(p, head, weightGradientBytes(p, layout));
    const double heads = 1 + p.mtpLayers;
    const double perLogit = lossBytesPerLogit(p), stack = p.stack.computeFactor;
    const double traffic = head.m * head.n * perLogit / p.memoryRate;
    WorkSeconds work;
    work.forward = heads * (gemms.forward.value() * stack + traffic / lossPasses);
    work.backward
        = heads * (gemms.backward.value() * stack + traffic * (lossPasses - 1) / lossPasses);
    trace.open("head_micro_batch", "Output head and loss of one micro-batch",
        "three products [T,h]x[h,V/t] + bytes per logit · T·V/t / W", "FORMULAS §6.4");
    trace.input("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)", head.m, "tokens",
        Origin::Derived);
    trace.input("hidden", "Model width h", head.k, "1", Origin::Model);
    trace.input("columns", "Vocabulary on this device V/t", head.n, "1", Origin::Model);
    trace.input("rate", "Reached 16-bit rate", head.rate.value(), "FLOP/s", Origin::Chip);
    trace.input("bytes_per_logit", "Memory traffic per logit", perLogit, "bytes", Origin::Stack);
    trace.close(work.forward + work.backward, "seconds");
    return work;
}

} // namespace headroom
