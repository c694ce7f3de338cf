#include "model/flags/advice/advice_inputs.h"

#include "model/library/architecture/parameter_count.h"
#include "model/physics/prepare/prepare.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double stateBytesPerParameter = 12; // fp32 weights and Adam (FORMULAS §4)
constexpr double assumedGemmShare = 0.5; // of the peak, for the window of an all-reduce, ASSUMED
constexpr double fractionStep = 0.05;
constexpr double minFraction = 0.5, maxFraction = 0.95;

bool offloads(const RematPolicy &policy)
{
    return std::ranges::any_of(
        policy.tensors, [](const auto &item) { return item.second == TensorPlace::Offload; });
}

/// The 16-bit format that would speed an fp32 plan's products up, and by how much.
void findBetterCompute(const ResolvedPlan &resolved, AdviceInputs &in)
{
    const PeakRates &peak = resolved.accelerator.peak;
    const bool computesFp32 = resolved.plan.precision.compute == NumberFormat::Fp32;
    const double now = peak.tf32 ? peak.tf32->value() : peak.fp32 ? peak.fp32->value() : 0;
    const auto &better = peak.bf16 ? peak.bf16 : peak.fp16;
    if (!computesFp32 || !better || now <= 0)
        return;
    in.betterCompute = peak.bf16 ? NumberFormat::Bf16 : NumberFormat::Fp16;
    in.gemmGain = better->value() / now;
}

void measureLayer(const ResolvedPlan &resolved, AdviceInputs &in)
{
    const ParameterCount count = countParameters(*resolved.model);
    const Plan &plan = resolved.plan;
    const ModelShape &shape = *resolved.model;
    const double experts
        = shape.moe ? static_cast<double>(count.expert.total()) * count.experts : 0.0;
    const double largest = static_cast<double>(count.largestLayer());
    in.layerParameters = ((largest - experts) + experts / in.expert) / in.tensor;
    const Bytes element = elementBytes(plan.precision.compute);
    in.gatherElement = element;
    in.gradientElement = elementBytes(plan.precision.gradients);
    in.layerGather = in.layerParameters * in.gatherElement;
    in.layerGradients = in.layerParameters * in.gradientElement;
    const double own
        = static_cast<double>(count.total()) / (in.tensor * in.pipeline) / std::max(1, in.expert);
    in.gradients = own * in.gradientElement;
    const double shards = in.shardsWeights ? in.fsdp : 1;
    in.state = Bytes { own * stateBytesPerParameter / shards };

    in.tokens = plan.parallelism.microBatch * static_cast<double>(plan.workload.sequenceLength)
        / in.context;
    const double qkv = static_cast<double>(shape.heads + 2 * shape.kvHeads) * shape.headDim;
    const double mlp = static_cast<double>(shape.ffn) * (shape.gatedMlp ? 2 : 1);
    in.qkvOutput = in.tokens * qkv / in.tensor * element;
    in.mlpOutput = in.tokens * mlp / in.tensor * element;
    in.largestGemmOutput = std::max(
        { in.qkvOutput, in.mlpOutput, in.tokens * static_cast<double>(shape.hidden) * element });

    const PeakRates &peak = resolved.accelerator.peak;
    const double rate = peak.bf16 ? peak.bf16->value() : peak.fp16 ? peak.fp16->value() : 1e12;
    const double active
        = static_cast<double>(count.moeLayers > 0 ? count.activeMoeLayer() : count.denseLayer());
    const double backwardFlop = 4.0 * active / in.tensor * in.tokens;
    in.halfLayerBackward = Seconds { backwardFlop / (rate * assumedGemmShare) / 2 };
}

void measureMemory(const ResolvedPlan &resolved, AdviceInputs &in)
{
    const int axes = (in.data > 1) + (in.fsdp > 1) + (in.tensor > 1) + (in.context > 1)
        + (in.expert > 1) + (in.pipeline > 1);
    in.usable = resolved.accelerator.usableMemory;
    in.reserve = gib(contextGib + axes * communicatorGib + reserveMarginGib);
    const double share = 1 - in.reserve / std::max(in.usable, Bytes { 1.0 });
    in.memoryFraction = std::clamp(
        std::floor(share / fractionStep + 1e-9) * fractionStep, minFraction, maxFraction);
    in.free = std::max(Bytes {}, in.usable * in.memoryFraction - in.state);
    in.hostMemoryGibPerDevice
        = resolved.accelerator.hostMemoryGibPerNode / std::max(1, in.devicesPerNode);
}

} // namespace

AdviceInputs::AdviceInputs(const ResolvedPlan &resolved)
{
    const Plan &plan = resolved.plan;
    const Parallelism &degrees = plan.parallelism;
    const Accelerator &device = resolved.accelerator;
    accelerator = device.id;
    chip = &device;
    framework = &resolved.framework();
    isTpu = device.kind == AcceleratorKind::Tpu;
    generation = gpuGeneration(device);
    hasSwitch = device.topologyText.find("NVSwitch") != std::string::npos;
    devices = resolved.deviceCount();
    nodes = plan.hardware.nodes;
    devicesPerNode = plan.hardware.devicesPerNode;
    scaleUpDomain = std::max(1, device.scaleUpDomain);
    data = degrees.data;
    fsdp = degrees.fsdp;
    tensor = std::max(1, degrees.tensor);
    context = std::max(1, degrees.context);
    pipeline = std::max(1, degrees.pipeline);
    expert = std::max(1, degrees.expert);
    exchangesHeads = context > 1 && degrees.contextStrategy == ContextStrategy::Ulysses;
    shardsWeights = fsdp > 1 && degrees.zeroStage >= 3;
    isTraining = plan.workload.mode == WorkloadMode::Training;
    scanLayers = plan.options.scanLayers;
    layers = std::max(1, resolved.model->layers / pipeline);
    hasExperts = resolved.model->moe.has_value();
    const std::int64_t inner = devices / std::max(1, data);
    const bool dataCrossesNodes
        = inner * std::min(data, 2) > (isTpu ? devicesPerNode : scaleUpDomain);
    replicaBandwidth = dataCrossesNodes ? device.nicRate : device.linkRate;
    measureLayer(resolved, *this);
    measureMemory(resolved, *this);
    findBetterCompute(resolved, *this);
    offloadsActivations = offloads(resolved.remat)
        || std::ranges::any_of(plan.remat.tensors,
            [](const auto &item) { return item.second == TensorPlace::Offload; });
    usesFusedAttention = !isTpu && plan.attention == AttentionChoice::CudnnFlash;
    vmemKib = device.vmemMib * 1024;
    vmemHighestKib = std::max(device.vmemMib, device.vmemHighestMib) * 1024;
    hasSparseCore = device.hasSparseCore;
}

} // namespace headroom
