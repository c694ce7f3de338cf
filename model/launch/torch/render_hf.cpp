#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/launch/common/plain_options.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/common/torch_launch.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/torch/deepspeed_config.h"
#include "model/launch/torch/hf_script.h"
#include "model/launch/torch/peft_script.h"
#include "model/launch/torch/sequence_split.h"
#include "model/launch/torch/tuning_tool.h"
#include "model/plan/job.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

void addTrainerOptimizer(const LaunchSpec &spec, ArgumentGroups &arguments)
{
    const OptimizerName name
        = trainerOptimizer(spec.resolved().optimizer(), spec.plan().options.pagedOptimizer);
    arguments.option("--optim", std::string(name.name));
    if (!name.arguments.empty())
        arguments.option("--optim_args", std::string(name.arguments));
}

} // namespace

void addTrainerArguments(
    const LaunchSpec &spec, Sharder sharder, ArgumentGroups &arguments, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const bool isWhole = spec.resolved().rematKind() == RematKind::Whole;
    arguments.start("TRAIN");
    arguments.option("--per_device_train_batch_size", static_cast<std::int64_t>(spec.batch.micro));
    arguments.option("--gradient_accumulation_steps", spec.batch.accumulation);
    arguments.option("--gradient_checkpointing", isWhole ? "false" : "true");
    const bool isMixed = usesMixedPrecision(plan, sharder);
    const NumberFormat compute = plan.precision.compute;
    arguments.option("--bf16", isMixed && compute == NumberFormat::Bf16 ? "true" : "false");
    arguments.option("--fp16", isMixed && compute == NumberFormat::Fp16 ? "true" : "false");
    addTrainerOptimizer(spec, arguments);
    const TrainingDefaults defaults = hfDefaults(spec);
    arguments.option("--learning_rate", defaults.learningRate);
    arguments.option("--lr_scheduler_type", "cosine");
    arguments.option("--warmup_steps", defaults.warmupSteps);
    if (isAdam(spec.resolved().optimizer().id)) {
        arguments.option("--adam_beta1", defaults.beta1);
        arguments.option("--adam_beta2", defaults.beta2);
        arguments.option("--weight_decay", defaults.weightDecay);
    }
    arguments.option("--max_grad_norm", "1.0");
    if (spec.steps() > 0)
        arguments.option("--max_steps", spec.steps());
    for (const PlainOption &option : plainOptions(plan, Framework::HuggingFace))
        arguments.option("--" + option.name, option.text);
    if (usesLiger(spec, true, draft))
        arguments.option("--use_liger_kernel", "true");
    arguments.option("--logging_steps", 1);
    // One rank that reads for all would give every tensor group the same sequences.
    // @source accelerate 1.14, data_loader.py, prepare_data_loader()
    if (spec.degrees.tensor > 1)
        arguments.option("--accelerator_config", "{\"dispatch_batches\": false}");
    const Job &job = spec.job();
    if (const std::int64_t rows = evaluatedRows(spec); rows > 0) {
        arguments.option("--per_device_eval_batch_size", rows);
        arguments.option("--eval_strategy", "steps");
        arguments.option("--eval_steps", evaluationSteps(spec));
    }
    if (job.checkpointEverySteps > 0) {
        arguments.option("--save_strategy", "steps");
        arguments.option("--save_steps", job.checkpointEverySteps);
    }
    if (job.keepCheckpoints > 0 && !spec.isBenchmark())
        arguments.option("--save_total_limit", job.keepCheckpoints);
    if (spec.isBenchmark()) {
        arguments.option("--save_strategy", "no");
        arguments.option("--report_to", "none");
    }
}

namespace {

/// What cuts weights and state.
std::string shardingLines(Sharder sharder, const LaunchSpec &spec)
{
    if (sharder == Sharder::None)
        return "SHARD=()\n\n";
    if (sharder == Sharder::DeepSpeed)
        return "SHARD=(--deepspeed \"${HERE}/ds_config.json\")\n\n";
    return fmt::format(
        "SHARD=(--fsdp \"{}\" --fsdp_config \"${{HERE}}/fsdp_config.json\")\n\n", fsdpWords(spec));
}

std::string runScript(const LaunchSpec &spec, const ArgumentGroups &arguments, bool hasScript)
{
    std::string text = shellStart(spec,
        trainsAdapters(spec)
            ? "Starts train.py, which trains adapters: MODEL=... DATA=... bash run.sh"
            : "Starts a script that reads Hugging Face's TrainingArguments: "
              "TRAIN_SCRIPT=mine.py bash run.sh --its-own-options");
    std::vector<LaunchFlag> variables = torchEnvironment(spec, true);
    for (LaunchFlag &variable : accelerateVariables(spec))
        variables.push_back(std::move(variable));
    text += shellFolder() + exportVariables(variables) + '\n' + torchLaunchArray(spec);
    text += arguments.arrays();
    text += trainerPaths(spec);
    text += shardingLines(trainerSharder(spec), spec);
    text += "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n"
            "  "
        + trainingScriptWord(hasScript) + ' ' + trainerOutput(spec) + " \\\n  "
        + arguments.expansion() + " \"${SHARD[@]}\" \"$@\"\n";
    return text;
}

} // namespace

void renderHfTrainer(const LaunchSpec &spec, ExportDraft &draft)
{
    const Sharder sharder = trainerSharder(spec);
    tellSequenceSplit(spec, draft);
    tellSharder(spec, sharder, draft);
    ArgumentGroups arguments;
    addTrainerArguments(spec, sharder, arguments, draft);
    if (trainsAdapters(spec))
        addPeftScript(spec, draft);
    if (sharder == Sharder::DeepSpeed)
        draft.add("ds_config.json",
            writeJson(deepspeedConfig(spec, DeepSpeedNumbers::Trainer, draft)) + "\n",
            "DeepSpeed configuration; auto means that the Trainer's argument decides");
    else if (sharder != Sharder::None)
        draft.add("fsdp_config.json", writeJson(fsdpConfig(spec)) + "\n",
            "FSDP's configuration for the Trainer");
    const bool isAdapted = trainsAdapters(spec);
    const bool hasScript = isAdapted || addTrainingScript(spec, "train_trainer.py", draft);
    addTrainingRun(spec, runScript(spec, arguments, hasScript), draft);
    if (hasScript)
        addTrainerResume(spec, FileReader::Framework, draft);
    if (!isAdapted && sharder != Sharder::None)
        draft.add("accelerate.yaml", accelerateYaml(spec),
            "the same for `accelerate launch`; the Trainer's arguments are those of run.sh");
    addTorchJob(spec, draft);
    const Plan &plan = spec.plan();
    const RematKind kind = spec.resolved().rematKind();
    if (kind != RematKind::Whole && !isFullRemat(kind))
        draft.lose("remat.policy", plan.remat.policy,
            "the Trainer recomputes every layer or none: gradient checkpointing is on, which takes "
            "less memory and more time than the plan");
    draft.note(trainingDefaultsNote(hfDefaults(spec)) + " The Trainer's cosine ends at 0.");
    if (!hasScript)
        draft.note("Model, data and sequence length are your script's own business.");
    if (spec.isBenchmark())
        draft.note(
            "Benchmark: give the script synthetic data; nothing is saved, every step is logged.");
    draft.howToRun.push_back(trainingStart(spec));
}

} // namespace headroom
