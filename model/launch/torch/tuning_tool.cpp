#include "model/launch/torch/tuning_tool.h"

#include "model/base/text/plain_number.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/frameworks/transformers/adapted_modules.h"
#include "model/frameworks/transformers/huggingface_config.h"
#include "model/launch/common/adapter_scaling.h"
#include "model/launch/common/plain_options.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/common/torch_launch.h"
#include "model/launch/torch/deepspeed_config.h"
#include "model/launch/torch/peft_script.h"
#include "model/launch/torch/sequence_split.h"
#include "model/plan/job.h"
#include "model/plan/tuning.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// Where checkpoints go in a plan that names no folder.
const std::string defaultOutput = "output";

/// Whether run.sh makes the data.
bool usesSyntheticData(const LaunchSpec &spec, const TuningTool &tool)
{
    return spec.job().dataPath.empty() && !(tool.makesBenchmarkData && spec.isBenchmark());
}

/// The line of run.sh that makes data where the plan names none: a document for each sequence of a
/// few steps, and again from the first when they are through.
std::string dataLine(const LaunchSpec &spec, const TuningTool &tool)
{
    if (!usesSyntheticData(spec, tool))
        return {};
    constexpr std::int64_t maxRows = 2048;
    const Workload &workload = spec.plan().workload;
    const auto words = static_cast<std::int64_t>(
        documentTokens(workload.packing, static_cast<double>(workload.sequenceLength)));
    const std::int64_t rows = std::clamp<std::int64_t>(4 * spec.batch.global, 16, maxRows);
    return fmt::format("python3 \"${{HERE}}/make_data.py\" {} {} {}\n", syntheticData, rows, words);
}

/// The lines of run.sh that let axolotl save a checkpoint ahead of the time limit: it looks for a
/// file after every step, saves where it is there, and trains on.
/// @source axolotl 0.18.0, src/axolotl/utils/callbacks/dynamic_checkpoint.py
std::string saveLines(const LaunchSpec &spec, const TuningTool &tool)
{
    if (!tool.savesWhenTold || spec.job().checkpointEverySteps == 0)
        return {};
    const Job job = spec.job();
    return fmt::format(
        "# job.sbatch sets STOP_AT: then axolotl saves once more (dynamic_checkpoint).\n"
        "if [[ -n \"${{STOP_AT:-}}\" && \"${{NODE_RANK:-0}}\" == 0 ]]; then\n"
        "  (\n"
        "    while kill -0 \"$$\" && (($(date +%s) < STOP_AT)); do\n"
        "      sleep 5\n"
        "    done\n"
        "    kill -0 \"$$\" && touch {}/axolotl_checkpoint.save\n"
        "  ) </dev/null >/dev/null 2>&1 &\n"
        "fi\n",
        shellQuote(job.checkpointFolder.empty() ? defaultOutput : job.checkpointFolder));
}

/// The lines of run.sh that set a checkpoint aside that broke amid saving: the tool would begin
/// with the newest, and stop. The workers of all nodes start after node 0 has done so.
/// @source transformers 4.57 and 5.0, trainer.py (_save_checkpoint writes trainer_state.json last);
///   trainer_utils.py (get_last_checkpoint); axolotl 0.18.0, src/axolotl/utils/train.py
std::string setAsideLines(const LaunchSpec &spec, const TuningTool &tool)
{
    const Job job = spec.job();
    if (tool.passesBrokenOver || job.checkpointEverySteps == 0)
        return {};
    return fmt::format(
        "# A checkpoint that broke amid saving is set aside.\n"
        "for FOLDER in {}/checkpoint-*; do\n"
        "  if [[ -d \"${{FOLDER}}\" && ! -e \"${{FOLDER}}/trainer_state.json\" ]]; then\n"
        "    mv -- \"${{FOLDER}}\" \"${{FOLDER%/*}}/broken-${{FOLDER##*-}}-$$\" || true\n"
        "  fi\n"
        "done\n",
        shellQuote(job.checkpointFolder.empty() ? defaultOutput : job.checkpointFolder));
}

std::string toolScript(const LaunchSpec &spec, const TuningTool &tool)
{
    std::string text = shellStart(spec,
        fmt::format("Starts {} {}: MODEL=... names another model or folder than {}.", tool.title,
            tool.release, tool.configFile));
    text += shellFolder() + exportVariables(torchEnvironment(spec, true)) + '\n'
        + torchLaunchArray(spec);
    text += fmt::format("MODEL_ARGUMENT=()\n"
                        "if [[ -n \"${{MODEL:-}}\" ]]; then\n"
                        "  MODEL_ARGUMENT=({}\"${{MODEL}}\")\n"
                        "fi\n"
                        "cd \"${{HERE}}\"\n"
                        "{}{}{}"
                        "exec python3 -m torch.distributed.run \"${{LAUNCH[@]}}\" {} \\\n"
                        "  {}{} \"${{MODEL_ARGUMENT[@]}}\" \"$@\"\n",
        tool.modelOption, dataLine(spec, tool), setAsideLines(spec, tool), saveLines(spec, tool),
        tool.program, tool.configOption, tool.configFile);
    return text;
}

} // namespace

std::optional<Refusal> reasonAgainstTool(
    const ResolvedPlan &resolved, std::string_view title, SwitchName switches)
{
    const Plan &plan = resolved.plan;
    if (const AdapterSwitch *row = unnamedSwitch(*plan.tuning, switches))
        return Refusal { std::string(row->path),
            { "no-switch", { std::string(title), std::string(row->path) } } };
    if (plan.workload.mode != WorkloadMode::Training)
        return Refusal { "workload.mode", { "needs-training" } };
    const auto axis = [&](const char *name, int degree) {
        return Refusal { std::string("parallelism.") + name,
            { "tool-no-axis", { std::string(title), std::string(name), std::to_string(degree) } } };
    };
    if (plan.parallelism.tensor > 1)
        return axis("tensor", plan.parallelism.tensor);
    return std::nullopt;
}

std::optional<Refusal> reasonAgainstWideBase(const ResolvedPlan &resolved, std::string_view title)
{
    if (!hasWideBase(resolved.plan))
        return std::nullopt;
    return Refusal { "tuning.base", { "tool-wide-base", { std::string(title) } } };
}

bool trainsPreferences(const LaunchSpec &spec)
{
    return spec.plan().tuning->objective == TuningObjective::Dpo;
}

namespace {

/// Rows of the data set that so many sequences are.
std::int64_t rowsOf(const LaunchSpec &spec, std::int64_t sequences)
{
    constexpr std::int64_t sequencesOfPair = 2;
    return trainsPreferences(spec) ? sequences / sequencesOfPair : sequences;
}

} // namespace

std::int64_t rowsPerDevice(const LaunchSpec &spec)
{
    return rowsOf(spec, static_cast<std::int64_t>(spec.batch.micro));
}

namespace {

std::string wholeName(const LaunchSpec &spec)
{
    const std::string &tokenizer = spec.plan().job->tokenizer;
    const bool isOnHub = std::ranges::count(tokenizer, '/') == 1 && tokenizer.front() != '/'
        && tokenizer.front() != '.';
    if (isOnHub)
        return tokenizer;
    if (std::string name = huggingFaceName(spec.model()); !name.empty())
        return name;
    return spec.model().id.empty() ? "REPLACE_WITH_MODEL" : spec.model().id;
}

} // namespace

std::string hubName(const LaunchSpec &spec)
{
    const BaseFormat base = storedBase(spec.plan());
    if (!isAdapted(spec.plan()) || !isPrequantised(base))
        return wholeName(spec);
    return wholeName(spec) + (base == BaseFormat::Gptq ? "-GPTQ" : "-AWQ");
}

std::optional<std::vector<std::string>> adaptedModuleNames(const LaunchSpec &spec)
{
    const Tuning &tuning = *spec.plan().tuning;
    const bool isEverything = tuning.adapts(TuningTarget::Attention)
        && tuning.adapts(TuningTarget::Mlp)
        && (!spec.model().moe || tuning.adapts(TuningTarget::Experts));
    const ModuleNames *modules = adaptedModules(spec.model());
    if (isEverything || !modules)
        return std::nullopt;
    std::vector<std::string> names;
    for (const bool isAttention : { true, false })
        for (const std::string_view name :
            adaptedNames(isAttention ? modules->attention : modules->mlp, isAttention, tuning))
            names.emplace_back(name);
    return names;
}

std::vector<std::string> adaptedTensors(const LaunchSpec &spec)
{
    std::vector<std::string> tensors;
    const ModuleNames *modules = adaptedModules(spec.model());
    if (modules && spec.model().moe && adapts(spec.plan(), TuningTarget::Experts))
        for (const std::string_view tensor : modules->expertTensors)
            if (!tensor.empty())
                tensors.emplace_back(tensor);
    return tensors;
}

std::string dataFileKind(std::string_view path)
{
    if (path.ends_with(".json") || path.ends_with(".jsonl"))
        return "json";
    if (path.ends_with(".parquet"))
        return "parquet";
    return path.ends_with(".txt") || path.ends_with(".text") ? "text" : "";
}

ToolOptimizer toolOptimizer(const LaunchSpec &spec)
{
    const OptimizerName name
        = trainerOptimizer(spec.resolved().optimizer(), spec.plan().options.pagedOptimizer);
    return { std::string(name.name), std::string(name.arguments) };
}

namespace {

/// What the tool starts: FSDP as the plan's estimate counts it, where the tool has it for weights
/// in 32 bits and for the plan's replicas.
Sharder toolSharder(const LaunchSpec &spec, const TuningTool &tool)
{
    const Sharder sharder = trainerSharder(spec);
    const bool isTaken = !isAll16Bit(spec.plan().precision)
        && (spec.plan().parallelism.data == 1 || tool.shardsInGroups);
    return sharder == Sharder::Fsdp1 && !isTaken ? Sharder::DeepSpeed : sharder;
}

} // namespace

void addToolSharding(const LaunchSpec &spec, const TuningTool &tool,
    std::vector<Document::Member> &settings, ExportDraft &draft)
{
    const Sharder sharder = toolSharder(spec, tool);
    if (sharder == Sharder::None || spec.plan().parallelism.context > 1)
        return; // the latter DeepSpeed would have to know of
    tellSharder(spec, sharder, draft);
    if (sharder == Sharder::Fsdp1) {
        for (Document::Member &setting : tool.fsdp(spec))
            settings.push_back(std::move(setting));
        return;
    }
    const std::string name
        = fmt::format("deepspeed_zero{}.json", deepspeedStage(spec.plan().options, spec.degrees));
    draft.add(name, writeJson(deepspeedConfig(spec, DeepSpeedNumbers::Trainer, draft)) + "\n",
        "DeepSpeed configuration; auto means that the tool's own settings decide");
    settings.emplace_back("deepspeed", name);
}

std::vector<Document::Member> trainerFsdp(const LaunchSpec &spec)
{
    return { { "fsdp", fsdpWords(spec) }, { "fsdp_config", fsdpConfig(spec) } };
}

std::int64_t evaluatedRows(const LaunchSpec &spec)
{
    const double sequences = spec.plan().workload.evaluation.microBatch;
    if (sequences < 1 || spec.isBenchmark())
        return 0;
    return std::max<std::int64_t>(rowsOf(spec, static_cast<std::int64_t>(sequences)), 1);
}

std::int64_t evaluationSteps(const LaunchSpec &spec)
{
    constexpr std::int64_t usualSteps = 500; // save_steps of TrainingArguments
    const std::int64_t steps = spec.job().checkpointEverySteps;
    return steps > 0 ? steps : usualSteps;
}

namespace {

/// What a run of training holds out of its data and evaluates.
void addEvaluation(
    const LaunchSpec &spec, const TuningTool &tool, std::vector<Document::Member> &settings)
{
    const std::int64_t rows = evaluatedRows(spec);
    if (rows == 0)
        return;
    if (!tool.evaluatedShare.empty())
        settings.emplace_back(std::string(tool.evaluatedShare), heldOutShare);
    settings.emplace_back(std::string(tool.evaluationKey), rows);
    settings.emplace_back("eval_strategy", "steps");
    settings.emplace_back("eval_steps", evaluationSteps(spec));
}

} // namespace

void addToolRunKeys(
    const LaunchSpec &spec, const TuningTool &tool, std::vector<Document::Member> &settings)
{
    addEvaluation(spec, tool, settings);
    const Job job = spec.job();
    const TrainingDefaults defaults = hfDefaults(spec, TrainingStart::Trained);
    settings.emplace_back("learning_rate", leadingNumber(defaults.learningRate));
    settings.emplace_back(std::string(tool.schedulerKey), "cosine");
    settings.emplace_back("warmup_steps", defaults.warmupSteps);
    if (isAdam(spec.resolved().optimizer().id)) {
        settings.emplace_back("adam_beta1", leadingNumber(defaults.beta1));
        settings.emplace_back("adam_beta2", leadingNumber(defaults.beta2));
        settings.emplace_back("weight_decay", leadingNumber(defaults.weightDecay));
    }
    settings.emplace_back("max_grad_norm", 1.0);
    if (spec.steps() > 0)
        settings.emplace_back("max_steps", spec.steps());
    for (PlainOption &option : plainOptions(spec.plan(), Framework::HuggingFace))
        settings.emplace_back(std::move(option.name), std::move(option.value));
    settings.emplace_back("logging_steps", 1);
    settings.emplace_back(
        "output_dir", job.checkpointFolder.empty() ? defaultOutput : job.checkpointFolder);
    if (job.checkpointEverySteps > 0) {
        settings.emplace_back("save_strategy", "steps");
        settings.emplace_back("save_steps", job.checkpointEverySteps);
        if (job.keepCheckpoints > 0)
            settings.emplace_back("save_total_limit", job.keepCheckpoints);
    } else {
        settings.emplace_back("save_strategy", "no");
    }
}

namespace {

/// The settings as YAML 1.1: a small learning rate would be text without a point.
std::string settingsText(const LaunchSpec &spec, std::vector<Document::Member> settings)
{
    std::string text = writeYaml(Document::mapping(std::move(settings)));
    const double rate = leadingNumber(hfDefaults(spec, TrainingStart::Trained).learningRate);
    const std::string line = "learning_rate: " + numberText(rate) + '\n';
    if (const std::size_t at = text.find(line); at != std::string::npos)
        text.replace(at, line.size(), "learning_rate: " + yamlNumber(rate) + '\n');
    return text;
}

} // namespace

void addToolFiles(const LaunchSpec &spec, const TuningTool &tool,
    std::vector<Document::Member> settings, ExportDraft &draft)
{
    draft.add(std::string(tool.configFile),
        introductionComment(spec)
            + fmt::format("#\n# Keys of {} {}: {}\n", tool.title, tool.release, tool.sources)
            + settingsText(spec, std::move(settings)),
        fmt::format("settings of {}", tool.title));
    draft.addScript("run.sh", toolScript(spec, tool), "starts the tool on this node");
    if (usesSyntheticData(spec, tool))
        draft.addScript("make_data.py", introducedScript(spec, "make_data.py"),
            "writes the data that the run starts with until yours are named");
    addTorchJob(spec, draft);
    if (spec.plan().attention == AttentionChoice::Flash)
        draft.settle("attention", nameOf(spec.plan().attention),
            "FlashAttention 2; which release runs is what is installed");
    const RematKind kind = spec.resolved().rematKind();
    if (kind != RematKind::Whole && !isFullRemat(kind))
        draft.lose("remat.policy", spec.plan().remat.policy,
            "the Trainer recomputes every layer or none: gradient checkpointing is on, which takes "
            "less memory and more time than the plan");
    draft.note(trainingDefaultsNote(hfDefaults(spec, TrainingStart::Trained))
        + " The Trainer's cosine ends at 0.");
    draft.note(fmt::format("The keys were checked against {} {}.", tool.title, tool.release));
    if (trainsAdapters(spec))
        draft.note(adapterScalingNote(*spec.plan().tuning));
    if (trainsAdapters(spec) && isPrequantised(storedBase(spec.plan())))
        draft.note(prequantisedNote);
    if (trainsPreferences(spec))
        draft.note("The data have the columns prompt, chosen and rejected; a batch counts the two "
                   "sequences of each pair, and the tool's own batch sizes count pairs.");
    if (usesSyntheticData(spec, tool))
        draft.note(fmt::format("The plan names no data, so run.sh makes sentences of random words, "
                               "{}, with the columns text, prompt, response, chosen, rejected and "
                               "messages: put yours in its place in {}, or set `job.data_path`.",
            syntheticData, tool.configFile));
    if (!spec.job().tokenizer.empty() && hubName(spec) != spec.job().tokenizer)
        draft.lose("job.tokenizer", spec.job().tokenizer, "the tokenizer is the model's own");
    if (spec.job().checkpointEverySteps == 0)
        draft.note("Nothing is saved: set `job.checkpoint_every_steps` of the plan for "
                   "checkpoints.");
    draft.howToRun.push_back(torchStart("MODEL=… ")
        + fmt::format("; without MODEL it trains {}.", markdownCode(hubName(spec))));
}

} // namespace headroom
