#include "model/frameworks/book/adapter_switches.h"
#include "model/frameworks/book/witness_text.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/frameworks/transformers/adapted_modules.h"
#include "model/frameworks/transformers/liger_kernels.h"
#include "model/launch/common/adapter_scaling.h"
#include "model/launch/common/script_text.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/torch/hf_script.h"
#include "model/launch/torch/peft_script.h"
#include "model/launch/torch/tuning_tool.h"
#include "model/plan/job.h"
#include "model/plan/tuning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace headroom {
namespace {

constexpr TuningTool factoryTool { "LLaMA-Factory", "0.9.5",
    "hiyouga/LLaMA-Factory src/llamafactory/hparams (model_args.py, data_args.py, "
    "finetuning_args.py, training_args.py)",
    "-m llamafactory.launcher", "llamafactory.yaml", "", "model_name_or_path=", "lr_scheduler_type",
    trainerFsdp, true, false, false, "val_size" };

constexpr rule_rows::WitnessRow expertWitness { "tool-no-expert-adapters",
    { "hiyouga/LLaMA-Factory", "src/llamafactory/model/adapter.py", "target_parameters", false,
        "v0.9.5" } };

constexpr rule_rows::WitnessRow splitWitness { "tool-no-split",
    { "hiyouga/LLaMA-Factory", "src/llamafactory/hparams/training_args.py", "cp_size", false,
        "v0.9.5" } };
constexpr rule_rows::WitnessRow offloadWitness { "factory-offload-remat",
    { "hiyouga/LLaMA-Factory", "src/llamafactory/model/model_utils/checkpointing.py",
        "saved_hidden_states = hidden_states.to(\"cpu\", non_blocking=True)", true, "v0.9.5" } };

/// @source LLaMA-Factory src/llamafactory/extras/constants.py (AttentionFunction)
const char *factoryAttention(AttentionChoice attention)
{
    const std::string_view word = transformersAttention(attention);
    return word == "eager"            ? "disabled"
        : word == "flash_attention_2" ? "fa2"
        : word == "flash_attention_3" ? "fa3"
                                      : "sdpa";
}

/// Whether documents are kept apart inside a sequence, which supervised tuning alone does.
/// @source LLaMA-Factory src/llamafactory/hparams/parser.py (neat_packing)
bool factoryPacks(const LaunchSpec &spec)
{
    return spec.plan().workload.packing.meanTokens.has_value();
}

void addFactoryData(
    const LaunchSpec &spec, std::vector<Document::Member> &settings, ExportDraft &draft)
{
    const bool isApart = factoryPacks(spec);
    const std::string path = spec.job().dataPath.empty() ? syntheticData : spec.job().dataPath;
    const bool isFile = !dataFileKind(path).empty() || path.starts_with("/");
    const bool isPairs = trainsPreferences(spec);
    const Document named = isPairs ? Document::mapping({ { "prompt", "prompt" },
                               { "chosen", "chosen" }, { "rejected", "rejected" } })
        : isApart ? Document::mapping({ { "prompt", "prompt" }, { "response", "response" } })
                  : Document::mapping({ { "prompt", "text" } });
    std::vector<Document::Member> source { { isFile ? "file_name" : "hf_hub_url", path },
        { "columns", named } };
    if (isPairs)
        source.emplace_back("ranking", true);
    draft.add("dataset_info.json",
        writeJson(Document::mapping({ { "plan_data", Document::mapping(std::move(source)) } }))
            + "\n",
        "where the data lie, and their columns");
    settings.emplace_back("stage", isPairs ? "dpo" : isApart ? "sft" : "pt");
    if (isPairs) {
        settings.emplace_back("pref_loss", "sigmoid");
        settings.emplace_back("pref_beta", preferenceBeta);
        settings.emplace_back("template", "default");
        draft.note("`template` is a placeholder: name the model's own.");
    }
    if (isApart) {
        settings.emplace_back("template", "default");
        draft.note("LLaMA-Factory keeps packed documents apart in supervised tuning alone, so the "
                   "data have columns `prompt` and `response`; `template` is a placeholder.");
    }
    settings.emplace_back("do_train", true);
    settings.emplace_back("dataset_dir", ".");
    settings.emplace_back("dataset", "plan_data");
    settings.emplace_back("cutoff_len", spec.plan().workload.sequenceLength);
    if (!isPairs)
        settings.emplace_back("packing", true);
    if (isApart)
        settings.emplace_back("neat_packing", true);
}

void addFactoryAdapter(const LaunchSpec &spec, std::vector<Document::Member> &settings)
{
    const Tuning &tuning = *spec.plan().tuning;
    settings.emplace_back("finetuning_type", tuning.isAdapted() ? "lora" : "full");
    if (!tuning.isAdapted())
        return;
    settings.emplace_back("lora_rank", tuning.rank);
    settings.emplace_back("lora_alpha", adapterAlpha(tuning));
    settings.emplace_back("lora_dropout", 0);
    addAdapterSwitches(tuning, &AdapterSwitch::llamaFactory, settings);
    if (const auto whole = trainedModules(spec.model(), tuning); !whole.empty())
        settings.emplace_back("additional_target", fmt::format("{}", fmt::join(whole, ",")));
    const auto modules = adaptedModuleNames(spec);
    settings.emplace_back(
        "lora_target", modules ? fmt::format("{}", fmt::join(*modules, ",")) : "all");
    const BaseFormat base = tuning.storedBase();
    if (isQuantised(base) && !isPrequantised(base)) {
        settings.emplace_back("quantization_bit", base == BaseFormat::Nf4 ? 4 : 8);
        settings.emplace_back("quantization_method", "bnb");
    }
}

/// Whether its own list has the model, and its loss leaves logits to be fused: that of pairs does
/// not. @source LLaMA-Factory model/model_utils/liger_kernel.py (require_logits)
bool factoryHasLiger(const LaunchSpec &spec)
{
    const std::optional<LigerSupport> support = ligerSupport(spec.model());
    return !trainsPreferences(spec) && (!support || support->inLlamaFactory);
}

/// LLaMA-Factory's program, and a Trainer callback that it is handed where checkpoints are kept.
/// @source LLaMA-Factory 0.9.5, src/llamafactory/train/tuner.py (run_exp(callbacks=…))
TuningTool addFactoryProgram(const LaunchSpec &spec, ExportDraft &draft)
{
    TuningTool tool = factoryTool;
    if (spec.job().checkpointEverySteps == 0)
        return tool;
    tool.program = "\"${HERE}/train_factory.py\"";
    draft.addScript("train_factory.py", introducedScript(spec, "train_factory.py"),
        "LLaMA-Factory's program, which saves and ends ahead of the time limit of its job");
    for (const char *name : { "hf_resume.py", "stop_time.py" })
        draft.addScript(name, introducedScript(spec, name),
            "when train_factory.py must end, and how the Trainer does");
    draft.note("LLaMA-Factory goes on from the newest checkpoint in output_dir by itself.");
    return tool;
}

} // namespace

std::optional<Refusal> reasonAgainstLlamaFactory(const ResolvedPlan &resolved)
{
    const Tuning &tuning = *resolved.plan.tuning;
    if (tuning.isAdapted() && resolved.model->moe && tuning.adapts(TuningTarget::Experts))
        return Refusal { "tuning.targets", seen({ expertWitness.reason }, expertWitness.witness) };
    if (const int ranks = resolved.plan.parallelism.context; ranks > 1)
        return Refusal { "parallelism.context",
            seen({ splitWitness.reason, { std::string(factoryTool.title), std::to_string(ranks) } },
                splitWitness.witness) };
    if (resolved.plan.options.offloadActivations && !isFullRemat(resolved.rematKind()))
        return Refusal { "remat.policy", seen({ offloadWitness.reason }, offloadWitness.witness) };
    if (auto reason = reasonAgainstWideBase(resolved, factoryTool.title))
        return reason;
    return reasonAgainstTool(resolved, factoryTool.title, &AdapterSwitch::llamaFactory);
}

void renderLlamaFactory(const LaunchSpec &spec, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    std::vector<Document::Member> settings { { "model_name_or_path", hubName(spec) } };
    addFactoryData(spec, settings, draft);
    addFactoryAdapter(spec, settings);
    settings.emplace_back("flash_attn", factoryAttention(plan.attention));
    if (usesLiger(spec, factoryHasLiger(spec), draft))
        settings.emplace_back("enable_liger_kernel", true);
    settings.emplace_back(
        "disable_gradient_checkpointing", spec.resolved().rematKind() == RematKind::Whole);
    if (plan.options.offloadActivations)
        settings.emplace_back("use_unsloth_gc", true);
    settings.emplace_back("per_device_train_batch_size", rowsPerDevice(spec));
    settings.emplace_back("gradient_accumulation_steps", spec.batch.accumulation);
    const ToolOptimizer optimizer = toolOptimizer(spec);
    settings.emplace_back("optim", optimizer.name);
    if (!optimizer.arguments.empty())
        settings.emplace_back("optim_args", optimizer.arguments);
    settings.emplace_back("bf16", plan.precision.compute == NumberFormat::Bf16);
    settings.emplace_back("fp16", plan.precision.compute == NumberFormat::Fp16);
    if (runsAloneIn16Bit(plan))
        settings.emplace_back("pure_bf16", true); // no fp32 copies
    addToolSharding(spec, factoryTool, settings, draft);
    if (spec.steps() == 0)
        settings.emplace_back("num_train_epochs", 1);
    addToolRunKeys(spec, factoryTool, settings);
    settings.emplace_back("report_to", "none");
    addToolFiles(spec, addFactoryProgram(spec, draft), std::move(settings), draft);
    // @source LLaMA-Factory 0.9.5, data/README.md (sharegpt), hparams/data_args.py
    // (train_on_prompt: false)
    if (!trainsPreferences(spec))
        draft.note(
            "Conversations: `stage: sft` with the model's own `template`, and in dataset_info.json "
            "`\"formatting\": \"sharegpt\"`, `\"columns\": {\"messages\": \"messages\"}` and "
            "`\"tags\": {\"role_tag\": \"role\", \"content_tag\": \"content\", \"user_tag\": "
            "\"user\", "
            "\"assistant_tag\": \"assistant\"}`; only the assistant's turns are then learnt.");
}

} // namespace headroom
