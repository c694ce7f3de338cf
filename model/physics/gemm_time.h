#pragma once

#include "model/physics/prepared.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

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

/// Share of the computed tiles and waves that is useful, best tile, times the tile's own rate.
/// `batch` independent products run as one kernel (grouped experts, heads).
/// @source FORMULAS §6.1; NVIDIA matrix multiplication guide (tile and wave quantisation)
inline double tileUse(const Prepared &p, double m, double n, double batch)
{
    if (p.isTpu) {
        // The systolic array pads N to its side, rows to eight.
        const double paddedN = std::ceil(n / p.mxu) * p.mxu;
        const double paddedM = std::ceil(m / 8) * 8;
        return m * n / (paddedM * paddedN);
    }
    double best = 0;
    for (const GemmTile &tile : gemmTiles) {
        const double tiles = std::ceil(m / tile.rows) * std::ceil(n / tile.columns) * batch;
        const double waves = std::ceil(tiles / p.computeUnits);
        const double places = waves * p.computeUnits * tile.rows * tile.columns;
        const double use = tile.efficiency * m * n * batch / places;
        best = std::max(best, use);
        // Many waves of the large tile: smaller ones cannot win.
        if (use > 0.96 * tile.efficiency)
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

/// One matrix product [m,k]x[k,n], `batch` times: the longer of arithmetic and memory traffic.
/// `rate` is the reached FLOP/s of the number format, `bytes` of one element of the operands.
/// @unit seconds   @source FORMULAS §6.1
inline double gemmSeconds(const Prepared &p, double m, double k, double n, double rate,
    double elementBytes, double outputBytes = 2, double batch = 1)
{
    const double flop = 2 * m * k * n * batch;
    const double use = tileUse(p, m, n, batch);
    const double aligned = std::min(alignmentUse(p, k), alignmentUse(p, n));
    const double felt = (1 - p.chip.tileSoftness * (1 - use)) * aligned;
    const double depth
        = p.isTpu ? std::ceil(k / p.mxu) * p.mxu / k : (k + p.chip.gemmRamp * 2 / elementBytes) / k;
    const double arithmetic = flop / (rate * felt) * depth;
    const double traffic
        = batch * (elementBytes * (m * k + k * n) + outputBytes * m * n) / p.memoryRate;
    return std::max(arithmetic, traffic);
}

/// Forward, input-gradient and weight-gradient products of one matrix.
struct GemmTriple
{
    double forward = 0, backward = 0;
};

/// `weightGradientBytes`: of one element of the weight gradient; read and written when accumulated.
inline GemmTriple trainingGemms(const Prepared &p, double m, double k, double n, double rate,
    double elementBytes, double weightGradientBytes, double batch = 1)
{
    GemmTriple triple;
    triple.forward = gemmSeconds(p, m, k, n, rate, elementBytes, 2, batch);
    triple.backward = gemmSeconds(p, m, n, k, rate, elementBytes, 2, batch)
        + gemmSeconds(p, k, m, n, rate, elementBytes, weightGradientBytes, batch);
    return triple;
}

} // namespace headroom
