#include "model/base/wording/messages.h"

namespace headroom {
namespace {

// Notes on runs that were read, and reasons why something was not.
constexpr MessageTemplate runRows[] {
    // Files
    { "run-file-empty", "is empty" },
    { "run-file-compressed", "is compressed", "unpack it first" },
    { "run-file-tracker", "is what Weights & Biases keeps of a run, which is not read",
        "add the run's log, output.log beside it" },
    { "run-gzip-broken",
        "is gzip data that end too early or are damaged; what lies before was read" },
    { "run-gzip-large", "unpacks to more than {0} GiB; the rest was not read" },
    { "run-part-alone", "tells of a run that is not here, and not enough for a plan",
        "add the run's log, configuration or script with it" },
    { "run-nothing-found", "no line of a known log",
        "known are MaxText, Megatron-LM, torchtitan, DeepSpeed, the Trainer, nccl-tests" },
    { "run-json-unknown", "is JSON of no known kind" },
    { "run-json-broken", "is no complete JSON ({0})" },
    { "run-kit-version", "is a measurement of schema {0}; known is {1}" },
    { "run-kit-row", "a measurement of {0} has no time" },
    { "run-proof-version", "is a compiled step of schema {0}; known is {1}" },
    { "run-proof-plan", "its plan cannot be read: {0}" },
    { "run-proof-empty", "tells neither memory nor collectives" },
    { "proof-stand-in",
        "compiled by the CPU back end in the place of the plan's chips: its collectives compare, "
        "its memory says nothing of theirs" },
    { "proof-loops",
        "some loops do not tell how often they run: what is inside counts once (times marked +)" },
    { "proof-instead", "compiled with {0}, which the stand-in needs" },
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
    { "measured-gemm", "Products" },
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
    { "profiled-products", "Products, the head's included" },
    { "profiled-attention", "Attention core" },
    { "profiled-elementwise", "Element-wise, norms and update" },
    { "profiled-other", "Kernels that no rule knows" },
    { "profiled-gathers", "Exposed gathers, scatters and reductions" },
    { "profiled-all_to_all", "Exposed expert exchange" },
    { "profiled-send_recv", "Exposed sends and receives" },
    { "profiled-gathers_whole", "Gathers, scatters and reductions, hidden or not" },
    { "profiled-all_to_all_whole", "Expert exchange, hidden or not" },
    { "profiled-send_recv_whole", "Sends and receives, hidden or not" },
    { "profiled-host_transfer", "Copies from and to the host" },
    { "profiled-idle", "Nothing runs" },
    { "profiled-step", "Step" },
    { "profiled-hidden", "Transfers hidden beside computation" },
    // What is known of a run
    { "run-alloc-retries", "the allocator retried {0} times, which slows steps" },
    { "run-out-of-memory", "ran out of memory: {0}" },
    { "run-mean-only", "only the time of the whole run is known, its start included" },
    { "run-bimodal",
        "two kinds of steps: {0} s ({1} %) and {2} s ({3} %); one number does not stand for both" },
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
};

} // namespace

std::span<const MessageTemplate> runMessages()
{
    return runRows;
}

} // namespace headroom
