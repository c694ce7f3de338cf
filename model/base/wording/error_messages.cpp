#include "model/base/wording/messages.h"

#include <array>

namespace headroom {
namespace {

// Grouped by where they arise; ids never change once released.
constexpr std::array rows {
    MessageTemplate { "bad-option", "{0}", "" },
    MessageTemplate { "measurement-header", "no measurements can be read: {0}",
        "the first line of the file names the columns; see profiles/measurements/README.md" },
    MessageTemplate { "record-too-long", "begins a row of more than {0} KiB",
        "close its quotes, or give a table with a line for each run" },
    MessageTemplate { "input-cut", "cannot be read any further",
        "check the disk; of one table, {0} MiB are read" },
    // Files and their syntax
    MessageTemplate {
        "file-unreadable", "cannot be read ({0})", "check the path and its permissions" },
    MessageTemplate { "file-is-directory", "is a directory", "name a file inside it" },
    MessageTemplate { "file-not-regular", "is a device, a pipe or a socket, not a file",
        "name a regular file; lint and validate read standard input as -" },
    MessageTemplate {
        "too-many-entries", "holds more than {0} entries", "give the right file, or split it" },
    MessageTemplate { "more-problems", "and further problems, which are not listed",
        "correct the ones above first" },
    MessageTemplate {
        "file-too-large", "is larger than {0} MiB", "give the right file, or a smaller one" },
    MessageTemplate { "file-being-read", "is still being read",
        "wait, or name a file on a disk that answers" },
    MessageTemplate { "output-not-written", "cannot be written ({0})",
        "free room on the disk that it leads to, or lead it elsewhere" },
    MessageTemplate { "file-not-written", "cannot be written ({0})",
        "choose a folder that you may write to and that has room; nothing was changed" },
    MessageTemplate {
        "not-utf8", "is not UTF-8 text", "save the file as UTF-8; a binary file cannot be read" },
    MessageTemplate {
        "control-character", "holds control character {0}", "remove it; is this a binary file?" },
    MessageTemplate { "nested-too-deep", "is nested deeper than {0} levels", "flatten it" },
    MessageTemplate {
        "yaml-syntax", "is not valid YAML ({0})", "correct the line; indentation counts" },
    MessageTemplate {
        "yaml-tag", "has the tag {0}", "remove the tag; plain values are enough here" },
    MessageTemplate { "yaml-escape", "has an escape that gives no text",
        "write the character itself instead of \\_, \\N or \\0" },
    MessageTemplate { "yaml-alias", "uses an alias or merge key", "write the value out" },
    MessageTemplate { "yaml-key-not-text", "has a key that is not a text", "write a plain key" },
    MessageTemplate {
        "yaml-second-document", "starts a second document", "keep one document per file" },
    MessageTemplate { "json-syntax", "is not valid JSON ({0})", "correct the file" },
    // Mappings and fields
    MessageTemplate {
        "not-a-mapping", "is not a mapping of keys to values", "write KEY: VALUE lines" },
    MessageTemplate { "duplicate-key", "key {0} stands twice", "keep one of them" },
    MessageTemplate { "missing-key", "key {0} is missing", "add it" },
    MessageTemplate { "unknown-key", "key {0} is not known", "remove it or check the spelling" },
    MessageTemplate { "unknown-key-near", "key {0} is not known", "did you mean {1}?" },
    MessageTemplate { "not-a-text", "{0} is not a plain value", "write a single value" },
    MessageTemplate {
        "not-a-number", "{0} is not a number: {1}", "write a plain number without unit" },
    MessageTemplate { "ambiguous-number", "{0} could mean {1} or {2}",
        "write one of these, without marks between thousands" },
    MessageTemplate { "not-an-integer", "{0} is not a whole number: {1}", "write a whole number" },
    MessageTemplate {
        "not-a-boolean", "{0} is neither true nor false: {1}", "write true or false" },
    MessageTemplate { "not-a-list", "{0} is not a list", "write [a, b, …]" },
    MessageTemplate { "not-a-choice", "{0} cannot be {1}", "use one of: {2}" },
    MessageTemplate { "out-of-range", "{0} is {1}", "it must be from {2} to {3}" },
    MessageTemplate {
        "wrong-schema-version", "schema_version is {0}", "this program reads version 1" },
    MessageTemplate {
        "text-not-utf8", "is no UTF-8 text", "write it in UTF-8, without the character NUL" },
    MessageTemplate { "bad-setting", "\"{0}\" is no setting",
        "write PATH=VALUE, for example parallelism.tensor=8" },
    MessageTemplate { "model-config-alone",
        "config_json stands beside other model keys or is no text",
        "give either config_json or the shape" },
    // Profiles
    MessageTemplate { "unknown-model", "model {0} is not known",
        "take one that `headroom-cli profiles models` lists, or add a file for it" },
    MessageTemplate { "unknown-model-near", "model {0} is not known", "did you mean {1}?" },
    MessageTemplate { "unknown-accelerator", "accelerator {0} is not known",
        "take one that `headroom-cli profiles hardware` lists, or add a file for it" },
    MessageTemplate {
        "unknown-accelerator-near", "accelerator {0} is not known", "did you mean {1}?" },
    MessageTemplate { "unknown-remat-policy", "remat policy {0} is not known",
        "take one that `headroom-cli profiles` lists" },
    MessageTemplate {
        "unknown-remat-policy-near", "remat policy {0} is not known", "did you mean {1}?" },
    MessageTemplate { "unknown-remat-tensor", "activation tensor {0} is not known",
        "take one that `headroom-cli profiles` lists" },
    MessageTemplate {
        "unknown-remat-tensor-near", "activation tensor {0} is not known", "did you mean {1}?" },
    MessageTemplate { "unknown-recipe", "precision recipe {0} is not known",
        "take one that `headroom-cli profiles` lists" },
    MessageTemplate {
        "unknown-recipe-near", "precision recipe {0} is not known", "did you mean {1}?" },
    MessageTemplate { "unknown-plan", "example plan {0} is not known",
        "take one that `headroom-cli profiles` lists" },
    MessageTemplate { "unknown-plan-near", "example plan {0} is not known", "did you mean {1}?" },
    MessageTemplate {
        "jaxlib-not-a-version", "\"{0}\" is no jaxlib version", "write a release such as 0.6.2" },
    MessageTemplate { "unknown-flag-set", "flag set {0} is not known", "{1}" },
    MessageTemplate { "lint-fix-plan", "works on scripts, not on plans",
        "edit the plan, or use --set with check --print" },
    MessageTemplate { "unknown-name", "{0} is not known", "{1}" },
    MessageTemplate { "profile-file-missing", "is missing from the data folder",
        "reinstall Headroom, or correct HEADROOM_DATA" },
    MessageTemplate {
        "profile-id", "holds the id {0} but is called {1}", "give both the same name" },
    MessageTemplate { "profile-attention",
        "attention is {0} but {1} heads and {2} kv_heads make it {3}", "correct one of them" },
    MessageTemplate {
        "profile-heads", "{0} heads are not a multiple of {1} kv_heads", "correct one of them" },
    MessageTemplate { "profile-moe-layers", "moe_layers is {0} but the other keys give {1}",
        "correct moe_layers, first_dense_layers or layer_interval" },
    MessageTemplate {
        "profile-dense-ffn", "{0} layers have no experts, and ffn is missing", "add ffn" },
    MessageTemplate { "profile-parameters", "parameters.{0} is {1} but the shape has {2}",
        "correct the shape, or remove the number" },
    MessageTemplate {
        "profile-contradiction", "{0} is {1}, which contradicts {2} {3}", "correct one of them" },
    MessageTemplate {
        "profile-too-large", "describes a model of more than 1e17 parameters", "check the sizes" },
    MessageTemplate {
        "profile-topology", "{0} is no topology", "write 2 or 3 numbers with x between" },
    MessageTemplate { "config-unsupported-type", "model_type {0} is not supported",
        "write the shape into the plan instead; supported are {1}" },
    MessageTemplate { "config-unsupported-setting",
        "{0} has a value that a shape cannot express: {1}",
        "write the shape into the plan instead" },
    // Rules between fields of a plan (hard: the run could not start)
    MessageTemplate { "rule-device-count",
        "the degrees multiply to {0} ({1}) but the cluster has {2} devices ({3} × {4})",
        "change a degree or the number of nodes so that both agree" },
    MessageTemplate { "rule-batch-split",
        "a global batch of {0} sequences is not a whole number of micro-batches of {1} on {2} "
        "data-parallel ranks",
        "use a multiple of {3} sequences, or another micro-batch" },
    MessageTemplate { "rule-divisible", "{0} ({1}) is not a multiple of {2} ({3})",
        "choose a {2} that divides {1}" },
    MessageTemplate { "rule-kv-heads-tensor",
        "{0} key-value heads cannot be split over tensor {1} in Megatron",
        "use a tensor degree that divides {0}" },
    MessageTemplate { "rule-kv-heads-copies",
        "tensor {1} is neither a divisor nor a multiple of the {0} key-value heads",
        "use a tensor degree that divides {0} or is a multiple of it" },
    MessageTemplate { "rule-too-many-stages", "{0} pipeline chunks cannot be filled by {1} layers",
        "use fewer stages or chunks" },
    MessageTemplate { "rule-stage-layers-count", "stage_layers has {0} entries for {1} stages",
        "give one number of layers for each stage" },
    MessageTemplate { "rule-stage-layers-sum",
        "stage_layers add up to {0} but the model has {1} layers", "make them add up" },
    MessageTemplate { "rule-interleaving-needs-stages", "pipeline_chunks is {0} without a pipeline",
        "set pipeline above 1 or pipeline_chunks to 1" },
    MessageTemplate { "rule-interleaving-micro-batches",
        "interleaving needs the {0} micro-batches to be a multiple of the {1} stages",
        "change the global batch or the micro-batch" },
    MessageTemplate { "rule-pipeline-micro-batches", "MaxText runs {0} micro-batches on {1} stages",
        "make the micro-batches a multiple of the stages" },
    MessageTemplate { "rule-sequence-parallel-needs-tensor",
        "sequence_parallel is on without tensor parallelism",
        "set tensor above 1 or sequence_parallel to false" },
    MessageTemplate {
        "rule-expert-needs-moe", "expert is {0} but {1} has no experts", "set expert to 1" },
    MessageTemplate { "rule-expert-within-data",
        "expert · expert_tensor = {0} does not divide the {1} ranks that hold the experts",
        "choose degrees whose product divides {1}" },
    MessageTemplate { "rule-ulysses-heads",
        "Ulysses needs {0} heads to be a multiple of context · tensor = {1}",
        "use a smaller context degree, or the ring" },
    MessageTemplate { "rule-flash-head-dim",
        "{0} takes head sizes up to {1} and this model has {2}", "use attention: unfused" },
    MessageTemplate { "rule-recipe-chip", "recipe {0} needs {1} rates, which {2} does not have",
        "use recipe: none, or a chip with such a rate" },
    MessageTemplate { "rule-recipe-dimensions", "recipe {0} needs {1} ({2}) to be a multiple of 16",
        "use recipe: none" },
    MessageTemplate { "rule-recipe-framework", "recipe {0} is not one of {1}", "use one of: {2}" },
    MessageTemplate {
        "rule-remat-framework", "remat policy {0} does not exist in {1}", "use one of: {2}" },
    MessageTemplate { "rule-remat-tensors", "remat.tensors is given but the policy is {0}",
        "set remat.policy to custom, or remove the tensors" },
    MessageTemplate {
        "rule-remat-tensor-unknown", "{0} is no tensor that a policy can name", "{1}" },
    MessageTemplate {
        "rule-attention-chip", "attention {0} does not run on {1}", "use one of: {2}" },
    MessageTemplate { "rule-framework-chip", "{0} does not run on {1}", "use one of: {2}" },
    MessageTemplate { "rule-compute-chip", "{1} has no {0} rate", "use another precision.compute" },
    MessageTemplate { "rule-fp8-accumulation",
        "MaxText's {0} recipe does not work with gradient accumulation ({1})",
        "raise the micro-batch until nothing is accumulated, or use another recipe" },
    MessageTemplate { "rule-topology-product", "topology {0} has {1} chips but the slice has {2}",
        "make the product of the topology equal to devices_per_node" },
    MessageTemplate {
        "rule-topology-shape", "{0} is no topology of {1}", "write {2} numbers with x between" },
    MessageTemplate { "rule-mesh-axis", "mesh axis {0} has degree {1} but parallelism says {2}",
        "make ici times dcn equal to the degree" },
    MessageTemplate { "rule-mesh-ici",
        "the ici degrees multiply to {0} but a node or slice has {1} devices", "make them agree" },
    MessageTemplate { "rule-mesh-axis-unknown", "{0} is no mesh axis", "use one of: {1}" },
    MessageTemplate { "rule-fraction-micro-batch", "a micro-batch of {0} sequences is a fraction",
        "only MaxText takes fractions, and only when tensor, context or expert axes share a "
        "sequence" },
    MessageTemplate { "rule-zero-stage-pipeline",
        "ZeRO stage {0} cannot be used with a pipeline in {1}", "use stage {2}" },
    // Lessons, coverage and glossary
    MessageTemplate { "lesson-expression", "expression \"{0}\" {1}", "correct it" },
    MessageTemplate { "lesson-value", "expression \"{0}\" cannot be computed: {1}",
        "use names of `estimate --format json`, plan.PATH, or plans of the lesson" },
    MessageTemplate {
        "lesson-template", "template \"{0}\" {1}", "write {{ EXPRESSION | FORMAT }}" },
    MessageTemplate { "lesson-plan-origin", "plan {0} starts from no plan, or from several",
        "give exactly one of example, from and plan" },
    MessageTemplate { "lesson-plan-unknown", "plan {0} is not defined before it is used",
        "add it under plans; every lesson has the plan start" },
    MessageTemplate { "lesson-task-incomplete", "task {0} is not complete",
        "give checks, hints, answer, near_miss" },
    MessageTemplate {
        "lesson-too-short", "the lesson lacks screens or has fewer than three tasks", "add them" },
    MessageTemplate { "lesson-texts-count", "{0} has {1} texts where the lesson has {2}",
        "translate each of them" },
    MessageTemplate { "lesson-texts-unknown", "{0} is not part of the lesson", "check the id" },
    MessageTemplate { "glossary-unknown-word", "{0} is no word of the glossary", "check the id" },
    MessageTemplate {
        "coverage-unknown-document", "{0} is not among the documents", "list it under documents" },
    MessageTemplate { "coverage-without-target", "\"{0}\" lives nowhere in the product",
        "name a target under in" },
    MessageTemplate { "coverage-unknown-target", "there is no {0} {1}", "check kind and id" },
    // Exports
    MessageTemplate { "export-unknown-target", "target {0} is not known", "use one of: {1}" },
    MessageTemplate { "export-not-expressible", "target {0} cannot take this plan: {1}",
        "choose another target, or change the plan" },
    MessageTemplate { "export-mesh-axis",
        "the mesh splits axis {0} into {1} inside and {2} across, which is not its degree {3}",
        "make both numbers multiply to the degree" },
    MessageTemplate { "export-mesh",
        "the mesh has {0} devices inside where a domain has {1}, and {2} across where there are "
        "{3}",
        "move factors between ici and dcn until both agree" },
    MessageTemplate { "export-foreign-file",
        "exists and was not written by Headroom, or was changed since",
        "use --force to replace it, or another folder" },
    MessageTemplate {
        "export-not-a-folder", "is no folder", "give a folder, or a name that does not exist yet" },
    MessageTemplate { "export-link", "is a link or a device, which an export does not replace",
        "remove it, or use another folder" },
    MessageTemplate { "folder-busy", "is being written by another process",
        "wait until it is done, then try again" },
    MessageTemplate { "sweep-unknown", "\"{0}\" names no sweep",
        "use search:N, flags, NAME=v1,v2,… or one of: {1}" },
    MessageTemplate { "sweep-empty", "the sweep {0} has no case for this plan", "{1}" },
    // Search
    MessageTemplate { "unknown-knob", "{0} is no knob",
        "name a field such as tensor, a section such as parallelism, or flags.NAME" },
    MessageTemplate { "unknown-knob-near", "{0} is no knob", "did you mean {1}?" },
    MessageTemplate { "knob-not-free", "{0} cannot be searched over",
        "free degrees, micro-batch, remat policy, precision, optimizer, options, nodes or flags" },
    MessageTemplate { "search-too-wide",
        "freeing {0} as well makes {1} combinations outside the parallelism; {2} are allowed",
        "free fewer of precision, optimizer, options, hardware and flags at a time" },
    MessageTemplate { "search-needs-tokens", "a deadline needs the length of the run",
        "set workload.training_tokens" },
    MessageTemplate { "search-needs-price", "the price of this accelerator is not known",
        "set hardware.price_per_device_hour" },
    MessageTemplate { "search-no-point", "no configuration keeps all rules",
        "free more knobs, or change the batch or the device count" },
};

} // namespace

std::span<const MessageTemplate> errorMessages()
{
    return rows;
}

} // namespace headroom
