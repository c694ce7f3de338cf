#include "model/frameworks/book/adapter_switches.h"
#include "model/frameworks/book/witness_text.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/frameworks/trainer/trainer_rules.h"
#include "model/frameworks/transformers/adapted_modules.h"
#include "model/launch/common/adapter_scaling.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/torch/hf_script.h"
#include "model/launch/torch/peft_script.h"
#include "model/launch/torch/tuning_tool.h"
#include "model/plan/job.h"
#include "model/plan/tuning.h"

namespace headroom {
namespace {

/// FSDP with flat parameters; a strategy other than FULL_SHARD has no key.
/// @source axolotl 0.18.0, utils/schemas/fsdp.py, utils/trainer.py (setup_fsdp_envs)
std::vector<Document::Member> axolotlFsdp(const LaunchSpec &spec)
{
    return { { "fsdp_version", 1 },
        { "fsdp_config",
            Document::mapping({ { "auto_wrap_policy", "TRANSFORMER_BASED_WRAP" },
                { "offload_params", spec.plan().options.offloadParameters },
                { "state_dict_type", "FULL_STATE_DICT" }, { "use_orig_params", true } }) } };
}

constexpr TuningTool axolotlTool { "axolotl", "0.18.0",
    "axolotl-ai-cloud/axolotl src/axolotl/utils/schemas (config.py, model.py, peft.py, "
    "training.py), integrations/liger/args.py",
    "-m axolotl.cli.train", "axolotl.yml", "", "--base_model ", "lr_scheduler", axolotlFsdp, false,
    true, true, "val_set_size", "eval_batch_size" };

void addAxolotlModel(const LaunchSpec &spec, std::vector<Document::Member> &settings)
{
    const Plan &plan = spec.plan();
    settings.emplace_back("base_model", hubName(spec));
    if (plan.options.crossEntropy == CrossEntropy::FusedLinear) {
        settings.emplace_back("plugins",
            Document::texts(std::vector<std::string> { "axolotl.integrations.liger.LigerPlugin" }));
        // What other tools' one switch replaces as well, and the estimate counts.
        // @source Liger-Kernel monkey_patch.py (rope, rms_norm, swiglu: True)
        for (const char *kernel : { "liger_rope", "liger_rms_norm", "liger_glu_activation",
                 "liger_fused_linear_cross_entropy" })
            settings.emplace_back(kernel, true);
    }
    settings.emplace_back("attn_implementation", transformersAttention(plan.attention));
}

void addAxolotlData(const LaunchSpec &spec, std::vector<Document::Member> &settings)
{
    const Plan &plan = spec.plan();
    const Job job = spec.job();
    std::vector<Document::Member> data { { "path",
                                             job.dataPath.empty() ? syntheticData : job.dataPath },
        { "type", "completion" }, { "field", "text" } };
    // Pairs have no such key: the file's name decides.
    // @source axolotl 0.18.0, utils/schemas/datasets.py (DPODataset), utils/data/shared.py
    if (const std::string kind = dataFileKind(job.dataPath.empty() ? syntheticData : job.dataPath);
        !kind.empty() && !trainsPreferences(spec))
        data.emplace_back("ds_type", kind);
    if (spec.isBenchmark() && !trainsPreferences(spec))
        // Random tokens. @source axolotl src/axolotl/prompt_strategies/_synthetic.py
        data = { { "path", "synthetic" }, { "type", "_synthetic" },
            { "sequence_length", plan.workload.sequenceLength },
            { "length", plan.workload.globalBatchSequences * benchmarkSteps } };
    if (trainsPreferences(spec)) {
        // @source axolotl src/axolotl/prompt_strategies/dpo/user_defined.py
        data[1] = { "type",
            Document::mapping({ { "field_prompt", "prompt" }, { "field_chosen", "chosen" },
                { "field_rejected", "rejected" } }) };
        data.erase(data.begin() + 2); // field
        data.emplace_back("split", "train");
        settings.emplace_back("rl", "dpo");
        settings.emplace_back("rl_beta", preferenceBeta);
    }
    settings.emplace_back("datasets", Document::sequence({ Document::mapping(std::move(data)) }));
    settings.emplace_back("sequence_len", plan.workload.sequenceLength);
    settings.emplace_back("sample_packing", plan.workload.packing.meanTokens.has_value());
    if (!trainsPreferences(spec))
        settings.emplace_back("pad_to_sequence_len", true);
}

void addAxolotlAdapter(const LaunchSpec &spec, std::vector<Document::Member> &settings)
{
    const Tuning &tuning = *spec.plan().tuning;
    if (!tuning.isAdapted())
        return;
    const BaseFormat base = tuning.storedBase();
    settings.emplace_back("adapter", base == BaseFormat::Nf4 ? "qlora" : "lora");
    settings.emplace_back("load_in_4bit", base == BaseFormat::Nf4);
    settings.emplace_back("load_in_8bit", base == BaseFormat::Int8);
    settings.emplace_back("lora_r", tuning.rank);
    settings.emplace_back("lora_alpha", adapterAlpha(tuning));
    settings.emplace_back("lora_dropout", 0);
    addAdapterSwitches(tuning, &AdapterSwitch::axolotl, settings);
    if (const auto whole = trainedModules(spec.model(), tuning); !whole.empty())
        settings.emplace_back("lora_modules_to_save", Document::texts(whole));
    // A base of AWQ has no key: axolotl takes what the checkpoint says.
    // @source axolotl 0.18.0, src/axolotl/loaders/model.py (_set_quantization_config)
    if (base == BaseFormat::Gptq)
        settings.emplace_back("gptq", true);
    if (const auto modules = adaptedModuleNames(spec))
        settings.emplace_back("lora_target_modules", Document::texts(*modules));
    else
        settings.emplace_back("lora_target_linear", true);
    if (const auto tensors = adaptedTensors(spec); !tensors.empty())
        settings.emplace_back("lora_target_parameters", Document::texts(tensors));
}

/// Whether axolotl cuts the plan's sequences.
bool splitsSequences(const Plan &plan)
{
    return plan.parallelism.context > 1;
}

constexpr rule_rows::WitnessRow offloadWhole { "axolotl-offload-whole",
    { "axolotl-ai-cloud/axolotl", "src/axolotl/loaders/model.py",
        "backlogs on-GPU, OOMs at long seq), so keep recompute and offload only", true,
        "v0.18.0" } };

void addAxolotlSplit(
    const LaunchSpec &spec, std::vector<Document::Member> &settings, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    if (!splitsSequences(plan))
        return;
    const bool isRing = plan.parallelism.contextStrategy == ContextStrategy::Ring;
    settings.emplace_back("context_parallel_size", plan.parallelism.context);
    settings.emplace_back("ring_attn_func", isRing ? "batch_ring" : "varlen_llama3");
    if (plan.precision.weights != NumberFormat::Fp32)
        draft.lose("precision.weights", nameOf(plan.precision.weights),
            "without DeepSpeed PEFT keeps adapters in 32 bits");
    draft.note("Sequences are cut by ring-flash-attn (`pip install axolotl[ring-flash-attn]`). "
               "axolotl 0.18.0 skips its own test of this, because ring-flash-attn is no longer "
               "kept up with transformers: try a few steps first.");
}

/// What axolotl does of the two: with adapters `true` offloads everything in place of recomputing,
/// and "hidden_states" the inputs of recomputed layers; both want gradient_checkpointing.
/// @source axolotl 0.18.0, src/axolotl/core/builders/base.py (_configure_gradient_checkpointing),
///   utils/schemas/validation.py (check_activation_offloading_wo_gc)
void addAxolotlRemat(const LaunchSpec &spec, std::vector<Document::Member> &settings)
{
    const bool isWhole = spec.resolved().rematKind() == RematKind::Whole;
    const bool offloads = spec.plan().options.offloadActivations;
    settings.emplace_back("gradient_checkpointing", !isWhole || offloads);
    if (!offloads)
        return;
    if (isWhole || !isAdapted(spec.plan()))
        settings.emplace_back("activation_offloading", true);
    else
        settings.emplace_back("activation_offloading", "hidden_states");
}

} // namespace

std::optional<Refusal> reasonAgainstAxolotl(const ResolvedPlan &resolved)
{
    // How adapters' sequences are cut, the rules of the framework say.
    constexpr rule_rows::WitnessRow whole = books::trainer::axolotlSplitWhole;
    if (splitsSequences(resolved.plan) && !isAdapted(resolved.plan))
        return Refusal { "parallelism.context",
            seen({ whole.reason, { std::to_string(resolved.plan.parallelism.context) } },
                whole.witness) };
    if (resolved.plan.options.offloadActivations && !isAdapted(resolved.plan)
        && !isFullRemat(resolved.rematKind()))
        return Refusal { "remat.policy", seen({ offloadWhole.reason }, offloadWhole.witness) };
    if (auto reason = reasonAgainstWideBase(resolved, axolotlTool.title))
        return reason;
    return reasonAgainstTool(resolved, axolotlTool.title, &AdapterSwitch::axolotl);
}

void renderAxolotl(const LaunchSpec &spec, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    std::vector<Document::Member> settings;
    addAxolotlModel(spec, settings);
    addAxolotlData(spec, settings);
    addAxolotlAdapter(spec, settings);
    settings.emplace_back("micro_batch_size", rowsPerDevice(spec));
    settings.emplace_back("gradient_accumulation_steps", spec.batch.accumulation);
    const ToolOptimizer optimizer = toolOptimizer(spec);
    settings.emplace_back("optimizer", optimizer.name);
    if (!optimizer.arguments.empty())
        settings.emplace_back("optim_args", optimizer.arguments);
    settings.emplace_back("bf16", plan.precision.compute == NumberFormat::Bf16);
    settings.emplace_back("fp16", plan.precision.compute == NumberFormat::Fp16);
    if (runsAloneIn16Bit(plan))
        settings.emplace_back("bfloat16", true); // no fp32 copies
    addAxolotlRemat(spec, settings);
    addAxolotlSplit(spec, settings, draft);
    addToolSharding(spec, axolotlTool, settings, draft);
    if (spec.steps() == 0)
        settings.emplace_back("num_epochs", 1);
    addToolRunKeys(spec, axolotlTool, settings);
    if (spec.job().checkpointEverySteps > 0) {
        settings.emplace_back("auto_resume_from_checkpoints", true);
        settings.emplace_back("dynamic_checkpoint",
            Document::mapping({ { "enabled", true }, { "check_interval", 1 } }));
    }
    addToolFiles(spec, axolotlTool, std::move(settings), draft);
    if (!trainsPreferences(spec))
        draft.note(
            "Conversations: `type: chat_template` and `field_messages: messages` in place of "
            "`type: completion` and `field: text`; only the assistant's turns are then learnt.");
}

} // namespace headroom
