#include "model/base/wording/messages.h"

namespace headroom {
namespace {

// Notes on runs that were read, and reasons why something was not.
constexpr MessageTemplate runRows[] {
    // Files
    { "run-file-empty", "is empty" },
    { "run-file-compressed", "is compressed", "unpack it first" },
    { "run-file-binary", "is not text",
        "give the log as text in UTF-8; of TensorBoard's events, the CSV that its page saves" },
    { "run-file-tracker", "is what Weights & Biases keeps of a run, which is not read",
        "add the run's log, output.log next to it" },
    { "run-gzip-broken",
        "is gzip data that end too early or are damaged; what lies before was read" },
    { "run-gzip-large", "unpacks to more than {0} GiB; the rest was not read" },
    { "run-part-alone", "tells of a run that is not here, and not enough for a plan",
        "add the run's log, configuration or script with it" },
    { "run-nothing-found", "no line of a known log, and none with a step and its time" },
    { "words-of-reinforcement",
        "reinforcement learning (PPO, GRPO and the like) generates as well as trains: this plan is "
        "of its training alone" },
    { "run-is-reinforcement",
        "is reinforcement learning (PPO, GRPO and the like), which generates as well as trains: "
        "Headroom plans pre-training, supervised tuning and DPO" },
    { "run-is-inference", "is a log of inference, not of training" },
    { "run-is-evaluation", "is a log of an evaluation, not of training" },
    { "run-is-build", "is the output of a build or an installation, not of training" },
    { "run-is-benchmark", "is the output of a benchmark, not of training" },
    { "operation-collective",
        "{0} of {1} ranks (nodes: {2}) reaches {3} GB/s bus bandwidth where {4} GB/s are expected "
        "({5})" },
    { "operation-kernel", "{0} reaches {1} {3} where {2} {3} are expected ({4})" },
    { "operation-chip-unknown", "{0} is not judged: nothing names the chip",
        "name the machine's plan with --plan" },
    { "operation-nodes-unknown", "{0} is not judged: nothing tells on how many nodes the ranks ran",
        "keep the lines that list the ranks" },
    { "operation-network-sockets",
        "as if the network gave {0} GB/s a device, {1} of what it should: InfiniBand or RoCE is "
        "not "
        "used",
        "look for NET/Socket in the output of NCCL_DEBUG=INFO, and at NCCL_IB_DISABLE and "
        "NCCL_IB_HCA" },
    { "operation-network-adapters",
        "as if the network gave {0} GB/s a device, {1} of what it should: {2} of {3} adapters in "
        "use",
        "compare the adapters that NCCL_DEBUG=INFO lists after NET/IB with ibstat, and look at "
        "NCCL_IB_HCA" },
    { "operation-network-slow", "as if the network gave {0} GB/s a device, {1} of what it should",
        "measure one adapter with ib_write_bw, and look for GPU Direct RDMA in the output of "
        "NCCL_DEBUG=INFO" },
    { "operation-links-pcie",
        "as if the devices were joined at {0} GB/s, {1} of what it should be: over PCIe, not "
        "NVLink",
        "look at nvidia-smi topo -m and nvidia-smi nvlink -s, and at NCCL_P2P_DISABLE" },
    { "operation-links-slow", "as if the links gave {0} GB/s a device, {1} of what they should",
        "look at nvidia-smi nvlink -s for links that are down, and for other work on the node" },
    { "operation-clocks", "GEMMs run at {0} of what the chip should give",
        "look at the clocks and the power cap with nvidia-smi -q -d CLOCK,POWER under load" },
    { "operation-memory-slow", "memory gives {0} of its bandwidth",
        "look at the memory clock, at ECC, and for another process on the device" },
    { "operation-host-link", "the link to the host gives {0} of its rate",
        "look at pcie.link.width.current and pcie.link.gen.current of nvidia-smi, and at the NUMA "
        "node of the process" },
    { "run-facts-differ", "the log tells {0} twice: {1} and {2}; the first is used" },
    { "run-rate-contradicts",
        "the clock between lines gives {0} s for a step, the printed rate with the batch {1} s; "
        "the "
        "clock is used" },
    { "run-timed-by-clock", "the step time comes from the clock between lines" },
    { "run-timed-by-bar", "the step time comes from the progress bar" },
    { "run-model-sizes", "{0} billion parameters, as the log says, fit {1}" },
    { "run-model-size-unknown",
        "the log says {0} billion parameters, which no known model has: the model is assumed" },
    { "run-model-contradicts", "{0} does not have the {1} billion parameters that the log says" },
    { "run-capacity-contradicts",
        "{0} has {1} GiB, but the log says {2} GiB: another variant of the chip" },
    { "run-json-unknown", "is JSON of no known kind" },
    { "run-json-broken", "is no complete JSON ({0})" },
    { "run-kit-version", "is a measurement of schema {0}; known is {1}" },
    { "run-kit-row", "a measurement of {0} has no time" },
    { "run-proof-version", "is a compiled step of schema {0}; known is {1}" },
    { "run-proof-plan", "its plan cannot be read: {0}" },
    { "run-proof-empty", "tells neither memory nor collectives" },
    { "proof-stand-in",
        "compiled by the CPU back end, not for the plan's chips: its collectives are comparable, "
        "its memory is not" },
    { "proof-loops",
        "some loops do not tell how often they run: what is inside counts once (times marked +)" },
    { "proof-instead", "compiled with {0}, which compiling on a CPU needs" },
    { "run-kit-empty", "holds no measurement" },
    { "run-config-unknown", "is no configuration of a known framework" },
    { "run-config-broken", "is a configuration that cannot be parsed" },
    { "run-config-line", "is no table, key or value" },
    { "run-config-large", "is larger than {0} MiB, too much for a configuration" },
    { "run-script-unknown", "starts no known framework" },
    // Lines
    { "run-line-malformed", "looks like a line of {0} but lacks its numbers" },
    { "run-line-cut", "is longer than 65536 bytes; only its beginning was read" },
    { "run-test-unnamed", "the table does not name its operation",
        "name the file after it, for example all_gather.txt" },
    // Profiles
    { "profile-large", "has more than {0} events of devices", "profile fewer steps" },
    { "profile-no-steps", "marks no steps on a device",
        "say how many it covers with --steps, counted once for each device" },
    { "profile-read", "its terms are means of {0} profiled steps on {1} devices" },
    { "profile-cut", "the profile ends too early; what it has counts" },
    { "profile-sums",
        "kernels are summed over {0} steps; when they ran is not told, so transfers "
        "count with waiting and with what computation hides" },
    // Parts of a profiled step
    { "compiled-state", "Arguments: weights and optimizer state" },
    { "compiled-rest", "All else: gradients, activations, temporary" },
    { "compiled-total", "Peak of one device" },
    { "compiled-host", "Host memory for one device" },
    { "compiled-all_gather", "All-gathers of a step" },
    { "compiled-reduce_scatter", "Reduce-scatters of a step" },
    { "compiled-all_reduce", "All-reduces of a step" },
    { "compiled-all_to_all", "All-to-alls of a step" },
    { "compiled-broadcast", "Broadcasts of a step" },
    { "compiled-send_receive", "Sends and receives of a step" },
    { "measured-gemm", "GEMMs" },
    { "measured-attention", "Attention" },
    { "measured-elementwise", "Element-wise" },
    { "measured-other", "Other kernels" },
    { "measured-all_gather", "All-gather" },
    { "measured-reduce_scatter", "Reduce-scatter" },
    { "measured-all_reduce", "All-reduce" },
    { "measured-all_to_all", "All-to-all" },
    { "measured-send_recv", "Send and receive" },
    { "measured-other_collective", "Other transfers" },
    { "measured-host_transfer", "Host copies" },
    { "measured-idle", "Idle" },
    { "profiled-products", "GEMMs, including the output head" },
    { "profiled-attention", "Attention core" },
    { "profiled-elementwise", "Element-wise, norms and optimizer" },
    { "profiled-other", "Unrecognised kernels" },
    { "profiled-gathers", "Exposed gathers, scatters and reductions" },
    { "profiled-all_to_all", "Exposed expert all-to-all" },
    { "profiled-send_recv", "Exposed sends and receives" },
    { "profiled-gathers_whole", "Gathers, scatters and reductions, hidden or exposed" },
    { "profiled-all_to_all_whole", "Expert all-to-all, hidden or exposed" },
    { "profiled-send_recv_whole", "Sends and receives, hidden or exposed" },
    { "profiled-host_transfer", "Copies from and to the host" },
    { "profiled-idle", "Idle device" },
    { "profiled-step", "Step" },
    { "profiled-hidden", "Transfers hidden by computation" },
    // What is known of a run
    { "run-alloc-retries", "the allocator retried {0} times, which slows steps" },
    { "run-out-of-memory", "ran out of memory: {0}" },
    { "run-mean-only", "only the time of the whole run is known, its start included" },
    { "run-bimodal",
        "two kinds of steps: {0} s ({1} %) and {2} s ({3} %); one number does not describe both" },
    { "run-iterations-unknown",
        "the lines time iterations, and nothing tells how many of them make a step",
        "give the accumulation of gradients, or the plan with --plan" },
    { "run-batch-unknown", "the batch is not known, so rates give no step time",
        "give the configuration, or the plan with --plan" },
    // Its plan
    { "run-field-refused", "{0} is {1}, which a plan does not take; left as it was", "correct it" },
    { "run-devices-differ", "{0} devices are named, the degrees multiply to {1}" },
    { "run-device-unknown", "no profile is known for the device {0}", "set hardware.accelerator" },
    { "run-model-unknown", "the model is not told", "set model" },
    { "run-model-unlisted", "the model {0} is not known", "set model" },
    { "run-model-ambiguous", "taken for {0}; the same shape have {1}" },
    { "run-vocabulary-unknown", "the vocabulary is not told; {0} was assumed" },
    { "run-settings-left", "no plan says {0}; the nearest is taken", "correct it" },
    { "run-rule-broken", "the plan breaks a rule: {0}" },
    // A plan from anything
    { "intake-nothing", "the input names no field of a plan",
        "known are configurations and scripts of MaxText, Megatron-LM, NeMo, torchtitan, "
        "DeepSpeed, the Trainer, axolotl, LLaMA-Factory, torchtune, LitGPT and Accelerate, "
        "programs on Hugging Face's libraries, config.json, Slurm and Kubernetes jobs, logs, and "
        "sentences "
        "that name model and chip" },
    { "intake-run-alone", "the input shows how a run went, and names no field of a plan",
        "give its command, script or configuration as well, or read it with: headroom-cli runs "
        "add" },
    { "intake-conflict", "{0} is {1} in {2} and {3} in {4}; the first was taken" },
    { "tune-fits", "peak memory falls from {0} to {1}, and {2} are there" },
    { "tune-saves-memory", "peak memory falls from {0} to {1}" },
    { "tune-saves-time", "{0} {2} instead of {1}" },
    { "tune-reshards",
        "checkpoints are sharded differently: resume from a format that reshards, or convert" },
    { "ask-model", "Which model?" },
    { "ask-gpu", "Which GPU?" },
    { "ask-tpu", "Which TPU?" },
    { "ask-devices", "How many devices?" },
    { "ask-nodes", "How many nodes?" },
    { "ask-devices-of-node", "How many devices in a node?" },
    { "ask-batch", "Global batch?" },
    { "ask-length", "How long are the sequences?" },
    { "ask-micro-batch", "Micro-batch?" },
    { "missing-model", "the input does not name the model" },
    { "missing-model-size",
        "the input does not name a known model; this one's number of parameters is nearest to "
        "{0}B" },
    { "missing-model-unlisted",
        "no profile has the name {0}; its config.json next to the other files would give the "
        "shape" },
    { "missing-chip", "the input does not name the chip" },
    { "missing-gpu", "the input does not name the GPU" },
    { "missing-chip-unlisted", "no profile is known for {0}" },
    { "missing-devices", "the input does not say how many; one node of {0} is assumed" },
    { "missing-devices-of-degrees",
        "the input does not say how many; {0}, as the degrees need, are assumed" },
    { "missing-devices-of-node", "{0} nodes are named; {1} devices in each are assumed" },
    { "missing-devices-differ",
        "{0} devices are named, but the degrees multiply to {1}, which is assumed" },
    { "missing-batch", "the input does not name the batch" },
    { "missing-batch-of-devices",
        "the batch of a device is {0}; the number of devices is not named, {1} are assumed" },
    { "missing-batch-passes",
        "{0} sequences for each of {1} devices are named, but not how many times a step" },
    { "missing-length", "the input does not name the sequence length" },
    { "missing-micro-batch", "the input does not say how many sequences a device takes at once" },
};

} // namespace

std::span<const MessageTemplate> runMessages()
{
    return runRows;
}

} // namespace headroom
