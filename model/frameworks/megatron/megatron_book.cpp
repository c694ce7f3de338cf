#include "model/frameworks/megatron/megatron_book.h"

#include "model/base/text/plain_number.h"
#include "model/frameworks/megatron/megatron_facts.h"
#include "model/frameworks/megatron/megatron_settings.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/stage_layers.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::books::megatron {
namespace {

constexpr std::int64_t maxStages = 65'536;

/// A whole number of at least 1 that stands at the key; else 0.
std::int64_t countAt(const Observed &observed, std::string_view key)
{
    constexpr double most = 1e9;
    const auto seen = observed.find(key);
    const auto number = seen == observed.end() ? std::nullopt : plainNumber(seen->second);
    return number && *number >= 1 && *number <= most ? static_cast<std::int64_t>(*number) : 0;
}

std::string textOf(const std::vector<int> &layers)
{
    return fmt::format("{}", fmt::join(layers, ", "));
}

/// Layers by stage where first and last hold other numbers than those between.
std::vector<int> endedStages(const Observed &observed, std::int64_t layers, int pipeline)
{
    const std::int64_t first = countAt(observed, "decoder_first_pipeline_num_layers");
    const std::int64_t last = countAt(observed, "decoder_last_pipeline_num_layers");
    const std::int64_t between = pipeline - (first > 0) - (last > 0), rest = layers - first - last;
    if (first + last == 0 || between < 0 || rest < 0 || (between > 0 && rest % between != 0))
        return {};
    std::vector<int> stages(
        static_cast<std::size_t>(between), static_cast<int>(between > 0 ? rest / between : 0));
    if (first > 0)
        stages.insert(stages.begin(), static_cast<int>(first));
    if (last > 0)
        stages.push_back(static_cast<int>(last));
    return stages;
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
    for (const std::string_view path : frameworkTraits(Framework::Megatron).options) {
        const PlanField &field = *planField(path);
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
        { { { "remat.policy", { "no_recompute", "selective", "full" } } } },
        { { { "attention", { "flash", "cudnn-flash", "unfused" } } } },
        { { { "options.cross_entropy", { "auto", "eager", "fused" } } } },
    };
    addOptions(joints);
    return joints;
}

/// The same setting, or one that means it, in the words of other releases and programs.
struct OtherWord
{
    std::string_view key, value; ///< no value: any that is not off
    std::string_view means, meaning; ///< no meaning: the value itself
};
// @source NVIDIA/Megatron-LM megatron/training/arguments.py, 2021-08 to 2026-08
constexpr OtherWord otherWords[] {
    { "recompute_activations", {}, "recompute_granularity", "selective" },
    { "use_flash_attn", {}, "attention_backend", "flash" },
    { "use_custom_fsdp", {}, "use_megatron_fsdp", {} },
    { "max_length", {}, "seq_length", {} }, // ms-swift's
    { "use_torch_fsdp2", {}, "use_megatron_fsdp", {} },
    { "use_torch_fsdp2", {}, "use_distributed_optimizer", {} },
    { "use_torch_fsdp2", {}, "data_parallel_sharding_strategy", "optim_grads_params" },
    { "virtual_pipeline_model_parallel_size", {}, "num_virtual_stages_per_pipeline_rank", {} },
    { "moe_enable_deepep", {}, "moe_flex_dispatcher_backend", "deepep" },
    { "cuda_graph_scope", "full_iteration", "cuda_graph_impl", "full_iteration" },
    { "cuda_graph_scope", {}, "cuda_graph_modules", {} },
};

constexpr std::pair<std::string_view, std::string_view> sameWords[] {
    { "bfloat16", "bf16" }, { "float16", "fp16" }, { "float32", "fp32" },
    { "uint8", "fp8" }, // such states are bytes with a scale
    { "dist_muon", "muon" }, // where there are replicas
    { "local", "unfused" }, // attention without Transformer Engine
};

bool isNothing(std::string_view text)
{
    return text.empty() || text == "None" || text == "False" || text == "[]";
}

/// Stages by their layers, first or last ones set apart.
void stagesInNewestWords(Observed &observed)
{
    const auto pipeline
        = std::max<std::int64_t>(countAt(observed, "pipeline_model_parallel_size"), 1);
    const std::int64_t layers = countAt(observed, "num_layers");
    constexpr auto chunkKey = "num_virtual_stages_per_pipeline_rank";
    if (const auto each = countAt(observed, "num_layers_per_virtual_pipeline_stage");
        each > 0 && layers / pipeline / each > 1)
        observed[chunkKey] = std::to_string(layers / pipeline / each);
    const std::int64_t chunks = std::max<std::int64_t>(countAt(observed, chunkKey), 1);
    if (pipeline > maxStages || chunks > maxStages / pipeline)
        return;
    const std::vector<int> stages = endedStages(observed, layers, static_cast<int>(pipeline));
    if (!stages.empty())
        observed["pipeline_model_parallel_layout"] = layoutText(
            virtualStageLayers(stages, static_cast<int>(pipeline), static_cast<int>(chunks)),
            static_cast<int>(std::min<std::int64_t>(countAt(observed, "mtp_num_layers"), 64)));
}

/// Models of vision and language: seq_length is that of the images where the decoder's is set
/// apart, or where it is as many as an image has patches, with or without a class token.
/// @source NVIDIA/Megatron-LM examples/multimodal: nvlm/*.sh, multimodal_args.py, train.py
void textLength(Observed &observed)
{
    if (!observed.contains("language_model_type") && !observed.contains("total_seq_length"))
        return;
    const auto take = [&observed](const char *key) {
        const std::int64_t length = countAt(observed, key);
        if (length > 0)
            observed["seq_length"] = std::to_string(length);
        return length > 0;
    };
    if (take("decoder_seq_length") || take("total_seq_length"))
        return;
    const std::int64_t patch = std::max<std::int64_t>(countAt(observed, "patch_dim"), 1);
    const std::int64_t patches
        = countAt(observed, "img_h") / patch * (countAt(observed, "img_w") / patch);
    const std::int64_t own = countAt(observed, "seq_length");
    if (patches > 0 && (own == patches || own == patches + 1))
        take("max_position_embeddings");
}

void inNewestWords(Observed &observed)
{
    textLength(observed);
    for (const OtherWord &row : otherWords) {
        const auto seen = observed.find(row.key);
        if (seen == observed.end() || isNothing(seen->second)
            || (!row.value.empty() && seen->second.find(row.value) == std::string::npos))
            continue;
        const bool isWhole = row.key == "cuda_graph_scope" && row.value.empty()
            && seen->second.find("full_iteration") != std::string::npos;
        std::string &means = observed[std::string(row.means)];
        const Key *const key = keys().find(row.means);
        const bool isOpen = isNothing(means) || !row.value.empty()
            || (!key->byDefault.empty() && means.ends_with(key->byDefault));
        if (isOpen && !isWhole)
            means = row.meaning.empty() ? seen->second : std::string(row.meaning);
    }
    // The optimizer alone, or nothing, in shards is no FSDP.
    const auto strategy = observed.find("data_parallel_sharding_strategy");
    if (strategy != observed.end() && observed.contains("use_megatron_fsdp")
        && (strategy->second == "optim" || strategy->second == "no_shard"))
        observed["use_megatron_fsdp"] = "False";
    // Without tensor parallelism the program switches it off.
    if (countAt(observed, "tensor_model_parallel_size") <= 1)
        observed.erase("sequence_parallel");
    // The recipe says more than the format.
    const auto recipe = observed.find("fp8_recipe");
    if (const auto format = observed.find("fp8");
        format != observed.end() && !isNothing(format->second) && recipe != observed.end())
        format->second
            = recipe->second == "blockwise" || recipe->second == "mxfp8" ? "e4m3" : "hybrid";
    if (countAt(observed, "num_experts") > 1 && !observed.contains("expert_tensor_parallel_size")
        && countAt(observed, "tensor_model_parallel_size") > 0)
        observed["expert_tensor_parallel_size"] = observed["tensor_model_parallel_size"];
    stagesInNewestWords(observed);
}

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
