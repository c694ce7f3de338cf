#pragma once

#include "model/physics/compute/gemm_shapes.h"
#include "model/physics/compute/gemm_time.h"
#include "model/physics/prepare/layout.h"
#include "model/physics/trace/trace.h"

#include <string>

namespace headroom {

/// The same for the model's own weights, which adapters leave frozen.
inline std::optional<Bytes> modelGradientBytes(const Prepared &p, const Layout &layout)
{
    return p.tuning.isAdapted ? std::nullopt : std::optional(weightGradientBytes(p, layout));
}

/// Whether the output head has a gradient of its weight: next to adapters only where it is trained
/// whole.
inline bool trainsHead(const Prepared &p)
{
    return !p.tuning.isAdapted || p.tuning.trainsHead;
}
inline std::optional<Bytes> headGradientBytes(const Prepared &p, const Layout &layout)
{
    return trainsHead(p) ? std::optional(weightGradientBytes(p, layout)) : std::nullopt;
}

/// Backward GEMMs over forward ones: two, or one where the weight is frozen.
inline double gradientGemms(const Prepared &p)
{
    return p.tuning.isAdapted ? 1 : 2;
}

/// The two GEMMs of an adapter beside a GEMM of the model, forward pass: [m, k] x [k, r] and
/// [m, r] x [r, n], in 16 bits. `share`: of the columns of the model's GEMM that it stands
/// beside, where several matrices run as one.
struct AdapterGemms
{
    Gemm down, up;
};

inline AdapterGemms adapterGemms(
    const Prepared &p, const Linear &linear, const Gemm &gemm, const Adapter &adapter)
{
    Gemm plain = gemm;
    plain.elementBytes = p.computeBytes;
    plain.rate = p.rate16;
    AdapterGemms pair { plain, plain };
    pair.down.n = p.tuning.rank;
    pair.up.k = p.tuning.rank;
    pair.up.n = gemm.n * adapter.out / linear.out;
    return pair;
}

/// Memory traffic of bringing a frozen matrix to 16 bits: its format is read, the copy written.
/// @source bitsandbytes functional.py (dequantize_4bit before each GEMM, forward
/// and backward); torch aten/autocast_mode.cpp
inline Bytes dequantisedTraffic(
    const Prepared &p, const Layout &layout, const Linear &linear, const Gemm &gemm)
{
    if (!linear.isQuantised || !(p.tuning.isQuantised || castsBase(p, layout.weightShards)))
        return {};
    const Bytes base = linear.isOfExperts() ? p.tuning.expertBaseBytes : p.tuning.baseBytes;
    return gemm.k * gemm.n * gemm.batch * (base + p.computeBytes);
}

/// Share of the memory rate at which kernels widen a matrix: each weight goes through a tree of
/// comparisons, or a table, before it is written. @source the constant part of a micro-batch of 4
/// to 32 sequences with frozen 16-bit and with 4-bit weights, fms-acceleration on A100: 0.07 and
/// 0.165 s of an 8B
inline constexpr double dequantiseShare = 0.33;

/// DoRA's norm of a matrix with its adapter, before each forward pass: the adapter's product is
/// made whole, scaled, added to the matrix and read once more. @unit seconds
/// @source PEFT tuners/lora/dora.py (get_lora_weight, get_weight_norm)
template <class Trace>
NumberOf<Trace> weightNormTime(
    const Prepared &p, const Linear &linear, const Adapter &adapter, const Gemm &gemm, Trace &trace)
{
    constexpr double identityPasses = 2; // written, read by the first product
    constexpr double weightPasses = 7; // product written; scaled; added to the matrix; norm
    const double in = gemm.k, out = gemm.n * adapter.out / linear.out;
    const Bytes moved
        = p.computeBytes * gemm.batch * (identityPasses * in * in + weightPasses * in * out);
    return trace.number("weight_norm", "Norm of a matrix with its adapter (DoRA)",
        "bytes moved / W", "PEFT tuners/lora/dora.py", "seconds",
        trace.input("norm_bytes", "Bytes moved for the norm", moved, Origin::Derived)
            / trace.input("memory_rate", "Reached memory bandwidth", p.memoryRate, Origin::Chip));
}

/// What adapters and a quantised base add to one matrix of a layer, one micro-batch: GEMMs of
/// the adapters in both passes, and the copy that is widened before the GEMM of either pass.
/// @unit seconds   @source FORMULAS §12
template <class Trace>
WorkOf<NumberOf<Trace>> tuningWork(
    const Prepared &p, const Layout &layout, const Linear &linear, const Gemm &gemm, Trace &trace)
{
    WorkOf<NumberOf<Trace>> work;
    if (const Bytes traffic = dequantisedTraffic(p, layout, linear, gemm); traffic > Bytes {}) {
        const bool isCast = !p.tuning.isQuantised;
        const auto copy = trace.number("dequantise",
            isCast ? "Cast of the frozen matrix to 16 bits"
                   : "Dequantization of the frozen matrix to 16 bits, one pass",
            "bytes moved / (W · share)",
            isCast ? "torch aten/autocast_mode.cpp; FORMULAS §12"
                   : "bitsandbytes functional.py; FORMULAS §12",
            "seconds",
            trace.input("dequantised_bytes", "Read in the base's format, written in 16 bits",
                traffic, Origin::Derived)
                / (trace.input(
                       "memory_rate", "Reached memory bandwidth", p.memoryRate, Origin::Chip)
                    * trace.input("dequantise_share",
                        "Share of the memory bandwidth that these kernels reach",
                        isCast ? 1 : dequantiseShare, "1", Origin::Cited)));
        const bool isForNorm = p.tuning.learnsMagnitudes && linear.adapterCount > 0;
        work.forward = isForNorm ? 2 * copy : copy;
        if (!isCast) // whose backward pass has kept the cast
            work.backward = copy;
    }
    const Bytes gradient = weightGradientBytes(p, layout);
    for (const Adapter &adapter : linear.adaptersOf(p.tuning)) {
        const AdapterGemms pair = adapterGemms(p, linear, gemm, adapter);
        const auto down = gemmTime(p, pair.down, gradient, trace);
        const auto up = gemmTime(p, pair.up, gradient, trace);
        const auto both
            = [&](const char *pass, const NumberOf<Trace> &first, const NumberOf<Trace> &second) {
                  if constexpr (!Trace::records)
                      return first + second;
                  else
                      return trace.number((adapter.id + std::string("_") + pass).c_str(),
                          "Two GEMMs of an adapter", "down to r + up from r", "FORMULAS §6.1, §12",
                          "seconds",
                          trace.number("down", "GEMM with [in, r]", "as any GEMM", "FORMULAS §6.1",
                              "seconds", first)
                              + trace.number("up", "GEMM with [r, out]", "as any GEMM",
                                  "FORMULAS §6.1", "seconds", second));
              };
        work.forward += both("forward", down.forward, up.forward);
        work.backward += both("backward", down.backward, up.backward);
        if (p.tuning.learnsMagnitudes)
            work.forward += weightNormTime(p, linear, adapter, gemm, trace);
    }
    return work;
}

/// Bytes that move for one element, in each pass.
struct MovedBytes
{
    double forward = 0, backward = 0;
};

/// Kernels that the host issues for one adapted matrix, forward: two GEMMs, the scaling and the
/// sum; in eager PyTorch casts of the input, of the output and of both matrices, and dropout, too.
/// @source PEFT tuners/lora/layer.py, tuners/lora/bnb.py
constexpr double adapterLaunches = 4, eagerAdapterLaunches = 9;
/// Kernels that widening a matrix takes: its scales and their offset first, then its weights, and
/// a cast. @source bitsandbytes functional.py (dequantize_4bit)
constexpr double dequantiseLaunches = 4;
constexpr double castLaunches = 1; ///< of autocast, for a frozen matrix in 32 bit
/// Host's time to issue a layer with adapters over the time without.
inline double tuningLaunchFactor(const Prepared &p, LayerKind kind)
{
    if (!p.tuning.isAdapted)
        return 1;
    const double plain = p.assumed.adaptedLayerLaunches;
    double kernels = plain;
    for (const Linear &linear : p.matrices()) {
        if (!linear.isOf(kind))
            continue;
        const auto pairs = static_cast<double>(linear.adaptersOf(p.tuning).size());
        kernels += (runsKernelByKernel(p) ? eagerAdapterLaunches : adapterLaunches) * pairs;
        if (p.tuning.isQuantised && linear.isQuantised)
            kernels += dequantiseLaunches;
        else if (p.tuning.isWide && p.stack.keepsComputeCopy && linear.isQuantised)
            kernels += castLaunches;
    }
    return kernels / plain;
}

/// What moves around one adapter for an element of its input and of its output.
struct AdapterPasses
{
    MovedBytes input, output;
};

/// @source PEFT tuners/lora/layer.py: beside a frozen 16-bit matrix x is cast to the adapter's 32
/// bit (_cast_input_dtype), goes through dropout and is cast back by autocast; the result is scaled
/// and added. tuners/lora/bnb.py: beside a quantised one x stays as it is, the result is cloned.
/// unsloth kernels/fast_lora.py and fms-acceleration: fused ones add inside the GEMM
inline AdapterPasses adapterPasses(const Prepared &p, const Layout &layout)
{
    constexpr double read16 = 2, both16 = 4, cast = 6, sum16 = 6, fromMask = 1;
    const bool isEager = isEagerTorch(p);
    if (!isEager || (p.tuning.isQuantised && !runsKernelByKernel(p))) {
        // The result is read, the scaled one as well, the sum written; inside a GEMM only both.
        const double moved = isEager ? both16 : 3 * read16;
        return { {}, { moved, isEager ? both16 : 2 * moved } };
    }
    const bool isWide = hasWideRest(p, layout);
    const bool isCast = !p.tuning.isQuantised; // in front of dropout
    const double wider = isWide || isCast ? 2 : 1;
    const double dropout = p.stack.adapterDropout * (wider * both16 + fromMask);
    const double toGemm = isWide || isCast ? cast : 0;
    AdapterPasses passes;
    passes.input.forward = (isCast ? cast : 0) + dropout + toGemm;
    passes.input.backward = passes.input.forward + (isWide ? 2 : 1) * sum16;
    const double clone = p.tuning.isQuantised ? (isWide ? 2 : 1) * both16 : 0;
    passes.output.forward = clone + both16 + (isWide ? 10 : sum16);
    passes.output.backward = both16 + (isWide ? cast : 0);
    return passes;
}

/// Traffic around all adapters of a layer, one micro-batch. @unit bytes   @source FORMULAS §12
inline MovedBytes adapterTraffic(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind)
{
    const AdapterPasses passes = adapterPasses(p, layout);
    MovedBytes moved;
    for (const Linear &linear : p.matrices()) {
        if (!linear.isOf(kind))
            continue;
        const Gemm gemm = layerGemm(p, c, layout, linear);
        for (const Adapter &adapter : linear.adaptersOf(p.tuning)) {
            const double rows = gemm.m * gemm.batch;
            const double in = rows * gemm.k, out = rows * gemm.n * adapter.out / linear.out;
            moved.forward += in * passes.input.forward + out * passes.output.forward;
            moved.backward += in * passes.input.backward + out * passes.output.backward;
            // DoRA scales results of matrix and adapter by a magnitude for each column.
            if (p.tuning.learnsMagnitudes) {
                constexpr double scaled = 7; // two products read and written, a sum of three
                moved.forward += scaled * p.computeBytes.value() * out;
                moved.backward += scaled * p.computeBytes.value() * out;
            }
        }
    }
    return moved;
}

} // namespace headroom
