#pragma once

#include "model/physics/compute/gemm_shapes.h"
#include "model/physics/compute/tuning_time.h"
#include "model/physics/trace/trace.h"

namespace headroom {

/// Memory traffic of element-wise kernels of one layer and micro-batch, in bytes.
template <class Number> struct ElementTrafficOf
{
    Number norms {}, normsBackward {}; ///< normalisations and residuals
    Number others {}, othersBackward {}; ///< positions, activation function, dropout, adapters,
                                         ///< expert permutation
    Number castForward {}, castBackward {}; ///< quantising, as it is
};

struct ElementTraffic
{
    Bytes norms, normsBackward, others, othersBackward, castForward, castBackward;
};

/// Backward traffic of fused kernels over their forward traffic: the gradient and what was kept are
/// read for one input.
inline constexpr double fusedBackward = 2;

/// What torch's own kernels, one for each operation of the code, move for an element of a tensor;
/// `wide`: where that tensor is in 32 bit.
/// @source counted operation by operation, derivatives.yaml for the backward pass, in Hugging Face
/// modeling_llama.py: LlamaRMSNorm (to 32 bit, square, mean, GEMM with the root, back, weight),
/// apply_rotary_pos_emb with rotate_half (negation, concatenation, two GEMMs, sum), LlamaMLP
/// (SiLU, GEMM)
inline constexpr MovedBytes eagerNorm { 36, 90 }, wideEagerNorm { 28, 80 };
inline constexpr MovedBytes eagerResidual { 6, 6 }, wideEagerResidual { 12, 12 };
inline constexpr MovedBytes eagerPosition { 20, 30 }, wideEagerPosition { 40, 60 };
inline constexpr MovedBytes eagerGate { 10, 18 }, wideEagerGate { 20, 36 };
/// Casts of an element of a GEMM's input to 16 bit, of its output back to 32, and of their
/// gradients. @source bitsandbytes nn/modules.py (Linear4bit.forward)
inline constexpr double wideCast = 6;

/// Elements of inputs and outputs of the frozen GEMMs of a layer, each module's on its own.
inline double castElementsAround(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind)
{
    double elements = 0;
    for (const Linear &linear : p.matrices()) {
        if (!linear.isOf(kind) || !linear.isQuantised)
            continue;
        const Gemm gemm = layerGemm(p, c, layout, linear);
        constexpr double queryKeyValue = 3;
        const auto tensor = static_cast<SavedTensor>(linear.tensor);
        const bool isGate = tensor == SavedTensor::MlpIn || tensor == SavedTensor::ExpertIn
            || tensor == SavedTensor::SharedIn;
        const double modules = tensor == SavedTensor::Qkv && !p.isMla ? queryKeyValue
            : isGate                                                  ? p.gateFactor
                                                                      : 1;
        elements += gemm.m * gemm.batch * (modules * gemm.k + gemm.n);
    }
    return elements;
}

/// Traffic of quantising; 0 without a low-precision recipe. @source FORMULAS §6.3
template <class Trace>
void addCasts(const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind,
    ElementTrafficOf<NumberOf<Trace>> &traffic, Trace &trace)
{
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    if (!recipe.isLow)
        return;
    const CastElements casts = castElements(p, c, layout, kind);
    const auto elements = [&](const char *id, const char *label, double value) {
        return trace.input(id, label, value, "1", Origin::Derived);
    };
    const auto bytes = [&](const char *id, const char *label, double value) {
        return trace.input(id, label, value, "bytes", Origin::Cited);
    };
    const auto inputs = elements("cast_inputs", "GEMM inputs that are quantised", casts.inputs);
    const auto weights = elements("cast_weights", "Weights that are quantised", casts.weights);
    traffic.castForward = inputs
            * bytes(
                "cast_input_forward", "Bytes moved for an input, forward", recipe.castInputForward)
        + weights
            * bytes("cast_weight_forward", "Bytes moved for a weight, forward",
                recipe.castWeightForward);
    traffic.castBackward = inputs
            * bytes("cast_input_backward", "Bytes moved for an input, backward",
                recipe.castInputBackward)
        + elements("cast_gradients", "Gradients of outputs that are quantised", casts.gradients)
            * bytes("cast_gradient", "Bytes moved for a gradient", recipe.castGradient)
        + weights
            * bytes("cast_weight_backward", "Bytes moved for a weight, backward",
                recipe.castWeightBackward)
        + elements("cast_transposed", "Elements that are transposed", casts.transposed) * 2;
}

/// Norms and residual additions of a layer. @source FORMULAS §6.3
template <class Trace>
void addNorms(const Prepared &p, const Candidate &c, const Layout &layout,
    ElementTrafficOf<NumberOf<Trace>> &traffic, Trace &trace)
{
    const auto elements = microBatchTokens(p, c, layout, trace)
        * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model)
        / trace.input("plain_divisor",
            "Ranks that share the tokens outside the tensor-parallel regions", layout.plainDivisor,
            "1", Origin::Derived);
    const auto norms
        = trace.input("norms", "Norms of a layer", p.normsPerLayer, "1", Origin::Model);
    if (runsKernelByKernel(p) && p.hasRmsNorm) {
        const bool isWide = hasWideRest(p, layout);
        const MovedBytes norm = isWide ? wideEagerNorm : eagerNorm;
        const MovedBytes residual = isWide ? wideEagerResidual : eagerResidual;
        constexpr double residuals = 2;
        const auto moved = [&](const char *id, const char *label, double ofNorm, double ofSum) {
            return elements
                * (norms * trace.input(id, label, ofNorm, "bytes", Origin::Cited)
                    + residuals
                        * trace.input("residual_bytes",
                            "Bytes moved for an element of a residual sum", ofSum, "bytes",
                            Origin::Cited));
        };
        traffic.norms = moved("norm_bytes", "Bytes moved for an element of a norm, forward",
            norm.forward, residual.forward);
        traffic.normsBackward = moved("norm_bytes_backward",
            "Bytes moved for an element of a norm, backward", norm.backward, residual.backward);
        return;
    }
    // Two norms (read, write) and two residual additions (two reads, a write).
    constexpr double passes = 2 * 2 + 2 * 3;
    traffic.norms = elements * passes
        * trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
        * (norms / 2);
    traffic.normsBackward = fusedBackward * traffic.norms;
}

/// Rows of experts around their exchange, and what their router moves. @source FORMULAS §6.3
template <class Trace>
NumberOf<Trace> expertPermutation(const Prepared &p, const Candidate &c, const Layout &layout,
    const NumberOf<Trace> &rows, Trace &trace)
{
    const auto h = trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model);
    const auto t = trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    const auto etp = trace.input("expert_tensor", "Tensor degree that shards expert matrices",
        layout.expertTensor, "1", Origin::Derived);
    // Permute, unpermute with the weighted sum, and the copies around the exchange.
    auto bytes = rows / etp
            * trace.input("row_passes", "Passes over the experts' rows around the all-to-all",
                p.rowPasses, "1", Origin::Derived)
            * trace.input(
                "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
            * h
        + microBatchTokens(p, c, layout, trace) * 12
            * trace.input("experts", "Experts of a layer", p.experts, "1", Origin::Model) / t;
    if (p.expertBiasBytes > Bytes {})
        bytes += rows * h
            * trace.input("bias_bytes",
                "Bytes moved for the bias of an element that experts put out", p.expertBiasBytes,
                Origin::Cited);
    return bytes;
}

/// Elements of a layer's inner widths that the activation function passes over.
template <class Trace>
NumberOf<Trace> innerElements(const Prepared &p, const Candidate &c, const Layout &layout,
    LayerKind kind, const NumberOf<Trace> &rows, Trace &trace)
{
    const auto tokens = microBatchTokens(p, c, layout, trace);
    const auto t = trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    if (kind == LayerKind::Dense)
        return tokens * trace.input("ffn", "Inner width of the MLP", p.ffn, "1", Origin::Model) / t;
    auto elements = tokens
        * trace.input(
            "shared_ffn", "Inner width of shared experts", p.sharedFfn, "1", Origin::Model)
        / t;
    // A GEMM that applies the activation function itself spares these passes.
    if (!p.options.fusedExpertMlp)
        elements += rows
            * trace.input("expert_ffn", "Inner width of an expert", p.expertFfn, "1", Origin::Model)
            / trace.input("expert_tensor", "Tensor degree that shards expert matrices",
                layout.expertTensor, "1", Origin::Derived);
    return elements;
}

/// Positions and activation function, and the casts around GEMMs where the rest of the layer is
/// in 32 bit. @source FORMULAS §6.3
template <class Trace>
void addActivations(const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind,
    const NumberOf<Trace> &inner, ElementTrafficOf<NumberOf<Trace>> &traffic, Trace &trace)
{
    const auto positions = microBatchTokens(p, c, layout, trace)
        * trace.input("position_elements", "Query and key elements that positions are applied to",
            p.qkElements, "1", Origin::Model)
        / trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    if (!runsKernelByKernel(p)) {
        const auto u = trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan);
        const auto gates
            = trace.input("gate_factor", "Matrices into the MLP", p.gateFactor, "1", Origin::Model);
        traffic.others = positions * 2 * u + inner * ((gates + 1) * u);
        traffic.othersBackward = fusedBackward * traffic.others;
        return;
    }
    const bool isWide = hasWideRest(p, layout);
    const double wider = isWide ? 2 : 1;
    const MovedBytes position = isWide ? wideEagerPosition : eagerPosition;
    const double plain = wider * 2 * 2; // a plain function: read and written in 16 bit
    const MovedBytes gated = isWide ? wideEagerGate : eagerGate;
    const MovedBytes gate = p.isGated ? gated : MovedBytes { plain, plain * fusedBackward };
    const auto bytes = [&](const char *id, const char *label, double value) {
        return trace.input(id, label, value, "bytes", Origin::Cited);
    };
    traffic.others
        = positions * bytes("position_bytes", "Bytes moved for a rotated element", position.forward)
        + inner
            * bytes("gate_bytes", "Bytes moved for an element of the inner width", gate.forward);
    traffic.othersBackward = positions
            * bytes("position_bytes_backward", "Bytes moved for a rotated element, backward",
                position.backward)
        + inner
            * bytes("gate_bytes_backward",
                "Bytes moved for an element of the inner width, backward", gate.backward);
    if (isWide) {
        const auto casts = trace.input("cast_elements", "Inputs and outputs of a layer's GEMMs",
                               castElementsAround(p, c, layout, kind), "1", Origin::Derived)
            * bytes("cast_bytes", "Moved by a cast between 16 and 32 bit", wideCast);
        traffic.others += casts;
        traffic.othersBackward += casts;
    }
}

/// @source FORMULAS §6.3
template <class Trace>
ElementTrafficOf<NumberOf<Trace>> elementTraffic(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind, Trace &trace)
{
    ElementTrafficOf<NumberOf<Trace>> traffic;
    addNorms(p, c, layout, traffic, trace);
    NumberOf<Trace> rows {};
    if (kind == LayerKind::Moe)
        rows = expertRows(p, c, layout, trace);
    addActivations(
        p, c, layout, kind, innerElements(p, c, layout, kind, rows, trace), traffic, trace);
    const auto addFused = [&](const NumberOf<Trace> &bytes) {
        traffic.others += bytes;
        traffic.othersBackward += fusedBackward * bytes;
    };
    if (p.hasDropout)
        addFused(microBatchTokens(p, c, layout, trace) * 2
            * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model)
            / trace.input("plain_divisor",
                "Ranks that share the tokens outside the "
                "tensor-parallel regions",
                layout.plainDivisor, "1", Origin::Derived));
    if (kind == LayerKind::Moe)
        addFused(expertPermutation(p, c, layout, rows, trace));
    if (p.tuning.isAdapted) {
        const MovedBytes moved = adapterTraffic(p, c, layout, kind);
        traffic.others += trace.input("adapter_bytes", "Bytes moved around adapters, forward",
            Bytes { moved.forward }, Origin::Derived);
        traffic.othersBackward += trace.input("adapter_bytes_backward",
            "Bytes moved around adapters, backward", Bytes { moved.backward }, Origin::Derived);
    }
    addCasts(p, c, layout, kind, traffic, trace);
    return traffic;
}

inline ElementTraffic elementTraffic(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind)
{
    NoTrace none;
    const auto own = elementTraffic(p, c, layout, kind, none);
    return { Bytes { own.norms }, Bytes { own.normsBackward }, Bytes { own.others },
        Bytes { own.othersBackward }, Bytes { own.castForward }, Bytes { own.castBackward } };
}

/// Norms, residuals, positions, activation function, dropout, casts and expert permutation: kernels
/// bound by memory traffic. @source FORMULAS §6.3
template <class Trace>
WorkTime elementWork(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind, Trace &trace)
{
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const auto traffic = elementTraffic(p, c, layout, kind, trace);
    constexpr auto parts
        = "norms and residuals + positions, activation function, dropout, permutation";
    const auto forward = trace.number("forward_bytes", "Forward traffic of the kernels", parts,
        "FORMULAS §6.3", "bytes", traffic.norms + traffic.others);
    const auto backward = trace.number("backward_bytes", "Backward traffic of the kernels", parts,
        "FORMULAS §6.3", "bytes", traffic.normsBackward + traffic.othersBackward);
    const auto factor = trace.input("elementwise_factor", "Traffic of this stack over the ideal",
        p.elementwiseFactor, "1", Origin::Stack);
    const auto rate
        = trace.input("memory_rate", "Reached memory bandwidth", p.memoryRate, Origin::Chip);
    WorkOf<NumberOf<Trace>> work;
    work.forward = trace.number("element_forward", "Element-wise kernels, forward",
        "(bytes · factor + casts) / W", "FORMULAS §6.3", "seconds",
        (forward * factor + traffic.castForward) / rate);
    work.backward = trace.number("element_backward", "Element-wise kernels, backward",
        "(bytes · factor + casts) / W", "FORMULAS §6.3", "seconds",
        (backward * factor + traffic.castBackward) / rate);
    work.replay = work.forward
        * trace.input("element_replay", "Share of the forward kernels that is recomputed",
            remat.replayElementwise, "1", Origin::Derived);
    if constexpr (Trace::records) {
        constexpr auto label = "Element-wise kernels of one layer, one micro-batch";
        constexpr auto formula = "forward + backward + replay · forward";
        const auto all = allPasses<Trace>(p, work);
        trace.keep(kind == LayerKind::Dense ? trace.number(
                       "layer_dense_elementwise", label, formula, "FORMULAS §6.3", "seconds", all)
                                            : trace.number("layer_moe_elementwise", label, formula,
                                                "FORMULAS §6.3", "seconds", all));
    }
    return workTime(work);
}

} // namespace headroom
