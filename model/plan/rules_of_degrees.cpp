#include "model/plan/plan_rule_list.h"

#include "model/plan/plan_field_builders.h"
#include "model/plan/whole_number.h"

#include <array>
#include <cmath>
#include <numeric>

namespace headroom {
namespace {

/// Sequences that a global batch must be a multiple of, or 0 when the micro-batch is an odd
/// fraction.
std::int64_t batchStep(double microBatch, int ranks)
{
    const double step = microBatch * ranks;
    return isWhole(step) ? static_cast<std::int64_t>(std::llround(step)) : 0;
}

} // namespace

void checkDegrees(RuleList &rules)
{
    const Parallelism &degrees = rules.plan.parallelism;
    double product = static_cast<double>(degrees.data) * degrees.fsdp * degrees.tensor
        * degrees.context * degrees.pipeline;
    std::string factors = fmt::format("data {} · fsdp {} · tensor {} · context {} · pipeline {}",
        degrees.data, degrees.fsdp, degrees.tensor, degrees.context, degrees.pipeline);
    if (rules.whole.expertIsAxis()) {
        product *= degrees.expert;
        factors += fmt::format(" · expert {}", degrees.expert);
    }
    const HardwareChoice &hardware = rules.plan.hardware;
    const double devices = static_cast<double>(hardware.nodes) * hardware.devicesPerNode;
    if (product != devices)
        rules.add("rule-device-count",
            { numberText(product), factors, numberText(devices), std::to_string(hardware.nodes),
                std::to_string(hardware.devicesPerNode) },
            { "hardware.nodes", "hardware.devices_per_node", "parallelism.data", "parallelism.fsdp",
                "parallelism.tensor", "parallelism.context", "parallelism.pipeline",
                "parallelism.expert" });
}

void checkBatch(RuleList &rules)
{
    const double microBatch = rules.plan.parallelism.microBatchSequences;
    const std::vector<std::string> fields { "workload.global_batch_sequences", "parallelism.data",
        "parallelism.fsdp", "parallelism.expert", "parallelism.micro_batch_sequences" };
    if (!isWhole(microBatch) && !rules.isJax())
        rules.add("rule-fraction-micro-batch", { numberText(microBatch) },
            { "parallelism.micro_batch_sequences" });
    const double accumulation = gradientAccumulation(rules.whole);
    if (accumulation >= 1 - wholeTolerance && isWhole(accumulation))
        return;
    const int ranks = rules.whole.dataParallelRanks();
    const std::int64_t step = batchStep(microBatch, ranks);
    rules.add("rule-batch-split",
        { std::to_string(rules.plan.workload.globalBatchSequences), numberText(microBatch),
            std::to_string(ranks),
            step > 0 ? std::to_string(step) : numberText(microBatch * ranks) },
        fields);
}

void checkTensorAxis(RuleList &rules)
{
    const Parallelism &degrees = rules.plan.parallelism;
    if (degrees.sequenceParallel && degrees.tensor == 1)
        rules.add("rule-sequence-parallel-needs-tensor", {},
            { "parallelism.sequence_parallel", "parallelism.tensor" });
    if (degrees.tensor == 1)
        return;
    const ModelShape &model = rules.model;
    const std::int64_t tensor = degrees.tensor;
    const std::vector<std::string> fields { "model", "parallelism.tensor" };
    rules.requireDivisible(model.heads, "attention-heads", tensor, "tensor", fields);
    if (!model.mla && model.kvHeads % tensor != 0) {
        const Operands args { std::to_string(model.kvHeads), std::to_string(tensor) };
        if (rules.isFramework("megatron"))
            rules.add("rule-kv-heads-tensor", args, fields);
        else if (tensor % model.kvHeads != 0)
            rules.add("rule-kv-heads-copies", args, fields);
    }
    rules.requireDivisible(model.ffn, "mlp-width", tensor, "tensor", fields);
    // MaxText's own file of a model may have a padded vocabulary (GPT-3: 50304 instead of 50257).
    const bool isPadded = rules.isFramework("maxtext") && model.maxtextVocab > 0;
    if (rules.isJax())
        rules.requireDivisible(
            isPadded ? model.maxtextVocab : model.vocab, "vocabulary", tensor, "tensor", fields);
    if (degrees.sequenceParallel && degrees.context > 0)
        rules.requireDivisible(rules.plan.workload.sequenceLength / degrees.context,
            "sequence-part", tensor, "tensor",
            { "workload.sequence_length", "parallelism.tensor", "parallelism.sequence_parallel" });
}

void checkContextAxis(RuleList &rules)
{
    const Parallelism &degrees = rules.plan.parallelism;
    if (degrees.context == 1)
        return;
    const std::int64_t context = degrees.context;
    const std::vector<std::string> fields { "workload.sequence_length", "parallelism.context" };
    if (degrees.contextStrategy != ContextStrategy::Ulysses) {
        // Causal load balancing gives each rank one early and one late part.
        rules.requireDivisible(rules.plan.workload.sequenceLength, "sequence-length", 2 * context,
            "2 · context", fields);
        return;
    }
    rules.requireDivisible(
        rules.plan.workload.sequenceLength, "sequence-length", context, "context", fields);
    const std::int64_t share = context * degrees.tensor;
    for (const int heads : { rules.model.heads, rules.model.kvHeads })
        if (heads % share != 0) {
            rules.add("rule-ulysses-heads", { std::to_string(heads), std::to_string(share) },
                { "parallelism.context", "parallelism.context_strategy", "parallelism.tensor" });
            break;
        }
}

void checkPipelineAxis(RuleList &rules)
{
    const Parallelism &degrees = rules.plan.parallelism;
    const int layers = rules.model.layers;
    const std::int64_t chunks = std::int64_t { degrees.pipeline } * degrees.pipelineChunks;
    const std::vector<std::string> fields { "model", "parallelism.pipeline",
        "parallelism.pipeline_chunks" };
    if (degrees.pipeline == 1 && degrees.pipelineChunks > 1)
        rules.add(
            "rule-interleaving-needs-stages", { std::to_string(degrees.pipelineChunks) }, fields);
    if (!degrees.stageLayers.empty()) {
        const auto sum = std::accumulate(
            degrees.stageLayers.begin(), degrees.stageLayers.end(), std::int64_t { 0 });
        const auto count = static_cast<std::int64_t>(degrees.stageLayers.size());
        if (count != degrees.pipeline)
            rules.add("rule-stage-layers-count",
                { std::to_string(count), std::to_string(degrees.pipeline) },
                { "parallelism.pipeline", "parallelism.stage_layers" });
        if (sum != layers)
            rules.add("rule-stage-layers-sum", { std::to_string(sum), std::to_string(layers) },
                { "model", "parallelism.stage_layers" });
    } else if (chunks > layers) {
        rules.add(
            "rule-too-many-stages", { std::to_string(chunks), std::to_string(layers) }, fields);
    } else if (rules.isJax()
        || (rules.isFramework("megatron") && degrees.pipelineChunks > 1
            && (layers + 1) % chunks != 0 && (layers + 2) % chunks != 0)) {
        // Megatron can count the embedding, the head, or both as a layer of the split.
        rules.requireDivisible(layers, "layers", chunks, "pipeline · pipeline_chunks", fields);
    }
    const double microBatches = gradientAccumulation(rules.whole);
    const bool isMultiple = isWhole(microBatches / degrees.pipeline);
    const Operands args { numberText(microBatches), std::to_string(degrees.pipeline) };
    const std::vector<std::string> batchFields { "workload.global_batch_sequences",
        "parallelism.pipeline", "parallelism.micro_batch_sequences" };
    if (degrees.pipeline > 1 && !isMultiple) {
        if (rules.isJax())
            rules.add("rule-pipeline-micro-batches", args, batchFields);
        else if (degrees.pipelineChunks > 1 && rules.isFramework("megatron"))
            rules.add("rule-interleaving-micro-batches", args, batchFields);
    }
    if (degrees.pipeline > 1 && degrees.zeroStage > 1 && degrees.fsdp * degrees.data > 1
        && rules.isFramework("deepspeed"))
        rules.add("rule-zero-stage-pipeline",
            { std::to_string(degrees.zeroStage), "DeepSpeed", "1" },
            { "parallelism.zero_stage", "parallelism.pipeline" });
}

void checkExpertAxis(RuleList &rules)
{
    const Parallelism &degrees = rules.plan.parallelism;
    const std::vector<std::string> fields { "model", "parallelism.expert",
        "parallelism.expert_tensor" };
    if (!rules.model.moe) {
        if (degrees.expert > 1 || degrees.expertTensor > 1)
            rules.add("rule-expert-needs-moe",
                { std::to_string(std::max(degrees.expert, degrees.expertTensor)),
                    rules.model.name },
                fields);
        return;
    }
    rules.requireDivisible(rules.model.moe->experts, "experts", degrees.expert, "expert", fields);
    rules.requireDivisible(
        rules.model.moe->ffn, "expert-width", degrees.expertTensor, "expert_tensor", fields);
    if (rules.whole.expertIsAxis())
        return;
    const std::int64_t ranks
        = std::int64_t { degrees.data } * degrees.fsdp * degrees.tensor * degrees.context;
    const std::int64_t holders = std::int64_t { degrees.expert } * degrees.expertTensor;
    if (ranks % holders != 0)
        rules.add(
            "rule-expert-within-data", { std::to_string(holders), std::to_string(ranks) }, fields);
}

} // namespace headroom
