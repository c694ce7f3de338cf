#include "model/wording/messages.h"

#include <array>

namespace headroom {
namespace {

// Ids never change once released: exports, lessons, charts and translations refer to them.
constexpr std::array rows {
    MessageTemplate { "does-not-fit",
        "The plan needs {0} per device where {1} are available: {2} too much.",
        "Recompute more activations, use a smaller micro-batch, or shard the state over more "
        "devices." },
    MessageTemplate { "memory-nearly-full",
        "{0} of the pool of {1} is in use at the peak; runs this full often slow down or fail.",
        "Leave some room: a smaller micro-batch, or a policy that keeps less." },
    MessageTemplate { "tensor-crosses-nodes",
        "Tensor parallelism over {0} devices leaves the fast domain of {1} devices.",
        "Keep the tensor degree inside the domain and use pipeline stages or more shards "
        "instead." },
    MessageTemplate { "few-micro-batches",
        "The pipeline has {0} micro-batches where {1} would keep it busy; {2} of the step is "
        "bubble.",
        "Raise the global batch, lower the micro-batch, or use more chunks per stage." },
    MessageTemplate { "sequence-parallel-without-tensor",
        "Sequence parallelism has no effect at tensor degree 1.", "Switch it off." },
    MessageTemplate { "network-bound",
        "The {0} traffic takes {1} and can hide behind {2} of computation at most.",
        "In this order: more tokens per device, fewer shards (replicate outside the node), tensor "
        "parallelism inside the domain, pipeline stages across nodes, a faster link." },
    MessageTemplate { "dimension-not-aligned",
        "The {0} is {1}, not a multiple of {2}; matrix kernels pad it.",
        "{3} would fill the tiles." },
    MessageTemplate { "host-memory-short",
        "Offloaded tensors need {0} of host memory per node where {1} are installed.",
        "Offload fewer tensors or recompute them." },
    MessageTemplate { "tokens-may-drop",
        "A capacity factor of {0} bounds each expert's rows; tokens beyond it are dropped.",
        "Use dropless routing when quality matters more than even load." },
};

} // namespace

std::span<const MessageTemplate> findingMessages()
{
    return rows;
}

} // namespace headroom
