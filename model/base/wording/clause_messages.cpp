#include "model/base/wording/messages.h"

namespace headroom {
namespace {

// Words and clauses that errors and findings quote: operands of theirs.
constexpr MessageTemplate clauseRows[] {
    // How sure it is that a plan fits
    { "call-fits", "fits" },
    { "call-should-fit", "should fit" },
    { "call-at-limit", "is at the limit" },
    { "call-does-not-fit", "does not fit" },
    // What a plan splits
    { "attention-heads", "attention heads" },
    { "expert-width", "expert width" },
    { "experts", "experts" },
    { "hidden-size", "hidden size" },
    { "layers", "layers" },
    { "mlp-width", "MLP width" },
    { "sequence-length", "sequence length" },
    { "sequence-part", "sequence part" },
    { "vocabulary", "vocabulary" },
    { "steps", "{0} steps" },
    { "no-numbers", "no" },
    { "maxtext-policies", "MaxText's policies" },
    { "did-you-mean", "did you mean {0}?" },
    { "release-least", "{0} or later" },
    { "release-span", "{0} or later, before {1}" },
    { "release-pair", "{0} {1} with jaxlib {2}" },
    { "release-pairs", "{0} {1} with jaxlib {2}, or {0} {3} with jaxlib {4}" },
    { "see-explain-custom", "see headroom-cli explain custom" },
    // Dimensions of matrices, by DimensionFit::id
    { "dimension-attention_width", "attention width per device" },
    { "dimension-expert_ffn", "expert MLP width per device" },
    { "dimension-ffn", "MLP width per device" },
    { "dimension-head_size", "head size" },
    { "dimension-hidden", "model width" },
    { "dimension-tokens", "tokens per device and micro-batch" },
    { "dimension-vocabulary", "vocabulary per device" },
    // Mesh axes whose traffic is too long, by AxisTraffic::axis
    { "axis-context", "context-parallel" },
    { "axis-data", "data-parallel" },
    { "axis-expert", "expert-parallel" },
    { "axis-fsdp", "FSDP" },
    { "axis-pipeline", "pipeline" },
    { "axis-tensor", "tensor-parallel" },
    // What a flag takes
    { "value-bool", "true or false" },
    { "value-integer", "a whole number" },
    { "value-number", "a number" },
    { "value-32-bit", "a number below 2147483648" },
    { "value-between", "a number from {0} to {1}" },
    // Files of measurements
    { "file-not-opened", "the file cannot be opened" },
    { "file-empty", "the file is empty" },
    { "no-id-column", "the first line names no column 'id'" },
    { "fact-model", "the model" },
    { "fact-chip", "the chip" },
    { "fact-devices", "the number of devices" },
    { "fact-batch", "the global batch" },
    { "fact-list", "{0}, {1}" },
    { "no-comparable-row",
        "none of its rows can be compared with a prediction; `validate` says why" },
    // What a proposed run settles
    { "next-settles-alone", "the only configuration left" },
    { "next-settles-constant",
        "distinguishes {0} from {1}: their intervals overlap because {2} is known to {3} only" },
    { "next-settles-scatter",
        "distinguishes {0} from {1}: no constant separates them by more than the {2} that such "
        "runs scatter by" },
    // Why a search recommends a result
    { "recommended", "{0} per step with a peak of {1}, fits with {2}: {3}" },
    { "recommended-past-one",
        "{0} per step with a peak of {1}, fits with {2}: {3}; the faster one fits less surely than "
        "{4}" },
    { "recommended-past-some",
        "{0} per step with a peak of {1}, fits with {2}: {3}; the {5} faster ones fit less surely "
        "than {4}" },
    { "recommended-unsure",
        "{0} per step with a peak of {1}, fits with {2}: {3}; no result fits with {4}" },
    { "recommended-kept", "Keep your plan: it is within {0} of the best." },
    { "recommended-kept-best", "Keep your plan: it is the best found." },
    { "recommended-alone", "no other configuration is within the error of the estimate" },
    { "recommended-roomy", "the best that leaves enough memory free" },
    { "recommended-simplest",
        "the simplest of {0} results that are equally fast as far as we can tell" },
    // An MFU among measured runs of the same kind on the chip
    { "mfu-dense", "dense models" },
    { "mfu-experts", "mixture-of-experts models" },
    { "mfu-dense-class", "{0}B-class models" },
    { "mfu-experts-class", "mixtures of experts with about {0}B active parameters" },
    { "mfu-tuned", "adapters on {0}" },
    { "mfu-low",
        "MFU {0} is low for {1} on {2}: half of {5} measured runs are at {3} to {4}; the best is "
        "{6}, by {7}",
        "at half of the peak there is little left to gain" },
    { "mfu-typical",
        "MFU {0} is typical for {1} on {2}: half of {5} measured runs are at {3} to {4}; the best "
        "is {6}, by {7}",
        "at half of the peak there is little left to gain" },
    { "mfu-high",
        "MFU {0} is high for {1} on {2}: half of {5} measured runs are at {3} to {4}; the best is "
        "{6}, by {7}",
        "at half of the peak there is little left to gain" },
    { "mfu-best", "MFU {0} is above all {5} measured runs of {1} on {2}; the best is {6}, by {7}",
        "at half of the peak there is little left to gain" },
    // Why no measured run is like a plan
    { "unmeasured-dense", "dense models" },
    { "unmeasured-experts", "models with experts" },
    { "unmeasured-chip", "no run of {0} on this kind of chip was measured" },
    { "unmeasured-stack", "no run of {0} on the software stack {1} was measured" },
    { "unmeasured-scale", "no run of {0} on more than {1} devices was measured" },
    { "unmeasured-adapters", "runs with adapters were measured by one source alone" },
    { "unmeasured-sequence", "no run with sequences of more than {0} tokens was measured" },
    { "unmeasured-tensor",
        "no run was measured whose tensor ranks leave a fast domain of {0} devices" },
    { "unmeasured-offload",
        "few runs that keep weights, states or activations in host memory were "
        "measured" },
    // What to train on
    { "cluster-cheapest-of-all", "the cheapest of {0} machines" },
    { "cluster-cheapest", "the cheapest of {0} machines that finish in time" },
    { "cluster-cheapest-within", "the cheapest of {0} machines that keep both limits" },
    { "cluster-soonest", "the soonest of {0} machines within the budget" },
    { "cluster-none", "no machine keeps the limits; this one comes closest" },
    // Sweeps
    { "sweep-search-count", "search:N and next:N want a number from 1 to 1000" },
    { "sweep-without-search", "there is no search here" },
    { "sweep-of-nothing", "choose another sweep, or change the plan" },
    { "sweep-of-the-plan", "for this target every case is the plan itself" },
    { "sweep-needs-script", "a sweep starts each run with one script, which this target has not" },
    // Expressions and templates of lessons
    { "expression-call", "calls \"{0}\", which does not exist" },
    { "expression-division", "divides by zero" },
    { "expression-end", "ends too early" },
    { "expression-id", "needs an id after \"{0}\"" },
    { "expression-kinds", "{0} and {1} are of different kinds" },
    { "expression-literal", "a literal" },
    { "expression-name", "{0} names no value" },
    { "expression-nested", "is nested too deep" },
    { "expression-not-a-list", "{0} is not a list" },
    { "expression-not-a-number", "{0} is not a number" },
    { "expression-not-a-truth", "{0} is neither true nor false" },
    { "expression-not-finite", "the result is not finite" },
    { "expression-operands", "gives {0} the wrong number of operands" },
    { "expression-parenthesis", "lacks a closing parenthesis" },
    { "expression-result", "the result is neither true nor false" },
    { "expression-surplus", "has \"{0}\" where nothing was expected" },
    { "expression-token", "has \"{0}\" where a value was expected" },
    { "template-format", "cannot be shown in that format" },
    { "template-open", "is not closed" },
    { "template-source", "names no source" },
    { "memory-or-time-term", "a memory or time term" },
    { "entries", "{0} entries" },
};

} // namespace

std::span<const MessageTemplate> clauseMessages()
{
    return clauseRows;
}

} // namespace headroom
