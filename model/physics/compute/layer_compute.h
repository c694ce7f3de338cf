#pragma once

#include "model/physics/compute/attention_time.h"
#include "model/physics/compute/element_traffic.h"
#include "model/physics/compute/gemm_shapes.h"
#include "model/physics/compute/tuning_time.h"
#include "model/physics/trace/trace.h"

namespace headroom {

/// One matrix of a layer for one micro-batch: its GEMMs forward and backward (gradients of input
/// and weight). A stack's compute factor comes on top.
template <class Trace>
WorkOf<NumberOf<Trace>> matrixGemms(
    const Prepared &p, const Candidate &c, const Layout &layout, const Linear &linear, Trace &trace)
{
    const Gemm gemm = layerGemm(p, c, layout, linear);
    auto time = gemmTime(p, gemm, modelGradientBytes(p, layout), trace);
    if (p.tuning.isAdapted) {
        const auto more = tuningWork(p, layout, linear, gemm, trace);
        time.forward += more.forward;
        time.backward += more.backward;
    }
    return time;
}

/// The GEMMs of all matrices, in the order of ModelWork::matrices(): no policy enters them.
template <class Number> using LayerGemmsOf = std::array<WorkOf<Number>, maxLinears>;

template <class Trace>
LayerGemmsOf<NumberOf<Trace>> layerGemms(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    LayerGemmsOf<NumberOf<Trace>> gemms;
    std::size_t i = 0;
    for (const Linear &linear : p.matrices())
        gemms[i++] = matrixGemms(p, c, layout, linear, trace);
    return gemms;
}

/// The same with what is done again under the policy.
template <class Trace>
WorkOf<NumberOf<Trace>> withReplay(const Prepared &p, const Candidate &c, const Linear &linear,
    WorkOf<NumberOf<Trace>> time, Trace &trace)
{
    time.replay = time.forward
        * trace.input("replay", "Share of the forward GEMM that is recomputed",
            p.remats[static_cast<std::size_t>(c.remat)].replay[linear.tensor], "1",
            Origin::Derived);
    return time;
}

inline WorkTime matrixWork(
    const Prepared &p, const Candidate &c, const Layout &layout, const Linear &linear)
{
    NoTrace none;
    return workTime(withReplay(p, c, linear, matrixGemms(p, c, layout, linear, none), none));
}

/// GEMMs of a layer that exchanges of tensor parallelism lie beside: the inputs of two are
/// gathered, the outputs of the other two scattered.
enum class ExchangeSite : std::uint8_t { AttentionInput, AttentionOutput, MlpInput, MlpOutput };
inline constexpr std::size_t exchangeSiteCount = 4;

inline ExchangeSite siteOf(SavedTensor tensor)
{
    switch (tensor) {
    case SavedTensor::Qkv:
    case SavedTensor::MlaDown:
        return ExchangeSite::AttentionInput;
    case SavedTensor::OutProj:
        return ExchangeSite::AttentionOutput;
    case SavedTensor::MlpOut:
    case SavedTensor::ExpertOut:
        return ExchangeSite::MlpOutput;
    default:
        return ExchangeSite::MlpInput;
    }
}

/// The GEMMs of one layer, by their site.
using SiteTimes = std::array<WorkTime, exchangeSiteCount>;

/// GEMMs of one layer: forward, backward (input and weight gradients), and the forward
/// ones that the rematerialisation policy repeats; in `sites` what each site has of them.
/// @source FORMULAS §6.1, §5.3
template <class Trace>
WorkTime gemmWork(const Prepared &p, const Candidate &c, LayerKind kind,
    const LayerGemmsOf<NumberOf<Trace>> &gemms, SiteTimes &sites, Trace &trace)
{
    NumberOf<Trace> all {};
    std::size_t i = 0;
    for (const Linear &linear : p.matrices()) {
        const auto &plain = gemms[i++];
        if (!linear.isOf(kind))
            continue;
        const auto own = withReplay(p, c, linear, plain, trace);
        WorkTime &site
            = sites[static_cast<std::size_t>(siteOf(static_cast<SavedTensor>(linear.tensor)))];
        site.forward += Seconds { valueOf(own.forward) };
        site.backward += Seconds { valueOf(own.backward) };
        site.replay += Seconds { valueOf(own.replay) };
        if constexpr (Trace::records)
            all += trace.number(linear.id, linear.id,
                p.tuning.isAdapted
                    ? "forward + gradient of the input + adapters + replay · forward"
                    : "(forward + gradients of input and weight + replay · forward) · grouping",
                "FORMULAS §6.1", "seconds", allPasses<Trace>(p, own));
    }
    const auto stack
        = trace.input("compute_factor", "This software stack over the chip's typical time",
            p.stack.computeFactor, "1", Origin::Stack);
    if constexpr (Trace::records)
        trace.keep(kind == LayerKind::Dense
                ? trace.number("layer_dense_gemm",
                    "Matrix multiplications of one dense layer, one micro-batch",
                    "sum over matrices · factor of the stack", "FORMULAS §6.1", "seconds",
                    all * stack)
                : trace.number("layer_moe_gemm",
                    "Matrix multiplications of one expert layer, one micro-batch",
                    "sum over matrices · factor of the stack", "FORMULAS §6.1", "seconds",
                    all * stack));
    WorkTime work;
    for (WorkTime &site : sites) {
        site = { site.forward * valueOf(stack), site.backward * valueOf(stack),
            site.replay * valueOf(stack) };
        work.forward += site.forward;
        work.backward += site.backward;
        work.replay += site.replay;
    }
    return work;
}

/// Rows that the embedding's lookup reads and writes, one micro-batch; its gradient is read, added
/// and written.
inline Bytes lookupTraffic(const Prepared &p, const Layout &layout)
{
    return 2 * layout.tokens * p.hidden * p.computeBytes;
}
/// Backward passes over that traffic; none where the embedding is frozen.
inline double lookupBackwardPasses(const Prepared &p)
{
    return p.tuning.isAdapted && !p.tuning.trainsEmbedding ? 0 : 2;
}

/// The derivation of that lookup's time, all passes.
inline void traceLookup(
    const Prepared &p, const Candidate &c, const Layout &layout, DerivationTrace &trace)
{
    const auto bytes = 2 * microBatchTokens(p, c, layout, trace)
        * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model)
        * trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan);
    trace.keep(trace.number("lookup_micro_batch", "Lookup of the embedding, one micro-batch",
        "2·T·h·u · passes / W", "FORMULAS §6.4", "seconds",
        bytes
            * trace.input("lookup_passes", "Passes: one forward, two backward",
                1 + (p.isInference ? 0 : lookupBackwardPasses(p)), "1", Origin::Derived)
            / trace.input("memory_rate", "Reached memory bandwidth", p.memoryRate, Origin::Chip)));
}

/// Memory traffic of the loss for each logit, over all passes. @source FORMULAS §6.4
inline Bytes lossBytesPerLogit(const Prepared &p)
{
    return Bytes { p.loss == CrossEntropy::Fused || p.loss == CrossEntropy::FusedLinear
            ? p.stack.logitTrafficBytes / 2
            : p.stack.logitTrafficBytes };
}
inline constexpr double lossPasses = 3; ///< over the logits: one forward, two backward

/// Output head and loss of one micro-batch on the last stage. @source FORMULAS §6.4
template <class Trace>
WorkTime headWork(const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const Gemm head = headGemm(p, c, layout);
    const auto gemms = gemmTime(p, head, headGradientBytes(p, layout), trace);
    const auto heads
        = trace.input("output_heads", "Output heads, those of multi-token prediction included",
            1 + p.mtpLayers, "1", Origin::Model);
    const auto stack
        = trace.input("compute_factor", "This software stack over the chip's typical time",
            p.stack.computeFactor, "1", Origin::Stack);
    const auto passes = trace.input("loss_passes",
        "Passes over the logits: one forward, two backward", lossPasses, "1", Origin::Cited);
    const auto traffic = trace.number("loss_traffic", "Memory traffic of the loss, all passes",
        "T · V/t · bytes per logit / W", "FORMULAS §6.4", "seconds",
        trace.input("tokens", "Tokens of a micro-batch on one tensor group (b·s/c)", head.m,
            "tokens", Origin::Derived)
            * trace.input("columns", "Vocabulary on this device V/t", head.n, "1", Origin::Derived)
            * trace.input(
                "bytes_per_logit", "Memory traffic per logit", lossBytesPerLogit(p), Origin::Stack)
            / trace.input("memory_rate", "Reached memory bandwidth", p.memoryRate, Origin::Chip));
    WorkOf<NumberOf<Trace>> work;
    work.forward = heads * (gemms.forward * stack + traffic / passes);
    work.backward = heads * (gemms.backward * stack + traffic * (passes - 1) / passes);
    if (p.tuning.hasReferencePass)
        work.backward += work.forward
            * trace.input(
                "reference_passes", "Forward passes of the frozen reference", 1, "1", Origin::Plan);
    if constexpr (Trace::records)
        trace.keep(trace.number("head_micro_batch", "Output head and loss of one micro-batch",
            "heads · (GEMMs · factor of the stack + traffic of the loss)", "FORMULAS §6.4",
            "seconds", p.isInference ? work.forward : work.forward + work.backward));
    return workTime(work);
}

/// Work of a layer and of the head that no policy enters.
template <class Number> struct SharedWorkOf
{
    LayerGemmsOf<Number> gemms;
    WorkTime head;
};

template <class Trace>
SharedWorkOf<NumberOf<Trace>> sharedWork(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    return { layerGemms(p, c, layout, trace), headWork(p, c, layout, trace) };
}

} // namespace headroom
