#include "model/base/wording/messages.h"

namespace headroom {
namespace {

// Causes of a slow run: "cause-ID" names it, "seen-…" is the evidence with its number, "test-ID"
// tells it from the others.
constexpr MessageTemplate diagnosisRows[] {
    { "cause-network-slow", "The network between nodes is below its rate" },
    { "seen-sockets", "NCCL takes sockets for the network (lines of the log that say so: {0})" },
    { "seen-network-variable", "the environment sets {0}={1}" },
    { "seen-few-adapters", "NCCL uses {0} network adapters for the {1} devices of a node" },
    { "seen-rdma-off", "adapters for which GPU Direct RDMA is off: {0}" },
    { "seen-network-fit",
        "as if the network gave {0} GB/s a device: {1} of what the plan says; InfiniBand not "
        "used?" },
    { "seen-adapters-fit",
        "as if the network gave {0} GB/s a device: {1} of what the plan says; fewer adapters, or a "
        "shared one?" },
    { "test-network-slow",
        "measure collectives across nodes: export --target measure, then compare its bandwidths "
        "with the adapters' sum" },

    { "cause-links-slow", "The links inside a node are below their rate" },
    { "seen-pcie-fit",
        "as if the links inside a node gave {0} GB/s a device: {1} of the chip's; PCIe in their "
        "place?" },
    { "seen-links-fit", "as if the links inside a node gave {0} GB/s a device: {1} of the chip's" },
    { "test-links-slow",
        "measure collectives inside a node: export --target measure, or all_reduce_perf on one "
        "node" },

    { "cause-attention-unfused", "Attention runs without a fused kernel" },
    { "seen-unfused",
        "with attention unfused the estimate is {0} instead of {1}; {2} was measured" },
    { "test-attention-unfused",
        "look for the attention implementation in the log's first lines, or time one layer alone" },

    { "cause-not-compiled", "The model is not compiled" },
    { "seen-not-compiled",
        "without compilation the estimate is {0} instead of {1}; {2} was measured" },
    { "test-not-compiled", "run once with the compiler on, and look for graph breaks" },

    { "cause-other-model", "The model is another size" },
    { "seen-other-model", "for {0} the estimate is {1}; {3} was measured, and the plan says {2}" },
    { "test-other-model",
        "compare the number of parameters that the program prints with the plan's" },
    { "cause-other-chip", "The chip is another" },
    { "seen-other-chip", "on {0} the estimate is {1}; {3} was measured, and the plan says {2}" },
    { "test-other-chip", "read the device's name with nvidia-smi -L" },

    { "cause-other-work", "Model, batch or length are others than the plan's" },
    { "seen-work",
        "the log prints {0} TFLOP/s a device; in {1} that is {2} TFLOP of a step, where the plan "
        "has "
        "{3}" },
    { "test-other-work",
        "compare parameters, global batch and sequence length of the log with the plan's" },

    { "cause-slow-node", "One rank is slower than the others" },
    { "seen-rank-spread", "the ranks print step times {0} apart" },
    { "seen-compute-spread",
        "forward and backward pass take {0} on the fastest rank and {1} on the slowest" },
    { "test-slow-node",
        "run the GEMMs of export --target measure on each node; if none is slow, stages or experts "
        "carry unequal work" },

    { "cause-no-nvls", "NCCL does not add up in the NVSwitch (NVLS)" },
    { "seen-no-nvls-channels", "no communicator has NVLS channels ({0})" },
    { "seen-nvls-off", "the environment sets NCCL_NVLS_ENABLE={0}" },
    { "test-no-nvls",
        "measure all-reduce inside a node with NCCL_NVLS_ENABLE 0 and 2; check that the fabric "
        "manager runs" },

    { "cause-clocks", "Power or heat holds the clocks down" },
    { "seen-power", "a device draws {0} W of the {1} W that it may" },
    { "seen-clocks",
        "under the measuring kit's load one device runs at {0} MHz, another at {1} MHz" },
    { "seen-power-cap", "devices that report a power cap in action: {0}" },
    { "seen-rate-fit", "as if the chip multiplied at {0} of its rate" },
    { "seen-slowdown", "devices that report a slowdown by heat or hardware: {0}" },
    { "test-clocks",
        "read the clocks during a step with nvidia-smi -q -d CLOCK,PERFORMANCE; a GEMM of export "
        "--target measure at full clock shows the loss" },

    { "cause-drift", "Steps grow longer during the run" },
    { "seen-drift", "the last third of the steps is {0} longer than the first" },
    { "test-drift",
        "plot clocks and allocated memory over the run; heat and fragmentation grow with time, a "
        "change of the data does not" },

    { "cause-input-pipeline", "The host is late with batches" },
    { "seen-batch-generator", "the next batch takes {0} of each step of {1}" },
    { "test-input-pipeline",
        "run with synthetic data: a step that becomes shorter names the input" },

    { "cause-regular-stalls", "Checkpoints or other regular work stop the run" },
    { "seen-regular-stalls", "{0} steps, one every {1}, are {2} longer: {3} of the time" },
    { "test-regular-stalls",
        "compare the distance with the checkpoint interval; write checkpoints asynchronously or "
        "less often" },

    { "cause-irregular-stalls", "Single steps stall" },
    { "seen-irregular-stalls", "{0} slow steps without a rhythm, {1} longer: {2} of the time" },
    { "test-irregular-stalls",
        "run with synthetic data; stalls that stay come from collectives, garbage collection or "
        "other jobs" },

    { "cause-host-bound", "The host issues work too slowly" },
    { "seen-host-bound",
        "a layer's forward pass is {0} of work for the device, and takes the host about {1} to "
        "issue" },
    { "seen-launch-blocking", "CUDA_LAUNCH_BLOCKING={0}: each kernel waits for the one before" },
    { "test-host-bound",
        "record graphs of the step, or double the micro-batch: steps bound by the host do not grow "
        "with it" },

    { "cause-measuring", "Timers of the run slow it down" },
    { "seen-timers", "{0} lines of timers that make the host wait for the device" },
    { "test-measuring", "run without wall_clock_breakdown or timing-log-level 2" },

    { "cause-flag-value", "A flag has a value that costs time" },
    { "seen-flag-value", "{0} is {1}; without it the estimate is {2} shorter" },
    { "test-flag-value", "run once without the flag" },

    { "cause-flag-default", "A flag is at its default where another value is advised" },
    { "seen-flag-default",
        "{0} is {1}, no faster than its default; the value that advise names makes the estimate "
        "{2} shorter" },
    { "seen-flag-unset",
        "{0} is left at its default; the value that advise names makes the estimate {1} shorter" },
    { "test-flag-default", "run once with the advised value" },

    { "cause-flags-unknown", "The run may lack the flags that the prediction assumes" },
    { "seen-flags-unknown",
        "the run shows none of the {0} advised flags; without them the estimate is {1}, with them "
        "{2}" },
    { "test-flags-unknown",
        "add the launch script with runs add, or export the plan and run that" },

    { "cause-old-jaxlib", "The release of jaxlib is old" },
    { "seen-old-jaxlib", "the run has jaxlib {0}; with {1} the estimate is {2} shorter" },
    { "test-old-jaxlib", "run the same plan on the newer release" },

    { "cause-recomputation", "Recomputation is not that of the plan" },
    { "seen-recomputation",
        "memory of {0} was measured where {1} gives {2}; {3} gives {4} and a step of {5}" },
    { "seen-full-recomputation",
        "with full recomputation the estimate is {0} instead of {1}; {2} was measured" },
    { "test-recomputation", "look for the policy in the configuration that the run printed" },

    { "cause-small-micro-batch", "The micro-batch is small" },
    { "seen-small-micro-batch",
        "with micro-batches of {0} instead of {1} sequences the estimate is {2} shorter, and "
        "fits" },
    { "seen-small-batch",
        "with micro-batches of {0} instead of {1} sequences, which makes the global batch {3}, the "
        "estimate is {2} shorter for the same tokens, and fits" },
    { "test-small-micro-batch", "run once with the larger micro-batch" },

    { "cause-gradient-accumulation", "A step takes more passes than the plan's" },
    { "seen-gradient-accumulation",
        "the run makes {0} passes for each step, the plan {1}; by the estimate that takes {2} "
        "more" },
    { "test-gradient-accumulation", "set the micro-batch of the plan" },

    { "cause-memory-retries", "Memory is at its limit and the allocator tries again" },
    { "seen-retries", "times that the allocator emptied its cache: {0}" },
    { "seen-out-of-memory", "faults for want of memory in the log: {0}" },
    { "test-memory-retries",
        "leave one GiB more, with recomputation or a smaller micro-batch: the retries end when "
        "memory was the cause" },

    { "cause-two-kinds", "There are two kinds of steps" },
    { "seen-two-kinds", "{0} of the steps take {1}, the others {2}" },
    { "test-two-kinds",
        "see what alternates: length of the data, garbage collection, a neighbour on the network; "
        "fix one and look at the chart" },

    { "cause-other-plan", "The run is not the plan" },
    { "seen-other-plan", "{0} was {1}, the plan says {2}; by the estimate that takes {3} more" },
    { "seen-other-work", "{0} was {1}, the plan says {2}; by the estimate that takes {3} less" },
    { "test-other-plan", "run what the plan says, or plan what was run" },

    { "seen-network-measured",
        "a benchmark of the run's nodes reached what {0} of the network's rate would give" },
    { "seen-links-measured",
        "a benchmark inside a node reached what {0} of the links' rate would give" },
    { "cause-device-idle", "The devices wait for the host" },
    { "seen-device-idle", "by the driver even the busiest device is idle {0} of a step of {1}" },
    { "test-device-idle",
        "time the data loader by itself, and run once with synthetic data: equal means the host "
        "does something else" },
    { "cause-expert-imbalance", "Tokens go to few of the experts" },
    { "seen-balancing-loss",
        "the router's load-balancing loss is {0}, where even experts have 1: the busiest takes "
        "about {1} times the mean" },
    { "test-expert-imbalance",
        "print tokens per expert, and raise the coefficient of the auxiliary loss" },
    { "cause-stale-profile", "The scheduler's profile is of another program" },
    { "seen-profile-misses", "collectives that the profile does not know: {0}" },
    { "test-stale-profile", "record the profile again with this release, or run without it" },
    { "cause-precision-fallback", "Matrix multiplications fall back to 16 bits" },
    { "seen-precision-fallback", "without {0} the estimate is {1}, with it {2}; {3} was measured" },
    { "test-precision-fallback",
        "look for FP8 kernels in a profile of one step: their names say it" },

    { "cause-explains", "it can explain {0} of a step" },
    { "cause-departs", "a step is {0} longer than the plan's" },
    { "cause-assumed-fields", "Not everything about the run is known" },
    { "seen-assumed-fields", "assumed fields that move the estimate: {0} ({1})" },
    { "test-assumed-fields", "add the configuration with runs add, or name the plan with --plan" },

    { "cause-impossible", "What ran cannot be this plan" },
    { "seen-impossible", "the measured step would be {0} of the chip's peak" },
    { "test-impossible", "correct model, batch, devices or accelerator of the run's plan" },

    // The verdict
    { "diagnosis-inside", "The run is as predicted: {0} off, inside the interval." },
    { "diagnosis-slower", "{0} × as long as predicted: {1} explained, {2} not" },
    { "diagnosis-slower-unexplained",
        "{0} × as long as predicted: none of the {1} is explained by the log; measure the parts "
        "with export --target measure" },
    { "diagnosis-faster", "{0} × as long as predicted, beyond the interval: {1} shorter" },

    // Bad input
    { "runs-none", "holds no run", "add one with runs add" },
    { "run-id-unknown", "no run has the id {0}", "see runs list {1}" },

    // Incidents: what was wrong with a cluster, and how one finds it
    { "fault-at-cluster", "the whole run" },
    { "fault-at-node", "node {0}" },
    { "fault-at-device", "device {1} of node {0}" },
    { "fault-at-adapter", "adapter {1} of node {0}" },
    { "fault-infiniband-off", "NCCL does not use InfiniBand" },
    { "fault-why-infiniband-off",
        "The container has no driver for the adapters, so that NCCL takes TCP sockets "
        "at {0} of the network's rate. NET/Socket in NCCL's lines says it, and "
        "all_reduce_perf between nodes shows what is left." },
    { "fault-pcie-path", "A node communicates over PCIe instead of NVLink" },
    { "fault-why-pcie-path",
        "The links of one node fell back to PCIe at {0} of its rate. all_reduce_perf "
        "inside each node shows which one; nvidia-smi topo -m would show SYS or PHB "
        "where NV18 should be." },
    { "fault-data-loader", "The data loader is too slow" },
    { "fault-why-data-loader",
        "A batch takes {0} times a step to load, and the devices wait for what is late. "
        "Megatron's batch-generator timer says so; elsewhere the utilization that "
        "nvidia-smi shows is below 100 %." },
    { "fault-checkpoint-stall", "Checkpoints stop the run" },
    { "fault-why-checkpoint-stall",
        "Every tenth step writes a checkpoint and is {0} steps longer. The ordinary "
        "step is as planned, so that only the mean suffers." },
    { "fault-scheduler-off", "The latency-hiding scheduler is off" },
    { "fault-why-scheduler-off",
        "xla_gpu_enable_latency_hiding_scheduler=false is in XLA_FLAGS: collectives no longer "
        "overlap with computation." },
    { "fault-recomputation-on", "Activation checkpointing was left on" },
    { "fault-why-recomputation-on",
        "The run recomputes every layer, which the plan does not ask for. The "
        "configuration in the log says full." },
    { "fault-smaller-batch", "The batch is smaller than planned" },
    { "fault-why-smaller-batch",
        "The run takes one of {0} sequences: a step is shorter, and each token "
        "costs more. The configuration in the log says so." },
    { "fault-slow-nic", "One network adapter is slow" },
    { "fault-why-slow-nic",
        "One adapter gives {0} of its rate, and every collective across nodes waits for "
        "it. all_reduce_perf between pairs of nodes shows where." },
    { "fault-half-rate-cable", "A cable runs at half its rate" },
    { "fault-why-half-rate-cable",
        "A port came up at {0} of its rate. all_reduce_perf between pairs of nodes "
        "shows where; ibstat on that node would show the rate." },
    { "fault-hot-device", "A hot device lowers its clocks" },
    { "fault-why-hot-device",
        "Heat holds one device at {0} of its clock, and all others wait for it. nvidia-smi"
        " shows the clock and the reason." },
    { "fault-host-jitter", "Other work on a host delays single steps" },
    { "fault-why-host-jitter",
        "Now and then a host comes late with its work, by {0} of a step. The slow steps "
        "have no rhythm." },
    { "fault-tensor-across-nodes", "Tensor ranks lie on several nodes" },
    { "fault-why-tensor-across-nodes",
        "Each tensor group spans four nodes, so its collectives, several per layer, cross the "
        "network. The mesh in the log says so." },
    { "fault-other-chip", "Nothing is broken: the chip is another one" },
    { "fault-why-other-chip",
        "The plan was made for another chip than the one that the job got. The device's "
        "name in the log says so." },
    { "fault-connections", "CUDA_DEVICE_MAX_CONNECTIONS is not 1" },
    { "fault-why-connections",
        "With {0} queues collectives start after the matrix multiplications that should hide them, "
        "on chips before Blackwell. The environment in the log says so." },
    { "fault-combine-threshold", "The combine thresholds do not suit the layers" },
    { "fault-why-combine-threshold",
        "Collectives are merged only up to {0} bytes, so that each layer makes many "
        "small messages. XLA_FLAGS in the log says so." },
    { "fault-expert-imbalance", "Tokens go to few of the experts" },
    { "fault-why-expert-imbalance",
        "The busiest expert takes {0} times the mean, and every rank waits for it. The "
        "load-balancing loss in the log is above 1." },
    { "fault-fragmentation", "Memory fragments as the run goes on" },
    { "fault-why-fragmentation",
        "The allocator empties its cache ever more often: the last step is {0} longer "
        "than the first. The log counts the retries." },
    { "fault-stale-profile", "The scheduler's profile is of another release" },
    { "fault-why-stale-profile",
        "The names in the profile are not those of this program, so that the scheduler "
        "hides nothing. XLA says which ones it did not find." },
    { "fault-rank-order", "The ranks are in the wrong order" },
    { "fault-why-rank-order",
        "Replicas lie inside the nodes and shards of the weights across them: every "
        "gather of weights crosses the network. The mesh in the log says so." },
    { "fault-precision-fallback", "FP8 silently falls back to 16 bits" },
    { "fault-why-precision-fallback",
        "The configuration says FP8, and the matrix multiplications run in bf16. "
        "Nothing prints that; the step is that of a plan without the recipe, and a "
        "profile shows the kernels." },
    { "fault-upcast-loss", "The loss is computed from logits in 32 bits" },
    { "fault-why-upcast-loss",
        "The fused cross-entropy is off: logits are copied to fp32 and pass through "
        "memory several times. The configuration in the log says so." },
    { "fault-slow-memory", "The devices' memory is slow" },
    { "fault-why-slow-memory", "The memory gives {0} of its bandwidth." },
    { "fault-shared-units", "Another program shares the devices" },
    { "fault-why-shared-units",
        "Another program takes its part of the devices: {0} of their rate is left." },
    { "fault-slow-kernels", "Every kernel is slow" },
    { "fault-why-slow-kernels", "Every kernel runs at {0} of its rate." },

    // What is measured on the cluster of an incident
    { "measured-all-reduce", "All-reduce between node {0} and node {1}" },
    { "measured-all-reduce-inside", "All-reduce inside node {0}" },
    { "measured-bus-rate", "{0} GB/s of bus bandwidth on average of all sizes." },
    { "measured-devices", "nvidia-smi on node {0}" },
    { "measured-memory", "Memory of device {1} of node {0}" },
    { "measured-trace", "Trace of one step" },
    { "measured-trial", "A short run, changed: {0}" },
    { "trial-steps", "With the change 20 steps take {0} in the middle, {1} to {2}." },
    { "trial-steps-before", "Without it they take {0}, {1} to {2}." },
    { "trial-out-of-memory", "With the change the run dies out of memory at its first step." },
    { "trial-synthetic-data", "synthetic data" },
    { "trial-no-checkpoints", "no checkpoints" },
    { "trial-quiet-hosts", "nothing else on the hosts" },
    { "trial-planned-batch", "global batch as planned" },
    { "trial-planned-recomputation", "activation checkpointing as planned" },
    { "trial-planned-mesh", "ranks ordered as planned" },
    { "trial-scheduler-on", "latency-hiding scheduler on" },
    { "trial-no-profile", "no profile for the scheduler" },
    { "trial-advised-thresholds", "combine thresholds as advised" },
    { "trial-one-queue", "CUDA_DEVICE_MAX_CONNECTIONS=1" },
    { "trial-no-recipe", "16 bits in place of FP8" },
    { "trial-fused-loss", "fused cross-entropy" },
    { "trial-even-routing", "tokens spread evenly over the experts" },
    { "trial-expandable-segments", "expandable segments of the allocator" },

    // A run that died for want of memory
    { "diagnosis-out-of-memory",
        "The run died for want of memory: it takes {0} where {1} can be used. Most of it: {2} "
        "({3}), "
        "{4} ({5}), {6} ({7})" },
    { "diagnosis-memory-contradicts",
        "by the estimate the plan fits: the run holds more than the plan says" },
    { "diagnosis-fits-with", "with {0} it fits: {1} of memory, {2} more a step" },
    { "diagnosis-fits-faster-with", "with {0} it fits: {1} of memory, {2} less a step" },
    { "diagnosis-no-fit", "no single change of the plan makes it fit" },

    // Why a run has no comparison
    { "diagnosis-no-step", "no step time was read" },
    { "diagnosis-missing", "This run is not compared with a prediction, because nothing says {0}",
        "add its log again with the plan that it followed (runs add LOG --plan PLAN)" },
    { "diagnosis-no-plan", "the row has no plan", "add the run with runs add" },
    { "diagnosis-plan-broken", "the run's plan cannot be estimated: {0}" },
};

} // namespace

std::span<const MessageTemplate> diagnosisMessages()
{
    return diagnosisRows;
}

} // namespace headroom
