#pragma once

#include "model/physics/gemm_time.h"
#include "model/physics/layout.h"

namespace headroom {

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

/// The product that a rank computes for a matrix of a layer, one micro-batch, forward pass. Time,
/// casts, tables, roofline and timeline ask here. A matrix that nothing cuts is multiplied with the
/// tokens that the rank holds outside the tensor-parallel regions. A fused gate and up projection
/// is one matrix of twice the width.
/// @source Megatron-Core ColumnParallelLinear, RowParallelLinear, TEGroupedLinear (experts cut by
/// the expert-tensor degree); MaxText's logical axes of expert weights
inline Product layerProduct(
    const Prepared &p, const Candidate &c, const Layout &layout, const Linear &linear)
{
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    const bool isLow = linear.isQuantised && recipe.isLow;
    Product product { layout.tokens, linear.in, linear.out, 1,
        isLow ? recipe.elementBytes : p.computeBytes,
        FlopPerSecond { isLow ? recipe.gemmRate : p.rate16 }, 1 };
    if (linear.isOfExperts()) {
        product.batch = std::max(1.0, p.experts / c.expert);
        product.m = expertRows(p, c, layout) / product.batch;
        product.scale = product.batch > 1 ? 1 / p.chip.groupedGemm : 1;
    }
    switch (linear.cut) {
    case Cut::Column:
        product.n /= c.tensor;
        break;
    case Cut::Row:
        product.k /= c.tensor;
        break;
    case Cut::None:
        product.m /= layout.plainDivisor;
        break;
    case Cut::ExpertColumn:
        product.n /= layout.expertTensor;
        break;
    case Cut::ExpertRow:
        product.k /= layout.expertTensor;
        break;
    }
    return product;
}

/// The output head of one micro-batch, in 16 bits under every recipe; its columns are cut like the
/// vocabulary.
inline Product headProduct(const Prepared &p, const Candidate &c, const Layout &layout)
{
    return { layout.tokens, p.hidden, p.vocab / c.tensor, 1, p.computeBytes,
        FlopPerSecond { p.rate16 }, 1 };
}

/// Bytes of one element of a weight gradient as a product writes it; accumulated ones are read
/// first.
inline double weightGradientBytes(const Prepared &p, const Layout &layout)
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
    // What is gathered before a product is quantised by its owner where it travels quantised.
    const double owners = recipe.travelsLow ? layout.plainDivisor : 1;
    for (const Linear &linear : p.matrices()) {
        if (!linear.isOf(kind) || !linear.isQuantised)
            continue;
        const Product own = layerProduct(p, c, layout, linear);
        const double input = own.m * own.k * own.batch, gradient = own.m * own.n * own.batch;
        const bool isColumn = linear.cut == Cut::Column, isRow = linear.cut == Cut::Row;
        casts.inputs += isColumn ? input / owners : input;
        casts.gradients += isRow ? gradient / owners : gradient;
        casts.weights += own.k * own.n * own.batch;
        if (owners > 1)
            casts.transposed += isColumn ? input : isRow ? gradient : 0;
    }
    return casts;
}

} // namespace headroom
