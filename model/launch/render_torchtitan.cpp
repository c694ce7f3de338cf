#include "model/launch/export_targets.h"
#include "model/launch/maxtext_launch.h"
#include "model/launch/script_text.h"
#include "model/launch/shell_text.h"
#include "model/launch/torch_launch.h"
#include "model/launch/torchtitan_config.h"

#include <fmt/format.h>

#include <algorithm>

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

/// "llama3_8b" from llama3 and 8B: the function that makes the configuration of a flavor.
std::string registryFunction(const TitanModel &model)
{
    std::string name = fmt::format("{}_{}", model.name, model.flavor);
    for (char &c : name) {
        if (c == '.' || c == '-')
            c = '_';
        else if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return name;
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

std::string recipeText(const LaunchSpec &spec, const TitanModel &model)
{
    const Plan &plan = spec.plan();
    const TitanDegrees degrees = titanDegrees(spec);
    const std::string function = registryFunction(model);
    const std::int64_t sequence = plan.workload.sequenceLength;
    const bool isPipelined = plan.parallelism.pipeline > 1;
    std::string text = introductionComment(spec)
        + "#\n# Recipe for torchtitan after v0.2.2 (written against the sources of 2026-08-21). "
          "The folder of\n"
          "# this file must be importable as a model package's config_registry, or its function be "
          "called by\n"
          "# yours; a field that was renamed since stops with its name.\n"
          "from torchtitan.distributed.activation_checkpoint import FullAC, SelectiveAC  # noqa: "
          "F401\n";
    text += fmt::format(
        "from torchtitan.models.{}.config_registry import {}\n\n\n", model.name, function);
    text += "def put(section, **values):\n"
            "    for name, value in values.items():\n"
            "        if not hasattr(section, name):\n"
            "            raise AttributeError(f\"{type(section).__qualname__} has no {name}: "
            "another torchtitan\")\n"
            "        setattr(section, name, value)\n\n\n";
    std::string name = spec.slug;
    std::replace(name.begin(), name.end(), '-', '_');
    text += fmt::format("def {}():\n    config = {}()\n", name, function);
    std::vector<std::pair<std::string, std::string>> training { { "max_context_length",
                                                                    std::to_string(sequence) },
        { "num_tokens_per_microbatch_per_dp_rank",
            std::to_string(static_cast<std::int64_t>(spec.batch.micro) * sequence) },
        { "num_tokens_per_train_step", std::to_string(spec.batch.global * sequence) } };
    if (spec.steps() > 0)
        training.push_back({ "steps", std::to_string(spec.steps()) });
    text += putCall("training", training);
    std::vector<std::pair<std::string, std::string>> parallelism {
        { "data_parallel_replicate_degree", std::to_string(degrees.replicate) },
        { "data_parallel_shard_degree", std::to_string(degrees.shard) },
        { "tensor_parallel_degree", std::to_string(plan.parallelism.tensor) },
        { "context_parallel_degree", std::to_string(plan.parallelism.context) },
        { "pipeline_parallel_degree", std::to_string(plan.parallelism.pipeline) },
        { "expert_parallel_degree", std::to_string(plan.parallelism.expert) },
        { "fsdp_reshard_after_forward", tomlString(degrees.reshard) }
    };
    if (isPipelined) {
        parallelism.push_back(
            { "num_pp_microbatches", std::to_string(spec.batch.pipelineMicroBatches) });
        parallelism.push_back({ "pipeline_parallel_schedule",
            plan.parallelism.chunks > 1 ? "\"Interleaved1F1B\"" : "\"1F1B\"" });
    }
    text += putCall("parallelism", parallelism);
    text += putCall("compile", { { "enable", plan.options.compile ? "True" : "False" } });
    if (spec.isBenchmark())
        text += putCall("checkpoint", { { "enable", "False" } })
            + putCall("metrics", { { "log_freq", "1" } });
    return text + activationCheckpointLine(spec) + "    return config\n";
}

} // namespace

void renderTorchtitan(const LaunchSpec &spec, ExportDraft &draft)
{
    const TitanModel *model = titanModel(spec);
    if (!model)
        return draft.refuse("model", { "torchtitan-flavor", { displayLine(spec.model().id, 60) } });
    const std::vector<TitanTable> tables = titanTables(spec, *model, draft);
    draft.add("config.toml", tomlText(spec, tables), "configuration for torchtitan v0.2.2");
    draft.add("headroom_recipe.py", recipeText(spec, *model),
        "the same as a Python recipe for later releases");
    std::string text = shellStart(spec,
        "Trains with torchtitan v0.2.2, from the folder of its sources. Arguments "
        "are handed on: bash run.sh --training.steps 10");
    text += shellFolder() + exportVariables(torchEnvironment(spec, false)) + '\n'
        + torchLaunchArray(spec);
    text += "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n"
            "  -m torchtitan.train --job.config_file \"${HERE}/config.toml\" \"$@\"\n";
    draft.addScript("run.sh", text, "starts torchtitan on this node");
    addTorchJob(spec, draft);
    addMachineChecks(spec, draft);
    draft.note(fmt::format(
        "Learning rate {} and its schedule are placeholders: a plan has none. The tokenizer is "
        "the one of torchtitan's tests until model.hf_assets_path names another.",
        placeholderLearningRate));
    draft.howToRun.push_back(
        "In a torchtitan v0.2.2 checkout: `bash /path/of/this/folder/run.sh` on each node "
        "(NODE_RANK and MASTER_ADDR set when there are several), or `sbatch job.sbatch`. "
        "COMM_MODE=fake_backend with NGPU set checks the configuration on one GPU.");
    draft.howToRun.push_back("With a later release use headroom_recipe.py.");
}

} // namespace headroom
