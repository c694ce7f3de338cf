#include "model/launch/common/adapter_scaling.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/common/torch_launch.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/torch/torchtitan_config.h"
#include "model/plan/job.h"

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

} // namespace

namespace {

/// Lets Python find the modules of this folder, after those of the working folder.
constexpr std::string_view ownModules
    = "export PYTHONPATH=\"${HERE}${PYTHONPATH:+:${PYTHONPATH}}\"\n\n";

void addTitanProgram(const LaunchSpec &spec, ExportDraft &draft)
{
    if (spec.job().checkpointEverySteps == 0)
        return;
    draft.addScript("train_torchtitan.py", introducedScript(spec, "train_torchtitan.py"),
        "torchtitan's program, which saves and ends ahead of the time limit of its job");
    draft.addScript("stop_time.py", introducedScript(spec, "stop_time.py"),
        "when train_torchtitan.py must end");
}

/// Files for v0.2.2: the TOML and what starts it.
void addTomlFiles(const LaunchSpec &spec, const std::vector<TitanTable> &tables, ExportDraft &draft)
{
    draft.add("config.toml", tomlText(spec, tables), "configuration for torchtitan v0.2.2");
    std::string text = shellStart(spec,
        "Trains with torchtitan v0.2.2, from the folder of its sources. Arguments "
        "are handed on: bash run.sh --training.steps 10");
    const std::string_view modules
        = spec.job().checkpointEverySteps > 0 ? ownModules : std::string_view("\n");
    text += shellFolder() + exportVariables(torchEnvironment(spec, false)) + std::string(modules)
        + torchLaunchArray(spec);
    text += fmt::format("exec python3 -m torch.distributed.run \"${{LAUNCH[@]}}\" \\\n"
                        "  -m {} --job.config_file \"${{HERE}}/config.toml\" \"$@\"\n",
        titanProgram(spec));
    draft.addScript("run.sh", text, "starts torchtitan on this node");
    draft.howToRun.push_back(
        "In a torchtitan v0.2.2 checkout: `bash /path/of/this/folder/run.sh` on each node "
        "(NODE_RANK and MASTER_ADDR set when there are several), or `sbatch job.sbatch`. "
        "COMM_MODE=fake_backend with NGPU set checks the configuration on one GPU.");
}

/// What starts the recipe where v0.2.2 does not have the shape.
void addRecipeRun(const LaunchSpec &spec, ExportDraft &draft)
{
    const std::string_view need = titanLaterNeed(spec.resolved()).what;
    std::string text = shellStart(spec,
        "Trains with torchtitan's sources of 2026-08-21, from their folder. Arguments are handed "
        "on.");
    text += shellFolder() + exportVariables(torchEnvironment(spec, false)) + std::string(ownModules)
        + torchLaunchArray(spec);
    text += fmt::format("exec python3 -m torch.distributed.run \"${{LAUNCH[@]}}\" \\\n"
                        "  -m {} --module headroom_recipe --config plan \"$@\"\n",
        titanProgram(spec));
    draft.addScript("run.sh", text, "starts torchtitan on this node");
    draft.leaveOut("config.toml",
        fmt::format("torchtitan v0.2.2, the last release that reads TOML, does not have {}",
            need.empty() ? "the shape" : need));
    draft.howToRun.push_back(
        "In a checkout of torchtitan's sources of 2026-08-21: `bash /path/of/this/folder/run.sh` "
        "on each node (NODE_RANK and MASTER_ADDR set when there are several), or `sbatch "
        "job.sbatch`.");
}

} // namespace

const char *titanProgram(const LaunchSpec &spec)
{
    return spec.job().checkpointEverySteps > 0 ? "train_torchtitan" : "torchtitan.train";
}

void renderTorchtitan(const LaunchSpec &spec, ExportDraft &draft)
{
    const TitanModel *shipped = titanModel(spec.resolved());
    TitanModel model = shipped ? *shipped : TitanModel { "", "llama3", "8B", "llama3_8b", true };
    model.isLater = model.isLater || !titanLaterNeed(spec.resolved()).what.empty();
    const std::vector<TitanTable> tables = titanTables(spec, model, draft);
    if (model.isLater)
        addRecipeRun(spec, draft);
    else
        addTomlFiles(spec, tables, draft);
    addTitanProgram(spec, draft);
    addTorchJob(spec, draft);
    draft.note(trainingDefaultsNote(titanDefaults(spec)));
    // @source torchtitan v0.2.2, config/job_config.py (Checkpoint.interval, folder)
    if (!spec.isBenchmark())
        draft.note(fmt::format("torchtitan goes on from the newest checkpoint in {}; another "
                               "folder begins anew.{}",
            markdownCode(spec.job().checkpointFolder.empty() ? "outputs/checkpoint"
                                                             : spec.job().checkpointFolder),
            spec.job().checkpointEverySteps > 0
                ? ""
                : " It saves every 500 steps by its own default; `job.checkpoint_every_steps` of "
                  "the plan says otherwise."));
    if (spec.job().tokenizer.empty())
        draft.note(
            "The tokenizer is the one of torchtitan's tests until `job.tokenizer` of the plan "
            "names a folder with another.");
    if (isAdapted(spec.plan()))
        draft.note(fmt::format(
            "The frozen weights come from MODEL, an absolute path of a folder of Hugging Face's "
            "format, else from the folder of the tokenizer. alpha is {} and there is no dropout: a "
            "plan has neither. Where torchtitan fuses query, key and value, they "
            "share "
            "one pair of adapters, and the plan counts one each.",
            spec.plan().tuning->rankStabilized
                ? "16 times the root of the rank, which torchtitan divides by the rank,"
                : "2 times the rank"));
    addTitanRecipe(spec, model, tables, draft);
}

} // namespace headroom
