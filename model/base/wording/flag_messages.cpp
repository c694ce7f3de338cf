#include "model/base/wording/messages.h"

namespace headroom {
namespace {

// Reasons of flag advice, and what happened to a flag on the way to a release. Operands are
// numbers of the plan. Ids never change once released.
constexpr MessageTemplate flagRows[] {
    // Overlap
    { "advice-single-device", "One device has no communication to hide." },
    { "advice-latency-hiding",
        "{0} devices communicate in every layer; without this scheduler most of that communication "
        "is exposed." },
    { "advice-latency-hiding-explicit",
        "{0} devices communicate in every layer. On this chip and release the scheduler may also "
        "start by itself; setting the flag makes sure." },
    { "advice-latency-hiding-unscanned",
        "{0} devices communicate in every layer. Caution: with {1} unscanned layers the scheduler "
        "may keep the gradient inputs of all layers alive (290 GB of temporaries instead of 65 GB "
        "were reported for an 8B model). Scan the layers, or check the memory report of the first "
        "compilation." },
    { "advice-async-collectives",
        "Collectives must run on a separate stream before anything can hide them. Default since "
        "0.4.24; the flag was removed in 0.4.27, and xla_gpu_disable_async_collectives lists "
        "exceptions." },
    { "advice-priority-stream",
        "A ready collective should start before queued compute kernels; on by default since "
        "0.4.16." },
    { "advice-async-tracker",
        "The scheduler should know which operations share the communication stream; on by default "
        "since 0.4.16 and built in since 0.4.38." },
    { "advice-pipelining-needs-scan",
        "The layers are not scanned, so there is no loop whose iterations could overlap." },
    { "advice-pipelining-needs-fsdp",
        "Weights are not sharded over FSDP, so no weight gathers are there to be moved." },
    { "advice-pipelined-all-gather",
        "The next layer's weights ({0}) are gathered during the current layer, at the price of "
        "keeping one more gathered layer." },
    { "advice-pipelined-reduce-scatter",
        "The gradients of one layer ({0}) are reduced during the next one, at the price of one "
        "more layer of gradients; on by default since 0.4.35." },
    { "advice-pipelined-all-reduce",
        "Gradients of {0} replicas are summed during the next layer's backward pass instead of "
        "before it." },
    { "advice-pipelined-all-reduce-shards",
        "Gradients of replicas of FSDP shards are summed after a reduce-scatter, and XLA moves "
        "nothing of that: the flag gains nothing here." },
    { "advice-pipelined-collectives",
        "The JAX tips warn of bugs with this master switch, and it overrides the three separate "
        "ones; use those. It was removed in 0.6.0." },
    { "advice-double-buffering",
        "With {0} scanned layers the loop can alternate between two sets of buffers, and loop "
        "state such as a gathered layer ({1}) is no longer copied." },
    // Messages
    { "advice-all-gather-threshold",
        "One layer has {0} weights, {1} on the wire at {3} bytes each; {2} is the next power of "
        "two, so a layer travels in one call. That is right together with pipelined gathers; "
        "without them the call has no window. Any value other than the default also switches off "
        "XLA's own treatment of pipelined collectives (since 0.4.35)." },
    { "advice-all-gather-threshold-memory",
        "One layer has {0} weights, {1} on the wire, but only {4} are free next to the state; {2} "
        "keeps the merged buffer within a quarter of that." },
    { "advice-reduce-scatter-threshold",
        "Gradients of one layer are {1} at {3} bytes each; {2} is the next power of two, so they "
        "leave in one call. The value counts the shard that stays on the device, so less would do "
        "as well." },
    { "advice-reduce-scatter-threshold-memory",
        "Gradients of one layer are {1}, but only {4} are free next to the state; {2} keeps the "
        "merged buffer within a quarter of that." },
    { "advice-threshold-needs-fsdp",
        "Weights are not sharded over FSDP, so few gathers are there to be merged." },
    { "advice-combine-by-dim",
        "Row-sharded and column-sharded weights of a layer should share one NCCL group call; "
        "otherwise a layer costs at least two. The default since 0.4.35 (gathers) and 0.4.36 "
        "(reductions)." },
    { "advice-all-reduce-threshold",
        "Between {2} replicas, half a layer's backward pass can move about {0}: large enough for "
        "the link, small enough to start early. Then try powers of two from 16 MiB up to all "
        "gradients ({1})." },
    { "advice-threshold-needs-replicas",
        "There are no replicas, so only small sums (norms, loss) are reduced." },
    // Tensor and pipeline parallelism
    { "advice-einsum-needs-tensor",
        "Without tensor parallelism no collective accompanies a GEMM." },
    { "advice-einsum-crosses-nodes",
        "Tensor parallelism over {0} devices leaves the fast domain of {4}; chunks over the "
        "network would be slower than one gather." },
    { "advice-einsum-small-chunks",
        "Split into {0} chunks, each GEMM would have {3} rows, too few to fill the chip. Outputs "
        "are {1} (attention input) and {2} (MLP input)." },
    { "advice-einsum-threshold",
        "GEMMs next to tensor-parallel collectives output {1} (attention input) and {2} (MLP "
        "input); at 0 MiB all of them are split into {0} chunks of {3} rows that overlap with the "
        "transfer. The default of 100000 MiB splits none." },
    { "advice-einsum-streams",
        "Chunks of a collective matmul should alternate on two streams; on by default since "
        "0.5.0." },
    { "advice-p2p-needs-pipeline",
        "Without pipeline parallelism nothing is sent from stage to stage." },
    { "advice-pipelined-p2p",
        "Transfers between the {0} stages can overlap with the computation of the next "
        "micro-batch." },
    { "advice-permute-threshold",
        "Transfers between the {0} stages are split into send and receive with computation in "
        "between. 1024 bytes leaves out only the tiny ones; 0 would mean all, and the default "
        "means none." },
    // Memory
    { "advice-memory-fraction",
        "Of {1} usable, about {2} must stay free for the CUDA context, libraries and NCCL; a pool "
        "of {0} leaves {3}. The default of 75 % would waste memory." },
    { "advice-slop-tight",
        "The plan fills {0} of the pool. A lower value makes the scheduler prefer earlier what "
        "frees memory; it promises nothing. Try it only if the run does not fit." },
    { "advice-slop-default",
        "The default of 95 suits a plan that fits; one guide tunes it, the other recommends to "
        "leave it." },
    { "advice-remat-pass",
        "Keeps XLA from recomputing beyond the plan's own policy: the step time is then what the "
        "policy says, and a program that is too large fails at once instead of running slowly." },
    { "advice-host-memory-limit",
        "Activations are kept in host memory; the default limit of 64 GiB per process is below "
        "the {0} GiB that the host has for each device." },
    // Queues and NCCL
    { "advice-connections",
        "On {0} a single hardware queue makes a collective start before the GEMM that hides it." },
    { "advice-connections-blackwell", "On {0} leave it unset: NVIDIA calls 1 slower there." },
    { "advice-connections-megatron",
        "Megatron's tensor and sequence parallelism on {0} relies on kernels starting in program "
        "order." },
    { "advice-connections-fsdp", "Megatron's sharded data parallelism refuses the value 1." },
    { "advice-nvls-automatic",
        "NCCL uses reductions in the NVSwitch by itself where driver and chip ({0}) offer them." },
    { "advice-nvls-not-on-chip", "This chip ({0}) or its links have no reductions in the switch." },
    { "advice-user-buffers",
        "Collectives inside the NVSwitch domain could read XLA's buffers without a copy. What they "
        "gather then lies outside the pool: lower the memory fraction by that much and measure." },
    { "advice-comm-splitting",
        "Leave it at the release's default: splitting is what lets communicators share memory, "
        "although one guide advises false." },
    { "advice-per-stream-comms",
        "False was always the default and is the only behaviour since 0.6.0." },
    { "advice-nccl-buffers",
        "The recommended −2 is the built-in value: writing it changes nothing." },
    { "advice-nccl-proto-one-host",
        "On a single host naming LL128 may speed small messages; measure an all-reduce before "
        "keeping it." },
    { "advice-nccl-proto-many-hosts",
        "The plan spans {0} hosts, where the JAX tips see no use for it; NCCL chooses by message "
        "size." },
    { "advice-processes",
        "One process per GPU, {0} on each node, is the recommended rule of thumb; "
        "jax.distributed.initialize() finds them by itself under SLURM." },
    // Kernels and profiles
    { "advice-command-buffer",
        "CUDA graphs are on by default in production; empty the list only while profiling for a "
        "cost file, so that each operation is timed alone." },
    { "advice-triton-any", "Lets Triton compete for every GEMM; the default since 0.5.1." },
    { "advice-fused-attention",
        "MaxText's cudnn_flash_te attention runs through Transformer Engine, which reads this "
        "switch." },
    { "advice-cudnn-fmha",
        "Accepted without effect since 0.5.1; call cuDNN attention explicitly instead." },
    { "advice-cudnn-gemm-fusion",
        "Was in no release; xla_gpu_cudnn_gemm_fusion_level with a number is the real flag." },
    { "advice-softmax-fusion",
        "Without effect since 0.4.32 and removed in 0.5.1; nothing replaces it." },
    { "advice-custom-fusions",
        "Removed in 0.7.2; for in-place slices see xla_gpu_enable_dynamic_slice_fusion." },
    { "advice-auto-pgle",
        "JAX can measure each operation and schedule with the real times; worth a trial once the "
        "other flags are settled. It excludes every other profiler." },
    // TPU
    { "advice-tpu-no-traffic", "Neither FSDP nor replicas: no collectives to fuse or offload." },
    { "advice-continuation-fusion",
        "On {0} collectives hide by running inside computation kernels (continuation fusion); the "
        "set is written out whole because the compiler's defaults are not published by version." },
    { "advice-fusion-ulysses",
        "On {0} this overlap together with fused sums gave NaN with Ulysses context parallelism: "
        "JAX issue 38741." },
    { "advice-scatter-layout",
        "Weights are sharded, so gradients are summed and scattered; on {0} MaxText's "
        "configurations "
        "choose memory orders with which that needs no copy." },
    { "advice-scatter-layout-trial",
        "On {0} MaxText chooses these memory orders for some models with experts only: a measured "
        "trial." },
    { "advice-fusion-not-on-chip",
        "MaxText recommends continuation fusion for v5p and v6e and SparseCore offload for "
        "TPU7x; for {0} it names neither." },
    { "advice-sparse-core",
        "On {0} the SparseCore drives the collective while the TensorCore computes; on by default "
        "there according to MaxText, written out to be sure." },
    { "advice-sparse-core-base", "Base flag of SparseCore offload on {0}." },
    { "advice-sparse-core-excludes",
        "The same collective cannot also be fused on the TensorCore." },
    { "advice-sparse-core-tracing", "Makes offloaded collectives visible in profiles." },
    { "advice-sparse-core-trial",
        "{0} also has SparseCores: the offload set in place of continuation fusion is worth a "
        "measured trial, never both for one collective." },
    { "advice-scoped-vmem",
        "{0} KiB is what MaxText's recipes use for {3} models on {2}; its vector memory is {1} "
        "MiB. Tune by measurement." },
    { "advice-scoped-vmem-default",
        "No recipe names a value for {2}; start from the default of 16384 KiB." },
    { "advice-slice-overlap",
        "Gradients are summed between {0} slices over the data-centre network; these two flags "
        "overlap that with the backward pass." },
    { "advice-tpu-permute",
        "Transfers between {0} stages should be able to overlap with computation." },
    { "advice-host-offload",
        "Activations are kept in host memory; MaxText's offload set lets many copies overlap with "
        "computation." },
    { "advice-host-pipelining",
        "Activations are kept in host memory: their copies may run during the neighbouring layer. "
        "XLA withdrew this for a while after a model diverged with it, so compare losses too." },
    { "advice-launch-barrier", "JAX adds it with true on Cloud TPU machines since 0.4.24." },
    { "advice-tpu-einsum",
        "Collective matmul is the compiler's own choice; a huge value switches it off when it "
        "costs too much memory." },
    // PyTorch and precision
    { "advice-torch-allocator",
        "Growing segments in place cures most fragmentation of PyTorch's pool." },
    { "advice-compute-bf16",
        "{0} runs 16-bit GEMMs about {1} times as fast as the plan's by peak rate. In Flax: "
        "dtype=jax.numpy.bfloat16 on each layer; in MaxText: dtype: bfloat16." },
    { "advice-compute-fp16",
        "{0} has no bf16; fp16 GEMMs are about {1} times as fast as the plan's by peak rate, and "
        "need loss scaling. In Flax: dtype=jax.numpy.float16." },
    // What following an advice does, by the estimate: the change and the ends of its interval
    { "change-nothing", "It changes neither step time nor memory of this plan." },
    { "change-not-modelled", "Its effect is not modelled: measure a run to know." },
    { "change-step-shorter", "It shortens the step: {0} ({1} to {2})." },
    { "change-may-step-shorter", "It may shorten the step: {0} ({1} to {2})." },
    { "change-step-longer", "It lengthens the step: {0} ({1} to {2})." },
    { "change-may-step-longer", "It may lengthen the step: {0} ({1} to {2})." },
    { "change-peak-smaller", "Peak memory falls: {0} ({1} to {2})." },
    { "change-may-peak-smaller", "Peak memory may fall: {0} ({1} to {2})." },
    { "change-peak-larger", "Peak memory rises: {0} ({1} to {2})." },
    { "change-may-peak-larger", "Peak memory may rise: {0} ({1} to {2})." },
    { "change-pool", "The memory pool changes by {0}." },
    // A flag on its way to a release
    { "flag-change-renamed", "jaxlib {1} knows {0} as {2}.", "Write the new name." },
    { "flag-reported", "Not advised at jaxlib {0}: {1}" },
    { "flag-reported-there", "At jaxlib {1} {0} is reported not to do what it is for: {2}", "{3}" },
    { "flag-change-not-needed",
        "jaxlib {1} no longer knows {0}; its value is the built-in behaviour.", "Remove it." },
    { "flag-change-no-successor", "jaxlib {1} does not know {0}, and it has no replacement.",
        "Remove it." },
    { "flag-change-unknown", "{0} is no known flag or variable.",
        "Check the spelling, or remove it." },
    { "flag-change-bad-value", "{0} does not accept {2} at jaxlib {1}.",
        "Write a value that it accepts." },
    // A pasted text or a named set on its way into a plan: name, release, value, advised, default
    { "flag-import-sets", "Set to {2}." },
    { "flag-import-replaces-default", "Set to {2}; jaxlib {1} would take {4} by itself." },
    { "flag-import-as-advised", "Set to {2}, which is also the advice for this plan." },
    { "flag-import-replaces-advice", "Set to {2}; the advice for this plan is {3}." },
    { "flag-import-against-advice",
        "Set to {2}, the default of jaxlib {1}, because the advice would write {3}." },
    { "flag-import-same", "The plan already sets {2}." },
    { "flag-import-default", "{2} is the default of jaxlib {1}, so nothing is written." },
    { "flag-import-variable-default", "{2} is the built-in behaviour, so nothing is written." },
    { "flag-import-noop",
        "jaxlib {1} accepts the name without any effect, so nothing is written." },
    { "flag-import-renamed", "jaxlib {1} no longer knows it; it becomes {2}." },
    { "flag-import-not-read-yet", "Read from {2} on; {1} ignores it, so it is not written." },
    { "flag-import-other-chip", "For a different kind of chip than {1}, so it is not written." },
};

} // namespace

std::span<const MessageTemplate> flagMessages()
{
    return flagRows;
}

} // namespace headroom
