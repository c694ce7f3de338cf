#pragma once

#include "model/flags/advice/rules_gpu.h"

namespace headroom {

/// Memory orders with which sharded gradient sums need no copy.
/// @source MaxText, configurations of Llama 3.1 on v6e and of its experts on v5p
/// (LAYOUT_FOR_ALL_REDUCE_SCATTER)
template <class Sink> void adviseReduceScatterLayout(const AdviceInputs &in, Sink &sink)
{
    if (!in.shardsWeights)
        return;
    const auto chip = [&] { return Operands { in.accelerator }; };
    for (const Setting flag :
        { Setting::LayoutMinor, Setting::LayoutGroup, Setting::LayoutScatter }) {
        if (in.accelerator == "tpu-v6e")
            sink.set(flag, 1, "advice-scatter-layout", chip);
        else
            sink.consider(flag, 1, "advice-scatter-layout-trial", chip);
    }
}

/// Continuation fusion (TensorCore) or SparseCore offload: never both for one collective.
template <class Sink> void adviseTpuCollectives(const AdviceInputs &in, Sink &sink)
{
    const bool gathers = in.shardsWeights;
    const bool reduces = in.data > 1;
    if (in.devices <= 1 || !(gathers || reduces)) {
        sink.leave(Setting::FusionGather, "advice-tpu-no-traffic", noOperands);
        return;
    }
    const auto chip = [&] { return Operands { in.accelerator }; };
    if (in.accelerator == "tpu-v7x") {
        for (const Setting base : { Setting::SparseShape, Setting::SparseMegacore })
            sink.set(base, 1, "advice-sparse-core-base", chip);
        for (const Setting base : { Setting::SparseFusion, Setting::SparseSpmem })
            sink.set(base, 0, "advice-sparse-core-base", chip);
        if (gathers) {
            sink.set(Setting::FusionGather, 0, "advice-sparse-core-excludes", chip);
            sink.set(Setting::FusionScatter, 0, "advice-sparse-core-excludes", chip);
            sink.set(Setting::SparseGather, 1, "advice-sparse-core", chip);
            sink.set(Setting::SparseScatter, 1, "advice-sparse-core", chip);
            sink.set(Setting::TraceGather, 1, "advice-sparse-core-tracing", chip);
            sink.set(Setting::TraceScatter, 1, "advice-sparse-core-tracing", chip);
        }
        if (reduces) {
            sink.set(Setting::FusionReduce, 0, "advice-sparse-core-excludes", chip);
            sink.set(Setting::SparseReduce, 1, "advice-sparse-core", chip);
            sink.set(Setting::TraceReduce, 1, "advice-sparse-core-tracing", chip);
        }
        return;
    }
    if (!hasContinuationFusion(in.accelerator)) {
        sink.leave(Setting::FusionBase, "advice-fusion-not-on-chip", chip);
        return;
    }
    sink.set(Setting::FusionBase, 1, "advice-continuation-fusion", chip);
    sink.set(Setting::FusionSteps, 1, "advice-continuation-fusion", chip);
    // Fused sums beside this overlap gave NaN there. @source JAX, issue 38741
    if (in.accelerator == "tpu-v6e" && in.exchangesHeads)
        sink.avoid(Setting::FusionOverlap, "advice-fusion-ulysses", chip);
    else
        sink.set(Setting::FusionOverlap, 1, "advice-continuation-fusion", chip);
    if (gathers) {
        sink.set(Setting::FusionGather, 1, "advice-continuation-fusion", chip);
        sink.set(Setting::TpuAsyncGather, 1, "advice-continuation-fusion", chip);
    }
    if (reduces) {
        sink.set(Setting::FusionReduce, 1, "advice-continuation-fusion", chip);
        sink.set(Setting::TpuAsyncReduce, 1, "advice-continuation-fusion", chip);
    }
    adviseReduceScatterLayout(in, sink);
    if (in.accelerator == "tpu-v6e" && gathers)
        sink.consider(Setting::SparseGather, 1, "advice-sparse-core-trial", chip);
}

/// Scoped vector memory, traffic between slices, host offload.
template <class Sink> void adviseTpuRest(const AdviceInputs &in, Sink &sink)
{
    const double vmem = scopedVmemAdvice(in);
    const auto range = [&] {
        return Operands { std::to_string(static_cast<int>(vmem)),
            std::to_string(static_cast<int>(in.vmemKib / 1024)), in.accelerator,
            in.hasExperts ? "mixture-of-experts" : "dense" };
    };
    if (vmem > 0 && vmem <= in.vmemHighestKib)
        sink.set(Setting::ScopedVmem, vmem, "advice-scoped-vmem", range);
    else
        sink.leave(Setting::ScopedVmem, "advice-scoped-vmem-default", range);
    if (in.nodes > 1 && (in.data > 1 || in.fsdp > 1)) {
        const auto slices = [&] { return Operands { std::to_string(in.nodes) }; };
        sink.set(Setting::SliceOverlap, 1, "advice-slice-overlap", slices);
        sink.set(Setting::SliceOverlapSizes, 1, "advice-slice-overlap", slices);
    }
    if (in.pipeline > 1)
        sink.set(Setting::TpuAsyncPermute, 1, "advice-tpu-permute",
            [&] { return Operands { std::to_string(in.pipeline) }; });
    if (in.offloadsActivations) {
        for (const Setting flag :
            { Setting::HostSchedulerFeatures, Setting::HostPressureTracking,
                Setting::HostBarrierRemoval, Setting::HostAsyncDepth, Setting::HostGatherPipelining,
                Setting::HostVariantParameter, Setting::HostInvariantOperation })
            sink.set(flag, 1, "advice-host-offload", noOperands);
        sink.set(Setting::HostOverlapLimit, hostOverlapLimit, "advice-host-offload", noOperands);
        sink.set(Setting::HostConcurrency, hostConcurrency, "advice-host-offload", noOperands);
        sink.set(Setting::HostMemoryShare, hostMemoryPercent, "advice-host-offload", noOperands);
        sink.set(Setting::HostRerun, hostSchedulerRuns, "advice-host-offload", noOperands);
    }
    sink.leave(Setting::LaunchBarrier, "advice-launch-barrier", noOperands);
    if (in.tensor > 1)
        sink.leave(Setting::TpuEinsumThreshold, "advice-tpu-einsum", noOperands);
}

/// PyTorch frameworks: only variables apply.
template <class Sink> void adviseTorch(const AdviceInputs &in, Sink &sink)
{
    if (in.isTpu)
        return;
    const auto chip = [&] { return Operands { generationName(in.generation) }; };
    if (in.framework->wantsOneQueue && in.devices > 1 && in.generation != GpuGeneration::Amd) {
        if (in.generation == GpuGeneration::Blackwell)
            sink.avoid(Setting::MaxConnections, "advice-connections-blackwell", chip);
        else if (in.shardsWeights)
            sink.avoid(Setting::MaxConnections, "advice-connections-fsdp", chip);
        else if (in.tensor > 1 || in.context > 1)
            sink.set(Setting::MaxConnections, 1, "advice-connections-megatron", chip);
    }
    if (in.framework->needsExpandableSegments)
        sink.set(Setting::TorchAllocator, 1, "advice-torch-allocator", noOperands);
    else
        sink.consider(Setting::TorchAllocator, 1, "advice-torch-allocator", noOperands);
}

/// Number format of the products.
template <class Sink> void advisePrecision(const AdviceInputs &in, Sink &sink)
{
    if (in.betterCompute && in.gemmGain > notableGain)
        sink.plan("precision.compute", nameOf(*in.betterCompute),
            *in.betterCompute == NumberFormat::Bf16 ? "advice-compute-bf16" : "advice-compute-fp16",
            [&] {
                return Operands { in.accelerator, Amount { Amount::Factor, in.gemmGain } };
            });
}

/// Everything, for any framework and chip.
template <class Sink> void adviseAll(const AdviceInputs &in, Sink &sink)
{
    advisePrecision(in, sink);
    if (!in.framework->runsXla) {
        adviseTorch(in, sink);
        return;
    }
    if (in.isTpu) {
        adviseTpuCollectives(in, sink);
        adviseTpuRest(in, sink);
        return;
    }
    adviseOverlap(in, sink);
    adviseMessages(in, sink);
    adviseTensorAndPipeline(in, sink);
    adviseMemory(in, sink);
    adviseNccl(in, sink);
    adviseKernels(in, sink);
}

} // namespace headroom
