#include "model/physics/prepare/assumptions.h"

namespace headroom {

std::span<const AssumptionRow, assumptionCount> assumptionRows()
{
    using A = Assumptions;
    static constexpr AssumptionRow rows[] = {
        { "unscheduled_reach", &A::unscheduledReach, 0, 0.3, "1",
            "share of a layer that hides a collective where no scheduler looks for a window: "
            "what the memory-saving order happens to put between its start and its end",
            "XLA gpu_hlo_schedule.cc 114-248, 991-995" },
        { "late_priority", &A::latePriority, 0, 1, "products",
            "how long a collective without stream priority waits for the running GEMM",
            "XLA gpu_executable.cc 589-602" },
        { "sparse_core_contention", &A::sparseCoreContention, 0, 1, "1",
            "what is left of contention where the SparseCore runs the transfer: memory and links "
            "are still shared",
            "XLA docs/flags_guidance.md, SparseCore offload" },
        { "tensor_core_contention", &A::tensorCoreContention, 0.07, 0.9, "1",
            "exposed share of a hidden collective where the TensorCore runs it although the chip "
            "has the SparseCore for that: from what other chips show to nearly "
            "all of it",
            "MaxText pull request 3857: steps 5 to 22 % shorter with the SparseCore" },
        { "usual_channels", &A::defaultChannels, 16, 32, "channels",
            "channels that NCCL takes in a full node by itself", "NCCL environment variables" },
        { "symmetric_channels", &A::symmetricChannels, 0.2, 0.8, "1",
            "channels that kernels on symmetric memory take over those of NCCL's others",
            "NCCL 2.27 release notes; XLA pull request 36462" },
        { "exchange_reach", &A::exchangeReach, 0.8, 1, "1",
            "share of the passes over all layers that hides gradient communication between "
            "replicas: the "
            "first bucket has to fill, the last one is complete when nothing is left to compute",
            "PyTorch DistributedDataParallel, Megatron-Core param_and_grad_buffer.py" },
        { "late_exchange", &A::lateExchange, 0.1, 0.9, "1",
            "exposed share of a hidden tensor-parallel collective where several hardware queues "
            "let it start after the GEMM",
            "Megatron-Core tensor_parallel/layers.py, Megatron-Bridge performance guide" },
        { "ring_reach", &A::ringReach, 0.6, 1, "1",
            "share of the attention core that hides the traffic of a ring of context ranks",
            "Transformer Engine context_parallel.py" },
        { "ring_lead", &A::ringLead, 0.05, 0.3, "1",
            "share of a ring's traffic that attention always waits for",
            "Transformer Engine context_parallel.py" },
        { "decomposed_exposed", &A::decomposedExposed, 0, 0.5, "1",
            "what is left of an exposed transfer between stages when its receive runs one "
            "iteration ahead",
            "XLA gpu_compiler.cc 1312-1323" },
        { "host_felt", &A::hostFelt, 0, 0.15, "1",
            "what a copy between device and host costs concurrent computation, as a share of its "
            "duration",
            "CUDA copy engines: memory and PCIe are shared" },
        { "own_layer_offload", &A::ownLayerOffload, 0.1, 0.8, "1",
            "share of a layer's computation that hides copies to and from the host where the loop "
            "over layers does not pipeline them: between the tensor and the end of its body",
            "XLA gpu_compiler.cc 1213-1307" },
        { "backward_launches", &A::backwardLaunches, 1.5, 2.2, "1",
            "kernels of a layer's backward pass over those of its forward pass: two GEMMs for "
            "one, and the gradients of what is fused forward",
            "PyTorch autograd" },
        { "graph_launch_share", &A::graphLaunchShare, 0.1, 0.6, "1",
            "launch time with CUDA graphs over that without; a tuned run, which constants are "
            "fitted on, has them",
            "XLA command buffers" },
        { "adapted_layer_launches", &A::adaptedLayerLaunches, 30, 60, "kernels",
            "kernels of a layer's forward pass without adapters", "Hugging Face modelling files" },
        { "low_attention_backward", &A::lowAttentionBackward, 1, 1.5, "1",
            "what 8-bit attention kernels gain in the backward pass", "arXiv 2407.08608 §4.1" },
        { "power_exponent", &A::powerExponent, 0.33, 0.6, "1",
            "power of the cap over the chip's design power by which rates fall: a third where "
            "voltage falls with the clock, more near the lowest voltage",
            "CMOS dynamic power, f·V²" },
        { "postponed_gradients", &A::postponedGradients, 0.3, 1, "1",
            "share of the layers of an unrolled program whose weight gradients the scheduler puts "
            "off, so that what they are computed from stays alive",
            "XLA pull request 45753" },
    };
    return rows;
}

} // namespace headroom
