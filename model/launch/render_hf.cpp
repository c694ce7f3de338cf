#include "model/launch/deepspeed_config.h"
#include "model/launch/export_targets.h"
#include "model/launch/maxtext_launch.h"
#include "model/launch/script_text.h"
#include "model/launch/torch_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

struct OptimizerRow
{
    std::string_view plan;
    std::string_view name;
    std::string_view arguments;
};
constexpr std::array optimizers {
    OptimizerRow { "adamw", "adamw_torch_fused", "" },
    OptimizerRow { "adamw_bf16", "adamw_anyprecision",
        "use_kahan_summation=True,momentum_dtype=bfloat16,variance_dtype=bfloat16" },
    OptimizerRow { "adamw_8bit", "adamw_bnb_8bit", "" },
    OptimizerRow { "lion", "lion_32bit", "" },
    OptimizerRow { "sgd_momentum", "sgd", "momentum=0.9" },
    OptimizerRow { "adafactor", "adafactor", "" },
};

void addOptimizer(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const std::string &plan = spec.plan().optimizer;
    const auto row = std::find_if(optimizers.begin(), optimizers.end(),
        [&](const OptimizerRow &o) { return o.plan == plan; });
    if (row == optimizers.end())
        return draft.refuse({ "no-optimizer", { Message { "hf-trainer" }, plan } });
    arguments.option("--optim", std::string(row->name));
    if (!row->arguments.empty())
        arguments.option("--optim_args", std::string(row->arguments));
}

void addTraining(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    arguments.start("TRAIN");
    arguments.option("--per_device_train_batch_size", static_cast<std::int64_t>(spec.batch.micro));
    arguments.option("--gradient_accumulation_steps", spec.batch.accumulation);
    arguments.option(
        "--gradient_checkpointing", plan.remat.policy == "no_recompute" ? "false" : "true");
    arguments.option("--bf16", plan.precision.compute == "bf16" ? "true" : "false");
    arguments.option("--fp16", plan.precision.compute == "fp16" ? "true" : "false");
    addOptimizer(spec, arguments, draft);
    arguments.option("--learning_rate", placeholderLearningRate);
    arguments.option("--max_grad_norm", "1.0");
    if (spec.steps() > 0)
        arguments.option("--max_steps", spec.steps());
    arguments.option("--torch_compile", plan.options.compile ? "true" : "false");
    arguments.option("--logging_steps", 1);
    if (spec.isBenchmark()) {
        arguments.option("--save_strategy", "no");
        arguments.option("--report_to", "none");
    }
    if (plan.precision.recipe != "none" && !plan.precision.recipe.empty())
        draft.refuse(
            { "no-low-precision-recipe", { Message { "hf-trainer" }, plan.precision.recipe } });
}

std::string runScript(const LaunchSpec &spec, const ArgumentGroups &arguments)
{
    std::string text = shellStart(spec,
        "Starts a script that reads Hugging Face's TrainingArguments: "
        "TRAIN_SCRIPT=train.py bash run.sh --its-own-options");
    text += shellFolder() + exportVariables(torchEnvironment(spec, true)) + '\n'
        + torchLaunchArray(spec);
    text += arguments.arrays();
    text += "# DeepSpeed by default; SHARDING=fsdp uses PyTorch's own instead.\n"
            "if [[ \"${SHARDING:-deepspeed}\" == fsdp ]]; then\n"
            "  SHARD=(--fsdp \"full_shard auto_wrap\")\n"
            "else\n"
            "  SHARD=(--deepspeed \"${HERE}/ds_config.json\")\n"
            "fi\n\n"
            "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n"
            "  \"${TRAIN_SCRIPT:?your training script}\" --output_dir \"${OUT_DIR:-output}\" \\\n  "
        + arguments.expansion() + " \"${SHARD[@]}\" \"$@\"\n";
    return text;
}

} // namespace

void renderHfTrainer(const LaunchSpec &spec, ExportDraft &draft)
{
    refuseAxesBeyondZero(spec, Message { "hf-trainer" }, draft);
    ArgumentGroups arguments;
    addTraining(spec, arguments, draft);
    draft.add("ds_config.json",
        writeJson(deepspeedConfig(spec, DeepSpeedNumbers::Trainer, draft)) + "\n",
        "DeepSpeed configuration; auto means that the Trainer's argument decides");
    draft.addScript(
        "run.sh", runScript(spec, arguments), "starts your training script on this node");
    addTorchJob(spec, draft);
    addMachineChecks(spec, draft);
    const Plan &plan = spec.plan();
    if (plan.remat.policy != "no_recompute" && plan.remat.policy != "full")
        draft.note("The Trainer recomputes every layer or none: gradient checkpointing is on, "
                   "which takes less "
                   "memory and more time than the plan.");
    draft.note(fmt::format(
        "Model, data and sequence length ({}) are the script's own business; learning rate {} is a "
        "placeholder.",
        plan.workload.sequenceLength, placeholderLearningRate));
    if (spec.isBenchmark())
        draft.note(
            "Benchmark: give the script synthetic data; nothing is saved, every step is logged.");
    draft.howToRun.push_back(
        "`TRAIN_SCRIPT=… bash run.sh` on each node (NODE_RANK and MASTER_ADDR set when there are "
        "several), or `TRAIN_SCRIPT=… sbatch job.sbatch`.");
}

} // namespace headroom
