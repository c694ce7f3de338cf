#pragma once

#include "model/physics/memory/stage_parameters.h"

namespace headroom {

/// Whether a pass makes gradients.
enum class MomentKind : std::uint8_t { Training, ForwardOnly };

/// Persistent state of one device. @unit bytes
template <class Number> struct StateMemoryOf
{
    Number weights {}, gradients {}, optimizer {};
    Number host {}; ///< what of them lies in host memory
};
using StateMemory = StateMemoryOf<double>;

/// Parameters of a device after data-parallel sharding: P_plain/shards + P_experts/expert shards.
template <class Trace>
NumberOf<Trace> shardParameters(const StageParametersOf<NumberOf<Trace>> &own, ShardCounts shards,
    bool hasExperts, Trace &trace)
{
    const auto count = trace.input("shards", "Ranks that share the parameters, experts aside",
        shards.plain, "1", Origin::Derived);
    if (!hasExperts)
        return own.plain / count;
    const auto expertCount = trace.input("expert_shards",
        "Ranks that share the parameters of experts", shards.experts, "1", Origin::Derived);
    return own.plain / count + own.experts / expertCount;
}

/// Whether weights lie in host memory: FSDP2 has one switch, which takes gradients and optimizer
/// state there as well. @source torch fsdp/_fully_shard/_fsdp_api.py (CPUOffloadPolicy)
inline bool weightsInHost(const Prepared &p, const Layout &layout)
{
    return p.options.offloadParameters
        || (p.options.offloadOptimizer && p.stack.offloadsTogether && layout.weightShards > 1);
}

/// Whether torch's FSDP holds all that it shards in host memory, where it is stepped.
/// @source torch fsdp/api.py (CPUOffload)
inline bool isFsdpInHost(const Prepared &p, const Layout &layout)
{
    return weightsInHost(p, layout) && layout.weightShards > 1
        && (p.stack.offloadsTogether || p.stack.flattensRoot);
}

/// Whether the optimizer's state lies in host memory, and its processors step it.
inline bool stepsOnHost(const Prepared &p, const Layout &layout)
{
    return p.options.offloadOptimizer || isFsdpInHost(p, layout);
}

/// A part of the state where it lies: on the device, or added to what the host holds.
template <class Trace>
NumberOf<Trace> placed(const char *id, const char *label, const char *formula, bool isInHost,
    const NumberOf<Trace> &bytes, NumberOf<Trace> &host, Trace &trace)
{
    if (isInHost)
        host += bytes;
    return trace.number(id, label, isInHost ? "in host memory" : formula, "FORMULAS §4", "bytes",
        isInHost ? NumberOf<Trace> {} : bytes);
}

/// Whether replicas share the optimizer's state alone and micro-batches are added up: then MaxText
/// casts weights to 16 bits in front of them, and adds gradients up in that format and in the
/// shards of the weights, whatever the stage.
/// @source MaxText utils/gradient_accumulation.py (convert_to_bf16, init_grad), since 2025-10-15
inline bool sumsLikeCastWeights(const Prepared &p, const Candidate &c, const Layout &layout)
{
    return axesShardWeights(p) && c.zeroStage >= 1 && c.zeroStage < 3 && dataRanks(p, c) > 1
        && layout.microBatches > 1;
}

/// Of a weight that is cast, and of its gradient.
inline constexpr Bytes castBytes { 2 };

/// Gradients of one device; buffers of earlier micro-batches included. FSDP1 copies a layer's shard
/// to the host when it is reduced and frees none before the backward pass has ended; FSDP2 and
/// DeepSpeed free each at once. @source torch fsdp/_runtime_utils.py (_post_backward_hook sets
/// _saved_grad_shard), fsdp/_flat_param.py (prepare_gradient_for_optim deletes it);
/// fsdp/_fully_shard/_fsdp_collectives.py (foreach_reduce); DeepSpeed stage3.py (partition_grads)
template <class Trace>
NumberOf<Trace> gradientMemory(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParametersOf<NumberOf<Trace>> &own, NumberOf<Trace> &host, Trace &trace)
{
    constexpr auto label = "Gradients";
    constexpr auto source = "FORMULAS §4";
    if (p.isInference)
        return trace.number("gradients", label, "no backward pass", source, "bytes", {});
    const bool isFsdp = isFsdpInHost(p, layout);
    const bool isInHost = isFsdp || (p.options.offloadOptimizer && p.stack.offloadsGradients);
    const bool staysInPass = isFsdp && p.stack.flattensRoot;
    const bool isKept = c.zeroStage >= 2 && layout.isSharded() && keepsGathered(p, c, layout);
    const double buffers
        = p.stack.gradientsAreTransient && layout.microBatches > 1 && c.pipeline == 1 ? 2 : 1;
    const bool isSum = sumsLikeCastWeights(p, c, layout);
    const auto bytes
        = trace.input("gradient_bytes", "Bytes per gradient",
              isSum ? smaller(p.gradientBytes, castBytes) : p.gradientBytes, Origin::Plan)
        * trace.input("buffers",
            "Gradients alive at the same time: the sum, and those of a "
            "micro-batch",
            buffers, "1", Origin::Derived);
    const ShardCounts shards { isKept ? 1
            : isSum                   ? layout.weightShards
                                      : layout.gradientShards,
        isKept      ? 1
            : isSum ? layout.expertWeightShards
                    : layout.expertGradientShards };
    const auto whole
        = bytes * shardParameters(trainedParameters(p, own), shards, p.moeLayers > 0, trace);
    if (staysInPass) {
        host += whole;
        return trace.number("gradients", label,
            "bytes per gradient · buffers · (P_plain/shards + P_experts/expert shards), until the "
            "backward pass ends",
            source, "bytes", whole);
    }
    if (!p.options.optimizerInBackward)
        return placed("gradients", label,
            "bytes per gradient · buffers · (P_plain/shards + P_experts/expert shards)", isInHost,
            whole, host, trace);
    const auto layers
        = trace.input("stage_layers", "Layers of a stage, whose gradients come and go",
            std::max(1.0, p.layers / c.pipeline), "1", Origin::Derived);
    return placed("gradients", label,
        "bytes per gradient · buffers · (P_plain/shards + P_experts/expert shards) / layers",
        isInHost, whole / layers, host, trace);
}

/// Moments in managed memory, outside the allocator's pool: the driver moves pages to the host when
/// tensors need the room. Block scales of 8-bit moments are ordinary tensors and stay.
/// @unit bytes   @source bitsandbytes optim/optimizer.py (get_state_buffer, absmax of blocks of
/// 256), csrc/pythonInterface.cpp (cudaMallocManaged); QLoRA (arXiv 2305.14314) §3
template <class Trace>
NumberOf<Trace> pagedMemory(const Prepared &p, const OptimizerCosts &optimizer,
    const NumberOf<Trace> &parameters, NumberOf<Trace> &host, Trace &trace)
{
    constexpr double blockElements = 256;
    const bool hasScales = optimizer.id == "adamw_8bit";
    const Bytes scales { hasScales ? 2 * elementBytes(NumberFormat::Fp32).value() / blockElements
                                   : 0 };
    host += trace.input("moment_bytes", "Bytes of the optimizer's moments", optimizer.stateBytes,
                Origin::Plan)
        * parameters;
    return trace.number("optimizer_state", "Optimizer state",
        "(master + block scales) bytes · local parameters; the moments lie in pages", "FORMULAS §4",
        "bytes",
        (trace.input("master_bytes", "Bytes of the master weight", p.masterBytes, Origin::Derived)
            + trace.input(
                "scale_bytes", "Scales of 8-bit moments, per parameter", scales, Origin::Derived))
            * parameters);
}

/// Master weights and moments.
template <class Trace>
NumberOf<Trace> optimizerMemory(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParametersOf<NumberOf<Trace>> &own, NumberOf<Trace> &host, Trace &trace)
{
    constexpr auto label = "Optimizer state";
    constexpr auto source = "FORMULAS §4";
    if (p.isInference)
        return trace.number("optimizer_state", label, "no update", source, "bytes", {});
    const OptimizerCosts &optimizer = p.optimizers[static_cast<std::size_t>(c.optimizer)];
    const ShardCounts shards { layout.optimizerShards, layout.expertOptimizerShards };
    if (p.options.pagedOptimizer && !stepsOnHost(p, layout))
        return pagedMemory(p, optimizer,
            shardParameters(trainedParameters(p, own), shards, p.moeLayers > 0, trace), host,
            trace);
    const auto bytes
        = trace.input("master_bytes", "Bytes of the master weight", p.masterBytes, Origin::Derived)
        + trace.input(
            "moment_bytes", "Bytes of the optimizer's moments", optimizer.stateBytes, Origin::Plan);
    return placed("optimizer_state", label,
        "(master + moments) bytes · (P_plain/shards + P_experts/expert shards)",
        stepsOnHost(p, layout),
        bytes * shardParameters(trainedParameters(p, own), shards, p.moeLayers > 0, trace), host,
        trace);
}

/// Weights of the frozen reference model, in the format of computation; sharded where the trained
/// ones are. @unit bytes   @source trl dpo_trainer.py (ref_model, prepare_deepspeed, prepare_fsdp)
template <class Trace>
NumberOf<Trace> referenceBytes(const Prepared &p, const StageParametersOf<NumberOf<Trace>> &own,
    const ShardCounts &shards, Trace &trace)
{
    return trace.number("reference_weights", "Weights of the frozen reference model",
        "u · (P_plain/shards + P_experts/expert shards)", "trl dpo_trainer.py (ref_model)", "bytes",
        trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
            * shardParameters(own, shards, p.moeLayers > 0, trace));
}

/// Weights, gradients and optimizer state; each divided by what shards it.
/// @source FORMULAS §4
template <class Trace>
StateMemoryOf<NumberOf<Trace>> stateMemory(const Prepared &p, const Candidate &c,
    const Layout &layout, const StageParametersOf<NumberOf<Trace>> &own, Trace &trace)
{
    StateMemoryOf<NumberOf<Trace>> memory;
    const ShardCounts shards { layout.weightShards, layout.expertWeightShards };
    // Autocast keeps its copies of weights until the pass ends; FSDP computes with the gathered
    // ones. @source torch autocast (cached_cast); torch FSDP MixedPrecision(param_dtype)
    Bytes stored = shards.plain > 1 ? p.weightBytes : p.weightBytes + p.weightCopyBytes;
    if (sumsLikeCastWeights(p, c, layout) && p.weightBytes > castBytes)
        stored += castBytes;
    const auto bytes
        = trace.input("weight_bytes", "Bytes per stored weight", stored, Origin::Derived);
    auto weights
        = bytes * shardParameters(trainedParameters(p, own), shards, p.moeLayers > 0, trace);
    if (p.tuning.isAdapted)
        weights += frozenWeightBytes(p, own, shards, trace);
    if (p.tuning.hasReferenceModel)
        weights += referenceBytes(p, own, shards, trace);
    memory.weights = placed("weights", "Weights",
        p.tuning.isAdapted ? "frozen weights + bytes per parameter · adapters/shards"
            : p.tuning.hasReferenceModel
            ? "bytes per parameter · (P_plain/shards + P_experts/expert shards) + reference"
            : "bytes per parameter · (P_plain/shards + P_experts/expert shards)",
        weightsInHost(p, layout), weights, memory.host, trace);
    if (p.tuning.isQuantised)
        memory.weights = trace.number("weights", "Weights",
            "sharded weights + scales that every rank holds whole", "FORMULAS §12", "bytes",
            memory.weights + wholeScales(p, own, shards, trace));
    memory.gradients = gradientMemory(p, c, layout, own, memory.host, trace);
    memory.optimizer = optimizerMemory(p, c, layout, own, memory.host, trace);
    return memory;
}

/// One unused 16-bit gradient of every weight shape of a layer, which fused accumulation leaves
/// behind. @unit bytes   @source Transformer Engine get_dummy_wgrad
template <class Trace>
NumberOf<Trace> cachedGradientBytes(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const auto t = trace.input("tensor", "Tensor degree", c.tensor, "1", Origin::Plan);
    auto matrices = trace.input("attention_parameters",
                        "Attention parameters of a layer that tensor parallelism shards",
                        p.attentionParameters, "1", Origin::Model)
        / t;
    if (p.denseLayers > 0)
        matrices += trace.input("mlp_parameters", "MLP parameters of a layer", p.denseMlpParameters,
                        "1", Origin::Model)
            / t;
    if (p.moeLayers > 0) {
        const auto expert = trace.input("layer_expert_parameters",
            "Parameters of all experts of a layer", p.expertParameters, "1", Origin::Model);
        matrices += trace.input("shared_parameters", "Shared experts and router of a layer",
                        p.sharedMoeParameters, "1", Origin::Model)
                / t
            + expert / trace.input("experts", "Experts of a layer", p.experts, "1", Origin::Model)
                / trace.input("expert_tensor", "Tensor degree that shards expert matrices",
                    layout.expertTensor, "1", Origin::Derived);
    }
    const auto u = trace.input(
        "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan);
    return trace.number("cached_gradients",
        "Unused gradients that fused accumulation leaves behind",
        "u · weights of one layer, one of each shape", "Transformer Engine get_dummy_wgrad",
        "bytes", u * matrices);
}

/// The buffer on the device through which ZeRO 1 and 2 add a parameter's gradient to the sum in
/// host memory: as large as the largest parameter. @unit bytes
/// @source DeepSpeed stage_1_and_2.py, temp_grad_buffer_for_gpu_offload (largest_param_numel)
template <class Trace>
NumberOf<Trace> largestGradientBytes(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    const double expertMatrix = p.moeLayers > 0 ? p.hidden * p.expertFfn / layout.expertTensor : 0;
    const double largest = std::max(
        std::max({ p.embeddingParameters, p.headParameters, p.hidden * p.ffn }) / c.tensor,
        expertMatrix);
    return trace.number("largest_gradient", "Buffer for the gradient of the largest parameter",
        "u · largest parameter", "DeepSpeed stage_1_and_2.py (temp_grad_buffer_for_gpu_offload)",
        "bytes",
        trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
            * trace.input("largest_parameter", "Elements of the largest parameter on this device",
                largest, "1", Origin::Model));
}

/// Whether DeepSpeed runs its BF16_Optimizer: 16-bit gradients next to a flat 32-bit sum of all,
/// which is stepped in place. @source DeepSpeed engine.py _do_optimizer_sanity_check;
/// bf16_optimizer.py _setup_for_real_optimizer
inline bool hasFlatSum(const Prepared &p, const Candidate &c)
{
    return p.stack.subGroupParameters > 0 && c.zeroStage == 1 && p.gradientBytes > p.computeBytes
        && !p.options.offloadOptimizer;
}

/// Adds the buffers that a framework allocates once and holds between steps: reduction buckets, and
/// the unused 16-bit gradients of one layer that fused accumulation leaves behind (one per weight
/// shape). @unit bytes   @source DeepSpeed stage_1_and_2.py; InternEvo hybrid_zero_optim.py;
/// Transformer Engine get_dummy_wgrad
template <class Trace>
void addLastingBuffers(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParametersOf<NumberOf<Trace>> &own, NumberOf<Trace> &bytes, Trace &trace)
{
    const bool isBeside = hasFlatSum(p, c);
    // @source DeepSpeed stage3.py, stage_1_and_2.py (setup_buckets): buffers of a whole bucket,
    // however few parameters are trained
    const bool isWholeBucket = p.stack.subGroupParameters > 0 && c.zeroStage >= 1 && !isBeside
        && (layout.optimizerShards > 1 || p.options.offloadParameters);
    const auto trained = trainedParameters(p, own);
    const auto bucket = trace.input("bucket_parameters", "Gradients of a reduction bucket",
        p.stack.bucketParameters, "1", Origin::Stack);
    bytes += elementBytes(NumberFormat::Fp32).value()
        * (isWholeBucket ? bucket
                         : smaller(bucket, p.moeLayers > 0 ? trained.total() : trained.plain));
    if (isWholeBucket && c.zeroStage < 3 && p.options.offloadOptimizer && !p.tuning.isAdapted)
        bytes += largestGradientBytes(p, c, layout, trace);
    if (isBeside)
        bytes += trace.input("compute_bytes", "Bytes of an element in computation", p.computeBytes,
                     Origin::Plan)
            * (p.moeLayers > 0 ? trained.total() : trained.plain);
    // @source torch DistributedDataParallel, gradient_as_bucket_view=False
    if (p.stack.copiesReducedGradients && layout.gradientShards <= 1 && c.data > 1)
        bytes += trace.input("gradient_bytes", "Bytes per gradient", p.gradientBytes, Origin::Plan)
            * (p.moeLayers > 0 ? trained.total() : trained.plain);
    if (p.stack.cachesWeightGradients && !p.tuning.isAdapted)
        bytes += cachedGradientBytes(p, c, layout, trace);
}

/// Copies of gradients and weights that the framework holds beside the state proper: the flat
/// gradient partition of the optimizer's step, and buffers that last.
/// @unit bytes   @source DeepSpeed stage_1_and_2.py; InternEvo hybrid_zero_optim.py
template <class Trace>
NumberOf<Trace> stateBuffers(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParametersOf<NumberOf<Trace>> &own, Trace &trace)
{
    constexpr auto label = "Flat copies of gradients in the step and reduction buckets";
    constexpr auto source = "DeepSpeed stage_1_and_2.py; InternEvo hybrid_zero_optim.py";
    if (p.isInference)
        return trace.number("buffers", label, "no backward pass", source, "bytes", {});
    const auto perParameter
        = trace.input("step_bytes", "Flat copies in the optimizer's step, per parameter",
            hasFlatSum(p, c) || stepsOnHost(p, layout) ? Bytes {} : p.stack.stepBytesPerParameter,
            Origin::Stack);
    const ShardCounts shards { layout.optimizerShards, layout.expertOptimizerShards };
    auto stepped = shardParameters(trainedParameters(p, own), shards, p.moeLayers > 0, trace);
    // @source DeepSpeed stage3.py, _prepare_fp32_grad_for_sub_group and sub_group_size
    if (c.zeroStage == 3 && p.stack.subGroupParameters > 0)
        stepped = smaller(stepped,
            trace.input("sub_group", "Parameters that a rank updates at a time",
                p.stack.subGroupParameters, "1", Origin::Stack));
    auto bytes = perParameter * stepped;
    addLastingBuffers(p, c, layout, own, bytes, trace);
    return trace.number("buffers", label,
        "bytes in the step · local parameters + 4 · bucket + unused gradients", source, "bytes",
        bytes);
}

/// What an optimizer over lists of tensors takes for its step beside the state: roots of the second
/// moments, as large as the parameters. @unit bytes
/// @source torch optim/adamw.py, _multi_tensor_adamw (exp_avg_sq_sqrt); measured 10 bytes a
/// parameter of bf16 where weights, gradients and states take 8
template <class Trace>
NumberOf<Trace> stepCopyBytes(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParametersOf<NumberOf<Trace>> &own, Trace &trace)
{
    const OptimizerCosts &optimizer = p.optimizers[static_cast<std::size_t>(c.optimizer)];
    const bool takesLists = optimizer.id == "adamw" && !stepsOnHost(p, layout)
        && !p.options.optimizerInBackward && !p.options.pagedOptimizer && !p.isInference;
    const ShardCounts shards { layout.optimizerShards, layout.expertOptimizerShards };
    return trace.number("step_copy", "Roots of the moments in the optimizer's step",
        "bytes of a weight · local parameters", "torch optim/adamw.py", "bytes",
        trace.input("step_copies", "Copies of the parameters in the optimizer's step",
            takesLists ? p.stack.stepCopies : 0, "1", Origin::Stack)
            * trace.input("step_weight_bytes", "Bytes of a weight that is updated", p.weightBytes,
                Origin::Plan)
            * shardParameters(trainedParameters(p, own), shards, p.moeLayers > 0, trace));
}

} // namespace headroom
