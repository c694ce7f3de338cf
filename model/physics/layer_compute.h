#pragma once

#include "model/physics/gemm_time.h"
#include "model/physics/layout.h"
#include "model/physics/trace.h"

namespace headroom {

enum class LayerKind { Dense, Moe };

/// Seconds of a kind of work in one layer for one micro-batch on one device.
struct WorkSeconds
{
    double forward = 0, backward = 0, replay = 0;
};

/// Rows that one device's experts work on: every token to its top-k experts, spread evenly over the
/// ranks, times the load imbalance. @unit rows of one micro-batch
inline double expertRows(const Prepared &p, const Candidate &c, const Layout &layout)
{
    const double imbalance = p.options.moeLoadImbalance > 0 ? p.options.moeLoadImbalance : 1.0;
    const double capacity = p.options.moeCapacityFactor > 0 ? p.options.moeCapacityFactor : 1.0;
    const double own
        = p.expertIsAxis ? layout.tokens : layout.tokens / c.tensor * layout.expertTensor;
    return own * p.topK * imbalance * capacity;
}

/// Matrix products of one layer: forward, backward (input and weight gradients), and the forward
/// ones that the rematerialisation policy repeats.
/// @unit seconds   @source FORMULAS §6.1, §5.3
template <class Trace>
WorkSeconds gemmWork(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind, Trace &trace)
{
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const bool isDense = kind == LayerKind::Dense;
    const double gradientBytes = p.gradientBytes * (layout.microBatches > 1 ? 2 : 1);
    WorkSeconds work;
    trace.open(isDense ? "layer_dense_gemm" : "layer_moe_gemm",
        isDense ? "Matrix products of one dense layer, one micro-batch"
                : "Matrix products of one expert layer, one micro-batch",
        "sum over matrices of forward + backward + replayed forward", "FORMULAS §6.1");
    trace.input("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)", layout.tokens,
        "tokens", Origin::Derived);
    for (int i = 0; i < p.linearCount; ++i) {
        const Linear &linear = p.linears[static_cast<std::size_t>(i)];
        if (isDense ? !linear.ofDense : !linear.ofMoe)
            continue;
        double m = layout.tokens, k = linear.in, n = linear.out, batch = 1, scale = 1;
        if (linear.cut == Cut::Column)
            n /= c.tensor;
        else if (linear.cut == Cut::Row)
            k /= c.tensor;
        else if (linear.cut == Cut::Expert) {
            batch = std::max(1.0, p.experts / c.expert);
            m = expertRows(p, c, layout) / batch;
            (linear.in > linear.out && linear.in == p.expertFfn ? k : n) /= layout.expertTensor;
            scale = batch > 1 ? 1 / p.chip.groupedGemm : 1;
        } else {
            m = layout.tokens / layout.plainDivisor;
        }
        const bool isLow = linear.isQuantised && recipe.isLow;
        const double rate = isLow ? recipe.gemmRate : p.rate16;
        const double bytes = isLow ? recipe.elementBytes : p.computeBytes;
        const GemmTriple triple = trainingGemms(p, m, k, n, rate, bytes, gradientBytes, batch);
        const double replay = remat.replay[linear.tensor];
        work.forward += triple.forward * scale;
        work.backward += triple.backward * scale;
        work.replay += triple.forward * scale * replay;
        if constexpr (Trace::records) {
            trace.open(linear.id, linear.id,
                "forward + backward + replay·forward; 2·m·k·n / reached rate", "FORMULAS §6.1");
            trace.input("m", "Rows (tokens)", m, "1", Origin::Derived);
            trace.input("k", "Inner dimension on this device", k, "1", Origin::Model);
            trace.input("n", "Columns on this device", n, "1", Origin::Model);
            trace.input("products", "Products of one kernel", batch, "1", Origin::Derived);
            trace.input("rate", "Reached rate of this number format", rate, "FLOP/s", Origin::Chip);
            trace.input("tile_use", "Useful share of tiles and waves", tileUse(p, m, n, batch), "1",
                Origin::Derived);
            trace.input(
                "replay", "Share of the forward product done again", replay, "1", Origin::Derived);
            trace.close((triple.forward * (1 + replay) + triple.backward) * scale, "seconds");
        }
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

/// Keys that a query meets on average, as a kernel that skips whole blocks computes them.
/// Full causal: half the sequence plus half a block; window w: w − w²/(2s).
/// @unit tokens   @source FORMULAS §3
inline double attendedKeys(const Prepared &p, double window)
{
    constexpr double block = 128;
    const double s = p.sequence;
    if (window > 0 && window < s)
        return std::min(s, window - window * window / (2 * s) + block);
    return p.isFlash ? std::min(s, (s + block) / 2) : s;
}

/// The attention core (scores, softmax, weighted sum) of a mean layer.
/// @unit seconds   @source FORMULAS §6.2
template <class Trace>
WorkSeconds attentionWork(const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const double keys = p.fullAttentionShare * attendedKeys(p, 0)
        + (1 - p.fullAttentionShare) * attendedKeys(p, p.window);
    const double heads = p.heads / c.tensor;
    // Short rows of keys leave the kernel's pipeline half empty.
    constexpr double rampKeys = 256;
    const double ramp = p.isFlash ? (keys + rampKeys) / keys : 1;
    const double flop = 2 * layout.tokens * keys * heads * (p.headDim + p.valueDim);
    WorkSeconds work;
    trace.open("layer_attention", "Attention core of a mean layer, one micro-batch",
        "2·T·keys·(a/t)·(d_qk + d_v) / rate; backward 2.5 times the work", "FORMULAS §6.2");
    trace.input("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)", layout.tokens,
        "tokens", Origin::Derived);
    trace.input("keys", "Keys a query meets on average", keys, "tokens", Origin::Derived);
    trace.input("heads", "Query heads on this device", heads, "1", Origin::Model);
    trace.input("head_dim", "Head size, queries and keys", p.headDim, "1", Origin::Model);
    if (p.isFlash) {
        work.forward = ramp * flop / p.attentionForwardRate;
        work.backward = ramp * 2.5 * flop / p.attentionBackwardRate;
        trace.input("forward_rate", "Reached rate, forward", p.attentionForwardRate, "FLOP/s",
            Origin::Chip);
        trace.input("backward_rate", "Reached rate, backward", p.attentionBackwardRate, "FLOP/s",
            Origin::Chip);
    } else {
        // Two batched products and the score traffic: 11 bytes forward, 18 backward per element.
        const double scores = layout.tokens * keys * heads;
        work.forward
            = flop / p.attentionForwardRate + (p.hasDropout ? 11 : 8) * scores / p.memoryRate;
        work.backward
            = 2 * flop / p.attentionForwardRate + (p.hasDropout ? 18 : 14) * scores / p.memoryRate;
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

/// Elements that a low-precision recipe quantises in one layer and micro-batch on one device.
struct CastElements
{
    double inputs = 0, gradients = 0, weights = 0;
    double transposed = 0; ///< gathered quantised, turned round for the weight gradient
};

inline CastElements castElements(
    const Prepared &p, const Candidate &c, const Layout &layout, bool isDense)
{
    CastElements casts;
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    if (!recipe.isLow)
        return casts;
    // What is gathered before a product is quantised by its owner where it travels quantised.
    const double t = c.tensor, gathered = recipe.travelsLow ? layout.plainDivisor : 1;
    for (int i = 0; i < p.linearCount; ++i) {
        const Linear &linear = p.linears[static_cast<std::size_t>(i)];
        if (!(isDense ? linear.ofDense : linear.ofMoe) || !linear.isQuantised)
            continue;
        if (linear.cut == Cut::Expert) {
            const double rows = expertRows(p, c, layout);
            casts.inputs += rows * linear.in;
            casts.gradients += rows * linear.out;
            casts.weights += linear.in * linear.out * p.experts / (c.expert * layout.expertTensor);
            continue;
        }
        const double in = linear.cut == Cut::Row ? t : linear.cut == Cut::Column ? gathered : 1;
        const double out = linear.cut == Cut::Column ? t : linear.cut == Cut::Row ? gathered : 1;
        casts.inputs += layout.tokens * linear.in / in;
        casts.gradients += layout.tokens * linear.out / out;
        casts.weights += linear.in * linear.out / (linear.cut == Cut::None ? 1 : t);
        if (gathered > 1)
            casts.transposed += layout.tokens
                * (linear.cut == Cut::Column     ? linear.in
                        : linear.cut == Cut::Row ? linear.out
                                                 : 0);
    }
    return casts;
}

/// Norms, residuals, positions, activation function, dropout, casts and expert permutation: kernels
/// bound by memory traffic. @unit seconds   @source FORMULAS §6.3
template <class Trace>
WorkSeconds elementWork(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind, Trace &trace)
{
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const bool isDense = kind == LayerKind::Dense;
    const double u = p.computeBytes;
    const double norms = p.normsPerLayer / 2;
    // Two norms (read, write) and two residual additions (two reads, a write): 10 passes over h.
    double bytes = layout.tokens * 10 * u * p.hidden * norms / layout.plainDivisor;
    if (p.hasDropout)
        bytes += layout.tokens * 2 * p.hidden / layout.plainDivisor;
    bytes += layout.tokens * 2 * u * p.qkElements / c.tensor;
    const double inner = (p.gateFactor + 1) * u * p.activationPasses;
    const CastElements casts = castElements(p, c, layout, isDense);
    if (isDense) {
        bytes += layout.tokens * inner * p.ffn / c.tensor;
    } else {
        const double rows = expertRows(p, c, layout);
        bytes += rows * inner * p.expertFfn / layout.expertTensor;
        bytes += layout.tokens * inner * p.sharedFfn / c.tensor;
        // Permute, unpermute with the weighted sum, and the copies around the exchange.
        bytes += rows / layout.expertTensor * 6 * u * p.hidden
            + layout.tokens * 12 * p.experts / c.tensor;
    }
    const double castForward
        = casts.inputs * recipe.castInputForward + casts.weights * recipe.castWeightForward;
    const double castBackward = casts.inputs * recipe.castInputBackward
        + casts.gradients * recipe.castGradient + casts.weights * recipe.castWeightBackward
        + casts.transposed * 2;
    WorkSeconds work { (bytes * p.elementwiseFactor + castForward) / p.memoryRate,
        (2 * bytes * p.elementwiseFactor + castBackward) / p.memoryRate, 0 };
    work.replay = work.forward * remat.replayElementwise;
    trace.open(isDense ? "layer_dense_elementwise" : "layer_moe_elementwise",
        "Element-wise kernels of one layer, one micro-batch",
        "bytes·g / (W·e), backward twice the bytes", "FORMULAS §6.3");
    trace.input("bytes", "Ideal forward traffic", bytes, "bytes", Origin::Derived);
    trace.input("cast_bytes", "Traffic of casts to the low-precision format",
        castForward + castBackward, "bytes", Origin::Derived);
    trace.input("elementwise_factor", "Traffic of this stack over the ideal", p.elementwiseFactor,
        "1", Origin::Stack);
    trace.input(
        "memory_rate", "Reached memory bandwidth", p.memoryRate, "bytes/s", Origin::Hardware);
    trace.input("replay", "Share of the forward kernels done again", remat.replayElementwise, "1",
        Origin::Derived);
    trace.close(work.forward + work.backward + work.replay, "seconds");
    return work;
}

/// Output head and loss of one micro-batch on the last stage. @unit seconds   @source FORMULAS
/// §6.4
template <class Trace>
WorkSeconds headWork(const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const double columns = p.vocab / c.tensor;
    const double gradientBytes = p.gradientBytes * (layout.microBatches > 1 ? 2 : 1);
    const GemmTriple gemms = trainingGemms(
        p, layout.tokens, p.hidden, columns, p.rate16, p.computeBytes, gradientBytes);
    const double heads = 1 + p.mtpLayers;
    const double perLogit
        = p.usesFusedLoss ? p.stack.logitTrafficBytes / 2 : p.stack.logitTrafficBytes;
    const double traffic = layout.tokens * columns * perLogit / p.memoryRate;
    WorkSeconds work;
    work.forward = heads * (gemms.forward * p.stack.computeFactor + traffic / 3);
    work.backward = heads * (gemms.backward * p.stack.computeFactor + traffic * 2 / 3);
    trace.open("head_micro_batch", "Output head and loss of one micro-batch",
        "three products [T,h]x[h,V/t] + bytes per logit · T·V/t / W", "FORMULAS §6.4");
    trace.input("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)", layout.tokens,
        "tokens", Origin::Derived);
    trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model);
    trace.input("columns", "Vocabulary on this device V/t", columns, "1", Origin::Model);
    trace.input("rate", "Reached 16-bit rate", p.rate16, "FLOP/s", Origin::Chip);
    trace.input("bytes_per_logit", "Memory traffic per logit", perLogit, "bytes", Origin::Stack);
    trace.close(work.forward + work.backward, "seconds");
    return work;
}

} // namespace headroom
