#pragma once

#include "model/physics/compute/gemm_shapes.h"
#include "model/physics/compute/vocabulary.h"
#include "model/physics/memory/state_memory.h"

namespace headroom {

/// A loss that is fused with the head: chunks of so many tokens that their logits are as large as
/// the hidden states of all, in 16 bits, the gradient of these, and of the head where it trains.
/// @source Liger Kernel fused_linear_cross_entropy.py (chunk_size, grad_input, grad_weight)
template <class Trace>
NumberOf<Trace> linearLossBytes(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const auto u = trace.input(
        "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan);
    auto bytes = 2 * u * microBatchTokens(p, c, layout, trace)
        * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model);
    if (!p.tuning.isAdapted || p.tuning.trainsHead)
        bytes += u
            * withPadding(p, c,
                trace.input("head_parameters", "Parameters of the output head", p.headParameters,
                    "1", Origin::Model),
                trace);
    return bytes;
}

/// Peak bytes per logit of torch's loss over a cut vocabulary: 16-bit logits, log-softmax, the
/// gradient of the choice, the exponentials and their sum.
/// @source torch distributed/tensor/parallel/loss.py, _nll_loss_and_log_softmax_backward
inline constexpr Bytes parallelBytesPerLogit { 2 + 4 * 4 };

/// Ranks that share the logits of a token: those of the tensor group, unless each gathers them all.
/// @source Hugging Face modeling_llama.py, _tp_plan (lm_head: colwise_rep gathers its output)
template <class Trace>
NumberOf<Trace> logitShards(const Prepared &p, const Candidate &c, Trace &trace)
{
    if (p.stack.gathersLogits)
        return trace.input(
            "logit_shards", "Ranks that share the logits of a token", 1, "1", Origin::Stack);
    return trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
}

/// Whether torch's loss over a cut vocabulary runs operation by operation.
inline bool losesFusion(const Prepared &p, const Candidate &c)
{
    return p.stack.losesFusionInParallelLoss && c.tensor > 1;
}

/// Logits and their gradients at the moment of the loss. @source FORMULAS §5.5
template <class Trace>
NumberOf<Trace> logitBytes(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const auto t = trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    if (p.loss == CrossEntropy::FusedLinear && !p.isInference)
        return linearLossBytes(p, c, layout, trace);
    const auto shards = logitShards(p, c, trace);
    const Bytes inLoss = elementBytes(NumberFormat::Fp32);
    const Bytes perLogit = p.isInference ? p.computeBytes + inLoss
        : losesFusion(p, c)              ? parallelBytesPerLogit
        : p.loss == CrossEntropy::Fused  ? p.stack.fusedBytesPerLogit
                                         : p.stack.loggedBytesPerLogit;
    // torch's chunked losses keep 16-bit logits and their gradients whole.
    // @source torchtune modules/loss CEWithChunkedOutputLoss
    const auto whole
        = trace.input("whole_bytes_per_logit", "Bytes per logit that chunks leave whole",
            std::min(perLogit, p.stack.chunkedBytesPerLogit), Origin::Stack);
    auto bytes = microBatchTokens(p, c, layout, trace) * paddedVocabulary(p, c, trace) / shards
        * (whole
            + (trace.input("bytes_per_logit", "Peak bytes per logit", perLogit, Origin::Stack)
                  - whole)
                / trace.input("vocabulary_chunks", "Chunks of the loss", p.options.vocabTiling, "1",
                    Origin::Plan));
    if (p.stack.cachesWeightGradients && !p.isInference && !p.tuning.isAdapted)
        bytes += trace.input("compute_bytes", "Bytes of an element in computation", p.computeBytes,
                     Origin::Plan)
            * withPadding(p, c,
                trace.input("head_parameters", "Parameters of the output head", p.headParameters,
                    "1", Origin::Model),
                trace)
            / t;
    // The reference runs while the logits of what is trained live.
    // @source trl dpo_trainer.py (_compute_loss, compute_ref_log_probs)
    if (p.tuning.hasReferencePass)
        bytes += trace.input("reference_bytes", "Bytes of a logit of the reference", p.computeBytes,
                     Origin::Plan)
            * microBatchTokens(p, c, layout, trace) * paddedVocabulary(p, c, trace) / shards;
    return bytes;
}

} // namespace headroom
