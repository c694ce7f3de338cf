#pragma once

#include "model/physics/memory/moments.h"

namespace headroom {

// A pass without gradients between two training steps: weights and optimizer state are there, no
// layer keeps anything for a backward pass, and a batch of another size may make more logits than
// training does. FORMULAS §5.9.

/// Gradients that lie there while a run evaluates: those in buffers that last, and those that only
/// the next step gives back. Hugging Face's Trainer and torchtune set them to none after the step,
/// JAX has them inside it, DeepSpeed's stages 1 and 2 free 16-bit ones in the step.
/// @source transformers trainer.py (_inner_training_loop: zero_grad, then evaluate); torchtitan
/// train.py (train_step); DeepSpeed stage_1_and_2.py (step: averaged_gradients = None), stage3.py
/// (grad_partitions_flat_buffer)
inline bool keepsGradients(const Prepared &p, const Candidate &c)
{
    const bool areFreed = p.stack.subGroupParameters > 0 && (c.zeroStage == 1 || c.zeroStage == 2)
        && !hasFlatSum(p, c);
    const bool areDropped = p.stack.gradientsGrow && !p.stack.zeroesGradientsFirst;
    return !p.stack.gradientsAreTransient && !areDropped && !areFreed;
}

/// What one layer holds at once in a forward pass that keeps nothing: no more than in its backward
/// pass, where some of it is not needed (inputs of frozen matrices, scores). @unit bytes
template <class Trace>
NumberOf<Trace> forwardSet(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage, Trace &trace)
{
    const LayerKind kind
        = stageLayers(p, c, layout, stage).moe > 0 ? LayerKind::Moe : LayerKind::Dense;
    auto bytes = trace.input("compute_bytes", "Bytes of an element in computation", p.computeBytes,
                     Origin::Plan)
        * layerElements(p, c, layout, kind, MomentKind::ForwardOnly, trace);
    if (!p.isFlash)
        bytes = larger(bytes, forwardScores(p, c, layout, trace));
    const RematCosts &whole = p.remats[static_cast<std::size_t>(p.wholeRemat)];
    const auto backward = trace.number("backward_set", "Tensors of one layer's backward pass",
        "activations of a layer + gradients", "FORMULAS §5.6", "bytes",
        layerActivationBytes(p, c, layout, whole, kind, trace)
            + layerGradients(p, c, layout, kind, trace));
    return trace.number("forward_set", "Tensors of one layer's forward pass",
        "u · (inner tensors of the MLP + two as wide as the model), or attention's scores",
        "FORMULAS §5.9", "bytes", smaller(bytes, backward));
}

/// Logits of an evaluated batch, and what the loss makes of them: what training holds less the
/// gradient of each logit. Liger's patched models skip their logits in training alone.
/// @unit bytes   @source Liger-Kernel transformers/model/llama.py (skip_logits = self.training and
/// labels is not None); transformers loss_utils.py (ForCausalLMLoss)
template <class Trace>
NumberOf<Trace> evaluatedLogitBytes(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const bool isWhole = p.loss == CrossEntropy::FusedLinear;
    const bool isFused = p.loss == CrossEntropy::Fused;
    const Bytes wide = elementBytes(NumberFormat::Fp32);
    const Bytes inTraining = losesFusion(p, c) ? parallelBytesPerLogit
        : isFused                              ? p.stack.fusedBytesPerLogit
                                               : p.stack.loggedBytesPerLogit;
    const bool hasGradient = losesFusion(p, c) || (!isFused && isEagerTorch(p));
    const Bytes perLogit
        = hasGradient ? inTraining - wide : std::min(inTraining, p.computeBytes + wide);
    auto each = trace.input(
        "bytes_per_logit", "Bytes of a logit without its gradient", perLogit, Origin::Stack);
    if (!isWhole && p.options.vocabTiling > 1) {
        // Chunks of torch's losses leave the 16-bit logits whole, and in training their gradients.
        const auto whole
            = trace.input("whole_bytes_per_logit", "Bytes per logit that chunks leave whole",
                std::min(perLogit, p.stack.chunkedBytesPerLogit / 2), Origin::Stack);
        each = whole
            + (each - whole)
                / trace.input("vocabulary_chunks", "Chunks of the loss", p.options.vocabTiling, "1",
                    Origin::Plan);
    }
    // The reference's logits lie beside those of what is trained (FORMULAS §12).
    if (p.tuning.hasReferencePass)
        each += trace.input(
            "reference_bytes", "Bytes of a logit of the reference", p.computeBytes, Origin::Plan);
    return trace.number("evaluated_logits", "Logits and loss of the evaluated batch",
        "T·V/t · bytes of a logit without its gradient", "FORMULAS §5.9", "bytes",
        microBatchTokens(p, c, layout, trace) * paddedVocabulary(p, c, trace)
            / logitShards(p, c, trace) * each);
}

/// The worst moment of an evaluation: a layer, or the loss over the hidden states of the last one.
template <class Trace>
MomentOf<NumberOf<Trace>> evaluationMoment(const Prepared &p, const Candidate &c,
    const Layout &layout, Stage stage, const StageParametersOf<NumberOf<Trace>> &own, Trace &trace)
{
    const auto gathered = gatheredForward(p, c, layout, own, trace);
    const NumberOf<Trace> none {};
    const MomentOf<NumberOf<Trace>> inLayer { none, none, forwardSet(p, c, layout, stage, trace),
        none, gathered.inLayer };
    if (stage != Stage::Last && c.pipeline > 1)
        return inLayer;
    const auto states = trace.number("last_states", "Hidden states that the head reads",
        "u · T · h", "FORMULAS §5.9", "bytes",
        trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
            * layerInputs(p, c, layout, 1, trace));
    return worseMoment<Trace>(
        inLayer, { none, none, states, evaluatedLogitBytes(p, c, layout, trace), gathered.atLoss });
}

/// An evaluation between steps as a moment of its own. Where it takes more than a training step it
/// takes the place of the step's moment. The optimizer's step and buffers that only a step has are
/// over; the allocator gives back blocks that lie idle before it runs out.
/// @return by how much it takes more; 0 where it does not   @unit bytes   @source FORMULAS §5.9
template <class Trace>
double takeEvaluation(const Prepared &p, const Candidate &training, const Layout &trained,
    Stage stage, const StageParametersOf<NumberOf<Trace>> &own,
    const PassesOf<NumberOf<Trace>> &passes, Trace &trace)
{
    constexpr auto source = "FORMULAS §5.9";
    Candidate c = training;
    c.microBatch = p.evaluationMicroBatch;
    Layout layout = trained;
    placeWork(p, c, layout);
    auto other = evaluationMoment(p, c, layout, stage, own, trace);
    if (keepsGradients(p, c))
        other.gradients = trace.number("kept_gradients", "Gradients that stay between steps",
            "all of a step", source, "bytes", passes.allGradients);
    auto lasting = stageBoundaryBytes(p, c, layout, stage, trace);
    addLastingBuffers(p, c, layout, own, lasting, trace);
    if (p.tuning.isQuantised)
        lasting += dequantisedCopyBytes(p, c, layout, trace);
    // The head of a base in 32 bit is cast for its GEMM (FORMULAS §12).
    if (castsBase(p, layout.weightShards) && (stage == Stage::Last || c.pipeline == 1))
        lasting += trace.input("compute_bytes", "Bytes of an element in computation",
                       p.computeBytes, Origin::Plan)
            * trace.input("head_parameters", "Parameters of the output head", p.headParameters, "1",
                Origin::Model)
            / trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    const auto named = [&](const char *id, const char *label, NumberOf<Trace> &buffers) {
        buffers = trace.number(id, label,
            "flat gradients and buckets + tensors between stages + one dequantized matrix", source,
            "bytes", buffers);
    };
    named("buffers_in_training", "Buffers in a training step", passes.buffers);
    named("buffers_in_evaluation", "Buffers in an evaluation", lasting);
    const auto total = [&](const char *id, const char *label, const auto &moment,
                           const NumberOf<Trace> &buffers) {
        return trace.number(id, label, "gradients + activations + gathered + buffers", source,
            "bytes", moment.total() + buffers);
    };
    auto &moment = passes.moment;
    const auto inTraining = total("in_training",
        "Next to weights and optimizer state in a training step", moment, passes.buffers);
    const auto inEvaluation = total(
        "in_evaluation", "Next to weights and optimizer state in an evaluation", other, lasting);
    const double excess = valueOf(inEvaluation) - valueOf(inTraining);
    const auto isTraining = atLeast(inTraining, inEvaluation);
    const auto choice = [&](const char *id, const char *label, NumberOf<Trace> &now,
                            const NumberOf<Trace> &then) {
        now = trace.number(id, label,
            excess > 0 ? "in an evaluation, where memory is largest"
                       : "in a training step, where memory is largest",
            source, "bytes", choose(isTraining, now, then));
    };
    choice("gradients", "Gradients", moment.gradients, other.gradients);
    choice("saved_activations", "Saved activations", moment.saved, other.saved);
    choice("working_set", "Working set", moment.working, other.working);
    choice("logits_loss", "Logits and loss", moment.logits, other.logits);
    choice("gathered_parameters", "Gathered parameters", moment.gathered, other.gathered);
    choice("buffers_at_peak", "Buffers at the worst moment", passes.buffers, lasting);
    return std::max(0.0, excess);
}

} // namespace headroom
