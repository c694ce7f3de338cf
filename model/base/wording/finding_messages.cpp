#include "model/base/wording/messages.h"

namespace headroom {
namespace {

// Ids never change once released: exports, lessons, charts and translations refer to them.
constexpr MessageTemplate findingRows[] {
    // The verdict: GiB needed and available, MFU in percent, half width of its interval, what
    // limits
    { "verdict-fits", "Fits: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}." },
    { "verdict-should-fit", "Should fit: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}." },
    { "verdict-at-limit", "At the limit: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}." },
    { "verdict-does-not-fit",
        "Does not fit: {0} GiB needed, {1} GiB available; if it did, {2} % MFU ±{3}; limited by "
        "{4}." },
    // Findings of an estimate
    { "does-not-fit", "The plan needs {0} per device; {1} are available: {2} too much.",
        "Changes that make it fit are offered, the smallest first." },
    { "may-not-fit", "The plan needs about {0} per device; {1} are available: it fits with {2}.",
        "Changes that make it safe are offered, the smallest first." },
    { "pool-leaves-too-little",
        "XLA_PYTHON_CLIENT_MEM_FRACTION gives JAX's pool {0} of the memory, which leaves {1}; "
        "context, "
        "libraries and NCCL need {2}.",
        "Set XLA_PYTHON_CLIENT_MEM_FRACTION to {3} or less." },
    { "network-over-sockets",
        "The step takes {1} longer, {3} instead of {2}: NCCL uses TCP sockets instead of "
        "InfiniBand, about {0} GB/s per node (ASSUMED).",
        "Leave NCCL_IB_DISABLE and NCCL_NET out, unless the network has no InfiniBand or RoCE." },
    { "peers-through-host",
        "The step takes {0} longer, {2} instead of {1}: GPUs of a node communicate through host "
        "memory instead of their links.",
        "Leave NCCL_P2P_DISABLE out." },
    { "xla-recomputes",
        "The program takes {0} and XLA's own limit is {1}: XLA recomputes values until it is below "
        "the limit, which adds {2} to {3} to the step.",
        "Choose a policy that keeps less, so that you decide what is recomputed." },
    { "xla-recomputes-in-vain",
        "The program takes {0} and XLA's own limit is {1}: XLA recomputes values before it gives "
        "up, "
        "which adds {2} to {3} to the step, and with all of them recomputed {4} are still "
        "missing." },
    { "flag-pool-leaves-too-little",
        "{0}={1} leaves {2} outside JAX's pool, and the context alone takes about {3}.",
        "Set a smaller share, such as 0.9: libraries and NCCL come on top." },
    { "capability-unknown",
        "The file of {0} does not state its compute capability: whether the chip runs {1} was not "
        "checked.",
        "Add compute.capability to the chip's file, such as \"9.0\"." },
    { "layout-wastes",
        "Layout alone can shorten the step by {0}: from {1} to {2}, with the same model, batch, "
        "numerics and devices.",
        "Where the time is saved, largest first:" },
    { "extrapolated", "The figures are extrapolated: {0}.",
        "Measure one run, or calibrate with your own runs, before you rely on them." },
    { "memory-nearly-full",
        "{0} of the pool of {1} is in use at the peak; runs this full often slow down or fail.",
        "Leave some memory free." },
    { "nothing-sharded",
        "ZeRO stage 3 shards over the fsdp ranks, and there is only one: each of {0} data ranks "
        "holds all weights, gradients and optimizer state.",
        "Make the data ranks fsdp ranks, or choose stage 1, which shards the optimizer's state "
        "over "
        "the data ranks." },
    { "tensor-crosses-nodes",
        "Tensor parallelism over {0} devices leaves the fast domain of {1} devices.",
        "Keep the tensor degree inside the domain and use pipeline stages or more shards "
        "instead." },
    { "few-micro-batches",
        "The pipeline has {0} micro-batches; {1} would keep it busy. {2} of the step is bubble.",
        "Raise the global batch, lower the micro-batch, or use more chunks per stage." },
    { "pipeline-gathers-once",
        "Stages gather their weights once a step and keep them, not again with every micro-batch: "
        "{0} less a step, {1} more memory.",
        "options.pipeline_gather=each gives the memory back." },
    { "pipeline-gathers-again",
        "Stages gather their weights again with every micro-batch. Once a step would take {0} "
        "less and {1} more memory, which is there.",
        "Set options.pipeline_gather=once." },
    { "pipeline-gather-no-room",
        "Stages gather their weights again with every micro-batch. Once a step would take {0} "
        "less, but {1} more memory, for which there is no room.",
        "More stages or tensor ranks leave each device fewer weights to keep." },
    { "sequence-parallel-without-tensor", "Sequence parallelism has no effect at tensor degree 1.",
        "Switch it off." },
    { "network-bound", "{0} communication takes {1}; at most {2} of computation can hide it.",
        "In this order: more tokens per device, fewer shards (replicate outside the node), tensor "
        "parallelism inside the domain, pipeline stages across nodes, a faster link." },
    { "memory-compiled",
        "Memory is the compiler's figure for this plan ({1}): {0}. It is split over the terms in "
        "the estimate's proportions.",
        "This is a plan before the run: allocator fragmentation comes on top. When you edit the "
        "plan, the estimate is scaled by the same ratio." },
    { "memory-carried",
        "Not compiled for this plan, which differs in {0}. Memory is the estimate scaled by the "
        "ratio that the compiler showed for the other plan: weights and optimizer state {1}, "
        "everything else {2}.",
        "Compile this plan (export --target prove) to know." },
    { "calibration-unusable", "Measurements {0} do not apply to this plan: {1}.",
        "Name another file, or clear the field." },
    { "compiled-unusable", "Memory is the estimate's: {0} {1}.",
        "Compile this plan (export --target prove), or clear the field." },
    { "dimension-not-aligned", "The {0} is {1}, not a multiple of {2}; matrix kernels pad it.",
        "A whole size of {3} would fill the tiles: {4} FLOP/s predicted." },
    { "fsdp-upcasts-weights",
        "Under FSDP, Accelerate keeps trained weights and gradients in 32 bits wherever mixed "
        "precision is on: {0} more per device than the plan's 16 bits.",
        "Set precision.weights and precision.gradients to fp32 unless DeepSpeed runs this plan." },
    { "liger-lacks-model",
        "Liger Kernel has no kernels for this model: its logits are made, which take {0} more per "
        "device than is counted.",
        "Set options.cross_entropy to auto, unless axolotl or another program fuses this loss." },
    { "evaluation-is-peak",
        "Memory is largest in evaluations, whose micro-batch is {0}: {1} more than in a training "
        "step; logits and loss take {2}.",
        "Lower workload.evaluation.micro_batch. Liger's fused loss makes no logits in training, "
        "but all of them in an evaluation." },
    { "trainer-runs-deepspeed",
        "The Trainer runs this plan under DeepSpeed, whose buckets and flat copies take {0} more "
        "per "
        "device than is counted: {1} in all.",
        "Set software.stack to deepspeed, which counts them." },
    { "host-memory-short", "Offloaded tensors need {0} of host memory per node; {1} are installed.",
        "Offload fewer tensors or recompute them." },
    { "tokens-may-drop",
        "A capacity factor of {0} bounds each expert's rows; tokens beyond it are dropped.",
        "Use dropless routing when quality matters more than even load." },
    // Flags of a plan
    { "framework-lacks-block", "{1}: the plan is estimated, and no files are written for it.",
        "Take a framework or a release that has it, or write it into {0}." },
    { "version-pair", "{0} {1} asks for jaxlib {2}, and the plan has {3}.",
        "The nearest that go together: {4}." },
    { "release-older-than-data",
        "{0} {1} is older than the releases that are known here, {2} on: what it needs and which "
        "arguments it takes is not checked.",
        "Take {2} or later, or try the exported files with the release you have." },
    { "jaxlib-newer-than-data",
        "jaxlib {0} is newer than the flag data; {1} is used, and answers are uncertain.",
        "Check the flags against the release's own XLA_FLAGS=--help." },
    { "jaxlib-older-than-data",
        "jaxlib {0} is older than the flag data; {1} is used, and answers are uncertain.",
        "Use jaxlib 0.4.7 or later." },
    { "jaxlib-nearest-older",
        "jaxlib {0} is not in the data; the nearest older release {1} is used." },
    { "latency-hiding-unscanned",
        "The latency hiding scheduler runs over {0} unscanned layers: temporaries may grow by "
        "several times (290 GB instead of 65 GB were reported for an 8B model).",
        "Scan the layers, or check the memory report of the first compilation." },
    { "flag-einsum-without-tensor",
        "The collective matmul threshold is set without tensor parallelism and has no effect.",
        "Remove it." },
    { "flag-needs-scan", "{0} works on the layer loop, and the layers are not scanned.",
        "Scan the layers, or remove it." },
    { "flag-needs-pipeline", "{0} acts on transfers between neighbours, and the plan has none.",
        "Remove it." },
    { "flag-nccl-proto-many-hosts",
        "NCCL_PROTO names LL128 on {0} hosts, where it forces a protocol that NCCL may have left "
        "off for safety.",
        "Remove it and let NCCL choose." },
    { "flag-threshold-below-layer",
        "{0}={1} is far below the {2} bytes of one layer, which then travels in several calls.",
        "Raise it to the layer's bytes." },
    { "flag-one-queue-needed",
        "Megatron stops at start with CUDA_DEVICE_MAX_CONNECTIONS={0}: tensor and context "
        "parallelism before Blackwell need 1.",
        "Write 1, or leave it out: the export sets it." },
    { "flag-one-queue-with-fsdp",
        "Overlap is lost: with one hardware queue an FSDP all-gather waits for the kernels "
        "launched before it. Megatron's FSDP refuses the value.",
        "Leave CUDA_DEVICE_MAX_CONNECTIONS out." },
    { "flag-one-queue-on-blackwell", "CUDA_DEVICE_MAX_CONNECTIONS=1 slows {0} down.",
        "Remove it on Blackwell." },
    { "flag-vmem-beyond-chip", "{0} KiB of scoped vector memory are more than {1} has ({2} KiB).",
        "Stay at or below {3} KiB." },
    { "flag-vmem-between-limits",
        "{0} KiB of scoped vector memory lie between the limits that sources give for {1} ({3} "
        "and {2} KiB).",
        "It may not compile; stay at or below {3} KiB to be safe." },
    { "flag-vmem-too-small",
        "{0} KiB of scoped vector memory are below the 4096 KiB of XLA's guide.",
        "Use 4096 KiB or more." },
    { "flag-no-sparse-core", "{0} needs SparseCores, and {1} has none.", "Remove it." },
    { "flag-gpu-on-tpu", "{0} has no effect on {1}, a TPU.", "Remove it." },
    { "flag-tpu-on-gpu", "{0} has no effect on {1}, a GPU.", "Remove it." },
    // What a remat policy or a recipe does to a plan
    { "choice-unlawful", "{0} is not possible in this plan." },
    { "choice-refused", "{0} is not possible in this plan: {1}." },
    { "choice-too-large", "It does not fit here: {0} too much." },
    { "choice-fits-instead", "The fastest that fits is {0}." },
    { "choice-fastest-fit", "Choose it here: no other that fits is faster." },
    { "choice-room", "Choose it only to save memory: {0} also fits and is {1} faster per step." },
    { "policy-keeps",
        "Keeps {0} of every layer: {1} of saved activations per device; peak {2} in total." },
    { "policy-keeps-input",
        "Keeps only the input of every layer on the device: {0} of saved activations; peak {1} in "
        "total." },
    { "policy-offloads", "{0} wait in host memory: {1} a node." },
    { "policy-step", "A step takes {0}, {1} more than with {2}, which is the fastest." },
    { "policy-step-least", "A step takes {0}; no policy is faster." },
    { "policy-next", "Next smaller: {0} saves {1} and costs {2} per step." },
    { "policy-next-better", "Better: {0} saves {1} and is no slower." },
    { "policy-last", "No policy needs less memory." },
    { "recipe-none", "Matrix multiplications stay in {0}." },
    { "recipe-runs", "On this chip it runs as {0}, with weights in {1} and activations in {2}." },
    { "recipe-step-less", "A step takes {0}, {1} less than without a recipe." },
    { "recipe-step-more", "A step takes {0}, {1} more than without a recipe." },
    { "recipe-peak-less", "The peak is {0}, {1} less than without." },
    { "recipe-peak-more", "The peak is {0}, {1} more than without." },
    { "recipe-figures", "A step takes {0}, the peak is {1}." },
    { "recipe-next", "Next faster: {0}, {1} less per step." },
    { "recipe-last", "No recipe that the plan can take is faster." },
    { "recipe-loss", "Compare its loss with that of a run without it before the long training." },
};

} // namespace

std::span<const MessageTemplate> findingMessages()
{
    return findingRows;
}

} // namespace headroom
