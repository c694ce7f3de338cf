#include "model/runs/rebuild/rebuild_plan.h"

#include "model/base/text/ascii.h"
#include "model/base/text/display_line.h"
#include "model/launch/torch/torchtitan_config.h"
#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

// torchtitan's configuration as a plan: what model/launch/torch/torchtitan_config.cpp writes, read
// backwards; older names of keys too.

namespace headroom {
namespace {

/// A key, and what earlier releases called it. @source pytorch/torchtitan config/job_config.py
struct KeyNames
{
    const char *key;
    std::array<const char *, 2> earlier;
};
constexpr std::array keyNames {
    KeyNames { "training.local_batch_size", { "training.batch_size", "" } },
    KeyNames { "parallelism.data_parallel_replicate_degree",
        { "training.data_parallel_replicate_degree",
            "experimental.data_parallel_replicate_degree" } },
    KeyNames { "parallelism.data_parallel_shard_degree",
        { "training.data_parallel_shard_degree", "training.data_parallel_degree" } },
    KeyNames { "parallelism.tensor_parallel_degree", { "training.tensor_parallel_degree", "" } },
    KeyNames {
        "parallelism.context_parallel_degree", { "experimental.context_parallel_degree", "" } },
    KeyNames {
        "parallelism.pipeline_parallel_degree", { "experimental.pipeline_parallel_degree", "" } },
    KeyNames { "parallelism.pipeline_parallel_schedule",
        { "experimental.pipeline_parallel_schedule", "" } },
    KeyNames { "compile.enable", { "training.compile", "" } },
    KeyNames { "parallelism.enable_async_tensor_parallel",
        { "experimental.enable_async_tensor_parallel", "" } },
};

/// The configuration under its newest names, the log's own lines filled in.
ConfigFacts currentNames(const PlanRebuild &rebuild)
{
    ConfigFacts config = rebuild.config();
    for (const KeyNames &names : keyNames)
        for (const char *earlier : names.earlier)
            if (const ConfigFact *fact = config.find(earlier); fact && !config.has(names.key))
                config.set(names.key, fact->value, fact->file, fact->line);
    // A mesh that was built outweighs degrees that were asked for (−1: what is left).
    for (const auto &[key, fact] : rebuild.facts().all())
        if (key.starts_with("parallelism.") || !config.has(key))
            config.set(key, fact.value, fact.file, fact.line);
    return config;
}

int titanDegree(const ConfigFacts &config, const std::string &key, int fallback = 1)
{
    constexpr std::int64_t most = 1'000'000;
    const auto value = config.integer("parallelism." + key);
    return value && *value >= 1 && *value <= most ? static_cast<int>(*value) : fallback;
}

/// The shipped model that a configuration of the sources trains, by the name of its file or
/// function (".../train_configs/llama3_70b.toml"); nullptr: none of them.
const TitanModel *modelOfFile(std::string_view path)
{
    path.remove_prefix(path.rfind('/') + 1); // 0 where there is none
    const std::string stem = asciiLowered(path.substr(0, path.find('.')));
    const auto spelled = [](const TitanModel &model) {
        std::string text = asciiLowered(std::string(model.name) + '_' + std::string(model.flavor));
        for (char &letter : text)
            letter = letter == '.' || letter == '-' ? '_' : letter;
        return text;
    };
    for (const TitanModel &model : titanModels())
        if (!stem.empty() && (spelled(model) == stem || (model.recipe == stem && !model.isLater)))
            return &model;
    return nullptr;
}

void setModel(PlanRebuild &rebuild, const ConfigFacts &config)
{
    std::string name = config.text("model.name", config.text("model_spec.name"));
    std::string flavor = config.text("model.flavor", config.text("model_spec.flavor"));
    for (const char *key : { "job.config_file", "config" })
        if (const TitanModel *shipped = modelOfFile(config.text(key)); shipped && name.empty()) {
            name = shipped->name;
            flavor = shipped->flavor;
        }
    std::string hints = config.text("model.hf_assets_path") + ' '
        + config.text("model.tokenizer_path") + ' ' + rebuild.trace.name;
    hints = asciiLowered(hints);
    std::string first, chosen;
    std::vector<std::string> others;
    for (const TitanModel &model : titanModels()) {
        if (model.name != name || model.flavor != flavor)
            continue;
        const std::string id(model.id);
        if (first.empty())
            first = id;
        others.push_back(id);
        std::string spelled = id; // "Llama-3.1-8B" of a path
        if (spelled.starts_with("llama"))
            spelled.insert(5, "-");
        if (chosen.empty() && (hints.find(id) != hints.npos || hints.find(spelled) != hints.npos))
            chosen = id;
        if (rebuild.hasBase && rebuild.plan().model.id == id)
            chosen = id;
    }
    if (first.empty()) {
        if (!name.empty())
            rebuild.draft.note({ "run-model-unlisted", { displayLine(name + ' ' + flavor, 80) } });
        return;
    }
    const bool isSure = others.size() == 1 || !chosen.empty();
    if (chosen.empty())
        chosen = first;
    std::erase(others, chosen);
    if (!isSure)
        rebuild.draft.note(
            { "run-model-ambiguous", { chosen, fmt::format("{}", fmt::join(others, ", ")) } });
    rebuild.draft.set("model", chosen, isSure ? FieldOrigin::Read : FieldOrigin::Inferred);
}

/// Whether a configuration or the line of the mesh says anything of degrees: those that it leaves
/// out are the program's own then, and nobody knows them otherwise.
bool tellsDegrees(const ConfigFacts &config)
{
    const auto first = config.all().lower_bound("parallelism.");
    return first != config.all().end() && first->first.starts_with("parallelism.");
}

/// The degrees but that of the shards.
void setInnerDegrees(PlanRebuild &rebuild, const ConfigFacts &config)
{
    struct Row
    {
        const char *key, *path;
    };
    const FieldOrigin left = tellsDegrees(config) ? FieldOrigin::Inferred : FieldOrigin::Assumed;
    for (const Row &row :
        { Row { "tensor_parallel_degree", "tensor" }, Row { "context_parallel_degree", "context" },
            Row { "pipeline_parallel_degree", "pipeline" },
            Row { "data_parallel_replicate_degree", "data" },
            Row { "expert_parallel_degree", "expert" },
            Row { "expert_tensor_parallel_degree", "expert_tensor" } }) {
        const bool isTold = config.has(fmt::format("parallelism.{}", row.key));
        rebuild.draft.set(fmt::format("parallelism.{}", row.path), titanDegree(config, row.key),
            isTold ? FieldOrigin::Read : left);
    }
    Parallelism &degrees = rebuild.plan().parallelism;
    degrees.sequenceParallel = degrees.tensor > 1;
    rebuild.draft.mark("parallelism.sequence_parallel", left);
    const char *reshards = "parallelism.fsdp_reshard_after_forward";
    if (rebuild.hasBase && !config.has(reshards))
        return;
    const bool keepsWeights = config.text(reshards) == "never";
    degrees.zeroStage = keepsWeights ? 2 : 3;
    rebuild.draft.mark("parallelism.zero_stage", left);
}

void setDegrees(PlanRebuild &rebuild, const ConfigFacts &config)
{
    const ConfigFacts &facts = rebuild.facts();
    const std::int64_t told = facts.integer("devices").value_or(
        facts.integer("nodes").value_or(1) * facts.integer("devices_per_node").value_or(0));
    const auto own
        = std::int64_t { rebuild.plan().hardware.nodes } * rebuild.plan().hardware.devicesPerNode;
    if (rebuild.hasBase && !tellsDegrees(config)) {
        if (told > 0 && told != own)
            rebuildNodes(rebuild, told, FieldOrigin::Read);
        return;
    }
    setInnerDegrees(rebuild, config);
    Parallelism &degrees = rebuild.plan().parallelism;
    const std::int64_t inner
        = std::int64_t { degrees.tensor } * degrees.context * degrees.pipeline * degrees.data;
    degrees.fsdp = titanDegree(config, "data_parallel_shard_degree", 0);
    FieldOrigin origin = FieldOrigin::Read, devices = FieldOrigin::Read;
    if (degrees.fsdp == 0) {
        origin = told > 0 && tellsDegrees(config) ? FieldOrigin::Inferred : FieldOrigin::Assumed;
        devices = told > 0 ? FieldOrigin::Inferred : FieldOrigin::Assumed;
        degrees.fsdp = static_cast<int>(
            std::clamp<std::int64_t>((told > 0 ? told : own) / inner, 1, 1'000'000));
    }
    rebuild.draft.mark("parallelism.fsdp", origin);
    rebuildNodes(rebuild, inner * degrees.fsdp, devices);
    if (degrees.context > 1)
        rebuild.draft.set("parallelism.context_strategy",
            config.text("parallelism.context_parallel_rotate_method") == "alltoall" ? "ring"
                                                                                    : "all_gather",
            FieldOrigin::Read);
}

/// Layers of each stage where the configuration spells out the modules of each.
std::vector<int> namedStages(const ConfigFacts &config)
{
    std::vector<int> stages;
    const std::string parts = config.text("parallelism.module_fqns_per_model_part");
    Scan scan { parts };
    scan.accept("[");
    while (scan.after("[")) {
        Scan modules { scan.until("]") };
        int layers = 0;
        while (modules.after("layers."))
            ++layers;
        stages.push_back(layers);
    }
    return stages;
}

void setPipeline(PlanRebuild &rebuild, const ConfigFacts &config)
{
    if (rebuild.hasBase && !tellsDegrees(config))
        return;
    Parallelism &degrees = rebuild.startStages();
    if (degrees.pipeline == 1)
        return;
    std::vector<int> stages = namedStages(config);
    int count = static_cast<int>(stages.size());
    const auto perStage = config.integer("parallelism.pipeline_parallel_layers_per_stage");
    const auto model = rebuild.library.model(rebuild.plan().model.id);
    if (count == 0 && perStage && *perStage > 0 && model) {
        const auto ends
            = config.integer("parallelism.pipeline_parallel_first_stage_less_layers").value_or(1)
            + config.integer("parallelism.pipeline_parallel_last_stage_less_layers").value_or(1);
        count = static_cast<int>(((*model)->layers + ends + *perStage - 1) / *perStage);
    }
    const std::string schedule = config.text("parallelism.pipeline_parallel_schedule");
    const bool isLooped = schedule.find("nterleaved") != std::string::npos
        || schedule.find("ZBV") != std::string::npos || schedule.find("Loop") != std::string::npos;
    if (count > degrees.pipeline && count % degrees.pipeline == 0)
        degrees.chunks = count / degrees.pipeline;
    else if (count == 0 && isLooped) {
        degrees.chunks = 2; // the program's own choice for looped schedules
        rebuild.draft.mark("parallelism.pipeline_chunks", FieldOrigin::Inferred);
    }
    if (!stages.empty())
        rebuild.draft.mark("parallelism.stage_layers", FieldOrigin::Read);
    degrees.stageLayers = std::move(stages);
}

void setBatch(PlanRebuild &rebuild, const ConfigFacts &config)
{
    PlanDraft &draft = rebuild.draft;
    const Parallelism &degrees = rebuild.plan().parallelism;
    const double ranks = static_cast<double>(degrees.data) * degrees.fsdp;
    const FieldOrigin shards
        = rebuild.weaker(draft.origin("parallelism.data"), draft.origin("parallelism.fsdp"));
    if (const auto length = config.number("training.seq_len"))
        draft.set("workload.sequence_length", *length, FieldOrigin::Read);
    const double length = static_cast<double>(rebuild.plan().workload.sequenceLength);
    double local = config.number("training.local_batch_size").value_or(0);
    if (const auto tokens = config.number("tokens_per_rank"); local <= 0 && tokens)
        local = *tokens / length;
    double global = config.number("training.global_batch_size").value_or(-1);
    if (const auto tokens = config.number("tokens_per_step"); global <= 0 && tokens)
        global = *tokens / length;
    if (global > 0)
        draft.set("workload.global_batch_sequences", global, FieldOrigin::Read);
    else if (local > 0)
        draft.set("workload.global_batch_sequences", local * ranks,
            rebuild.weaker(shards, FieldOrigin::Inferred));
    if (degrees.pipeline == 1 && local > 0)
        draft.set("parallelism.micro_batch_sequences", local, FieldOrigin::Read);
    else if (degrees.pipeline > 1)
        draft.set("parallelism.micro_batch_sequences",
            config.number("parallelism.pipeline_parallel_microbatch_size").value_or(1),
            config.has("parallelism.pipeline_parallel_microbatch_size") ? FieldOrigin::Read
                                                                        : FieldOrigin::Inferred);
}

/// Validation in sequences as long as those of training: 8 of 2048 tokens unless told.
/// @source pytorch/torchtitan 0.2.2, config/job_config.py (Validation)
void setValidation(PlanRebuild &rebuild, const ConfigFacts &config)
{
    constexpr double defaultBatch = 8, defaultLength = 2048;
    if (!config.flag("validation.enable").value_or(false)
        && !config.flag("validation.enabled").value_or(false))
        return;
    const double tokens = config.number("validation.local_batch_size").value_or(defaultBatch)
        * config.number("validation.seq_len").value_or(defaultLength);
    if (tokens > 0)
        rebuild.draft.set("workload.evaluation.micro_batch",
            tokens / static_cast<double>(rebuild.plan().workload.sequenceLength),
            config.has("validation.local_batch_size") && config.has("validation.seq_len")
                ? FieldOrigin::Read
                : FieldOrigin::Inferred);
}

/// The converter that quantizes products, and its recipe.
std::string recipeOf(const ConfigFacts &config)
{
    const std::string converters = config.text("model.converters");
    if (converters.find("mx") != std::string::npos)
        return "mxfp8";
    if (converters.find("float8") == std::string::npos)
        return "none";
    const std::string name = config.text("quantize.linear.float8.recipe_name",
        config.text("quantize.dense.float8.recipe_name", config.text("float8.recipe_name")));
    return name.starts_with("rowwise") ? "fp8_blockwise" : "fp8_current";
}

void setTraining(PlanRebuild &rebuild, const ConfigFacts &config)
{
    PlanDraft &draft = rebuild.draft;
    const auto format
        = [&](const char *key) { return config.text(key) == "bfloat16" ? "bf16" : "fp32"; };
    if (config.has("training.mixed_precision_param"))
        draft.set("precision.compute", format("training.mixed_precision_param"), FieldOrigin::Read);
    else if (!rebuild.config().empty() && !rebuild.hasBase)
        draft.set("precision.compute", "bf16", FieldOrigin::Inferred); // the program's default
    if (config.has("training.dtype"))
        draft.set("precision.weights", format("training.dtype"), FieldOrigin::Read);
    const bool tellsRecipe = config.all().contains("model.converters");
    // A log that prints no configuration says nothing of what it leaves out.
    const FieldOrigin left
        = rebuild.config().empty() ? FieldOrigin::Assumed : FieldOrigin::Inferred;
    if (!rebuild.hasBase)
        draft.set("precision.gradients", "fp32", left);
    if (tellsRecipe || !rebuild.hasBase)
        draft.set("precision.recipe", recipeOf(config), tellsRecipe ? FieldOrigin::Read : left);
    if (config.text("optimizer.name").starts_with("Adam"))
        draft.set("optimizer", "adamw", FieldOrigin::Read);
    rebuildOptions(rebuild, config);
    static constexpr std::array policies { std::pair { "selective", selectiveRematId },
        std::pair { "full", fullRematId }, std::pair { "none", wholeRematId } };
    for (const auto &[mode, policy] : policies)
        if (config.text("activation_checkpoint.mode") == mode)
            draft.set("remat.policy", policy, FieldOrigin::Read);
    if (config.flag("parallelism.enable_async_tensor_parallel").value_or(false))
        draft.set("options.tensor_overlap", "on", FieldOrigin::Read);
}

} // namespace

void rebuildTorchtitan(PlanRebuild &rebuild)
{
    const ConfigFacts config = currentNames(rebuild);
    if (config.empty())
        return;
    setModel(rebuild, config);
    setDegrees(rebuild, config);
    setPipeline(rebuild, config);
    setBatch(rebuild, config);
    setValidation(rebuild, config);
    setTraining(rebuild, config);
}

} // namespace headroom
