#include "model/launch/common/shell_text.h"
#include "model/launch/sweep/sweep_export.h"
#include "model/plan/attention_kernels.h"

namespace headroom {
namespace {

constexpr const char *columnNames[] { "id", "quality", "source", "framework",
    "framework_version_or_date", "model_name", "params_total_b", "params_active_b", "layers",
    "hidden", "ffn_hidden", "heads", "kv_heads", "head_dim", "vocab", "seq_len", "gated_mlp",
    "experts", "topk", "hardware", "devices", "devices_per_node", "interconnect_note", "precision",
    "dp", "fsdp", "zero_stage", "tp", "pp", "vpp", "cp", "ep", "sequence_parallel", "micro_batch",
    "global_batch_seqs", "remat", "optimizer", "attention", "step_time_s",
    "tokens_per_s_per_device", "tflops_per_device_model", "tflops_per_device_hw", "mfu_pct",
    "hfu_pct", "peak_mem_gib", "notes", "memory_is" };

std::string precisionText(const ResolvedPlan &resolved)
{
    const Precision &precision = resolved.plan.precision;
    return resolved.recipe.isNone() ? nameOf(precision.compute) : precision.recipe;
}

/// The policy as measurement files write it, custom tensors spelt out.
std::string rematText(const ResolvedPlan &resolved)
{
    const RematChoice &remat = resolved.plan.remat;
    if (resolved.rematKind() == RematKind::Whole)
        return "none";
    std::string text = remat.policy;
    for (const auto &[tensor, place] : remat.tensors)
        text += ' ' + tensor + ':' + nameOf(place);
    return text;
}

} // namespace

std::span<const char *const> measurementColumns()
{
    return columnNames;
}

std::vector<std::pair<std::string, std::string>> measurementRow(const LaunchSpec &spec)
{
    const Plan &plan = spec.plan();
    const ModelShape &model = spec.model();
    const Parallelism &degrees = plan.parallelism;
    const bool isMaxText = spec.isMaxText();
    const auto axis = [&](const char *name, int degree) {
        return std::to_string(isMaxText ? spec.mesh.axis(name).degree() : degree);
    };
    const std::int64_t ffn = model.moe ? model.moe->ffn : model.ffn;
    std::vector<std::pair<std::string, std::string>> row { { "source", "own measurement" },
        { "framework", plan.framework }, { "model_name", model.id },
        { "layers", std::to_string(model.layers) }, { "hidden", std::to_string(model.hidden) },
        { "ffn_hidden", std::to_string(ffn) }, { "heads", std::to_string(model.heads) },
        { "kv_heads", std::to_string(model.kvHeads) },
        { "head_dim", std::to_string(model.headDim) }, { "vocab", std::to_string(model.vocab) },
        { "seq_len", std::to_string(plan.workload.sequenceLength) },
        { "gated_mlp", model.gatedMlp ? "y" : "n" }, { "hardware", spec.chip().id },
        { "devices", std::to_string(spec.resolved().deviceCount()) },
        { "devices_per_node", std::to_string(plan.hardware.devicesPerNode) },
        { "precision", precisionText(spec.resolved()) }, { "dp", axis("data", degrees.data) },
        { "fsdp", axis("fsdp", degrees.fsdp) }, { "zero_stage", std::to_string(degrees.zeroStage) },
        { "tp", axis("tensor", degrees.tensor) }, { "pp", std::to_string(degrees.pipeline) },
        { "vpp", std::to_string(degrees.chunks) }, { "cp", axis("context", degrees.context) },
        { "ep", std::to_string(degrees.expert) },
        { "sequence_parallel", degrees.sequenceParallel ? "y" : "n" },
        { "micro_batch", numberText(isMaxText ? spec.batch.perJaxDevice : spec.batch.micro) },
        { "global_batch_seqs", std::to_string(spec.batch.global) },
        { "remat", rematText(spec.resolved()) }, { "optimizer", nameOf(plan.optimizer) },
        { "attention", nameOf(plan.attention) } };
    if (model.moe) {
        row.push_back({ "experts", std::to_string(model.moe->experts) });
        row.push_back({ "topk", std::to_string(model.moe->topK) });
    }
    if (isMaxText)
        row.push_back({ "framework_version_or_date", spec.resolved().releases.maxtext });
    return row;
}

} // namespace headroom
