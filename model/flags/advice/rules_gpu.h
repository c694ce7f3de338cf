#pragma once

#include "model/flags/advice/advice_numbers.h"
#include "model/flags/catalogue/flag_settings.h"
#include "model/physics/memory/tight_pool.h"

#include <cmath>

namespace headroom {

// Advice for JAX on GPUs, one function per subject. A sink takes what a rule says: set(),
// consider() and leave() with a setting, its number, the id of the reason
// (model/base/wording/flag_messages.cpp) and a function that makes the operands of the reason; the
// fast sink never calls that function.

inline Operands noOperands()
{
    return {};
}

/// Latency hiding, pipelined collectives and double buffering.
template <class Sink> void adviseOverlap(const AdviceInputs &in, Sink &sink)
{
    if (in.devices <= 1) {
        sink.leave(Setting::LatencyHiding, "advice-single-device", noOperands);
        return;
    }
    const bool runsAnyway = sink.schedulerRunsByItself(in.generation);
    sink.set(Setting::LatencyHiding, 1,
        !in.scanLayers   ? "advice-latency-hiding-unscanned"
            : runsAnyway ? "advice-latency-hiding-explicit"
                         : "advice-latency-hiding",
        [&] {
            return Operands { std::to_string(in.devices), std::to_string(in.layers) };
        });
    sink.set(Setting::AsyncCollectives, 1, "advice-async-collectives", noOperands);
    sink.set(Setting::PriorityStream, 1, "advice-priority-stream", noOperands);
    sink.set(Setting::AsyncTracker, 1, "advice-async-tracker", noOperands);
    if (!in.scanLayers || in.layers < 2) {
        sink.leave(Setting::PipelinedAllGather, "advice-pipelining-needs-scan", noOperands);
        sink.leave(Setting::DoubleBuffering, "advice-pipelining-needs-scan", noOperands);
        return;
    }
    const auto layer = [&] {
        return Operands { Amount { Amount::Mebibytes, in.layerGather.value() } };
    };
    if (in.shardsWeights) {
        sink.set(Setting::PipelinedAllGather, 1, "advice-pipelined-all-gather", layer);
        sink.set(Setting::PipelinedReduceScatter, 1, "advice-pipelined-reduce-scatter", [&] {
            return Operands { Amount { Amount::Mebibytes, in.layerGradients.value() } };
        });
    } else {
        sink.leave(Setting::PipelinedAllGather, "advice-pipelining-needs-fsdp", noOperands);
    }
    // The sum of replicas of shards follows a reduce-scatter, and nothing of it is moved.
    if (in.data > 1 && in.shardsWeights)
        sink.leave(Setting::PipelinedAllReduce, "advice-pipelined-all-reduce-shards", noOperands);
    else if (in.data > 1)
        sink.set(Setting::PipelinedAllReduce, 1, "advice-pipelined-all-reduce",
            [&] { return Operands { std::to_string(in.data) }; });
    sink.leave(Setting::PipelinedCollectives, "advice-pipelined-collectives", noOperands);
    sink.set(Setting::DoubleBuffering, 1, "advice-double-buffering", [&] {
        return Operands { std::to_string(in.layers),
            Amount { Amount::Mebibytes, in.layerGather.value() } };
    });
}

/// Sizes of collective calls.
template <class Sink> void adviseMessages(const AdviceInputs &in, Sink &sink)
{
    if (in.devices <= 1)
        return;
    if (in.shardsWeights) {
        const Bytes gather = combineThreshold(in.layerGather, in.free);
        sink.set(Setting::AllGatherThreshold, gather.value(),
            gather < in.layerGather ? "advice-all-gather-threshold-memory"
                                    : "advice-all-gather-threshold",
            [&] {
                return Operands { Amount { Amount::LargeCount, in.layerParameters },
                    Amount { Amount::Mebibytes, in.layerGather.value() },
                    Amount { Amount::Mebibytes, gather.value() },
                    Amount { Amount::Factor, in.gatherElement.value() },
                    Amount { Amount::Gibibytes, in.free.value() } };
            });
        const Bytes scatter = combineThreshold(in.layerGradients, in.free);
        sink.set(Setting::ReduceScatterThreshold, scatter.value(),
            scatter < in.layerGradients ? "advice-reduce-scatter-threshold-memory"
                                        : "advice-reduce-scatter-threshold",
            [&] {
                return Operands { Amount { Amount::LargeCount, in.layerParameters },
                    Amount { Amount::Mebibytes, in.layerGradients.value() },
                    Amount { Amount::Mebibytes, scatter.value() },
                    Amount { Amount::Factor, in.gradientElement.value() },
                    Amount { Amount::Gibibytes, in.free.value() } };
            });
        sink.set(Setting::AllGatherByDim, 0, "advice-combine-by-dim", noOperands);
        sink.set(Setting::ReduceScatterByDim, 0, "advice-combine-by-dim", noOperands);
    } else {
        sink.leave(Setting::AllGatherThreshold, "advice-threshold-needs-fsdp", noOperands);
    }
    if (in.data > 1)
        sink.set(Setting::AllReduceThreshold, reduceThreshold(in).value(),
            "advice-all-reduce-threshold", [&] {
                return Operands { Amount { Amount::Mebibytes, reduceThreshold(in).value() },
                    Amount { Amount::Gibibytes, in.gradients.value() }, std::to_string(in.data) };
            });
    else
        sink.leave(Setting::AllReduceThreshold, "advice-threshold-needs-replicas", noOperands);
}

/// Collective matmul and transfers between pipeline stages.
template <class Sink> void adviseTensorAndPipeline(const AdviceInputs &in, Sink &sink)
{
    const auto sizes = [&] {
        return Operands { std::to_string(in.tensor),
            Amount { Amount::Mebibytes, in.qkvOutput.value() },
            Amount { Amount::Mebibytes, in.mlpOutput.value() },
            std::to_string(static_cast<long long>(chunkRows(in))),
            std::to_string(in.scaleUpDomain) };
    };
    if (in.tensor <= 1) {
        sink.leave(Setting::EinsumThreshold, "advice-einsum-needs-tensor", noOperands);
    } else if (in.tensor > in.scaleUpDomain) {
        sink.leave(Setting::EinsumThreshold, "advice-einsum-crosses-nodes", sizes);
    } else if (chunkRows(in) < minChunkRows) {
        sink.leave(Setting::EinsumThreshold, "advice-einsum-small-chunks", sizes);
    } else {
        sink.set(Setting::EinsumThreshold, 0, "advice-einsum-threshold", sizes);
        sink.set(Setting::EinsumStreams, 1, "advice-einsum-streams", sizes);
    }
    if (in.pipeline <= 1) {
        sink.leave(Setting::PipelinedP2p, "advice-p2p-needs-pipeline", noOperands);
        return;
    }
    const auto stages = [&] { return Operands { std::to_string(in.pipeline) }; };
    sink.set(Setting::PipelinedP2p, 1, "advice-pipelined-p2p", stages);
    sink.set(
        Setting::PermuteThreshold, decomposerThreshold.value(), "advice-permute-threshold", stages);
}

/// Memory pool, scheduler's memory limit and what XLA may recompute.
template <class Sink> void adviseMemory(const AdviceInputs &in, Sink &sink)
{
    sink.set(Setting::MemoryFraction, in.memoryFraction, "advice-memory-fraction", [&] {
        return Operands { Amount { Amount::WholePercent, in.memoryFraction },
            Amount { Amount::Gibibytes, in.usable.value() },
            Amount { Amount::Gibibytes, in.reserve.value() },
            Amount { Amount::Gibibytes, in.usable.value() * (1 - in.memoryFraction) } };
    });
    if (in.devices > 1) {
        if (sink.poolFill() > tightPoolShare)
            sink.consider(Setting::SlopFactor, tightSlopPercent, "advice-slop-tight", [&] {
                return Operands { Amount { Amount::WholePercent, sink.poolFill() } };
            });
        else
            sink.leave(Setting::SlopFactor, "advice-slop-default", noOperands);
    }
    if (in.isTraining)
        sink.consider(Setting::DisabledPasses, 1, "advice-remat-pass", noOperands);
    if (in.offloadsActivations && in.scanLayers)
        sink.consider(Setting::HostPipelining, 1, "advice-host-pipelining", noOperands);
    if (in.offloadsActivations && in.hostMemoryGibPerDevice * hostLimitShare > defaultHostLimitGib)
        sink.set(Setting::HostMemoryLimit, std::floor(in.hostMemoryGibPerDevice * hostLimitShare),
            "advice-host-memory-limit", [&] {
                return Operands { std::to_string(
                    static_cast<long long>(in.hostMemoryGibPerDevice)) };
            });
}

/// Hardware queues, NCCL and how processes are started.
template <class Sink> void adviseNccl(const AdviceInputs &in, Sink &sink)
{
    if (in.devices <= 1 || in.generation == GpuGeneration::Amd)
        return;
    const auto chip = [&] { return Operands { generationName(in.generation) }; };
    if (in.generation == GpuGeneration::Blackwell)
        sink.avoid(Setting::MaxConnections, "advice-connections-blackwell", chip);
    else
        sink.set(Setting::MaxConnections, 1, "advice-connections", chip);
    sink.leave(Setting::Nvls,
        in.hasSwitch && in.generation >= GpuGeneration::Hopper ? "advice-nvls-automatic"
                                                               : "advice-nvls-not-on-chip",
        chip);
    if (in.hasSwitch && in.generation >= GpuGeneration::Hopper && (in.fsdp > 1 || in.data > 1))
        sink.consider(Setting::UserBuffers, 1, "advice-user-buffers", chip);
    sink.leave(Setting::CommSplitting, "advice-comm-splitting", noOperands);
    sink.leave(Setting::PerStreamComms, "advice-per-stream-comms", noOperands);
    const bool isOneHost = in.nodes == 1;
    sink.leave(Setting::NcclLlBuffer, "advice-nccl-buffers", noOperands);
    sink.leave(Setting::NcclLl128Buffer, "advice-nccl-buffers", noOperands);
    if (isOneHost)
        sink.consider(Setting::NcclProto, 1, "advice-nccl-proto-one-host", noOperands);
    else
        sink.leave(Setting::NcclProto, "advice-nccl-proto-many-hosts",
            [&] { return Operands { std::to_string(in.nodes) }; });
    const int processes = in.devicesPerNode * in.chip->processesPerChip();
    sink.launch("processes_per_node", std::to_string(processes), "advice-processes",
        [&] { return Operands { std::to_string(processes) }; });
}

/// Kernels, CUDA graphs and measured scheduling.
template <class Sink> void adviseKernels(const AdviceInputs &in, Sink &sink)
{
    sink.leave(Setting::CommandBuffer, "advice-command-buffer", noOperands);
    sink.consider(Setting::TritonGemmAny, 1, "advice-triton-any", noOperands);
    if (in.framework->cudnnThroughTe && in.usesFusedAttention
        && in.generation != GpuGeneration::Amd)
        sink.set(Setting::FusedAttention, 1, "advice-fused-attention", noOperands);
    sink.gone(Setting::CudnnAttention, "advice-cudnn-fmha", noOperands);
    sink.gone(Setting::CudnnGemmFusion, "advice-cudnn-gemm-fusion", noOperands);
    sink.gone(Setting::SoftmaxFusion, "advice-softmax-fusion", noOperands);
    sink.gone(Setting::CustomFusions, "advice-custom-fusions", noOperands);
    if (in.devices > 1)
        sink.consider(Setting::AutoPgle, 1, "advice-auto-pgle", noOperands);
}

} // namespace headroom
