#include "model/launch/common/adapter_scaling.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/torch/torchtitan_config.h"
#include "model/plan/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace headroom {
namespace {

/// A table of the TOML and the object that took its place. Each is built anew, so that nothing of
/// what a model's own configuration sets stays behind.
/// @source torchtitan at 2026-08-21: config/configs.py, trainer.py, components, tools/profiler.py
struct RecipeSection
{
    std::string_view table, member, type;
};
constexpr std::array sections {
    RecipeSection { "training", "training", "TrainingConfig" },
    RecipeSection { "parallelism", "parallelism", "ParallelismConfig" },
    RecipeSection { "compile", "compile", "CompileConfig" },
    RecipeSection { "checkpoint", "checkpoint", "CheckpointManager.Config" },
    RecipeSection { "metrics", "metrics", "MetricsProcessor.Config" },
    RecipeSection { "profiling", "profiler", "Profiler.Config" },
};

/// Keys of those tables that are said in another place or in other units, or that hold what later
/// sources do anyway (titanRecipeObstacle() knows the values that they do not have).
constexpr std::array<std::string_view, 10> respelt { "local_batch_size", "global_batch_size",
    "seq_len", "dataset", "dataset_path", "pipeline_parallel_microbatch_size",
    "enable_async_tensor_parallel", "context_parallel_rotate_method",
    "expert_tensor_parallel_degree", "expert_parallel_comm_backend" };

using Values = std::vector<std::pair<std::string, std::string>>;

const TitanTable *tableOf(const std::vector<TitanTable> &tables, std::string_view name)
{
    const auto table = std::ranges::find(tables, name, &TitanTable::name);
    return table == tables.end() ? nullptr : &*table;
}

const Document *valueOf(
    const std::vector<TitanTable> &tables, std::string_view table, std::string_view key)
{
    const TitanTable *const found = tableOf(tables, table);
    if (!found)
        return nullptr;
    const auto value
        = std::ranges::find(found->values, key, &std::pair<std::string, Document>::first);
    return value == found->values.end() ? nullptr : &value->second;
}

std::string textOf(
    const std::vector<TitanTable> &tables, std::string_view table, std::string_view key)
{
    const Document *const value = valueOf(tables, table, key);
    return value ? value->text() : std::string();
}

bool isOn(const std::vector<TitanTable> &tables, std::string_view table, std::string_view key)
{
    const Document *const value = valueOf(tables, table, key);
    return value && value->boolean();
}

std::string pythonValue(const Document &value)
{
    if (value.isSequence()) {
        std::string list;
        for (const Document &item : value.items())
            list += (list.empty() ? "" : ", ") + pythonValue(item);
        return '[' + list + ']';
    }
    switch (value.kind()) {
    case Document::Kind::Boolean:
        return value.boolean() ? "True" : "False";
    case Document::Kind::Integer:
        return std::to_string(value.integer());
    case Document::Kind::Real:
        return fmt::format("{}", value.number());
    default:
        // The head of the model was renamed.
        return value.text() == "output" ? "\"lm_head\"" : tomlString(value.text());
    }
}

std::string callText(std::string_view type, const Values &values, int depth = 1)
{
    const std::string indent(static_cast<std::size_t>(depth) * 4, ' ');
    if (values.empty())
        return fmt::format("{}()", type);
    std::string text = fmt::format("{}(\n", type);
    for (const auto &[name, value] : values)
        text += fmt::format("{}    {}={},\n", indent, name, value);
    return text + indent + ")";
}

/// Low precision as a converter of later sources; empty: none.
std::string precisionConverter(const std::vector<TitanTable> &tables)
{
    const std::string compiled = isOn(tables, "compile", "enable") ? "True" : "False";
    for (const auto &[table, type] : { std::pair { "quantize.linear.mx", "MXFP8LinearConverter" },
             std::pair { "quantize.linear.nvfp4", "NVFP4LinearConverter" } })
        if (tableOf(tables, table))
            return fmt::format(
                "{}.Config(fqns=[\"layers\"], model_compile_enabled={})", type, compiled);
    const TitanTable *const scaled = tableOf(tables, "quantize.linear.float8");
    if (!scaled)
        return {};
    Values values;
    for (const auto &[key, value] : scaled->values)
        values.emplace_back(key, pythonValue(value));
    values.emplace_back("model_compile_enabled", compiled);
    return callText("Float8LinearConverter.Config", values, 2);
}

/// What torchtitan calls the linear layers that get adapters.
/// @source torchtitan at 2026-08-21, models/common/attention.py (FusedQKVLinear, QKVLinear),
///   feed_forward.py, models/deepseek_v3/model.py
std::vector<std::string_view> adaptedLayers(const LaunchSpec &spec, const TitanModel &model)
{
    std::vector<std::string_view> names;
    const Tuning &tuning = *spec.plan().tuning;
    const auto add = [&](TuningTarget target, std::initializer_list<std::string_view> layers) {
        if (tuning.adapts(target))
            names.insert(names.end(), layers);
    };
    if (spec.model().mla) {
        add(TuningTarget::Query, { "wq", "wq_a", "wq_b" });
        add(TuningTarget::Key, { "wkv_a", "wkv_b" });
    } else if (model.name == "qwen3") {
        add(TuningTarget::Query, { "wq" });
        add(TuningTarget::Key, { "wkv" });
    } else {
        add(TuningTarget::Key, { "wqkv" });
    }
    add(TuningTarget::Output, { "wo" });
    add(TuningTarget::Gate, { "w1" });
    add(TuningTarget::Down, { "w2" });
    add(TuningTarget::Up, { "w3" });
    return names;
}

/// Adapters as a converter; empty: none.
std::string adapterConverter(const LaunchSpec &spec, const TitanModel &model)
{
    const Tuning &tuning = *spec.plan().tuning;
    if (!tuning.isAdapted())
        return {};
    std::string names;
    for (const std::string_view name : adaptedLayers(spec, model))
        names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name);
    return fmt::format("LoRAConverter.Config(rank={}, alpha={:#}, target_modules=[{}])",
        tuning.rank, alphaByRank(tuning), names);
}

/// Converters of later sources, low precision ahead of adapters; empty: none.
std::string convertersText(
    const LaunchSpec &spec, const std::vector<TitanTable> &tables, const TitanModel &model)
{
    std::string text;
    for (const std::string &converter :
        { precisionConverter(tables), adapterConverter(spec, model) })
        if (!converter.empty())
            text += (text.empty() ? "" : ",\n        ") + converter;
    return text.empty() ? text : "[\n        " + text + "\n    ]";
}

Values sectionValues(
    const LaunchSpec &spec, const std::vector<TitanTable> &tables, const RecipeSection &section)
{
    const auto sequence = spec.plan().workload.sequenceLength;
    Values values;
    if (section.table == "training")
        values = { { "max_context_length", std::to_string(sequence) },
            { "num_tokens_per_microbatch_per_dp_rank",
                std::to_string(static_cast<std::int64_t>(spec.batch.micro) * sequence) },
            { "num_tokens_per_train_step", std::to_string(spec.batch.global * sequence) },
            // On by default since, refused with pipelines and most dispatchers; v0.2.2 has none.
            { "disable_cuda_graphs", "True" } };
    if (const TitanTable *const table = tableOf(tables, section.table))
        for (const auto &[key, value] : table->values)
            if (std::ranges::find(respelt, key) == respelt.end())
                values.emplace_back(key, pythonValue(value));
    if (section.table == "checkpoint" && isAdapted(spec.plan())) {
        // Without MODEL the weights lie beside the tokenizer, in hf_assets_path.
        values.emplace_back("initial_load_path", "os.environ.get(\"MODEL\")");
        values.emplace_back("initial_load_in_hf", "True");
    }
    if (section.table == "parallelism" && spec.degrees.pipeline > 1)
        values.emplace_back("num_pp_microbatches", std::to_string(spec.batch.pipelineMicroBatches));
    if (section.table == "compile" && isOn(tables, "parallelism", "enable_async_tensor_parallel"))
        values.emplace_back("enable_async_tensor_parallel", "True");
    return values;
}

/// torchtitan's class; None has none.
std::string_view checkpointClass(TitanCheckpoint kept)
{
    return kept == TitanCheckpoint::Selective ? "SelectiveAC" : "FullAC";
}

std::string importsText(
    const LaunchSpec &spec, const std::vector<TitanTable> &tables, const TitanModel &model)
{
    std::string text
        = "from torchtitan.components.checkpointer import CheckpointManager\n"
          "from torchtitan.components.data import ConcatThenSplitPackingConfig, GrainDataLoader\n"
        + std::string(
            isAdapted(spec.plan()) ? "from torchtitan.components.lora import LoRAConverter\n" : "")
        + "from torchtitan.components.loss import CrossEntropyLoss\n"
          "from torchtitan.components.metrics import MetricsProcessor\n"
          "from torchtitan.components.optimizer import LRSchedulersContainer, default_adamw\n";
    if (tableOf(tables, "quantize.linear.mx"))
        text += "from torchtitan.components.quantization import MXFP8LinearConverter\n";
    if (tableOf(tables, "quantize.linear.nvfp4"))
        text += "from torchtitan.components.quantization import NVFP4LinearConverter\n";
    if (tableOf(tables, "quantize.linear.float8"))
        text += "from torchtitan.components.quantization import Float8LinearConverter\n";
    text += "from torchtitan.components.validate import Validator\n"
            "from torchtitan.config import CompileConfig, ParallelismConfig, TrainingConfig\n";
    if (const TitanCheckpoint kept = titanCheckpoint(spec); kept != TitanCheckpoint::None)
        text += fmt::format(
            "from torchtitan.distributed.activation_checkpoint import {}\n", checkpointClass(kept));
    text += "from torchtitan.hf_datasets.text_datasets import DATASETS\n";
    if (model.id.empty())
        text += fmt::format("from torchtitan.models import {} as family\n", model.name);
    text += "from torchtitan.models.common.config_utils import decoder_vocab_size\n";
    text += fmt::format("from torchtitan.models.{0} import model_registry\n"
                        "from torchtitan.models.{0}.config_registry import {1}\n",
        model.name, model.recipe);
    return text + "from torchtitan.tools.profiler import Profiler\n";
}

/// The model with its converters; the registry's configuration may convert it otherwise.
std::string modelText(
    const LaunchSpec &spec, const std::vector<TitanTable> &tables, const TitanModel &model)
{
    const std::string converters = convertersText(spec, tables, model);
    Values values;
    if (const std::string dispatcher
        = textOf(tables, "parallelism", "expert_parallel_comm_backend");
        !dispatcher.empty())
        values.emplace_back("moe_comm_backend", tomlString(dispatcher));
    const bool isOwnShape = model.id.empty();
    std::string text;
    if (!converters.empty())
        text += "    converters = " + converters + '\n';
    if (!converters.empty() && !isOwnShape)
        values.emplace_back("converters", "converters");
    text += fmt::format("    config.model_spec = model_registry({}", tomlString(model.flavor));
    for (const auto &[name, value] : values)
        text += fmt::format(", {}={}", name, value);
    text += ")\n";
    if (isOwnShape)
        text += "    config.model_spec.model = shape()\n";
    if (isOwnShape && !converters.empty())
        text += "    for converter in converters:\n"
                "        config.model_spec.model = "
                "converter.build().convert(config.model_spec.model)\n";
    return text;
}

std::string dataText(const std::vector<TitanTable> &tables)
{
    std::string text = fmt::format(
        "    data = DATASETS[{}]\n", tomlString(textOf(tables, "training", "dataset")));
    if (const std::string path = textOf(tables, "training", "dataset_path"); !path.empty())
        text += fmt::format(
            "    data = replace(data, source=replace(data.source, path={}))\n", tomlString(path));
    return text
        + "    config.dataloader = GrainDataLoader.Config(\n"
          "        dataset=ConcatThenSplitPackingConfig(dataset=data)\n"
          "    )\n";
}

/// A table whose keys the later sources kept.
Values tableValues(const std::vector<TitanTable> &tables, std::string_view name)
{
    Values values;
    if (const TitanTable *const table = tableOf(tables, name))
        for (const auto &[key, value] : table->values)
            values.emplace_back(key, pythonValue(value));
    return values;
}

std::string activationCheckpointLine(TitanCheckpoint kept)
{
    if (kept == TitanCheckpoint::None)
        return "    config.activation_checkpoint = None\n";
    return fmt::format("    config.activation_checkpoint = {}.Config()\n", checkpointClass(kept));
}

std::string recipeText(
    const LaunchSpec &spec, const TitanModel &model, const std::vector<TitanTable> &tables)
{
    std::string text = introductionComment(spec)
        + "#\n# Recipe for torchtitan after v0.2.2 (written against the sources of 2026-08-21); a "
          "field that was\n# renamed since stops with its name. The README has the command.\n";
    if (isAdapted(spec.plan()))
        text += "import os\n";
    if (valueOf(tables, "training", "dataset_path"))
        text += "from dataclasses import replace\n";
    if (text.ends_with("import os\n") || text.ends_with("import replace\n"))
        text += '\n';
    text += importsText(spec, tables, model) + "\n\n";
    if (model.id.empty())
        text += titanShapeText(spec.model(), spec.plan().workload.sequenceLength);
    text += fmt::format("def plan():\n    config = {}()\n", model.recipe);
    const std::string assets = textOf(tables, "model", "hf_assets_path");
    text += fmt::format("    config.dump_folder = {}\n    config.hf_assets_path = {}\n",
        tomlString(textOf(tables, "job", "dump_folder")),
        tomlString(assets.empty() ? "./tests/assets/tokenizer" : assets));
    text += modelText(spec, tables, model);
    text += "    config.loss = CrossEntropyLoss.Config(\n"
            "        global_vocab_size=decoder_vocab_size(config.model_spec)\n"
            "    )\n";
    for (const RecipeSection &section : sections)
        text += fmt::format("    config.{} = {}\n", section.member,
            callText(section.type, sectionValues(spec, tables, section)));
    const TrainingDefaults defaults = titanDefaults(spec);
    text += fmt::format("    config.optimizer = default_adamw(\n"
                        "        lr={}, betas=({}, {}), weight_decay={}\n"
                        "    )\n",
        defaults.learningRate, defaults.beta1, defaults.beta2, defaults.weightDecay);
    text += fmt::format("    config.lr_scheduler = {}\n",
        callText("LRSchedulersContainer.Config", tableValues(tables, "lr_scheduler")));
    if (titanWants16BitStates(spec.resolved()))
        text += "    config.optimizer.implementation = \"fused_opt_states_bf16\"\n";
    text += "    config.validator = Validator.Config()\n";
    return text + dataText(tables) + activationCheckpointLine(titanCheckpoint(spec))
        + "    return config\n";
}

} // namespace

void addTitanRecipe(const LaunchSpec &spec, const TitanModel &model,
    const std::vector<TitanTable> &tables, ExportDraft &draft)
{
    constexpr const char *name = "headroom_recipe.py";
    if (model.recipe.empty())
        return draft.leaveOut(name,
            fmt::format("torchtitan's sources of 2026-08-21 have no configuration of {} {}",
                model.name, model.flavor));
    if (const TitanObstacle obstacle = titanRecipeObstacle(spec.resolved(), spec.degrees);
        !obstacle.field.empty())
        return draft.leaveOut(name,
            fmt::format("torchtitan's sources of 2026-08-21 {}: it would not train the same",
                obstacle.what));
    draft.add(name, recipeText(spec, model, tables),
        "the plan as a Python recipe for the sources of 2026-08-21");
    const RopeShape &rope = spec.model().rope;
    if (model.id.empty() && rope.base > 0 && rope.scaling != RopeScaling::None
        && rope.scaling != RopeScaling::Llama3)
        draft.note(fmt::format("torchtitan's Llama blocks scale rotary positions as Llama 3 does "
                               "or not at all: the model's scaling ({}) is left out. It changes "
                               "the loss, not the speed.",
            ropeScalingWords[static_cast<std::size_t>(rope.scaling)]));
    if (model.isLater)
        return; // run.sh starts it
    draft.note("headroom_recipe.py says what config.toml says, field by field; attention runs "
               "through FlexAttention there, the only kernel that those sources have for it.");
    draft.howToRun.push_back(
        fmt::format("With torchtitan's sources of 2026-08-21: `PYTHONPATH=/path/of/this/folder "
                    "torchrun … -m {} --module headroom_recipe --config plan`, with torchrun's "
                    "arguments as in run.sh.",
            titanProgram(spec)));
}

} // namespace headroom
