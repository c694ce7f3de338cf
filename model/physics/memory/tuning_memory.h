#pragma once

#include "model/physics/prepare/layout.h"
#include "model/physics/trace/trace.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom {

/// Parts of a device's parameters where weights are frozen, after tensor, pipeline and expert
/// sharding and before data-parallel sharding. All 0 where everything is trained.
template <class Number> struct TunedParametersOf
{
    Number matrices {}, expertMatrices {}; ///< frozen, in the format of the base
    Number adapters {}, expertAdapters {}; ///< trained
    Number whole {}; ///< trained copies of embedding and head
};
using TunedParameters = TunedParametersOf<double>;

/// Layers of a device by kind.
struct LayerCount
{
    double dense = 0, moe = 0;
};

/// What tensor parallelism leaves of one matrix, or of the adapters beside it.
template <class Number> struct MatrixShareOf
{
    Number weights {}, adapters {};
};

/// Weights of one frozen matrix on one device and the parameters of its adapters there: r·in on
/// every rank and r·out cut where the columns are, the other way round where the rows are.
template <class Trace>
MatrixShareOf<NumberOf<Trace>> matrixShare(
    const Prepared &p, const Candidate &c, const Layout &layout, const Linear &linear, Trace &trace)
{
    using Number = NumberOf<Trace>;
    const auto t = linear.isOfExperts()
        ? trace.input("expert_tensor", "Tensor degree that shards expert matrices",
            layout.expertTensor, "1", Origin::Derived)
        : trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    const bool cutsColumns = linear.cut == Cut::Column || linear.cut == Cut::ExpertColumn;
    const bool cutsRows = linear.cut == Cut::Row || linear.cut == Cut::ExpertRow;
    MatrixShareOf<Number> share;
    const auto whole = trace.input("in", "Rows of the frozen matrix", linear.in, "1", Origin::Model)
        * trace.input("out", "Columns of the frozen matrix", linear.out, "1", Origin::Model);
    share.weights = cutsColumns || cutsRows ? whole / t : whole;
    const double magnitudes = p.tuning.learnsMagnitudes ? 1 : 0;
    Number wide {};
    for (const Adapter &adapter : linear.adaptersOf(p.tuning)) {
        const auto in = trace.input("in", "Rows of the matrix", adapter.in, "1", Origin::Model);
        const auto out
            = trace.input("out", "Columns of the matrix", adapter.out, "1", Origin::Model);
        const auto rank
            = trace.input("rank", "Rank of the adapters r", p.tuning.rank, "1", Origin::Plan);
        wide += trace.number(adapter.id, "Parameters of one adapter on this device",
            cutsColumns    ? "r·(in + out/t) + magnitudes·out"
                : cutsRows ? "r·(in/t + out) + magnitudes·out"
                           : "r·(in + out) + magnitudes·out",
            "LoRA (arXiv 2106.09685) §4.1; DoRA (arXiv 2402.09353) §3", "1",
            rank
                    * (cutsColumns     ? in + out / t
                            : cutsRows ? in / t + out
                                       : in + out)
                + trace.input("magnitudes", "Trained magnitudes of an output (DoRA)", magnitudes,
                      "1", Origin::Plan)
                    * out);
    }
    share.adapters = wide;
    return share;
}

/// Frozen and trained parameters of so many layers on one device.
/// @unit parameters   @source LoRA (arXiv 2106.09685) §4; FORMULAS §12
template <class Trace>
TunedParametersOf<NumberOf<Trace>> tunedParameters(const Prepared &p, const Candidate &c,
    const Layout &layout, const LayerCount &layers, Trace &trace)
{
    TunedParametersOf<NumberOf<Trace>> own;
    const auto dense = trace.input(
        "dense_layers", "Dense layers of the stage", layers.dense, "1", Origin::Derived);
    const auto moe
        = trace.input("moe_layers", "Expert layers of the stage", layers.moe, "1", Origin::Derived);
    const auto experts = trace.input("experts_on_device", "Experts of a layer on this device",
        std::max(1.0, p.experts / c.expert), "1", Origin::Derived);
    NumberOf<Trace> matrices {}, expertMatrices {}, adapters {}, expertAdapters {};
    for (const Linear &linear : p.matrices()) {
        const auto share = matrixShare(p, c, layout, linear, trace);
        const auto count = linear.ofDense && linear.ofMoe ? dense + moe
            : linear.ofDense                              ? NumberOf<Trace> { dense }
                                                          : NumberOf<Trace> { moe };
        auto weights = share.weights, trained = share.adapters;
        if constexpr (Trace::records) {
            const std::string id = linear.id;
            weights = trace.number((id + "_weights").c_str(),
                "Weights of one matrix on this device", "in·out / t", "FORMULAS §2", "1", weights);
            trained
                = trace.number((id + "_adapters").c_str(), "Parameters of the matrix's adapters",
                    "sum of r·(in + out)", "LoRA (arXiv 2106.09685) §4.1", "1", trained);
        }
        if (linear.isOfExperts()) {
            expertMatrices += count * experts * weights;
            expertAdapters += count * experts * trained;
        } else if (linear.isQuantised) {
            matrices += count * weights;
            adapters += count * trained;
        }
    }
    const auto named = [&](const char *id, const char *label, const NumberOf<Trace> &value) {
        return trace.number(id, label, "layers · sum over matrices", "FORMULAS §12", "1", value);
    };
    own.matrices
        = named("frozen_matrices", "Frozen matrices on one device, experts aside", matrices);
    own.adapters
        = named("adapter_parameters", "Adapters on one device, those of experts aside", adapters);
    if (p.moeLayers > 0) {
        own.expertMatrices
            = named("frozen_experts", "Frozen matrices of experts on one device", expertMatrices);
        own.expertAdapters = named(
            "expert_adapter_parameters", "Adapters of experts on one device", expertAdapters);
    }
    return own;
}

/// Ranks that share something, for parameters of layers and for those of experts.
struct ShardCounts
{
    double plain = 1, experts = 1;
};

/// Scales of a quantised base that every rank holds whole, on the device: they hang on
/// bitsandbytes' parameters and are none themselves, so that FSDP and ZeRO 3 neither shard nor
/// offload them. XLA shards them like anything else. @unit bytes of a frozen weight: all beyond its
/// whole bits
/// @source bitsandbytes nn/modules.py (Params4bit.quant_state,
/// fix_4bit_weight_quant_state_from_module)
inline Bytes wholeScaleBytes(const Prepared &p, Bytes base, double shards)
{
    constexpr double bits = 8; // of a byte
    const bool areWhole = p.tuning.isQuantised && !followsXlaFlags(p)
        && (shards > 1 || p.options.offloadParameters);
    return areWhole ? base - Bytes { std::floor(bits * base.value()) / bits } : Bytes {};
}

/// The same of all matrices of a stage. @unit bytes
template <class Trace, class Own>
NumberOf<Trace> wholeScales(
    const Prepared &p, const Own &own, const ShardCounts &ranks, Trace &trace)
{
    auto bytes = trace.input("scale_bytes", "Scales of a frozen weight, whole on every rank",
                     wholeScaleBytes(p, p.tuning.baseBytes, ranks.plain), Origin::Plan)
        * own.tuned.matrices;
    if (p.moeLayers > 0)
        bytes += trace.input("expert_scale_bytes", "Scales of an expert's frozen weight",
                     wholeScaleBytes(p, p.tuning.expertBaseBytes, ranks.experts), Origin::Plan)
            * own.tuned.expertMatrices;
    return trace.number("whole_scales", "Scales of the frozen weights, whole on every rank",
        "bytes of scales · matrices", "bitsandbytes nn/modules.py (quant_state)", "bytes", bytes);
}

/// Frozen weights of one device after data-parallel sharding, but for scales that are whole on
/// every rank: matrices in the base's format, the rest (embedding, head, norms, router) in the
/// format of computation or in 32 bit. `own`: of the stage. @unit bytes   @source QLoRA (arXiv
/// 2305.14314) §3; FORMULAS §12
template <class Trace, class Own>
NumberOf<Trace> frozenWeightBytes(
    const Prepared &p, const Own &own, const ShardCounts &ranks, Trace &trace)
{
    const auto base = trace.input("base_bytes", "Bytes of a frozen weight as it is sharded",
        p.tuning.baseBytes - wholeScaleBytes(p, p.tuning.baseBytes, ranks.plain), Origin::Plan);
    const auto u = hasWideRest(p, ranks.plain) || p.tuning.isWide
        ? trace.input("wide_bytes", "Bytes of a weight outside the frozen base",
            elementBytes(NumberFormat::Fp32), Origin::Stack)
        : trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan);
    const auto shards = trace.input("shards", "Ranks that share the parameters, experts aside",
        ranks.plain, "1", Origin::Derived);
    auto bytes = (base * own.tuned.matrices + u * (own.plain - own.tuned.matrices)) / shards;
    if (p.moeLayers > 0) {
        const auto expertBase = trace.input("expert_base_bytes",
            "Bytes of a frozen weight of an expert",
            p.tuning.expertBaseBytes - wholeScaleBytes(p, p.tuning.expertBaseBytes, ranks.experts),
            Origin::Plan);
        const auto expertShards = trace.input("expert_shards",
            "Ranks that share the parameters of experts", ranks.experts, "1", Origin::Derived);
        bytes += (expertBase * own.tuned.expertMatrices
                     + u * (own.experts - own.tuned.expertMatrices))
            / expertShards;
    }
    return trace.number("frozen_weights", "Frozen weights",
        "(base bytes · matrices + u · the rest) / shards, and the same of experts",
        "QLoRA (arXiv 2305.14314) §3; FORMULAS §12", "bytes", bytes);
}

/// Expert layers of a stage, at least one, as a number of a trace.
template <class Trace> NumberOf<Trace> gatheredMoeLayers(double moeLayers, Trace &trace)
{
    return trace.input("gathered_moe_layers", "Expert layers of the stage, at least one",
        std::max(1.0, moeLayers), "1", Origin::Derived);
}

/// Adapters of one mean layer on a device. @unit parameters
template <class Trace, class Own>
NumberOf<Trace> adapterLayer(
    const Own &own, const NumberOf<Trace> &layers, double moeLayers, bool hasExperts, Trace &trace)
{
    auto adapters = own.tuned.adapters / layers;
    if (hasExperts)
        adapters += own.tuned.expertAdapters / gatheredMoeLayers(moeLayers, trace);
    return trace.number("layer_adapters", "Adapters of a layer on one device",
        "adapters / layers of the stage", "FORMULAS §12", "1", adapters);
}

/// Frozen weights of one mean layer on a device as they travel and lie gathered: in the format of
/// the base, from 32 bit in that of computation. @unit bytes   @source FORMULAS §12
template <class Trace, class Own>
NumberOf<Trace> frozenLayerBytes(const Prepared &p, const Own &own, const NumberOf<Trace> &layers,
    double moeLayers, Trace &trace)
{
    const auto base = trace.input("base_bytes", "Bytes of a frozen weight, scales included",
        std::min(p.tuning.baseBytes, p.computeBytes), Origin::Plan);
    auto bytes = base * (own.plain - own.embedding) / layers;
    if (p.moeLayers > 0)
        bytes += trace.input("expert_base_bytes", "Bytes of a frozen weight of an expert",
                     std::min(p.tuning.expertBaseBytes, p.computeBytes), Origin::Plan)
            * own.experts / gatheredMoeLayers(moeLayers, trace);
    return trace.number("frozen_layer", "Frozen weights of one layer on one device",
        "base bytes · parameters of a layer", "FORMULAS §12", "bytes", bytes);
}

/// 16-bit casts of a frozen base in 32 bit that lie there at once: of all matrices where nothing is
/// computed again, for each GEMM keeps its weight for the gradient of its input; else of one layer.
/// The head's comes on top. @unit bytes   @source torch derivatives.yaml (mm); FORMULAS §12
template <class Trace, class Own>
NumberOf<Trace> baseCastBytes(const Prepared &p, const Candidate &c, const Own &own,
    const LayerCount &layers, bool hasHead, Trace &trace)
{
    auto matrices = own.tuned.matrices;
    if (p.moeLayers > 0)
        matrices += own.tuned.expertMatrices;
    if (p.remats[static_cast<std::size_t>(c.remat)].isFull)
        matrices = matrices
            / trace.input("stage_layers", "Layers of the stage",
                std::max(1.0, layers.dense + layers.moe), "1", Origin::Derived);
    if (hasHead)
        matrices += trace.input("head_parameters", "Parameters of the output head",
                        p.headParameters, "1", Origin::Model)
            / trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    return trace.number("base_casts", "16-bit casts of the frozen weights for the backward pass",
        "u · (matrices of all layers or of one + head)", "torch derivatives.yaml (mm)", "bytes",
        trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
            * matrices);
}

/// The copy of a frozen matrix that is widened to 16 bits for a GEMM; one lives at a time, of
/// experts one expert's. @unit bytes   @source bitsandbytes nn/modules.py (Linear4bit)
template <class Trace>
NumberOf<Trace> dequantisedCopyBytes(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    double largest = 0;
    for (const Linear &linear : p.matrices()) {
        if (!linear.isQuantised)
            continue;
        const double cut = linear.isOfExperts() ? layout.expertTensor
            : linear.cut == Cut::None           ? 1.0
                                                : c.tensor;
        // Gate and up, or query, key and value, are matrices of their own; the widest counts.
        const double widest = linear.widest > 0 ? linear.widest : linear.out;
        largest = std::max(largest, linear.in * widest / cut);
    }
    return trace.number("dequantised_copy", "One frozen matrix dequantized to 16 bits",
        "u · weights of the largest matrix", "bitsandbytes nn/modules.py; FORMULAS §12", "bytes",
        trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
            * trace.input("largest_matrix", "Weights of the largest matrix on this device", largest,
                "1", Origin::Model));
}

} // namespace headroom
