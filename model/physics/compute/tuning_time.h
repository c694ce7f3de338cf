#pragma once

#include "model/physics/compute/gemm_time.h"
#include "model/physics/compute/products.h"
#include "model/physics/prepare/layout.h"
#include "model/physics/trace/trace.h"

#include <string>

namespace headroom {

/// The same for the model's own weights, which adapters leave frozen.
inline std::optional<Bytes> modelGradientBytes(const Prepared &p, const Layout &layout)
{
    return p.tuning.isAdapted ? std::nullopt : std::optional(weightGradientBytes(p, layout));
}

/// Backward products over forward ones: two, or one where the weight is frozen.
inline double gradientProducts(const Prepared &p)
{
    return p.tuning.isAdapted ? 1 : 2;
}

/// The two products of an adapter beside a product of the model, forward pass: [m, k] x [k, r] and
/// [m, r] x [r, n], in 16 bits. `share`: of the columns of the model's product that it stands
/// beside, where several matrices run as one.
struct AdapterProducts
{
    Product down, up;
};

inline AdapterProducts adapterProducts(
    const Prepared &p, const Linear &linear, const Product &product, const Adapter &adapter)
{
    Product plain = product;
    plain.elementBytes = p.computeBytes;
    plain.rate = p.rate16;
    AdapterProducts pair { plain, plain };
    pair.down.n = p.tuning.rank;
    pair.up.k = p.tuning.rank;
    pair.up.n = product.n * adapter.out / linear.out;
    return pair;
}

/// Memory traffic of widening a frozen matrix to 16 bits: its format is read, the copy written.
/// @source bitsandbytes functional.py (dequantize_4bit before each product, forward
/// and backward)
inline Bytes dequantisedTraffic(const Prepared &p, const Linear &linear, const Product &product)
{
    if (!p.tuning.isQuantised || !linear.isQuantised)
        return {};
    const Bytes base = linear.isOfExperts() ? p.tuning.expertBaseBytes : p.tuning.baseBytes;
    return product.k * product.n * product.batch * (base + p.computeBytes);
}

/// What adapters and a quantised base add to one matrix of a layer, one micro-batch: products of
/// the adapters in both passes, and the copy that is widened before the product of either pass.
/// @unit seconds   @source FORMULAS §12
template <class Trace>
WorkOf<NumberOf<Trace>> tuningWork(const Prepared &p, const Layout &layout, const Linear &linear,
    const Product &product, Trace &trace)
{
    WorkOf<NumberOf<Trace>> work;
    if (const Bytes traffic = dequantisedTraffic(p, linear, product); traffic > Bytes {}) {
        const auto copy
            = trace.number("dequantise", "Widening the frozen matrix to 16 bits, one pass",
                "bytes moved / W", "bitsandbytes functional.py; FORMULAS §12", "seconds",
                trace.input("dequantised_bytes", "Read in the base's format, written in 16 bits",
                    traffic, Origin::Derived)
                    / trace.input(
                        "memory_rate", "Reached memory bandwidth", p.memoryRate, Origin::Chip));
        work.forward = copy;
        work.backward = copy;
    }
    const Bytes gradient = weightGradientBytes(p, layout);
    for (const Adapter &adapter : linear.adaptersOf(p.tuning)) {
        const AdapterProducts pair = adapterProducts(p, linear, product, adapter);
        const auto down = productTime(p, pair.down, gradient, trace);
        const auto up = productTime(p, pair.up, gradient, trace);
        const auto both
            = [&](const char *pass, const NumberOf<Trace> &first, const NumberOf<Trace> &second) {
                  if constexpr (!Trace::records)
                      return first + second;
                  else
                      return trace.number((adapter.id + std::string("_") + pass).c_str(),
                          "Two products of an adapter", "down to r + up from r",
                          "FORMULAS §6.1, §12", "seconds",
                          trace.number("down", "Product with [in, r]", "as any product",
                              "FORMULAS §6.1", "seconds", first)
                              + trace.number("up", "Product with [r, out]", "as any product",
                                  "FORMULAS §6.1", "seconds", second));
              };
        work.forward += both("forward", down.forward, up.forward);
        work.backward += both("backward", down.backward, up.backward);
    }
    return work;
}

/// Kernels that the host issues for one adapted matrix, forward: two products, the scaling and the
/// sum. @source PEFT tuners/lora/layer.py
constexpr double adapterLaunches = 4;
/// Kernels that widening a matrix takes: its scales first, then its weights.
/// @source bitsandbytes functional.py
constexpr double dequantiseLaunches = 2;
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
        kernels += adapterLaunches * pairs;
        if (p.tuning.isQuantised && linear.isQuantised)
            kernels += dequantiseLaunches;
    }
    return kernels / plain;
}

/// Elements that adapters' element-wise kernels pass over for each token and device: the result of
/// the frozen product is read, the adapter's scaled one too, and their sum written.
/// @unit elements   @source PEFT tuners/lora/layer.py (result + lora_B(lora_A(x)) * scaling)
inline double adapterElements(
    const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind)
{
    constexpr double passes = 3;
    double elements = 0;
    for (const Linear &linear : p.matrices()) {
        const auto pairs = linear.adaptersOf(p.tuning);
        if (!linear.isOf(kind) || pairs.empty())
            continue;
        const Product product = layerProduct(p, c, layout, linear);
        elements += passes * product.m * product.n * product.batch;
    }
    return elements;
}

} // namespace headroom
