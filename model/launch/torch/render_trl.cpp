#include "model/frameworks/book/adapter_switches.h"
#include "model/frameworks/book/witness_text.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/frameworks/transformers/adapted_modules.h"
#include "model/launch/common/adapter_scaling.h"
#include "model/launch/common/script_text.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/torch/hf_script.h"
#include "model/launch/torch/peft_script.h"
#include "model/launch/torch/tuning_tool.h"
#include "model/plan/job.h"
#include "model/plan/tuning.h"

#include <utility>

namespace headroom {
namespace {

constexpr TuningTool trlTool { "TRL", "1.9.0",
    "huggingface/trl trl/trainer/sft_config.py, base_config.py, model_config.py, "
    "trl/scripts/utils.py (ScriptArguments), and transformers' TrainingArguments",
    "\"${HERE}/train_trl.py\"", "sft.yaml", "--config ", "--model_name_or_path ",
    "lr_scheduler_type", trainerFsdp, true, false, false, "", "per_device_eval_batch_size", true };

constexpr rule_rows::WitnessRow noSplit { "trl-no-split",
    { "huggingface/trl", "docs/source/distributing_training.md", "parallelism_config_cp_size", true,
        "v1.9.0" } };

void addTrlData(const LaunchSpec &spec, std::vector<Document::Member> &settings)
{
    const Plan &plan = spec.plan();
    const std::string path = spec.job().dataPath.empty() ? syntheticData : spec.job().dataPath;
    if (const std::string kind = dataFileKind(path); !kind.empty())
        settings.emplace_back("datasets",
            Document::sequence(
                { Document::mapping({ { "path", kind }, { "data_files", path } }) }));
    else
        settings.emplace_back("dataset_name", path);
    if (trainsPreferences(spec)) {
        settings.emplace_back("max_length", plan.workload.sequenceLength);
        settings.emplace_back("beta", preferenceBeta);
        return;
    }
    settings.emplace_back("dataset_text_field", "text");
    settings.emplace_back("max_length", plan.workload.sequenceLength);
    settings.emplace_back("packing", true);
    // bfd keeps documents apart; wrapped fills each sequence with one stream of tokens.
    settings.emplace_back("packing_strategy", plan.workload.packing.meanTokens ? "bfd" : "wrapped");
}

void addTrlAdapter(const LaunchSpec &spec, std::vector<Document::Member> &settings)
{
    const Tuning &tuning = *spec.plan().tuning;
    settings.emplace_back("use_peft", tuning.isAdapted());
    if (!tuning.isAdapted())
        return;
    settings.emplace_back("lora_r", tuning.rank);
    settings.emplace_back("lora_alpha", adapterAlpha(tuning));
    settings.emplace_back("lora_dropout", 0.0);
    addAdapterSwitches(tuning, &AdapterSwitch::trl, settings);
    if (const auto whole = trainedModules(spec.model(), tuning); !whole.empty())
        settings.emplace_back("lora_modules_to_save", Document::texts(whole));
    const std::vector<std::string> everything { "all-linear" };
    settings.emplace_back(
        "lora_target_modules", Document::texts(adaptedModuleNames(spec).value_or(everything)));
    if (const auto tensors = adaptedTensors(spec); !tensors.empty())
        settings.emplace_back("lora_target_parameters", Document::texts(tensors));
    settings.emplace_back("load_in_4bit", tuning.storedBase() == BaseFormat::Nf4);
    settings.emplace_back("load_in_8bit", tuning.storedBase() == BaseFormat::Int8);
}

} // namespace

std::optional<Refusal> reasonAgainstTrl(const ResolvedPlan &resolved)
{
    if (const int ranks = resolved.plan.parallelism.context; ranks > 1)
        return Refusal { "parallelism.context",
            seen({ noSplit.reason, { std::to_string(ranks) } }, noSplit.witness) };
    return reasonAgainstTool(resolved, trlTool.title, &AdapterSwitch::trl);
}

void renderTrl(const LaunchSpec &spec, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const bool isFused = usesLiger(spec, true, draft);
    std::vector<Document::Member> settings { { "model_name_or_path", hubName(spec) },
        { "dtype",
            !hasWideBase(plan) && (trainsAdapters(spec) || runsAloneIn16Bit(plan)) ? "bfloat16"
                                                                                   : "float32" },
        { "attn_implementation", transformersAttention(plan.attention) } };
    addTrlData(spec, settings);
    addTrlAdapter(spec, settings);
    if (evaluatedRows(spec) > 0
        && !dataFileKind(spec.job().dataPath.empty() ? syntheticData : spec.job().dataPath).empty())
        settings.emplace_back("test_split_size", heldOutShare);
    if (trainsPreferences(spec))
        settings.emplace_back("loss_type", Document::texts(std::vector<std::string> { "sigmoid" }));
    if (isFused)
        settings.emplace_back("use_liger_kernel", true);
    else if (!trainsPreferences(spec))
        settings.emplace_back("loss_type", "nll"); // TRL's own default computes it in chunks
    settings.emplace_back(
        "gradient_checkpointing", spec.resolved().rematKind() != RematKind::Whole);
    if (plan.options.offloadActivations)
        settings.emplace_back("activation_offloading", true);
    settings.emplace_back("per_device_train_batch_size", rowsPerDevice(spec));
    settings.emplace_back("gradient_accumulation_steps", spec.batch.accumulation);
    const ToolOptimizer optimizer = toolOptimizer(spec);
    settings.emplace_back("optim", optimizer.name);
    if (!optimizer.arguments.empty())
        settings.emplace_back("optim_args", optimizer.arguments);
    settings.emplace_back("bf16", plan.precision.compute == NumberFormat::Bf16);
    settings.emplace_back("fp16", plan.precision.compute == NumberFormat::Fp16);
    addToolSharding(spec, trlTool, settings, draft);
    if (spec.steps() == 0)
        settings.emplace_back("num_train_epochs", 1);
    addToolRunKeys(spec, trlTool, settings);
    settings.emplace_back("report_to", "none");
    addToolFiles(spec, trlTool, std::move(settings), draft);
    if (evaluatedRows(spec) > 0)
        draft.note(
            "Evaluated is the split `test` of the data (`dataset_test_split`), or of a file the "
            "share `test_split_size`. With Liger's kernels TRL makes no logits there: memory is "
            "below the estimate.");
    std::string program = introducedScript(spec, "train_trl.py");
    if (trainsPreferences(spec))
        for (const auto &[sft, dpo] : { std::pair { "trl.scripts.sft", "trl.scripts.dpo" },
                 std::pair { "trl/scripts/sft.py", "trl/scripts/dpo.py" },
                 std::pair { "supervised tuning", "preferences (DPO)" } })
            program.replace(program.find(sft), std::string_view(sft).size(), dpo);
    draft.addScript(
        "train_trl.py", program, "TRL's program, which goes on from its newest checkpoint");
    addTrainerResume(spec, FileReader::Tool, draft);
    if (!trainsPreferences(spec))
        draft.note(
            "Conversations: a data set with `messages` takes `dataset_text_field` out and "
            "`assistant_only_loss: true` in; the tokenizer's chat template makes text of them.");
}

} // namespace headroom
