#pragma once

#include "model/physics/compute/gemm_shapes.h"
#include "model/physics/trace/trace.h"

namespace headroom {

/// Keys of a tile of fused kernels. @source FlashAttention-2 and 3, cuDNN
inline constexpr double flashBlock = 128;

/// Keys that a query meets on average in what a kernel computes, in a mean layer. A fused kernel
/// skips whole blocks only, so it computes half a block more than the mask asks for at each edge:
/// one edge of a causal mask, two of a window. Unfused GEMMs compute the whole square. Model
/// FLOPs count the mask alone (modelKeys).
/// @unit tokens   @source FORMULAS §3, §6.2
template <class Trace> NumberOf<Trace> kernelKeys(const Prepared &p, Trace &trace)
{
    if (!p.isFlash)
        return trace.number("keys", "Keys that a query attends to on average",
            "s: the kernel computes masked scores, too, and throws them away", "FORMULAS §6.2",
            "tokens",
            trace.input("sequence_length", "Sequence length", p.sequence, "tokens", Origin::Plan));
    // Fused kernels skip what lies between packed documents.
    const bool isPacked = p.documentTokens > 0 && p.documentTokens < p.sequence;
    const auto s = isPacked
        ? trace.input("document_tokens", "Mean length of a packed document", p.documentTokens,
            "tokens", Origin::Plan)
        : trace.input("sequence_length", "Sequence length", p.sequence, "tokens", Origin::Plan);
    const auto block = trace.input("block", "Keys of a tile", flashBlock, "tokens", Origin::Cited);
    const auto share = trace.input("full_share", "Share of the layers that see the whole sequence",
        p.fullAttentionShare, "1", Origin::Model);
    auto keys = share * smaller(s, (s + block) / 2);
    if (p.fullAttentionShare < 1)
        keys += (1 - share)
            * smaller(s,
                trace.input("window_keys", "Keys that a window leaves on average", p.localKeys,
                    "tokens", Origin::Model)
                    + block);
    return trace.number("keys", "Keys that a query attends to on average",
        "whole layers · min(s, (s + block)/2) + windowed layers · min(s, window + block)",
        "FORMULAS §6.2", "tokens", keys);
}

inline double kernelKeys(const Prepared &p)
{
    NoTrace none;
    return kernelKeys(p, none);
}

/// The attention core of a mean layer as kernels run it, forward pass of one micro-batch.
template <class Number> struct AttentionCoreOf
{
    Number keys {}, heads {}; ///< keys a query meets; query heads on this device
    Number flop {};
    Number backwardRatio {}; ///< flash kernels compute the scores again: five GEMMs against two
    Number scoresForward {}, scoresBackward {}; ///< bytes of scores that an unfused core moves
};

struct AttentionCore
{
    double keys = 0, heads = 0;
    Flop flop;
    double backwardRatio = 2;
    Bytes scoresForward, scoresBackward;
};

/// Work of the backward pass over the forward: four GEMMs against two, and flash kernels compute
/// the scores again. @source FlashAttention-2 (arXiv 2307.08691)
inline constexpr double unfusedBackwardRatio = 2, flashBackwardRatio = 2.5;
/// Keys at which a row reaches half a kernel's rate, over both passes. cuDNN's kernels are deeper
/// pipelines than FlashAttention's, whose third generation publishes the forward pass alone (235;
/// ASSUMED longer backward, like the others). @source rates by length: FlashAttention-2 on A100 and
/// H100 (512 to 16,384 keys: 285 and 288, flash-attention assets); cuDNN on H200, GB200 and GB300
/// (2,048 to 32,768: 645, 700 and 620, cudnn-frontend benchmark/sdpa_benchmark_training)
inline constexpr double flashRampKeys(AttentionKernel kernel)
{
    constexpr double flash = 290, cudnn = 650;
    return kernel == AttentionKernel::CudnnFlash ? cudnn : flash;
}

/// Bytes that the kernels of an unfused core move for an element of the scores, forward and
/// backward: 16-bit reads and writes of scaling, softmax and both GEMMs; masks of dropout are
/// bytes beside them. @source Megatron-LM DotProductAttention, counted kernel by kernel
struct ScoreBytes
{
    double forward, backward;
};
inline constexpr ScoreBytes plainScores { 8, 14 }, droppedScores { 11, 18 };

/// @source FORMULAS §6.2
template <class Trace>
AttentionCoreOf<NumberOf<Trace>> attentionCore(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    AttentionCoreOf<NumberOf<Trace>> core;
    const auto tokens = microBatchTokens(p, c, layout, trace);
    core.keys = kernelKeys(p, trace);
    core.heads
        = trace.number("device_heads", "Query heads on this device", "a/t", "FORMULAS §6.2", "1",
            trace.input("heads", "Query heads", p.heads, "1", Origin::Model)
                / trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan));
    core.flop = trace.number("core_flop", "Work of the attention core, forward",
        "2·T·keys·(a/t)·(d_qk + d_v)", "FORMULAS §6.2", "FLOP",
        2 * tokens * core.keys * core.heads
            * (trace.input("head_dim", "Head size, queries and keys", p.headDim, "1", Origin::Model)
                + trace.input("value_dim", "Head size, values", p.valueDim, "1", Origin::Model)));
    core.backwardRatio = trace.input("backward_ratio", "Work of the backward pass over the forward",
        p.isFlash ? flashBackwardRatio : unfusedBackwardRatio, "1", Origin::Cited);
    if (p.isFlash)
        return core;
    const ScoreBytes moved = p.hasDropout ? droppedScores : plainScores;
    const auto scores = tokens * core.keys * core.heads;
    core.scoresForward = trace.input("score_bytes_forward", "Bytes moved for a score, forward",
                             moved.forward, "bytes", Origin::Cited)
        * scores;
    core.scoresBackward = trace.input("score_bytes_backward", "Bytes moved for a score, backward",
                              moved.backward, "bytes", Origin::Cited)
        * scores;
    return core;
}

inline AttentionCore attentionCore(const Prepared &p, const Candidate &c, const Layout &layout)
{
    NoTrace none;
    const auto core = attentionCore(p, c, layout, none);
    return { core.keys, core.heads, Flop { core.flop }, core.backwardRatio,
        Bytes { core.scoresForward }, Bytes { core.scoresBackward } };
}

/// The attention core (scores, softmax, weighted sum) of a mean layer.
/// @source FORMULAS §6.2
template <class Trace>
WorkTime attentionWork(const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const auto core = attentionCore(p, c, layout, trace);
    const auto rate = trace.input(
        "forward_rate", "Reached rate, forward", p.attentionForwardRate, Origin::Chip);
    WorkOf<NumberOf<Trace>> work;
    if (p.isFlash) {
        // Short rows of keys leave the kernel's pipeline half empty.
        const auto ramp
            = (core.keys
                  + trace.input("ramp_keys", "Keys at which a row reaches half the rate",
                      flashRampKeys(p.kernel), "tokens", Origin::Cited))
            / core.keys;
        work.forward = ramp * core.flop / rate;
        work.backward = ramp * core.backwardRatio * core.flop
            / trace.input(
                "backward_rate", "Reached rate, backward", p.attentionBackwardRate, Origin::Chip);
    } else {
        // Two batched GEMMs and the score traffic.
        const auto memory
            = trace.input("memory_rate", "Reached memory bandwidth", p.memoryRate, Origin::Chip);
        work.forward = core.flop / rate + core.scoresForward / memory;
        work.backward = core.backwardRatio * core.flop / rate + core.scoresBackward / memory;
    }
    // A fused kernel is the same whoever calls it; an unfused core is the framework's.
    const auto stack
        = trace.input("compute_factor", "This software stack over the chip's typical time",
            p.isFlash ? 1 : p.stack.computeFactor, "1", Origin::Stack);
    work.forward = trace.number("core_forward", "Attention core, forward",
        p.isFlash ? "(keys + ramp)/keys · work / rate" : "work / rate + score traffic / W",
        "FORMULAS §6.2", "seconds", work.forward);
    work.backward = trace.number("core_backward", "Attention core, backward",
        p.isFlash ? "(keys + ramp)/keys · ratio · work / rate"
                  : "ratio · work / rate + score traffic / W",
        "FORMULAS §6.2", "seconds", work.backward);
    work.replay = work.forward
        * trace.input("core_replay", "Share of the attention core that is recomputed",
            remat.replayAttention, "1", Origin::Derived);
    work = { work.forward * stack, work.backward * stack, work.replay * stack };
    if constexpr (Trace::records)
        trace.keep(
            trace.number("layer_attention", "Attention core of a mean layer, one micro-batch",
                "(forward + backward + replay · forward) · factor of the stack", "FORMULAS §6.2",
                "seconds", allPasses<Trace>(p, work)));
    return workTime(work);
}

} // namespace headroom
