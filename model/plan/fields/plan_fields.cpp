#include "model/plan/fields/plan_fields.h"

#include "model/plan/attention_kernels.h"
#include "model/plan/fields/job_fields.h"
#include "model/plan/fields/plan_field_builders.h"
#include "model/plan/fields/reliability_fields.h"
#include "model/plan/fields/tuning_fields.h"
#include "model/plan/optimizer_traits.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr NumberRange degrees { 1, maxDevices };

const std::vector<std::string> switchWords { "auto", "on", "off" };

// By RecomputeModule and OffloadModule: Megatron-Core's own words.
const std::vector<std::string> recomputeWords { "core_attn", "moe_act", "layernorm", "mla_up_proj",
    "mlp", "moe", "shared_experts" };
const std::vector<std::string> offloadWords { "attn_norm", "qkv_linear", "core_attn", "attn_proj",
    "mlp_norm", "expert_fc1", "moe_act" };

/// The ids of a table of traits, in its order.
template <class Traits> auto idsOf(std::span<const Traits> rows)
{
    std::vector<decltype(Traits::id)> ids;
    for (const Traits &row : rows)
        ids.push_back(row.id);
    return ids;
}

std::vector<std::string> frameworkNames()
{
    std::vector<std::string> names;
    for (const FrameworkTraits &row : allFrameworks())
        names.emplace_back(row.name);
    return names;
}

std::vector<AttentionChoice> offeredAttentions()
{
    std::vector<AttentionChoice> ids;
    for (const AttentionTraits &row : allAttentions())
        if (row.isOffered)
            ids.push_back(row.id);
    return ids;
}

void addHardware(std::vector<PlanField> &fields)
{
    fields.push_back(textField(
        "name", "Name", "What this plan is called in lists and reports.", "",
        [](auto &plan) -> auto & { return plan.name; }));
    fields.push_back(withIds(IdSource::Models,
        textField(
            "model", "Model",
            "The transformer to train: a profile, a Hugging Face configuration, or its shape.", "",
            [](auto &plan) -> auto & { return plan.model.id; })));
    fields.push_back(withIds(IdSource::Machines,
        asOptional(textField(
            "hardware.machine", "Machine",
            "A machine type of a cloud or a maker: gives chip, devices, network, host memory and "
            "price where the plan states none.",
            "", [](auto &plan) -> auto & { return plan.hardware.machine; }))));
    fields.push_back(withIds(IdSource::Accelerators,
        textField(
            "hardware.accelerator", "Accelerator", "The chip of every device.", "",
            [](auto &plan) -> auto & { return plan.hardware.accelerator; })));
    fields.push_back(integerField(
        "hardware.nodes", "Nodes", "Machines in the job; for a TPU the slices.", "", degrees,
        [](auto &plan) -> auto & { return plan.hardware.nodes; }));
    fields.push_back(integerField(
        "hardware.devices_per_node", "Devices per node",
        "Accelerators in one machine; for a TPU the chips of one slice.", "", { 1, 1e5 },
        [](auto &plan) -> auto & { return plan.hardware.devicesPerNode; }));
    fields.push_back(textField(
        "hardware.topology", "Topology", "Chips along each side of a TPU slice, as 4x4x8.", "",
        [](auto &plan) -> auto & { return plan.hardware.topology; }));
    fields.push_back(optionalField(
        "hardware.nic_gbytes_per_s_per_device", "Network per device",
        "Rate of the network out of a node, divided by its devices; overrides the profile.", "GB/s",
        { 0.001, 1e5 },
        [](auto &plan) -> auto & { return plan.hardware.nicGbytesPerSecondPerDevice; }));
    fields.push_back(optionalField(
        "hardware.host_memory_gib_per_node", "Host memory",
        "Memory of one machine that offloads may use; overrides the profile.", "GiB", { 1, 1e6 },
        [](auto &plan) -> auto & { return plan.hardware.hostMemoryGibPerNode; }));
    fields.push_back(optionalField(
        "hardware.power_cap_w", "Power cap",
        "Limit that the operator set for one device; overrides the profile's TDP.", "W", { 1, 1e5 },
        [](auto &plan) -> auto & { return plan.hardware.powerCapW; }));
    fields.push_back(optionalField(
        "hardware.price_per_device_hour", "Price",
        "What one device costs for one hour; overrides the profile.", "USD/h", { 0, 1e5 },
        [](auto &plan) -> auto & { return plan.hardware.pricePerDeviceHour; }));
}

void addWorkload(std::vector<PlanField> &fields)
{
    fields.push_back(enumField(
        "workload.mode", "Mode", "Training, or a forward pass alone.", { "training", "inference" },
        [](auto &plan) -> auto & { return plan.workload.mode; }));
    fields.push_back(integerField(
        "workload.sequence_length", "Sequence length", "Tokens in one sequence.", "tokens",
        { 1, 1e8 }, [](auto &plan) -> auto & { return plan.workload.sequenceLength; }));
    fields.push_back(integerField(
        "workload.global_batch_sequences", "Global batch",
        "Sequences of one optimizer step over the whole cluster.", "sequences", { 1, 1e9 },
        [](auto &plan) -> auto & { return plan.workload.globalBatchSequences; }));
    fields.push_back(optionalField(
        "workload.training_tokens", "Training tokens",
        "Tokens of the whole run; gives days, device-hours, cost and energy.", "tokens",
        { 1, 1e18 }, [](auto &plan) -> auto & { return plan.workload.trainingTokens; }));
    fields.push_back(realField(
        "workload.evaluation.micro_batch", "Evaluation batch",
        "Sequences that one data-parallel rank evaluates at a time between training steps; 0: the "
        "run evaluates nothing.",
        "sequences", { 0, 1e6 },
        [](auto &plan) -> auto & { return plan.workload.evaluation.microBatch; }));
}

void addParallelism(std::vector<PlanField> &fields)
{
    const auto degree
        = [&fields](const char *key, const char *label, const char *purpose, auto member) {
              fields.push_back(integerField(
                  "parallelism." + std::string { key }, label, purpose, "", degrees, member));
          };
    degree(
        "data", "Data parallel", "Replicas of the model that see different sequences.",
        [](auto &plan) -> auto & { return plan.parallelism.data; });
    degree(
        "fsdp", "FSDP",
        "Shards of weights, gradients and optimizer state; each also sees its own sequences.",
        [](auto &plan) -> auto & { return plan.parallelism.fsdp; });
    fields.push_back(integerField(
        "parallelism.zero_stage", "ZeRO stage",
        "What FSDP shards: 0 nothing, 1 optimizer state, 2 also gradients, 3 also weights.", "",
        { 0, 3 }, [](auto &plan) -> auto & { return plan.parallelism.zeroStage; }));
    degree(
        "tensor", "Tensor parallel", "Devices that share each matrix multiplication.",
        [](auto &plan) -> auto & { return plan.parallelism.tensor; });
    fields.push_back(booleanField(
        "parallelism.sequence_parallel", "Sequence parallel",
        "Shards norms and residuals over the tensor group.",
        [](auto &plan) -> auto & { return plan.parallelism.sequenceParallel; }));
    degree(
        "context", "Context parallel", "Devices that share one sequence.",
        [](auto &plan) -> auto & { return plan.parallelism.context; });
    fields.push_back(enumField(
        "parallelism.context_strategy", "Context strategy",
        "How keys and values reach the other parts of the sequence.",
        { "all_gather", "ring", "ulysses" },
        [](auto &plan) -> auto & { return plan.parallelism.contextStrategy; }));
    degree(
        "pipeline", "Pipeline parallel", "Stages that hold different layers.",
        [](auto &plan) -> auto & { return plan.parallelism.pipeline; });
    degree(
        "pipeline_chunks", "Pipeline chunks", "Groups of layers per stage (interleaving).",
        [](auto &plan) -> auto & { return plan.parallelism.chunks; });
    fields.push_back(integerListField(
        "parallelism.stage_layers", "Layers per stage",
        "Layers of each stage, or of each chunk in order of depth, when they are uneven; empty: as "
        "even as the layers allow.",
        { 0, 1e5 }, [](auto &plan) -> auto & { return plan.parallelism.stageLayers; }));
    degree(
        "expert", "Expert parallel", "Devices that share the experts of a layer.",
        [](auto &plan) -> auto & { return plan.parallelism.expert; });
    degree(
        "expert_tensor", "Expert tensor parallel", "Devices that share one expert's matrices.",
        [](auto &plan) -> auto & { return plan.parallelism.expertTensor; });
    fields.push_back(realField(
        "parallelism.micro_batch_sequences", "Micro-batch",
        "Sequences that one data-parallel rank computes at a time; MaxText takes fractions.",
        "sequences", { 1e-4, 1e6 },
        [](auto &plan) -> auto & { return plan.parallelism.microBatch; }));
}

void addPrecision(std::vector<PlanField> &fields)
{
    using enum NumberFormat;
    constexpr std::array floats { Bf16, Fp16, Fp32 }, states { Fp32, Bf16, Int8 };
    fields.push_back(traitField(
        "precision.compute", "Compute", "Number format of activations and matrix inputs.",
        allFormats(), floats, [](auto &plan) -> auto & { return plan.precision.compute; }));
    fields.push_back(traitField(
        "precision.weights", "Weights", "Number format of the weights that the optimizer updates.",
        allFormats(), floats, [](auto &plan) -> auto & { return plan.precision.weights; }));
    fields.push_back(traitField(
        "precision.gradients", "Gradients",
        "Number format that gradients are accumulated and reduced in.", allFormats(), floats,
        [](auto &plan) -> auto & { return plan.precision.gradients; }));
    fields.push_back(traitField(
        "precision.optimizer_state", "Optimizer state", "Number format of the moments.",
        allFormats(), states, [](auto &plan) -> auto & { return plan.precision.optimizerState; }));
    fields.push_back(withIds(IdSource::Recipes,
        textField(
            "precision.recipe", "Low-precision recipe",
            "Which matrix multiplications run in fp8, fp4 or int8, and how they are scaled.", "",
            [](auto &plan) -> auto & { return plan.precision.recipe; })));
    fields.push_back(traitField(
        "optimizer", "Optimizer", "Update rule, which decides the state per parameter.",
        allOptimizers(), idsOf(allOptimizers()),
        [](auto &plan) -> auto & { return plan.optimizer; }));
    fields.push_back(withIds(IdSource::RematPolicies,
        textField(
            "remat.policy", "Recomputation",
            "Which activations are kept for the backward pass; the others are computed again.", "",
            [](auto &plan) -> auto & { return plan.remat.policy; })));
    fields.push_back(traitField(
        "attention", "Attention kernel", "The kernel of the attention core.", allAttentions(),
        offeredAttentions(), [](auto &plan) -> auto & { return plan.attention; }));
    fields.push_back(choiceField(
        "framework", "Framework", "What runs the training loop.", frameworkNames(),
        [](auto &plan) -> auto & { return plan.framework; }));
}

void addOptions(std::vector<PlanField> &fields)
{
    fields.push_back(booleanField(
        "options.scan_layers", "Scan layers",
        "Compiles one layer and loops over it; needed by pipelined collectives.",
        [](auto &plan) -> auto & { return plan.options.scanLayers; }));
    fields.push_back(integerField(
        "options.vocab_tiling", "Vocabulary tiles",
        "Pieces that logits and loss are computed in, one after the other.", "", { 1, 4096 },
        [](auto &plan) -> auto & { return plan.options.vocabTiling; }));
    fields.push_back(enumField(
        "options.cross_entropy", "Cross-entropy",
        "Whether logits stay in memory several times (eager), once (fused), in pieces (chunked) or "
        "not at all (fused with the head).",
        { "auto", "eager", "fused", "chunked", "fused_linear" },
        [](auto &plan) -> auto & { return plan.options.crossEntropy; }));
    fields.push_back(enumField(
        "options.tensor_overlap", "Tensor overlap",
        "Overlap of tensor-parallel collectives with neighbouring matrix multiplications.",
        switchWords, [](auto &plan) -> auto & { return plan.options.tensorOverlap; }));
    fields.push_back(booleanField(
        "options.overlap_grad_reduce", "Overlap gradient reduction",
        "Reduces gradients while the backward pass still runs.",
        [](auto &plan) -> auto & { return plan.options.overlapGradReduce; }));
    fields.push_back(booleanField(
        "options.overlap_param_gather", "Overlap parameter gather",
        "Gathers updated weights while the next forward pass starts.",
        [](auto &plan) -> auto & { return plan.options.overlapParamGather; }));
    fields.push_back(booleanField(
        "options.offload_optimizer", "Offload optimizer",
        "Keeps optimizer state in host memory and updates it there.",
        [](auto &plan) -> auto & { return plan.options.offloadOptimizer; }));
    fields.push_back(booleanField(
        "options.offload_parameters", "Offload weights",
        "Keeps weights in host memory and copies each layer's to the device before its pass: room "
        "for a large frozen model, at the rate of the host link.",
        [](auto &plan) -> auto & { return plan.options.offloadParameters; }));
    fields.push_back(booleanField(
        "options.paged_optimizer", "Paged optimizer",
        "Keeps the moments in pages that the driver moves to the host when the device is full, and "
        "back for each update (bitsandbytes).",
        [](auto &plan) -> auto & { return plan.options.pagedOptimizer; }));
    fields.push_back(booleanField(
        "options.offload_activations", "Offload activations",
        "Keeps saved activations in host memory until the backward pass needs them: with full "
        "recomputation the layers' inputs, without it everything.",
        [](auto &plan) -> auto & { return plan.options.offloadActivations; }));
    fields.push_back(booleanField(
        "options.optimizer_in_backward", "Optimizer in backward",
        "Updates each weight as soon as its gradient is there, so that gradients need not be kept.",
        [](auto &plan) -> auto & { return plan.options.optimizerInBackward; }));
    fields.push_back(asOptional(enumListField(
        "options.recompute_modules", "Recomputed modules",
        "Parts of a layer that selective checkpointing computes again in the backward pass; empty: "
        "the attention core alone.",
        recomputeWords, [](auto &plan) -> auto & { return plan.options.recomputeModules; })));
    fields.push_back(asOptional(enumListField(
        "options.offload_modules", "Offloaded modules",
        "Parts of a layer whose inputs wait in host memory for the backward pass: less device "
        "memory, at the rate of the host link; empty: none.",
        offloadWords, [](auto &plan) -> auto & { return plan.options.offloadModules; })));
    fields.push_back(enumField(
        "options.pipeline_gather", "Weights of a pipeline",
        "When stages gather sharded weights: each micro-batch anew, or once a step and keep them. "
        "Auto is once where that is faster and leaves room.",
        { "auto", "each", "once" },
        [](auto &plan) -> auto & { return plan.options.pipelineGather; }));
}

/// Kernels, graphs and experts.
void addKernelOptions(std::vector<PlanField> &fields)
{
    fields.push_back(booleanField(
        "options.compile", "Compile", "Uses torch.compile where the framework has it.",
        [](auto &plan) -> auto & { return plan.options.compile; }));
    fields.push_back(enumField(
        "options.cuda_graphs", "CUDA graphs",
        "How much of a step is replayed as recorded graphs: parts of a layer, whole layers, or the "
        "whole iteration. It takes away the host's time to issue kernels.",
        { "auto", "none", "partial", "layer", "full" },
        [](auto &plan) -> auto & { return plan.options.cudaGraphs; }));
    fields.push_back(enumField(
        "options.expert_dispatcher", "Expert dispatcher",
        "What carries tokens to their experts: all-to-alls of the collective library, or kernels "
        "that send a token to a node once (DeepEP, HybridEP).",
        { "auto", "alltoall", "deepep", "hybridep" },
        [](auto &plan) -> auto & { return plan.options.expertDispatcher; }));
    fields.push_back(booleanField(
        "options.fused_expert_mlp", "Fused expert MLP",
        "Runs the experts' activation function and quantisation inside their grouped GEMMs.",
        [](auto &plan) -> auto & { return plan.options.fusedExpertMlp; }));
    fields.push_back(booleanField(
        "options.low_precision_attention", "Low-precision attention",
        "Runs the attention core in the 8-bit format of the recipe as well.",
        [](auto &plan) -> auto & { return plan.options.lowPrecisionAttention; }));
    fields.push_back(enumField(
        "options.expert_overlap", "Expert overlap",
        "Overlap of expert all-to-alls with the computation of another micro-batch.", switchWords,
        [](auto &plan) -> auto & { return plan.options.expertOverlap; }));
    fields.push_back(realField(
        "options.moe_capacity_factor", "Expert capacity",
        "Token slots per expert relative to an even share; 0 drops no token.", "× even share",
        { 0, 1e3 }, [](auto &plan) -> auto & { return plan.options.moeCapacityFactor; }));
    fields.push_back(realField(
        "options.moe_load_imbalance", "Expert imbalance",
        "Largest over mean expert load; 0 uses the default.", "× mean", { 0, 1e3 },
        [](auto &plan) -> auto & { return plan.options.moeLoadImbalance; }));
}

void addSoftware(std::vector<PlanField> &fields)
{
    fields.push_back(asRelease(textField(
        "software.jaxlib", "jaxlib", "Release whose XLA flags are advised and exported.", "",
        [](auto &plan) -> auto & { return plan.software.jaxlib; })));
    fields.push_back(asRelease(textField(
        "software.maxtext", "MaxText", "Release whose configuration keys are exported.", "",
        [](auto &plan) -> auto & { return plan.software.maxtext; })));
    fields.push_back(asRelease(textField(
        "software.megatron", "Megatron-Core", "Release that runs the plan.", "",
        [](auto &plan) -> auto & { return plan.software.megatron; })));
    fields.push_back(asRelease(textField(
        "software.torchtitan", "torchtitan", "Release that runs the plan.", "",
        [](auto &plan) -> auto & { return plan.software.torchtitan; })));
    fields.push_back(textField(
        "software.stack", "Software stack",
        "Profile of measured efficiencies; empty: chosen from framework and chip.", "",
        [](auto &plan) -> auto & { return plan.software.stack; }));
    fields.push_back(textField(
        "calibration", "Calibration",
        "Your runs (a CSV) or a cluster profile that corrects the estimate.", "",
        [](auto &plan) -> auto & { return plan.calibration; }));
    fields.push_back(textField(
        "compiled", "Compiled memory",
        "prove.json, a log or your runs (a CSV) with the compiler's memory for this plan: it "
        "replaces the estimated memory.",
        "", [](auto &plan) -> auto & { return plan.compiled; }));
}

std::vector<PlanField> buildFields()
{
    std::vector<PlanField> fields;
    addHardware(fields);
    addWorkload(fields);
    addPackingFields(fields);
    addParallelism(fields);
    addPrecision(fields);
    addTuningFields(fields);
    addOptions(fields);
    addKernelOptions(fields);
    addSoftware(fields);
    addJobFields(fields);
    addReliabilityFields(fields);
    return fields;
}

} // namespace

std::span<const PlanField> planFields()
{
    static const std::vector<PlanField> fields = buildFields();
    return fields;
}

const PlanField *planField(std::string_view path)
{
    const auto fields = planFields();
    const auto field = std::ranges::find(fields, path, &PlanField::path);
    return field == fields.end() ? nullptr : &*field;
}

} // namespace headroom
