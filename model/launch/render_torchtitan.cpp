#include "model/launch/export_targets.h"
#include "model/launch/maxtext_launch.h"
#include "model/launch/script_text.h"
#include "model/launch/shell_text.h"
#include "model/launch/torch_launch.h"
#include "model/launch/torchtitan_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

std::string tomlValue(const Document &value)
{
    if (value.isSequence()) {
        std::string list;
        for (const Document &item : value.items())
            list += (list.empty() ? "" : ", ") + tomlValue(item);
        return '[' + list + ']';
    }
    if (value.kind() == Document::Kind::Boolean)
        return value.boolean() ? "true" : "false";
    if (value.kind() == Document::Kind::Integer)
        return std::to_string(value.integer());
    return value.kind() == Document::Kind::Real ? fmt::format("{}", value.number())
                                                : tomlString(value.text());
}

std::string tomlText(const LaunchSpec &spec, const std::vector<TitanTable> &tables)
{
    std::string text = introductionComment(spec)
        + "#\n# For torchtitan v0.2.2, the last release that reads TOML. Later ones: "
          "headroom_recipe.py.\n";
    for (const TitanTable &table : tables) {
        text += fmt::format("\n[{}]\n", table.name);
        for (const auto &[key, value] : table.values)
            text += fmt::format("{} = {}\n", key, tomlValue(value));
    }
    return text;
}

std::string activationCheckpointLine(const LaunchSpec &spec)
{
    const RematKind kind = spec.resolved().rematKind();
    if (kind == RematKind::Whole)
        return "    config.activation_checkpoint = None\n";
    return fmt::format("    config.activation_checkpoint = {}.Config()\n",
        kind == spec.framework().selectiveRemat ? "SelectiveAC" : "FullAC");
}

std::string putCall(
    std::string_view section, const std::vector<std::pair<std::string, std::string>> &values)
{
    std::string text = fmt::format("    put(\n        config.{},\n", section);
    for (const auto &[name, value] : values)
        text += fmt::format("        {}={},\n", name, value);
    return text + "    )\n";
}

std::string pythonValue(const Document &value)
{
    if (value.isSequence()) {
        std::string list;
        for (const Document &item : value.items())
            list += (list.empty() ? "" : ", ") + pythonValue(item);
        return '[' + list + ']';
    }
    if (value.kind() == Document::Kind::Boolean)
        return value.boolean() ? "True" : "False";
    return tomlValue(value);
}

/// What the later releases' objects know of the TOML's tables, by the same names.
/// @source torchtitan at 2026-08-21, torchtitan/config/configs.py and components
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> recipeKeys { {
    { "parallelism", "data_parallel_replicate_degree" },
    { "parallelism", "data_parallel_shard_degree" },
    { "parallelism", "fsdp_reshard_after_forward" },
    { "parallelism", "tensor_parallel_degree" },
    { "parallelism", "context_parallel_degree" },
    { "parallelism", "pipeline_parallel_degree" },
    { "parallelism", "pipeline_parallel_schedule" },
    { "parallelism", "pipeline_parallel_first_stage_less_layers" },
    { "parallelism", "pipeline_parallel_last_stage_less_layers" },
    { "parallelism", "pipeline_parallel_layers_per_stage" },
    { "parallelism", "module_fqns_per_model_part" },
    { "parallelism", "expert_parallel_degree" },
    { "compile", "enable" },
    { "compile", "components" },
    { "checkpoint", "enable" },
    { "checkpoint", "interval" },
    { "checkpoint", "folder" },
    { "metrics", "log_freq" },
    { "training", "steps" },
} };

std::vector<std::pair<std::string, std::string>> recipeValues(const TitanTable &table)
{
    std::vector<std::pair<std::string, std::string>> values;
    for (const auto &[key, value] : table.values)
        if (std::ranges::find(
                recipeKeys, std::pair<std::string_view, std::string_view> { table.name, key })
            != recipeKeys.end())
            values.emplace_back(key, pythonValue(value));
    return values;
}

/// Keys of the TOML that the later releases spell otherwise, and the recipe sets itself.
constexpr std::array<std::string_view, 8> respelt { "local_batch_size", "global_batch_size",
    "seq_len", "pipeline_parallel_microbatch_size", "enable_async_tensor_parallel", "mode",
    "selective_ac_option", "description" };

/// What stands in the TOML alone: the sources' own configuration decides it for the recipe.
std::string keysOfTomlAlone(const std::vector<TitanTable> &tables)
{
    std::string keys;
    for (const TitanTable &table : tables) {
        const auto carried = recipeValues(table);
        for (const auto &[key, value] : table.values) {
            const bool isCarried
                = std::ranges::find(carried, key, &std::pair<std::string, std::string>::first)
                != carried.end();
            if (!isCarried && table.name != "job" && table.name != "model"
                && std::ranges::find(respelt, key) == respelt.end())
                keys += (keys.empty() ? "" : ", ") + markdownCode(table.name + '.' + key);
        }
    }
    return keys;
}

std::string recipeText(
    const LaunchSpec &spec, const TitanModel &model, const std::vector<TitanTable> &tables)
{
    const Plan &plan = spec.plan();
    const std::int64_t sequence = plan.workload.sequenceLength;
    std::string text = introductionComment(spec)
        + "#\n# Recipe for torchtitan after v0.2.2 (written against the sources of 2026-08-21); a "
          "field that was\n# renamed since stops with its name. The README has the command.\n"
          "from torchtitan.distributed.activation_checkpoint import FullAC, SelectiveAC  # noqa: "
          "F401\n";
    text += fmt::format("from torchtitan.models.{0}.config_registry import {1}\n"
                        "from torchtitan.models.{0} import model_registry\n",
        model.name, model.recipe);
    const bool isOwnShape = model.id.empty();
    if (isOwnShape)
        text += fmt::format("from torchtitan.models import {} as family\n", model.name);
    text += "\n\n";
    if (isOwnShape)
        text += titanShapeText(spec.model(), sequence);
    text += "def put(section, **values):\n"
            "    for name, value in values.items():\n"
            "        if not hasattr(section, name):\n"
            "            raise AttributeError(f\"{type(section).__qualname__} has no {name}: "
            "another torchtitan\")\n"
            "        setattr(section, name, value)\n\n\n";
    text += fmt::format("def plan():\n    config = {}()\n", model.recipe);
    // The registry's configuration may convert the model to float8; the bare shape does not.
    text += fmt::format("    config.model_spec = model_registry({})\n", tomlString(model.flavor));
    if (isOwnShape)
        text += "    config.model_spec.model = shape()\n";
    std::vector<std::pair<std::string, std::string>> training { { "max_context_length",
                                                                    std::to_string(sequence) },
        { "num_tokens_per_microbatch_per_dp_rank",
            std::to_string(static_cast<std::int64_t>(spec.batch.micro) * sequence) },
        { "num_tokens_per_train_step", std::to_string(spec.batch.global * sequence) },
        // On by default since, refused with pipelines and most expert dispatchers; v0.2.2 has none.
        { "disable_cuda_graphs", "True" } };
    for (const TitanTable &table : tables) {
        auto values = recipeValues(table);
        if (table.name == "training")
            values.insert(values.begin(), training.begin(), training.end());
        if (table.name == "parallelism" && plan.parallelism.pipeline > 1)
            values.emplace_back(
                "num_pp_microbatches", std::to_string(spec.batch.pipelineMicroBatches));
        // The sources' configuration of the 405B model switches the overlap on.
        const bool overlaps = plan.options.tensorOverlap == "on" && plan.parallelism.tensor > 1;
        if (table.name == "compile" && (overlaps || model.recipe == "llama3_405b"))
            values.emplace_back("enable_async_tensor_parallel", overlaps ? "True" : "False");
        if (!values.empty())
            text += putCall(table.name, values);
    }
    return text + activationCheckpointLine(spec) + "    return config\n";
}

void addRecipeFile(const LaunchSpec &spec, const TitanModel &model,
    const std::vector<TitanTable> &tables, ExportDraft &draft)
{
    constexpr const char *name = "headroom_recipe.py";
    if (model.recipe.empty())
        return draft.leaveOut(name,
            fmt::format("torchtitan's sources of 2026-08-21 have no configuration of {} {}",
                model.name, model.flavor));
    if (!spec.resolved().recipe.isNone())
        return draft.leaveOut(name,
            "low-precision recipes are converters of a model's own registry in later releases");
    draft.add(name, recipeText(spec, model, tables),
        "the plan as a Python recipe for the sources of 2026-08-21");
    draft.note(fmt::format("headroom_recipe.py leaves these of config.toml to the sources' own "
                           "configuration {}: {}.",
        markdownCode(model.recipe), keysOfTomlAlone(tables)));
    draft.howToRun.push_back(
        "With torchtitan's sources of 2026-08-21: `PYTHONPATH=/path/of/this/folder torchrun … -m "
        "torchtitan.train --module headroom_recipe --config plan`, with torchrun's arguments as in "
        "run.sh.");
}

} // namespace

namespace {

/// Files for v0.2.2: the TOML and what starts it.
void addTomlFiles(const LaunchSpec &spec, const std::vector<TitanTable> &tables, ExportDraft &draft)
{
    draft.add("config.toml", tomlText(spec, tables), "configuration for torchtitan v0.2.2");
    std::string text = shellStart(spec,
        "Trains with torchtitan v0.2.2, from the folder of its sources. Arguments "
        "are handed on: bash run.sh --training.steps 10");
    text += shellFolder() + exportVariables(torchEnvironment(spec, false)) + '\n'
        + torchLaunchArray(spec);
    text += "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n"
            "  -m torchtitan.train --job.config_file \"${HERE}/config.toml\" \"$@\"\n";
    draft.addScript("run.sh", text, "starts torchtitan on this node");
    draft.howToRun.push_back(
        "In a torchtitan v0.2.2 checkout: `bash /path/of/this/folder/run.sh` on each node "
        "(NODE_RANK and MASTER_ADDR set when there are several), or `sbatch job.sbatch`. "
        "COMM_MODE=fake_backend with NGPU set checks the configuration on one GPU.");
}

/// What starts the recipe where v0.2.2 does not have the shape.
void addRecipeRun(const LaunchSpec &spec, ExportDraft &draft)
{
    std::string text = shellStart(spec,
        "Trains with torchtitan's sources of 2026-08-21, from their folder. Arguments are handed "
        "on.");
    text += shellFolder() + exportVariables(torchEnvironment(spec, false))
        + "export PYTHONPATH=\"${HERE}${PYTHONPATH:+:${PYTHONPATH}}\"\n\n" + torchLaunchArray(spec);
    text += "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n"
            "  -m torchtitan.train --module headroom_recipe --config plan \"$@\"\n";
    draft.addScript("run.sh", text, "starts torchtitan on this node");
    draft.leaveOut("config.toml",
        "torchtitan v0.2.2, the last release that reads TOML, does not have the shape");
    if (!spec.resolved().recipe.isNone())
        draft.refuse("precision.recipe", { "torchtitan-recipe-shape" });
    draft.howToRun.push_back(
        "In a checkout of torchtitan's sources of 2026-08-21: `bash /path/of/this/folder/run.sh` "
        "on each node (NODE_RANK and MASTER_ADDR set when there are several), or `sbatch "
        "job.sbatch`.");
}

} // namespace

void renderTorchtitan(const LaunchSpec &spec, ExportDraft &draft)
{
    const TitanModel *shipped = titanModel(spec);
    if (!shipped && !isTitanShape(spec.model()))
        return draft.refuse("model",
            spec.plan().model.id.empty()
                ? Message { "torchtitan-own-shape" }
                : Message { "torchtitan-flavor", { displayLine(spec.model().id, 60) } });
    const TitanModel model
        = shipped ? *shipped : TitanModel { "", "llama3", "8B", "llama3_8b", true };
    const std::vector<TitanTable> tables = titanTables(spec, model, draft);
    if (model.isLater)
        addRecipeRun(spec, draft);
    else
        addTomlFiles(spec, tables, draft);
    addTorchJob(spec, draft);
    addMachineChecks(spec, draft);
    draft.note(fmt::format("Learning rate {} and its schedule are placeholders: a plan has none.{}",
        placeholderLearningRate,
        spec.job().tokenizer.empty() ? " The tokenizer is the one of torchtitan's tests until "
                                       "`job.tokenizer` of the plan names a folder with another."
                                     : ""));
    addRecipeFile(spec, model, tables, draft);
}

} // namespace headroom
