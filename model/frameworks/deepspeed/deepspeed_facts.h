#pragma once

#include "model/plan/plan.h"

#include <string_view>

namespace headroom {

/// What cuts sequences in a program on Transformers and Accelerate.
enum class SequenceSplit {
    None,
    Ulysses, ///< DeepSpeed: all-to-alls between sequence and heads
    Torch, ///< PyTorch's context parallelism, which needs FSDP2 and SDPA
};

constexpr SequenceSplit sequenceSplit(const Degrees &degrees)
{
    return degrees.context == 1                               ? SequenceSplit::None
        : degrees.contextStrategy == ContextStrategy::Ulysses ? SequenceSplit::Ulysses
                                                              : SequenceSplit::Torch;
}

/// The stage in DeepSpeed's words: 0 where nothing is sharded over the data-parallel ranks, to
/// which those of a sequence belong. @source DeepSpeed v0.19.5, runtime/engine.py
/// (dp_process_group= self.seq_data_parallel_group)
constexpr int deepspeedStage(const PlanOptions &options, const Degrees &degrees)
{
    if (options.offloadParameters)
        return 3; // on one device, too
    if (degrees.fsdp == 1 && (degrees.zeroStage == 3 || degrees.data * degrees.context == 1))
        return 0;
    return degrees.zeroStage;
}

/// Whether all of the plan's numbers are bf16.
constexpr bool isAll16Bit(const Precision &precision)
{
    constexpr NumberFormat bf16 = NumberFormat::Bf16;
    return precision.compute == bf16 && precision.weights == bf16 && precision.gradients == bf16
        && precision.optimizerState == bf16;
}

/// Whether weights, gradients and states are in 32 bits, which autocast leaves as they are.
constexpr bool isAll32Bit(const Precision &precision)
{
    constexpr NumberFormat fp32 = NumberFormat::Fp32;
    return precision.weights == fp32 && precision.gradients == fp32
        && precision.optimizerState == fp32;
}

/// Whether adapters lie next to frozen weights in 32 bit.
inline bool hasWideBase(const Plan &plan)
{
    return isAdapted(plan) && storedBase(plan) == BaseFormat::Fp32;
}

/// Whether Transformers' Trainer runs a plan without DeepSpeed or FSDP: nothing is cut, and torch's
/// own optimizers keep states in the format of the weights, bf16 (which DeepSpeed does under ZeRO
/// alone) or fp32; or a frozen base lies in 32 bit, which DeepSpeed would cast.
/// @source DeepSpeed engine.py, _configure_distributed_model (_cast_module_mixed_precision)
inline bool trainerRunsAlone(const Plan &plan, const Degrees &degrees)
{
    return (isAll16Bit(plan.precision) || isAll32Bit(plan.precision) || hasWideBase(plan))
        && deepspeedStage(plan.options, degrees) == 0 && degrees.tensor == 1
        && sequenceSplit(degrees) == SequenceSplit::None && !plan.options.offloadOptimizer;
}

/// Whether it does so with weights in 16 bits and nothing wider.
inline bool runsAloneIn16Bit(const Plan &plan)
{
    return trainerRunsAlone(plan, plan.parallelism) && isAll16Bit(plan.precision);
}

/// What shards weights and state in a program on Transformers' Trainer.
enum class Sharder {
    None, ///< every rank holds everything
    Fsdp1, ///< torch's flat parameters
    Fsdp2, ///< parameter by parameter, under PyTorch's context parallelism
    DeepSpeed,
};

/// The stack whose memory and time are those of DeepSpeed under the Trainer.
inline constexpr std::string_view deepspeedStack = "deepspeed";

/// Whether bitsandbytes steps: each rank's states lie in a mapping, which FSDP1 does not gather
/// into a checkpoint. @source bitsandbytes 0.48 to 0.50, optim/optimizer.py (state_dict); torch
/// fsdp/_optim_utils.py (non_tensors)
constexpr bool stepsByBitsandbytes(const Plan &plan)
{
    return plan.optimizer == Optimizer::AdamW8bit || plan.optimizer == Optimizer::Lion
        || plan.options.pagedOptimizer;
}

/// Whether torch's FSDP1 shards as the plan says: weights, gradients and state over the ranks of
/// its axis, replicas one to a node, all of it in host memory or nothing.
/// @source transformers training_args.py (_process_fsdp_args); torch fsdp/_init_utils.py
/// (_init_intra_and_inter_node_groups), fsdp/api.py (CPUOffload)
inline bool fitsFsdp1(const Plan &plan, const Degrees &degrees)
{
    const bool isPlain = degrees.tensor == 1 && degrees.expert == 1
        && sequenceSplit(degrees) == SequenceSplit::None;
    const bool isOnHostTogether = plan.options.offloadParameters || !plan.options.offloadOptimizer;
    return isPlain && isOnHostTogether && degrees.zeroStage == 3 && degrees.fsdp > 1
        && (degrees.data == 1 || degrees.fsdp == plan.hardware.devicesPerNode)
        && !stepsByBitsandbytes(plan);
}

/// Whether mixed precision is on. Accelerate keeps 32-bit weights under FSDP wherever it is, so
/// that a plan in bf16 throughout goes without. @source accelerate accelerator.py (upcasted_log),
/// utils/fsdp_utils.py (fsdp2_prepare_model)
constexpr bool usesMixedPrecision(const Plan &plan, Sharder sharder)
{
    const bool isFsdp = sharder == Sharder::Fsdp1 || sharder == Sharder::Fsdp2;
    return plan.precision.compute != NumberFormat::Fp32 && !(isFsdp && isAll16Bit(plan.precision));
}

/// What the exports for a plan of the Trainer start: the one place that decides it. The estimate
/// counts FSDP1 unless software.stack says DeepSpeed, and tells where that is not what starts.
inline Sharder trainerSharder(const Plan &plan, const Degrees &degrees)
{
    if (trainerRunsAlone(plan, degrees))
        return Sharder::None;
    if (sequenceSplit(degrees) == SequenceSplit::Torch)
        return isAdapted(plan) ? Sharder::None : Sharder::Fsdp2;
    const bool isFsdp = plan.software.stack != deepspeedStack && fitsFsdp1(plan, degrees);
    return isFsdp ? Sharder::Fsdp1 : Sharder::DeepSpeed;
}

} // namespace headroom
