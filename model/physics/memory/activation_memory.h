#pragma once

#include "model/physics/compute/gemm_shapes.h"
#include "model/physics/compute/vocabulary.h"
#include "model/physics/memory/interleaving.h"
#include "model/physics/memory/loss_memory.h"
#include "model/physics/memory/score_memory.h"
#include "model/physics/memory/state_memory.h"

namespace headroom {

/// Activations of one device at a stage. @unit bytes
template <class Number> struct ActivationMemoryOf
{
    Number saved {}; ///< kept for the backward pass, all micro-batches in flight
    Number working {}; ///< of the layer whose backward pass runs
    Number logits {}; ///< at the moment of the loss
    Number host {}; ///< offloaded
};
using ActivationMemory = ActivationMemoryOf<double>;

/// Micro-batches whose activations are alive on a stage, in units of its own layers.
/// 1F1B: min(m, p − i); interleaved: p·(1 + (p−1)/(p·v)) on the first stage, capped by m, or what
/// the schedule holds where the plan gives each chunk its layers; scanned pipelines hold all m.
/// @source arXiv 2205.05198 §4.2.3; FORMULAS §5.4
template <class Trace>
NumberOf<Trace> microBatchesInFlight(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage, Trace &trace)
{
    constexpr auto label = "Micro-batches in flight on this stage";
    constexpr auto source = "arXiv 2205.05198 §4.2.3; FORMULAS §5.4";
    const auto named = [&](const char *formula, const NumberOf<Trace> &value) {
        return trace.number("in_flight", label, formula, source, "1", value);
    };
    if (c.pipeline <= 1 || p.isInference)
        return named("one at a time", NumberOf<Trace> { 1.0 });
    const auto m = trace.input(
        "micro_batches", "Micro-batches per step", layout.microBatches, "1", Origin::Derived);
    if (p.stack.holdsAllMicroBatches)
        return named("all of a step", m);
    const bool isFirst = stage == Stage::First;
    if (layout.chunksAreGiven) {
        const auto live
            = trace.input("live_layers", "Most layers times micro-batches alive at once",
                maxLiveLayers(p.stageLayers, isFirst ? 0 : c.pipeline - 1, c.pipeline, c.chunks,
                    layout.microBatches),
                "1", Origin::Derived);
        const double layers = isFirst ? layout.firstStageLayers : layout.lastStageLayers;
        return named("most layers alive / layers of the stage",
            live
                / trace.input("in_flight_layers", "Layers of the stage", std::max(1.0, layers), "1",
                    Origin::Derived));
    }
    const auto depth = trace.input("pipeline", "Pipeline stages p", c.pipeline, "1", Origin::Plan);
    if (c.chunks > 1) {
        const auto chunks
            = trace.input("chunks", "Chunks per stage v", c.chunks, "1", Origin::Plan);
        if (isFirst)
            return named("min(m, p·(1 + (p − 1)/(p·v)))",
                smaller(m, depth * (1 + (depth - 1) / (depth * chunks))));
        return named("min(m, 1 + (p − 1)/(p·v) + (v − 1)·p/v)",
            smaller(m, 1 + (depth - 1) / (depth * chunks) + (chunks - 1) * depth / chunks));
    }
    return isFirst ? named("min(m, p)", smaller(m, depth))
                   : named("one at a time", NumberOf<Trace> { 1.0 });
}

inline double microBatchesInFlight(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage)
{
    NoTrace none;
    return microBatchesInFlight(p, c, layout, stage, none);
}

/// Bytes of one layer's activations for one micro-batch under a policy.
template <class Trace>
NumberOf<Trace> layerActivationBytes(const Prepared &p, const Candidate &c, const Layout &layout,
    const RematCosts &remat, LayerKind kind, Trace &trace)
{
    const bool isDense = kind == LayerKind::Dense;
    const auto tokens = microBatchTokens(p, c, layout, trace);
    const auto t = trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    const auto plain
        = trace.input("plain_bytes", "Bytes kept per token outside the tensor-parallel regions",
              isDense ? remat.plainBytes : remat.moePlainBytes, "bytes", Origin::Derived)
        / trace.input("plain_divisor",
            "Ranks that share the tokens outside the tensor-parallel regions", layout.plainDivisor,
            "1", Origin::Derived);
    const auto cut
        = trace.input("cut_bytes", "Bytes kept per token inside the tensor-parallel regions",
              isDense ? remat.shardedBytes : remat.moeShardedBytes, "bytes", Origin::Derived)
        / t;
    const auto whole = trace.input("whole_bytes", "Bytes kept per token on every rank",
        remat.wholeBytes, "bytes", Origin::Derived);
    auto bytes = tokens * (plain + cut + whole);
    if (!isDense)
        bytes += expertRows(p, c, layout, trace)
            * trace.input("row_bytes", "Bytes kept per row of the experts", remat.expertBytes,
                "bytes", Origin::Derived)
            / trace.input("expert_tensor", "Tensor degree that shards expert matrices",
                layout.expertTensor, "1", Origin::Derived);
    if (remat.keepsScores)
        bytes += tokens
            * trace.input("sequence_length", "Sequence length", p.sequence, "tokens", Origin::Plan)
            * trace.input("heads", "Query heads", p.heads, "1", Origin::Model) / t
            * trace.input("score_bytes", "Bytes kept of each attention score", keptScoreBytes(p),
                Origin::Cited);
    return bytes;
}

inline Bytes layerActivationBytes(const Prepared &p, const Candidate &c, const Layout &layout,
    const RematCosts &remat, LayerKind kind)
{
    NoTrace none;
    return Bytes { layerActivationBytes(p, c, layout, remat, kind, none) };
}

/// Saved by one layer for one micro-batch under the policy of the plan.
template <class Trace>
NumberOf<Trace> savedLayer(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind, Trace &trace)
{
    constexpr auto source = "FORMULAS §5.1–5.3";
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const auto bytes = layerActivationBytes(p, c, layout, remat, kind, trace);
    return kind == LayerKind::Dense
        ? trace.number("dense_layer_bytes", "Saved by one dense layer",
            "T · (plain/divisor + sharded/t + whole)", source, "bytes", bytes)
        : trace.number("moe_layer_bytes", "Saved by one expert layer",
            "T · (plain/divisor + sharded/t + whole) + rows · bytes per row", source, "bytes",
            bytes);
}

/// Elements of the inputs of so many layers, for one micro-batch.
template <class Trace>
NumberOf<Trace> layerInputs(
    const Prepared &p, const Candidate &c, const Layout &layout, double layers, Trace &trace)
{
    return trace.input("stage_layers", "Layers of a stage", layers, "1", Origin::Derived)
        * microBatchTokens(p, c, layout, trace)
        * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model)
        / trace.input("plain_divisor",
            "Ranks that share the tokens outside the tensor-parallel regions", layout.plainDivisor,
            "1", Origin::Derived);
}

/// Saved activations of a stage: layers times micro-batches in flight, and what lies between the
/// last layer and the loss. @source FORMULAS §5.2–5.4
template <class Trace>
NumberOf<Trace> savedActivations(const Prepared &p, const Candidate &c, const Layout &layout,
    Stage stage, const NumberOf<Trace> &inFlight, Trace &trace)
{
    constexpr auto label = "Saved activations";
    constexpr auto source = "FORMULAS §5.2–5.4";
    if (p.isInference)
        return trace.number("saved_activations", label, "no backward pass", source, "bytes", {});
    const StageLayers layers = stageLayers(p, c, layout, stage);
    NumberOf<Trace> all {};
    if (layers.dense > 0)
        all += trace.input(
                   "dense_layers", "Dense layers of the stage", layers.dense, "1", Origin::Derived)
            * savedLayer(p, c, layout, LayerKind::Dense, trace);
    if (layers.moe > 0)
        all += trace.input(
                   "moe_layers", "Expert layers of the stage", layers.moe, "1", Origin::Derived)
            * savedLayer(p, c, layout, LayerKind::Moe, trace);
    auto bytes = inFlight * all;
    if (hasWideRest(p, layout) && p.remats[static_cast<std::size_t>(c.remat)].isFull)
        bytes += inFlight * layerInputs(p, c, layout, layers.total(), trace)
            * trace.input("widened_bytes",
                "Bytes that 32 bits add to each number of a layer's "
                "input",
                elementBytes(NumberFormat::Fp32) - p.computeBytes, Origin::Derived);
    if (stage == Stage::Last || c.pipeline == 1)
        bytes += microBatchTokens(p, c, layout, trace)
            * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model)
            * trace.input("final_bytes",
                "Bytes kept per token and width between last layer and "
                "loss",
                p.finalSavedBytes, Origin::Derived)
            / trace.input("plain_divisor",
                "Ranks that share the tokens outside the "
                "tensor-parallel regions",
                layout.plainDivisor, "1", Origin::Derived);
    return trace.number("saved_activations", label,
        "micro-batches in flight · layers of the stage · bytes per layer + input of the loss",
        source, "bytes", bytes);
}

/// Whether gradients of what goes into a gated activation take the place of what went in: so do the
/// kernels that come with a loss fused with the head.
/// @source Liger-Kernel ops/swiglu.py, geglu.py (backward kernels store to their inputs);
/// unsloth kernels/swiglu.py, fast_lora.py
inline bool overwritesGates(const Prepared &p)
{
    return isEagerTorch(p) && p.isGated && p.loss == CrossEntropy::FusedLinear;
}

/// Elements of the MLP's inner tensors of a layer, of the rows that experts take and give, and of
/// two tensors as wide as the model. What a pass of a layer holds at once has this shape: forward
/// the tensors, backward their gradients, of which a framework may hold a share.
template <class Trace>
NumberOf<Trace> layerElements(const Prepared &p, const Candidate &c, const Layout &layout,
    LayerKind kind, MomentKind pass, Trace &trace)
{
    const auto tokens = microBatchTokens(p, c, layout, trace);
    const auto h = trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model);
    const auto gates = pass == MomentKind::Training && overwritesGates(p)
        ? trace.input(
            "other_gradients", "Gradients that overwrite what they are of", 0, "1", Origin::Cited)
        : trace.input("gate_factor", "Matrices into the MLP", p.gateFactor, "1", Origin::Model);
    NumberOf<Trace> inner {};
    if (kind == LayerKind::Moe) {
        const auto rows = expertRows(p, c, layout, trace);
        const auto etp = trace.input("expert_tensor", "Tensor degree that shards expert matrices",
            layout.expertTensor, "1", Origin::Derived);
        const auto ffn = trace.input(
            "expert_ffn", "Inner width of an expert", p.expertFfn, "1", Origin::Model);
        inner = rows * (gates + 1) * ffn / etp + rows * 2 * h / etp;
        // Experts in a loop: one after the other has gradients of its rows, and that of its input
        // is scattered into a tensor of all tokens. @source Hugging Face MixtralSparseMoeBlock;
        // torch derivatives.yaml, index (grad.new_zeros)
        if (p.stack.loopsExperts)
            inner = inner
                    / trace.input("rank_experts", "Experts of a rank",
                        std::max(1.0, p.experts / c.expert), "1", Origin::Derived)
                + tokens * h;
    } else {
        inner = tokens * (gates + 1)
            * trace.input("ffn", "Inner width of the MLP", p.ffn, "1", Origin::Model)
            / trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    }
    if (pass == MomentKind::Training)
        inner = inner
            * trace.input("inner_share", "Share of the inner gradients alive together",
                p.stack.workingGradientShare, "1", Origin::Stack);
    const auto divisor = trace.input("plain_divisor",
        "Ranks that share the tokens outside the tensor-parallel regions", layout.plainDivisor, "1",
        Origin::Derived);
    auto elements = inner;
    if (layout.plainDivisor > 1)
        elements += tokens * h;
    elements += 2 * tokens * h / divisor;
    return elements;
}

/// Gradients that the backward pass of one layer holds beside its activations: those of the MLP's
/// inner tensors and of the two residual branches. @source FORMULAS §5.6
template <class Trace>
NumberOf<Trace> workingGradients(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind, Trace &trace)
{
    const auto elements = layerElements(p, c, layout, kind, MomentKind::Training, trace);
    const auto u = trace.input(
        "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan);
    return trace.number("working_gradients", "Gradients alive at the same time",
        "u · (inner tensors · share + gathered gradient + two residual branches)", "FORMULAS §5.6",
        "bytes", u * elements);
}

/// The same, or those that the scores of unfused attention hold where these take more.
template <class Trace>
NumberOf<Trace> layerGradients(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind, Trace &trace)
{
    const auto gradients = workingGradients(p, c, layout, kind, trace);
    return isEagerTorch(p) && !p.isFlash ? larger(gradients, scoreGradients(p, c, layout, trace))
                                         : gradients;
}

/// Layers whose working sets are alive together. A program without a loop over layers leaves the
/// order to XLA's latency hiding scheduler, which puts off GEMMs that nothing waits for, weight
/// gradients above all: its memory limit reorders, it does not bound.
/// @source XLA latency_hiding_scheduler.cc 1333-1378; pull request 45753
template <class Trace> NumberOf<Trace> layersAtWork(const Prepared &p, double layers, Trace &trace)
{
    const bool isOrdered = !followsXlaFlags(p) || !p.flags.latencyHiding
        || (p.options.scanLayers && !p.flags.fullUnroll);
    if (isOrdered || layers <= 1)
        return NumberOf<Trace> { 1.0 };
    return 1
        + trace.input("postponed", "Share of the other layers whose weight gradients are put off",
              p.assumed.postponedGradients, "1", Origin::Assumed)
        * (trace.input("unrolled_layers", "Layers of the stage", layers, "1", Origin::Derived) - 1);
}

/// Gradients of layer inputs that FSDP1 keeps until the backward pass ends: hooks on the inputs of
/// units without a trained weight hold them, where each unit is checkpointed by itself.
/// @source torch fsdp/_runtime_utils.py, _register_post_backward_reshard_only_hook (multi-grad
/// hooks, removed in _finalize_params); utils/checkpoint.py, CheckpointFunction (detached inputs)
template <class Trace>
NumberOf<Trace> leakedGradients(
    const Prepared &p, const Candidate &c, const Layout &layout, double layers, Trace &trace)
{
    const bool leaks = p.stack.flattensRoot && p.tuning.isAdapted && c.zeroStage >= 3
        && layout.weightShards > 1 && p.remats[static_cast<std::size_t>(c.remat)].isFull;
    if (!leaks)
        return {};
    return trace.number("leaked_gradients", "Gradients of layer inputs that FSDP's hooks keep",
        "u · layers · T · h", "torch fsdp/_runtime_utils.py", "bytes",
        trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
            * layerInputs(p, c, layout, layers, trace));
}

/// Working set of the layer whose backward pass runs. @source FORMULAS §5.6
template <class Trace>
NumberOf<Trace> workingSet(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage, Trace &trace)
{
    const RematCosts &whole = p.remats[static_cast<std::size_t>(p.wholeRemat)];
    const StageLayers layers = stageLayers(p, c, layout, stage);
    const LayerKind kind = layers.moe > 0 ? LayerKind::Moe : LayerKind::Dense;
    const auto all = trace.number("layer_bytes", "All activations of one layer",
        "T · (plain/divisor + sharded/t + whole) + rows · bytes per row", "FORMULAS §5.1", "bytes",
        layerActivationBytes(p, c, layout, whole, kind, trace));
    if (p.isInference)
        return all;
    const auto gradients = layerGradients(p, c, layout, kind, trace);
    if (layers.total() <= 0)
        return all + gradients;
    auto bytes = layersAtWork(p, layers.total(), trace)
        * (larger(0.0, all - savedLayer(p, c, layout, kind, trace)) + gradients);
    bytes += leakedGradients(p, c, layout, layers.total(), trace);
    return bytes;
}

/// Saved activations, working set and logits of a stage. @source FORMULAS §5; for a plain layer
/// they come to the closed form of FORMULAS §5.1
template <class Trace>
ActivationMemoryOf<NumberOf<Trace>> activationMemory(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage, Trace &trace)
{
    const auto inFlight = microBatchesInFlight(p, c, layout, stage, trace);
    ActivationMemoryOf<NumberOf<Trace>> memory;
    memory.saved = savedActivations(p, c, layout, stage, inFlight, trace);
    memory.working = trace.number("layer_peak", "Working set of one layer's backward pass",
        "(whole layer − saved + gradients of its inner tensors) · layers at work", "FORMULAS §5.6",
        "bytes", workingSet(p, c, layout, stage, trace));
    const bool hasLoss = stage == Stage::Last || c.pipeline == 1;
    memory.logits = trace.number("loss_peak", "Logits and their gradients during the loss",
        hasLoss ? "T·V/t · (whole part + rest / chunks of the bytes per logit)"
                : "the loss is on the last stage",
        "FORMULAS §5.5", "bytes", hasLoss ? logitBytes(p, c, layout, trace) : NumberOf<Trace> {});
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const auto layers = trace.input("stage_layers", "Layers of the stage",
        stageLayers(p, c, layout, stage).total(), "1", Origin::Derived);
    memory.host = trace.number("offloaded", "Offloaded by a device",
        "bytes per token · T / t · layers · micro-batches in flight", "FORMULAS §5.3", "bytes",
        trace.input("offload_bytes", "Offloaded per token of a layer", remat.offloadBytes, "bytes",
            Origin::Derived)
            * microBatchTokens(p, c, layout, trace)
            / trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan) * layers
            * inFlight);
    return memory;
}

} // namespace headroom
