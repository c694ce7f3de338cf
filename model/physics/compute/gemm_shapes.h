#pragma once

#include "model/physics/compute/gemm_time.h"
#include "model/physics/compute/vocabulary.h"
#include "model/physics/prepare/layout.h"
#include "model/physics/trace/trace.h"

namespace headroom {

/// Tokens of one micro-batch on one tensor group.
template <class Trace>
NumberOf<Trace> microBatchTokens(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    if constexpr (!Trace::records)
        return layout.tokens;
    else
        return trace.number("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)",
            "b · s / c", "FORMULAS §1", "tokens",
            trace.input("micro_batch", "Sequences of a micro-batch", c.microBatch, "sequences",
                Origin::Plan)
                * trace.input(
                    "sequence_length", "Sequence length", p.sequence, "tokens", Origin::Plan)
                / trace.input("context", "Context degree", c.context, "1", Origin::Plan));
}

/// Rows that one device's experts work on: every token to its top-k experts, spread evenly over the
/// ranks, times the load imbalance. @unit rows of one micro-batch
template <class Trace>
NumberOf<Trace> expertRows(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const double imbalance = p.options.moeLoadImbalance > 0 ? p.options.moeLoadImbalance : 1.0;
    const double capacity = p.options.moeCapacityFactor > 0 ? p.options.moeCapacityFactor : 1.0;
    auto own = microBatchTokens(p, c, layout, trace);
    if (!p.expertIsAxis)
        own = own / trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan)
            * trace.input("expert_tensor", "Tensor degree that shards expert matrices",
                layout.expertTensor, "1", Origin::Derived);
    return trace.number("expert_rows", "Rows that the experts of a device work on",
        "tokens of the rank · K · imbalance · capacity", "FORMULAS §2", "1",
        own * trace.input("top_k", "Experts of a token K", p.topK, "1", Origin::Model)
            * trace.input(
                "imbalance", "Load of the busiest rank over the mean", imbalance, "1", Origin::Plan)
            * trace.input(
                "capacity", "Capacity factor of the experts", capacity, "1", Origin::Plan));
}

inline double expertRows(const Prepared &p, const Candidate &c, const Layout &layout)
{
    NoTrace none;
    return expertRows(p, c, layout, none);
}

/// The GEMM that a rank computes for a matrix of a layer, one micro-batch, forward pass. Time,
/// casts, tables, roofline and timeline ask here. A matrix that nothing cuts is multiplied with the
/// tokens that the rank holds outside the tensor-parallel regions. A fused gate and up projection
/// is one matrix of twice the width.
/// @source Megatron-Core ColumnParallelLinear, RowParallelLinear, TEGroupedLinear (experts cut by
/// the expert-tensor degree); MaxText's logical axes of expert weights
inline Gemm layerGemm(
    const Prepared &p, const Candidate &c, const Layout &layout, const Linear &linear)
{
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    const bool isLow = linear.isQuantised && recipe.isLow;
    Gemm gemm { layout.tokens, linear.in, linear.out, 1,
        isLow ? recipe.elementBytes : p.computeBytes, isLow ? recipe.gemmRate : p.rate16, 1 };
    if (linear.isOfExperts()) {
        gemm.batch = std::max(1.0, p.experts / c.expert);
        gemm.m = expertRows(p, c, layout) / gemm.batch;
        gemm.scale = gemm.batch > 1 && !p.stack.loopsExperts ? 1 / p.chip.groupedGemm : 1;
    }
    switch (linear.cut) {
    case Cut::Column:
        gemm.n /= c.tensor;
        break;
    case Cut::Row:
        gemm.k /= c.tensor;
        break;
    case Cut::None:
        gemm.m /= layout.plainDivisor;
        break;
    case Cut::ExpertColumn:
        gemm.n /= layout.expertTensor;
        break;
    case Cut::ExpertRow:
        gemm.k /= layout.expertTensor;
        break;
    }
    return gemm;
}

/// The output head of one micro-batch, in 16 bits under every recipe; its columns are cut like the
/// vocabulary.
inline Gemm headGemm(const Prepared &p, const Candidate &c, const Layout &layout)
{
    return { layout.tokens, p.hidden, paddedVocabulary(p, c) / c.tensor, 1, p.computeBytes,
        p.rate16, 1 };
}

/// One element of a weight gradient as a GEMM writes it; accumulated ones are read first.
inline Bytes weightGradientBytes(const Prepared &p, const Layout &layout)
{
    return p.gradientBytes * (layout.microBatches > 1 ? 2 : 1);
}

/// Elements that a low-precision recipe quantises in one layer and micro-batch on one device.
struct CastElements
{
    double inputs = 0, gradients = 0, weights = 0;
    double transposed = 0; ///< gathered quantised, turned round for the weight gradient
};

inline CastElements castElements(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind)
{
    CastElements casts;
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    if (!recipe.isLow)
        return casts;
    // What is gathered before a GEMM is quantised by its owner where it travels quantised.
    const double owners = recipe.travelsLow ? layout.plainDivisor : 1;
    for (const Linear &linear : p.matrices()) {
        if (!linear.isOf(kind) || !linear.isQuantised)
            continue;
        const Gemm own = layerGemm(p, c, layout, linear);
        const double input = own.m * own.k * own.batch, gradient = own.m * own.n * own.batch;
        const bool isColumn = linear.cut == Cut::Column, isRow = linear.cut == Cut::Row;
        // A fused GEMM hands its output on quantised.
        if (p.options.fusedExpertMlp && linear.isOfExperts()) {
            if (linear.cut == Cut::ExpertRow)
                casts.gradients += gradient;
            else
                casts.inputs += input;
            casts.weights += own.k * own.n * own.batch;
            continue;
        }
        casts.inputs += isColumn ? input / owners : input;
        casts.gradients += isRow ? gradient / owners : gradient;
        casts.weights += own.k * own.n * own.batch;
        if (owners > 1)
            casts.transposed += isColumn ? input : isRow ? gradient : 0;
    }
    return casts;
}

} // namespace headroom
