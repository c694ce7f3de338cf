#pragma once

#include "model/base/units/quantity.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/trace/trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace headroom {

/// Bytes of one element that a GEMM hands on: 16-bit activations and their gradients.
inline constexpr Bytes outputBytes16 { 2 };

/// One matrix GEMM as a device runs it: [m, k] x [k, n], `batch` times in one kernel.
struct Gemm
{
    double m = 0, k = 0, n = 0; ///< rows (tokens), inner dimension, columns
    double batch = 1; ///< independent GEMMs of one kernel: the experts of a rank
    Bytes elementBytes { 2 }; ///< of the operands
    FlopPerSecond rate {}; ///< reached with operands of this number format
    double scale = 1; ///< time over that of a plain GEMM of this shape (grouped kernels)

    Flop flop() const { return Flop { 2 * m * k * n * batch }; }
    /// Operands read and output written once, `outputBytes` for each of its elements.
    Bytes traffic(Bytes outputBytes) const
    {
        return batch * (elementBytes * (m * k + k * n) + outputBytes * m * n);
    }
    Gemm withShape(double rows, double inner, double columns) const
    {
        return { rows, inner, columns, batch, elementBytes, rate, scale };
    }
    /// The GEMMs of the backward pass: output gradient with weight, input with output gradient.
    Gemm inputGradient() const { return withShape(m, n, k); }
    Gemm weightGradient() const { return withShape(k, m, n); }
};

/// Output tile of a GPU matrix kernel and its rate next to the best one: a smaller tile reads more
/// operands for each GEMM. @source NVIDIA matrix multiplication guide (tile sizes); the rates
/// are ASSUMED
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

/// How a kernel covers the outputs of a GEMM.
struct TileCover
{
    const GemmTile *tile = nullptr; ///< null on a TPU: eight rows of the array's width
    double tiles = 0;
    double waves = 0; ///< rounds over the compute units; 0 on a TPU
    double use = 0; ///< useful share of what is computed, waves included, times the tile's own rate
};

/// The tile that wins for m x n outputs. `batch` independent GEMMs run as one kernel (grouped
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

/// What of the loss with 16 bytes (`misaligned` of the chip) is felt with 64 and with 32 bytes, and
/// what of the rate with 16 bytes is left with eight and with fewer. ASSUMED: the guide has the
/// order, not the size.
inline constexpr double lossWith64Bytes = 0.2, lossWith32Bytes = 0.5;
inline constexpr double useWith8Bytes = 0.55, useWithFewerBytes = 0.4;

/// Rate that is left when a dimension, of elements of this size, is no multiple of what the memory
/// system and the matrix units take at once: 128 bytes is whole, 16 bytes still use the matrix
/// units. A dimension narrower than a tile loses by padding, which tiles count.
/// @source NVIDIA matrix multiplication guide (alignment); BLOOM's tuning log (hidden 14400)
inline double alignmentUse(const Prepared &p, double size, Bytes element)
{
    if (p.isTpu)
        return 1;
    // Steps are powers of two: dividing by them is exact.
    const double bytes = size * element.value();
    const auto whole = [bytes](double step) { return bytes / step == std::floor(bytes / step); };
    if (whole(128) || (bytes < 128 && whole(16)))
        return 1;
    const double with16Bytes = p.chip.misaligned;
    if (whole(64))
        return 1 - (1 - with16Bytes) * lossWith64Bytes;
    if (whole(32))
        return 1 - (1 - with16Bytes) * lossWith32Bytes;
    if (whole(16))
        return with16Bytes;
    return with16Bytes * (whole(8) ? useWith8Bytes : useWithFewerBytes);
}

/// Useful share of what the kernel of a GEMM computes: of tiles, waves and the tile's own rate.
/// @source FORMULAS §6.1
template <class Trace> NumberOf<Trace> tileUse(const Prepared &p, const Gemm &gemm, Trace &trace)
{
    const TileCover cover = bestTile(p, gemm.m, gemm.n, gemm.batch);
    if constexpr (!Trace::records) {
        return cover.use;
    } else {
        constexpr auto label = "Useful share of tiles and waves";
        constexpr auto source = "FORMULAS §6.1";
        const auto m = trace.input("m", "Rows (tokens)", gemm.m, "1", Origin::Derived);
        const auto n = trace.input("n", "Columns on this device", gemm.n, "1", Origin::Derived);
        if (!cover.tile) {
            const auto rows = trace.input(
                "tile_rows", "Multiple that rows are padded to", tpuRows, "1", Origin::Cited);
            const auto columns = trace.input(
                "array_columns", "Side of the systolic array", p.mxu, "1", Origin::Hardware);
            return trace.number("tile_use", label, "m·n / padded elements", source, "1",
                m * n / (roundedUp(m / rows) * rows * (roundedUp(n / columns) * columns)));
        }
        const auto batch
            = trace.input("products", "GEMMs of one kernel", gemm.batch, "1", Origin::Derived);
        const auto rows
            = trace.input("tile_rows", "Rows of the tile", cover.tile->rows, "1", Origin::Cited);
        const auto columns = trace.input(
            "tile_columns", "Columns of the tile", cover.tile->columns, "1", Origin::Cited);
        const auto units = trace.input(
            "compute_units", "Compute units of the chip", p.computeUnits, "1", Origin::Hardware);
        const auto rate = trace.input("tile_rate", "Rate of this tile over the best one",
            cover.tile->efficiency, "1", Origin::Assumed);
        const auto waves = trace.number("waves", "Rounds over the compute units",
            "⌈tiles / compute units⌉", source, "1",
            roundedUp(roundedUp(m / rows) * roundedUp(n / columns) * batch / units));
        return trace.number("tile_use", label, "tile's rate · m·n·GEMMs / elements of all rounds",
            source, "1", rate * m * n * batch / (waves * units * rows * columns));
    }
}

/// A GEMM as a plain kernel runs it: the longer of arithmetic and memory traffic. `outputBytes`:
/// of one element that it writes. In seconds. @source FORMULAS §6.1
template <class Trace>
NumberOf<Trace> gemmSeconds(const Prepared &p, const Gemm &gemm, Bytes outputBytes, Trace &trace)
{
    const auto m = trace.input("m", "Rows (tokens)", gemm.m, "1", Origin::Derived);
    const auto k = trace.input("k", "Inner dimension on this device", gemm.k, "1", Origin::Derived);
    const auto n = trace.input("n", "Columns on this device", gemm.n, "1", Origin::Derived);
    const auto batch
        = trace.input("products", "GEMMs of one kernel", gemm.batch, "1", Origin::Derived);
    const auto rate
        = trace.input("rate", "Reached rate of this number format", gemm.rate, Origin::Chip);
    const auto element = trace.input(
        "element_bytes", "Bytes of an element of the operands", gemm.elementBytes, Origin::Plan);
    const auto aligned
        = trace.input("alignment", "Rate that is left where a width is no multiple of 128 bytes",
            std::min(alignmentUse(p, gemm.k, gemm.elementBytes),
                alignmentUse(p, gemm.n, gemm.elementBytes)),
            "1", Origin::Chip);
    const auto felt = 1
        - trace.input("tile_softness", "Share of tile and wave losses that costs time",
              p.chip.tileSoftness, "1", Origin::Chip)
            * (1 - tileUse(p, gemm, trace));
    // What a kernel does once for each tile knows no alignment.
    const auto depth = [&] {
        if (p.isTpu) {
            const auto side = trace.input(
                "array_side", "Side of the systolic array", p.mxu, "1", Origin::Hardware);
            return roundedUp(k / side) * side;
        }
        return k / aligned
            + trace.input("ramp", "Elements of K at which half the rate is lost", p.chip.gemmRamp,
                  "1", Origin::Chip)
            * 2 / element;
    }();
    const auto arithmetic = trace.number("arithmetic", "Time of the arithmetic",
        "2·m·n·GEMMs · (k / alignment + ramp) / (rate · effective use)", "FORMULAS §6.1", "seconds",
        2 * m * n * batch * depth / (rate * felt));
    const auto output = trace.input(
        "output_bytes", "Bytes of an element that is written", outputBytes, Origin::Derived);
    const auto memoryRate
        = trace.input("memory_rate", "Reached memory bandwidth", p.memoryRate, Origin::Chip);
    const auto traffic = trace.number("traffic", "Time of the memory traffic",
        "GEMMs · [element bytes · (m·k + k·n) + output bytes · m·n] / W", "FORMULAS §6.1",
        "seconds", batch * (element * (m * k + k * n) + output * m * n) / memoryRate);
    return larger(arithmetic, traffic);
}

/// Time of each direction, and of what is done again.
template <class Number> struct WorkOf
{
    Number forward {}, backward {}, replay {};
};
/// A kind of work in one layer for one micro-batch on one device.
using WorkTime = WorkOf<Seconds>;

/// What a formula found, without how.
template <class Number> WorkTime workTime(const WorkOf<Number> &work)
{
    return { Seconds { valueOf(work.forward) }, Seconds { valueOf(work.backward) },
        Seconds { valueOf(work.replay) } };
}

/// All passes of a workload: inference has the forward one alone.
template <class Trace>
NumberOf<Trace> allPasses(const Prepared &p, const WorkOf<NumberOf<Trace>> &work)
{
    return p.isInference ? work.forward : work.forward + work.backward + work.replay;
}

/// Time of one matrix in training; backward: gradients of the input and of the weight.
/// `weightGradientBytes`: of one element of the weight gradient, read and written when accumulated;
/// nothing where the weight is frozen.
template <class Trace>
WorkOf<NumberOf<Trace>> gemmTime(
    const Prepared &p, const Gemm &gemm, std::optional<Bytes> weightGradientBytes, Trace &trace)
{
    constexpr auto formula = "max(arithmetic, memory traffic)";
    constexpr auto source = "FORMULAS §6.1";
    const auto scale
        = trace.input("grouping", "Time over that of a plain GEMM", gemm.scale, "1", Origin::Chip);
    const auto forward = trace.number("forward", "Forward GEMM", formula, source, "seconds",
        gemmSeconds(p, gemm, outputBytes16, trace));
    auto gradients = trace.number("input_gradient", "Gradient of the input", formula, source,
        "seconds", gemmSeconds(p, gemm.inputGradient(), outputBytes16, trace));
    if (weightGradientBytes)
        gradients += trace.number("weight_gradient", "Gradient of the weight", formula, source,
            "seconds", gemmSeconds(p, gemm.weightGradient(), *weightGradientBytes, trace));
    return { forward * scale, gradients * scale, {} };
}

} // namespace headroom
