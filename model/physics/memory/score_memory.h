#pragma once

#include "model/physics/compute/gemm_shapes.h"
#include "model/physics/prepare/layout.h"

namespace headroom {

// Scores of unfused attention: a number for each pair of query and key and each head.

/// Kept of each score of an unfused core beside softmax and what follows it: the mask of dropout, a
/// byte. @source Korthikanti et al. (arXiv 2205.05198) §4.1: 5as²b
inline constexpr Bytes keptMaskBytes { 1 };

/// Of each score: the softmax in 32 bit, and in eager torch its copy in the format of computation,
/// which a program in 32 bit has not. @source Hugging Face modeling_llama.py (softmax … .to(dtype))
inline Bytes keptScoreBytes(const Prepared &p)
{
    const Bytes wide = elementBytes(NumberFormat::Fp32);
    const bool isWide = isEagerTorch(p) && p.computeBytes >= wide;
    return (isWide ? std::min(p.stack.keptScoreBytes, wide) : p.stack.keptScoreBytes)
        + (p.hasDropout ? keptMaskBytes : Bytes {});
}

/// Gradients that eager unfused attention holds of each score: that of the softmax's output, cast
/// to its 32 bits, and that of its input. @source Hugging Face modeling_llama.py (softmax in 32
/// bit); torch derivatives.yaml (_softmax_backward_data)
inline constexpr Bytes scoreGradientBytes { 4 + 4 };

/// What eager unfused attention's backward pass holds over the layer's activations: gradients of
/// the scores, and those of two residual branches, less the inner tensors of the MLP, whose turn is
/// over.
/// @source FORMULAS §5.6
template <class Trace>
NumberOf<Trace> scoreGradients(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const auto tokens = microBatchTokens(p, c, layout, trace);
    const auto t = trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    const auto u = trace.input(
        "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan);
    const auto scores
        = trace.input("sequence_length", "Sequence length", p.sequence, "tokens", Origin::Plan)
        * trace.input("heads", "Query heads", p.heads, "1", Origin::Model) / t
        * trace.input("score_gradient_bytes", "Bytes of the gradients of a score",
            scoreGradientBytes, Origin::Cited);
    const auto freed = u
        * (trace.input("gate_factor", "Matrices into the MLP", p.gateFactor, "1", Origin::Model)
            + 1)
        * trace.input("ffn", "Inner width of the MLP", p.ffn, "1", Origin::Model) / t;
    const auto residual = 2 * u
        * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model)
        / trace.input("plain_divisor",
            "Ranks that share the tokens outside the tensor-parallel regions", layout.plainDivisor,
            "1", Origin::Derived);
    return trace.number("score_gradients", "Added while attention's backward pass runs",
        "T · (gradients of scores + two residual branches − freed inner tensors)", "FORMULAS §5.6",
        "bytes", tokens * larger(0.0, scores + residual - freed));
}

/// What eager unfused attention holds of its scores forward: the softmax and its copy, and what it
/// is made of, next to two tensors as wide as the model. @unit bytes
/// @source Hugging Face modeling_llama.py (eager_attention_forward)
template <class Trace>
NumberOf<Trace> forwardScores(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const auto u = trace.input(
        "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan);
    const auto scores
        = trace.input("sequence_length", "Sequence length", p.sequence, "tokens", Origin::Plan)
        * trace.input("heads", "Query heads", p.heads, "1", Origin::Model)
        / trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan)
        * (u
            + trace.input("score_bytes", "Bytes kept of each attention score", keptScoreBytes(p),
                Origin::Cited));
    return microBatchTokens(p, c, layout, trace)
        * (scores
            + 2 * u * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model)
                / trace.input("plain_divisor",
                    "Ranks that share the tokens outside the tensor-parallel regions",
                    layout.plainDivisor, "1", Origin::Derived));
}

} // namespace headroom
