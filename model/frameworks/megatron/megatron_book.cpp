#include "model/frameworks/megatron/megatron_book.h"

#include "model/base/text/plain_number.h"
#include "model/frameworks/megatron/megatron_facts.h"
#include "model/frameworks/megatron/megatron_modules.h"
#include "model/frameworks/megatron/megatron_settings.h"
#include "model/frameworks/megatron/megatron_words.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/stage_layers.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::books::megatron {
namespace {

std::string textOf(const std::vector<int> &layers)
{
    return fmt::format("{}", fmt::join(layers, ", "));
}

/// Chunks and stage_layers.
std::vector<Values> triedStages(const ResolvedPlan &resolved, const Observed &observed)
{
    const int pipeline = resolved.plan.parallelism.pipeline;
    std::vector<std::vector<int>> layouts { {} };
    if (const auto ended = endedStages(observed, resolved.model->layers, pipeline); !ended.empty())
        layouts.push_back(ended);
    std::set<std::int64_t> chunks { 1 };
    if (const auto chunk = countAt(observed, "num_virtual_stages_per_pipeline_rank");
        chunk * pipeline <= maxStages)
        chunks.insert(std::max<std::int64_t>(chunk, 1));
    if (const auto seen = observed.find("pipeline_model_parallel_layout"); seen != observed.end())
        if (const auto told = layoutLayers(seen->second);
            told.size() >= static_cast<std::size_t>(pipeline)
            && told.size() % static_cast<std::size_t>(pipeline) == 0) {
            layouts.push_back(told);
            chunks.insert(static_cast<std::int64_t>(told.size()) / pipeline);
        }
    std::vector<Values> tried;
    for (const std::vector<int> &layout : layouts)
        for (const std::int64_t chunk : chunks)
            if (layout.empty() || fitsPipeline(layout.size(), pipeline, static_cast<int>(chunk)))
                tried.push_back({ std::to_string(chunk), textOf(layout) });
    return tried;
}

/// ZeRO stage, replicas and shards, optimizer, whether it is offloaded and gathers beside the rest.
std::vector<Values> triedSharding(const ResolvedPlan &resolved, const Observed &observed)
{
    const Parallelism &degrees = resolved.plan.parallelism;
    const int ranks = degrees.data * degrees.fsdp;
    std::vector<int> replicas { ranks, 1, degrees.data };
    if (const auto told = countAt(observed, "num_distributed_optimizer_instances");
        told > 1 && ranks % told == 0)
        replicas.push_back(static_cast<int>(told));
    std::vector<Values> tried;
    const auto add = [&](Plan plan, int stage, int data) {
        plan.parallelism.zeroStage = stage;
        plan.parallelism.data = data;
        plan.parallelism.fsdp = ranks / data;
        // A plan that does not say what is written is not tried: shards of stages 2 and 3 have a
        // degree, and a distributed optimizer shards.
        const bool isSharded = stage == 1 || (stage > 1 && plan.parallelism.fsdp > 1);
        if (ranks > 1 && !isSharded && (stage > 0 || megatronDistributesOptimizer(plan)))
            return;
        Values values;
        for (const char *path : { "parallelism.zero_stage", "parallelism.data", "parallelism.fsdp",
                 "optimizer", "options.offload_optimizer", "options.overlap_param_gather" })
            values.push_back(planFieldText(plan, path));
        tried.push_back(std::move(values));
    };
    // What needs the distributed optimizer has keys of its own, and is no reading of that one key
    // where a single rank has nothing to distribute.
    const auto isTold = [&](Optimizer optimizer, bool offloads) {
        Plan plan = resolved.plan;
        plan.optimizer = optimizer;
        return ranks > 1
            || ((!offloads || observed.contains("optimizer_cpu_offload"))
                && (megatronStateType(plan).empty() || observed.contains("exp_avg_dtype")));
    };
    Plan plan = resolved.plan;
    for (const OptimizerTraits &optimizer : allOptimizers())
        for (const bool offloads : { false, true })
            for (const bool gathersAside : { true, false })
                for (const int stage : { 0, 1, 2, 3 })
                    for (const int data : replicas)
                        if (optimizer.isIn(Framework::Megatron) && isTold(optimizer.id, offloads)) {
                            plan.optimizer = optimizer.id;
                            plan.options.offloadOptimizer = offloads;
                            plan.options.overlapParamGather = gathersAside;
                            add(plan, stage, data);
                        }
    return tried;
}

/// The types of weights that are in use and of their gradients follow that of the computation; fp32
/// copies lie in the optimizer.
std::vector<Values> triedFormats(const ResolvedPlan &, const Observed &)
{
    return { { "bf16", "bf16", "fp32" }, { "bf16", "bf16", "bf16" }, { "fp16", "fp16", "fp32" },
        { "fp16", "fp16", "fp16" }, { "fp32", "fp32", "fp32" } };
}

/// A small dense model, or one with experts: only which keys change matters.
std::shared_ptr<const ModelShape> probeModel(bool hasExperts)
{
    ModelShape model;
    model.layers = 32;
    model.hidden = 4096;
    model.ffn = 16384;
    model.heads = model.kvHeads = 32;
    model.headDim = 128;
    model.vocab = 32000;
    if (hasExperts) {
        model.moe = MoeShape {};
        model.moe->experts = 8;
        model.moe->topK = 2;
        model.moe->ffn = 16384;
        model.moe->moeLayers = model.layers;
    }
    return std::make_shared<const ModelShape>(model);
}

std::vector<ResolvedPlan> allProbes()
{
    using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;
    std::vector<ResolvedPlan> probes;
    const auto add = [&](bool hasExperts, Settings settings) {
        ResolvedPlan probe {};
        probe.plan.framework = frameworkTraits(Framework::Megatron).name;
        probe.model = probeModel(hasExperts);
        putField(probe, "remat.policy", "no_recompute", nullptr);
        putField(probe, "precision.recipe", "none", nullptr);
        for (const auto &[path, value] : settings)
            putField(probe, path, value, nullptr);
        probes.push_back(std::move(probe));
    };
    add(false,
        { { "parallelism.data", "4" }, { "parallelism.zero_stage", "0" },
            { "job.checkpoint_every_steps", "100" }, { "workload.training_tokens", "1e12" } });
    add(false,
        { { "parallelism.data", "2" }, { "parallelism.fsdp", "2" },
            { "parallelism.zero_stage", "1" }, { "parallelism.tensor", "2" },
            { "parallelism.sequence_parallel", "true" }, { "parallelism.pipeline", "2" },
            { "parallelism.context", "2" }, { "optimizer", "muon" } });
    add(false,
        { { "parallelism.data", "2" }, { "parallelism.fsdp", "2" },
            { "parallelism.zero_stage", "3" }, { "precision.recipe", "fp8_current" } });
    add(true,
        { { "parallelism.expert", "2" }, { "options.moe_capacity_factor", "2" },
            { "options.cuda_graphs", "full" } });
    add(true, { { "remat.policy", "selective" } });
    return probes;
}

/// Whether some probe is written otherwise where the field has another of these values.
bool isWritten(std::string_view path, const Values &values)
{
    for (const ResolvedPlan &probe : allProbes())
        for (const std::string &value : values)
            if (ResolvedPlan other = probe;
                putField(other, path, value, nullptr) && !(write(other, {}) == write(probe, {})))
                return true;
    return false;
}

/// Options of the framework that have a key and no joint yet: each by itself, with all its values.
void addOptions(std::vector<Joint> &joints)
{
    const auto hasJoint = [&joints](std::string_view path) {
        return std::ranges::any_of(joints, [path](const Joint &joint) {
            return std::ranges::find(joint.fields, path, &Domain::path) != joint.fields.end();
        });
    };
    for (const PlanField &field : planFields()) {
        const std::string_view path = field.path;
        if (!frameworkTraits(Framework::Megatron).hasOption(path))
            continue;
        const Values values
            = field.kind == FieldKind::Boolean ? Values { "false", "true" } : field.choices;
        if (!hasJoint(path) && isWritten(path, values.empty() ? Values { "1", "2" } : values))
            joints.push_back({ { { path, values } } });
    }
}

std::vector<Joint> allJoints()
{
    const Values off { "false", "true" };
    std::vector<Joint> joints {
        { { { "workload.sequence_length", {}, 1e9 } } },
        { { { "workload.global_batch_sequences", {}, 1e9 } } },
        { { { "parallelism.micro_batch_sequences", {} } } },
        { { { "parallelism.tensor", {} } } },
        { { { "parallelism.pipeline", {}, maxStages } } },
        { { { "parallelism.context", {} },
            { "parallelism.context_strategy", { "all_gather", "ring", "ulysses" } } } },
        { { { "parallelism.sequence_parallel", off } } },
        { { { "parallelism.expert", {} } } },
        { { { "parallelism.expert_tensor", {} } } },
        { { { "parallelism.pipeline_chunks", { "1", "2" } },
              { "parallelism.stage_layers", { "", "20, 12" } } },
            triedStages },
        { { { "parallelism.zero_stage", { "0", "1", "2", "3" } }, { "parallelism.data", {} },
              { "parallelism.fsdp", {} },
              { "optimizer",
                  { "adamw", "adamw_bf16", "adamw_8bit", "lion", "sgd_momentum", "muon" } },
              { "options.offload_optimizer", off }, { "options.overlap_param_gather", off } },
            triedSharding },
        { { { "precision.compute", { "bf16", "fp16", "fp32" } },
              { "precision.weights", { "bf16" } },
              { "precision.gradients", { "fp32", "bf16", "fp16" } } },
            triedFormats },
        { { { "precision.recipe",
            { "none", "fp8_current", "fp8_delayed", "fp8_blockwise", "mxfp8", "nvfp4" } } } },
        { { { "remat.policy", { "no_recompute", "selective", "full" } },
              { "options.recompute_modules", { "", "core_attn", "layernorm, mlp" } } },
            triedRecomputation },
        { { { "options.offload_modules", { "", "core_attn", "core_attn, attn_proj" } } },
            triedOffload },
        { { { "attention", { "flash", "cudnn-flash", "unfused" } } } },
        { { { "options.cross_entropy", { "auto", "eager", "fused" } } } },
    };
    addOptions(joints);
    return joints;
}

constexpr std::pair<std::string_view, std::string_view> sameWords[] {
    { "bfloat16", "bf16" }, { "float16", "fp16" }, { "float32", "fp32" },
    { "uint8", "fp8" }, // such states are bytes with a scale
    { "dist_muon", "muon" }, // where there are replicas
    { "local", "unfused" }, // attention without Transformer Engine
};

} // namespace

std::vector<int> layoutLayers(std::string_view layout)
{
    constexpr std::size_t maxLetters = 64 * maxStages;
    // A number behind "*", which is passed; 1 where there is none.
    const auto times = [](std::string_view &rest) {
        std::size_t length = 0;
        const double number = rest.starts_with("*") ? leadingNumber(rest.substr(1), &length) : 1;
        rest.remove_prefix(length > 0 ? length + 1 : 0);
        return number >= 0 && number <= maxStages ? static_cast<std::size_t>(number) : 0;
    };
    std::string flat;
    for (std::string_view rest = layout; !rest.empty() && flat.size() < maxLetters;) {
        const std::size_t close = rest.front() == '(' ? rest.find(')') : 0;
        if (close == std::string_view::npos)
            return {};
        const std::string_view piece = close > 0 ? rest.substr(1, close - 1) : rest.substr(0, 1);
        rest.remove_prefix(close + 1);
        const bool isRepeated = close > 0 || piece == "t";
        const std::size_t count = isRepeated ? times(rest) : 1;
        if (count * piece.size() > maxLetters)
            return {};
        for (std::size_t k = 0; k < count; ++k)
            flat += piece;
    }
    std::vector<int> stages { 0 };
    for (const char letter : flat) {
        if (letter == '|')
            stages.push_back(0);
        else if (letter == 't')
            ++stages.back();
        else if (std::string_view("ELm, ").find(letter) == std::string_view::npos)
            return {};
    }
    return stages;
}

const Book &book()
{
    static constexpr auto joints = []() -> const std::vector<Joint> & {
        static const std::vector<Joint> all = allJoints();
        return all;
    };
    static const Book whole { keys, write, joints, allProbes, inNewestWords, sameWords };
    return whole;
}

} // namespace headroom::books::megatron
