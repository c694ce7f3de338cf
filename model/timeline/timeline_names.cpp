#include "model/timeline/timeline.h"

namespace headroom {
namespace {

constexpr std::array<TimelineName, static_cast<std::size_t>(BlockOp::Count)> opNames { {
    { "embedding", "Embedding" },
    { "norms", "Norms and element-wise kernels" },
    { "attention_input", "Query, key and value GEMMs" },
    { "attention_core", "Attention core" },
    { "attention_output", "Attention output GEMM" },
    { "mlp", "MLP GEMMs" },
    { "routing", "Expert routing and sorting" },
    { "head", "Output head and loss" },
    { "launch", "Waiting for kernel launches" },
    { "optimizer", "Optimizer update" },
    { "host_work", "Host work of the step" },
    { "gather_weights", "All-gather of weights" },
    { "reduce_gradients", "Reduce-scatter of gradients" },
    { "exchange_gradients", "Gradient reduction of replicas" },
    { "gather_parameters", "All-gather of updated parameters" },
    { "tensor_exchange", "Tensor-parallel collective" },
    { "key_value_exchange", "Key-value communication" },
    { "expert_dispatch", "Tokens to experts" },
    { "expert_combine", "Tokens back from experts" },
    { "offload_out", "Copy to the host" },
    { "offload_in", "Copy from the host" },
    { "stage_send", "Transfer between stages" },
    { "bubble", "Pipeline bubble" },
} };

constexpr std::array<TimelineName, 4> phaseNames { {
    { "forward", "Forward" },
    { "replay", "Recomputed forward" },
    { "backward", "Backward" },
    { "update", "Update" },
} };

constexpr std::array<TimelineName, timelineStreamCount> streamNames { {
    { "compute", "Computation" },
    { "activations", "Activation collectives" },
    { "weights", "Weight collectives" },
    { "replicas", "Gradients of replicas" },
    { "send_next", "To the next stage" },
    { "send_previous", "To the previous stage" },
    { "host", "Host copies" },
} };

constexpr std::array<TimelineName, 7> passNames { {
    { "forward", "Forward" },
    { "backward", "Backward" },
    { "update", "Update" },
    { "bubble", "Pipeline bubble" },
    { "transfer_wait", "Waiting for a transfer" },
    { "exchange_wait", "Waiting for gradients of replicas" },
    { "repeat", "More of the same pattern" },
} };

constexpr std::array<const char *, 4> scheduleNames { "No pipeline", "One forward, one backward",
    "Interleaved one forward, one backward", "Circular: all forward, then all backward" };

} // namespace

const TimelineName &nameOf(BlockOp op)
{
    return opNames[static_cast<std::size_t>(op)];
}
const TimelineName &nameOf(BlockPhase phase)
{
    return phaseNames[static_cast<std::size_t>(phase)];
}
const TimelineName &nameOf(TimelineStream stream)
{
    return streamNames[static_cast<std::size_t>(stream)];
}
const TimelineName &nameOf(PassKind kind)
{
    return passNames[static_cast<std::size_t>(kind)];
}
const char *scheduleLabel(PipelineSchedule schedule)
{
    return scheduleNames[static_cast<std::size_t>(schedule)];
}

const char *differenceReason(TimeTerm term)
{
    switch (term) {
    case TimeTerm::Gemm:
    case TimeTerm::Attention:
    case TimeTerm::Elementwise:
        return "The events place every layer on its stage; the formula takes a mean layer of the "
               "slowest stage.";
    case TimeTerm::HeadLoss:
        return "The events give embedding and head to their own stages; the formula counts them "
               "where the slowest stage holds them.";
    case TimeTerm::Optimizer:
        return "The events update the parameters of this stage; the formula those of the first or "
               "last stage.";
    case TimeTerm::ExposedData:
        return "The events send one bucket per layer during the backward pass; the formula "
               "compares two totals and keeps a floor.";
    case TimeTerm::ExposedFsdp:
        return "The events gather and reduce layer by layer in the window that the flags leave, "
               "and wait for the first gather of every pass; the formula compares one layer's "
               "traffic with one layer's computation.";
    case TimeTerm::ExposedTensor:
    case TimeTerm::ExposedContext:
    case TimeTerm::ExposedExpert:
        return "The events overlap the hidden share of a collective with the next kernel while "
               "that kernel lasts; the formula takes the share as given.";
    case TimeTerm::ExposedPipeline:
        return "The events wait for transfers only where the next pass needs them; the formula "
               "charges a share of every transfer.";
    case TimeTerm::Bubble:
        return "The events follow the real order of passes with unequal stages; the formula takes "
               "(p − 1)/v mean passes, less what a zero-bubble schedule fills. Stalls "
               "that late transfers cause further along the pipeline count as bubble here.";
    case TimeTerm::HostTransfer:
        return "The events copy layer by layer while others compute; the formula compares one "
               "layer's copy with one layer's computation.";
    case TimeTerm::Fixed:
        return "The events wait for launches on this stage; the formula on the slowest one.";
    }
    return "";
}

} // namespace headroom
