#pragma once

#include "model/base/units/quantity.h"
#include "model/physics/prepared.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

/// Bytes of one element that a product hands on: 16-bit activations and their gradients.
inline constexpr double outputBytes16 = 2;

/// One matrix product as a device runs it: [m, k] x [k, n], `batch` times in one kernel.
struct Product
{
    double m = 0, k = 0, n = 0; ///< rows (tokens), inner dimension, columns
    double batch = 1; ///< independent products of one kernel: the experts of a rank
    double elementBytes = 2; ///< of the operands
    FlopPerSecond rate {}; ///< reached with operands of this number format
    double scale = 1; ///< time over that of a plain product of this shape (grouped kernels)

    Flop flop() const { return Flop { 2 * m * k * n * batch }; }
    /// Operands read and output written once, `outputBytes` for each of its elements.
    Bytes traffic(double outputBytes) const
    {
        return Bytes { batch * (elementBytes * (m * k + k * n) + outputBytes * m * n) };
    }
    Product withShape(double rows, double inner, double columns) const
    {
        return { rows, inner, columns, batch, elementBytes, rate, scale };
    }
    /// The products of the backward pass: output gradient with weight, input with output gradient.
    Product inputGradient() const { return withShape(m, n, k); }
    Product weightGradient() const { return withShape(k, m, n); }
};

/// Output tile of a GPU matrix kernel and its rate next to the best one.
struct GemmTile
{
    double rows, columns, efficiency;
};
inline constexpr std::array<GemmTile, 4> gemmTiles { {
    { 256, 128, 1.0 },
    { 128, 128, 0.96 },
    { 128, 64, 0.86 },
    { 64, 64, 0.70 },
} };
/// Use of a tile beyond which smaller ones, whose own rates are lower, cannot win.
inline constexpr double fullTileUse = 0.96;

/// Rows that a TPU pads to: the sublanes of a register. @source scaling-book, "TPUs"
inline constexpr double tpuRows = 8;

/// How a kernel covers the outputs of a product.
struct TileCover
{
    const GemmTile *tile = nullptr; ///< null on a TPU: eight rows of the array's width
    double tiles = 0;
    double waves = 0; ///< rounds over the compute units; 0 on a TPU
    double use = 0; ///< useful share of what is computed, waves included, times the tile's own rate
};

/// The tile that wins for m x n outputs. `batch` independent products run as one kernel (grouped
/// experts, heads). A TPU pads columns to the side of its systolic array.
/// @source FORMULAS §6.1; NVIDIA matrix multiplication guide (tile and wave quantisation)
inline TileCover bestTile(const Prepared &p, double m, double n, double batch)
{
    if (p.isTpu) {
        const double rows = std::ceil(m / tpuRows), columns = std::ceil(n / p.mxu);
        return { nullptr, rows * columns * batch, 0, m * n / (rows * tpuRows * (columns * p.mxu)) };
    }
    TileCover best;
    for (const GemmTile &tile : gemmTiles) {
        const double tiles = std::ceil(m / tile.rows) * std::ceil(n / tile.columns) * batch;
        const double waves = std::ceil(tiles / p.computeUnits);
        const double places = waves * p.computeUnits * tile.rows * tile.columns;
        const double use = tile.efficiency * m * n * batch / places;
        if (use > best.use)
            best = { &tile, tiles, waves, use };
        if (use > fullTileUse * tile.efficiency)
            break;
    }
    return best;
}

/// Rate that is left when a dimension is no multiple of what the memory system and the matrix units
/// take at once: 128 bytes is whole, 16 bytes still use the matrix units.
/// @source NVIDIA matrix multiplication guide (alignment); BLOOM's tuning log (hidden 14400)
inline double alignmentUse(const Prepared &p, double size)
{
    if (p.isTpu)
        return 1;
    const auto whole = [size](double step) { return std::fmod(size, step) == 0; };
    if (whole(64))
        return 1;
    const double eighth = p.chip.misaligned;
    if (whole(32))
        return 1 - (1 - eighth) * 0.2;
    if (whole(16))
        return 1 - (1 - eighth) * 0.5;
    if (whole(8))
        return eighth;
    return whole(4) ? eighth * 0.55 : eighth * 0.4;
}

/// A product as a plain kernel runs it: the longer of arithmetic and memory traffic.
/// @source FORMULAS §6.1
inline Seconds gemmSeconds(
    const Prepared &p, const Product &product, double outputBytes = outputBytes16)
{
    const double k = product.k;
    const double use = bestTile(p, product.m, product.n, product.batch).use;
    const double aligned = std::min(alignmentUse(p, k), alignmentUse(p, product.n));
    const double felt = (1 - p.chip.tileSoftness * (1 - use)) * aligned;
    const double depth = p.isTpu ? std::ceil(k / p.mxu) * p.mxu / k
                                 : (k + p.chip.gemmRamp * 2 / product.elementBytes) / k;
    const Seconds arithmetic = product.flop() / (product.rate * felt) * depth;
    const Seconds traffic = product.traffic(outputBytes) / BytesPerSecond { p.memoryRate };
    return std::max(arithmetic, traffic);
}

/// Time of one matrix in training.
struct ProductTime
{
    Seconds forward, backward; ///< backward: gradients of the input and of the weight
};

/// `weightGradientBytes`: of one element of the weight gradient; read and written when accumulated.
inline ProductTime productTime(
    const Prepared &p, const Product &product, double weightGradientBytes)
{
    return { gemmSeconds(p, product) * product.scale,
        (gemmSeconds(p, product.inputGradient())
            + gemmSeconds(p, product.weightGradient(), weightGradientBytes))
            * product.scale };
}

} // namespace headroom
