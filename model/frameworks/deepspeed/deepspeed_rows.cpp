#include "model/frameworks/deepspeed/deepspeed_rows.h"

#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/frameworks/transformers/adapted_modules.h"
#include "model/frameworks/transformers/huggingface_config.h"

#include <algorithm>
#include <cmath>

namespace headroom::rule_rows {
namespace {

const Plan &planOf(const Facts &facts)
{
    return facts.whole->plan;
}

bool isAdapted(const Facts &facts)
{
    return isAdapted(planOf(facts));
}

constexpr Settings splitFreeSettings = setting::context | setting::contextStrategy;

/// Whether a DeepSpeed configuration is written; PyTorch's context parallelism runs under FSDP,
/// and whole models in bf16 throughout need neither.
bool readsDeepSpeed(const Facts &facts, const Degrees &d)
{
    return facts.framework->id == Framework::DeepSpeed
        || (sequenceSplit(d) != SequenceSplit::Torch && !trainerRunsAlone(planOf(facts), d));
}

/// The program for adapters uses the Trainer under both frameworks.
void addAxesOfAdapters(Rows &rows)
{
    rows.push_back(framework(
        "adapters-no-tensor", setting::tensor, { "parallelism.tensor", "tuning.method" },
        [](const Facts &facts, const Degrees &d) { return d.tensor == 1 || !isAdapted(facts); },
        [](const Broken &broken) { return words(broken.degrees.tensor); }));
    rows.push_back(framework(
        "hf-experts", setting::expert, { "parallelism.expert", "tuning.method", "framework" },
        [](const Facts &facts, const Degrees &d) {
            return d.expert == 1
                || (facts.framework->id == Framework::DeepSpeed && !isAdapted(facts));
        },
        [](const Broken &broken) { return words(broken.degrees.expert); }));
}

void addAdapters(Rows &rows)
{
    addAxesOfAdapters(rows);
    rows.push_back(framework(
        "peft-fp8-base", setting::none, { "tuning.base" }, [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || storedBase(planOf(facts)) != BaseFormat::Fp8;
        }));
    rows.push_back(framework("peft-wide-base",
        setting::shards | setting::zeroStage | setting::tensor | splitFreeSettings,
        { "tuning.base", "framework", "parallelism.fsdp" },
        [](const Facts &facts, const Degrees &d) {
            return !hasWideBase(planOf(facts)) || !readsDeepSpeed(facts, d);
        }));
    rows.push_back(framework(
        "peft-int8-shards", setting::shards | setting::zeroStage,
        { "tuning.base", "parallelism.zero_stage", "parallelism.fsdp" },
        [](const Facts &facts, const Degrees &d) {
            return !isAdapted(facts) || storedBase(planOf(facts)) != BaseFormat::Int8 || d.fsdp == 1
                || d.zeroStage < 3;
        },
        [](const Broken &broken) { return words(broken.degrees.fsdp); }));
    rows.push_back(framework(
        "peft-packed-shards", setting::shards | setting::zeroStage,
        { "tuning.base", "parallelism.zero_stage", "parallelism.fsdp" },
        [](const Facts &facts, const Degrees &d) {
            const BaseFormat base = storedBase(planOf(facts));
            return !isAdapted(facts) || (base != BaseFormat::Gptq && base != BaseFormat::Awq)
                || d.fsdp == 1 || d.zeroStage < 3;
        },
        [](const Broken &broken) { return words(broken.degrees.fsdp); }));
    rows.push_back(framework("peft-dora-experts", setting::none,
        { "tuning.dora", "tuning.targets" }, [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || !planOf(facts).tuning->dora || facts.experts == 0
                || !adapts(planOf(facts), TuningTarget::Experts);
        }));
    rows.push_back(framework(
        "dpo-pairs", setting::microBatch,
        { "parallelism.micro_batch_sequences", "tuning.objective" },
        [](const Facts &facts, const Degrees &d) {
            constexpr double pair = 2;
            return planOf(facts).tuning->objective != TuningObjective::Dpo
                || std::fmod(d.microBatch, pair) == 0;
        },
        [](const Broken &broken) { return words(broken.degrees.microBatch); }));
    Rule modules = framework(
        "peft-no-modules", setting::none, { "tuning.method", "model" },
        [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || adaptedModules(*facts.whole->model);
        },
        [](const Broken &broken) { return words(broken.plan().model->family); });
    modules.scope = RuleScope::Model;
    rows.push_back(std::move(modules));
}

void addPrecision(Rows &rows)
{
    rows.push_back(framework(
        "gradient-type", splitFreeSettings | setting::shards | setting::zeroStage | setting::tensor,
        { "precision.gradients", "precision.compute" },
        [](const Facts &facts, const Degrees &d) {
            const Precision &precision = planOf(facts).precision;
            return !readsDeepSpeed(facts, d) || precision.gradients == NumberFormat::Fp32
                || precision.gradients == precision.compute;
        },
        [](const Broken &broken) {
            const Precision &precision = planOf(broken.facts).precision;
            return words("DeepSpeed", nameOf(precision.compute), nameOf(precision.gradients));
        }));
    // 16 bits throughout, which DeepSpeed has since 0.18.3.
    rows.push_back(framework(
        "deepspeed-states",
        splitFreeSettings | setting::shards | setting::zeroStage | setting::tensor,
        { "precision.optimizer_state", "precision.weights", "precision.gradients",
            "parallelism.zero_stage" },
        [](const Facts &facts, const Degrees &d) {
            const Plan &plan = planOf(facts);
            return !readsDeepSpeed(facts, d) || plan.precision.optimizerState == NumberFormat::Fp32
                || (isAll16Bit(plan.precision) && deepspeedStage(plan.options, d) > 0);
        },
        [](const Broken &broken) {
            return words(nameOf(planOf(broken.facts).precision.optimizerState));
        }));
}

/// Families whose layers DeepSpeed leaves whole. @source runs of DeepSpeed 0.19.6 on two ranks
bool isWholeFamily(const ModelShape &model)
{
    constexpr std::string_view whole[] { "gpt2", "qwen3", "mixtral", "qwen3_moe" };
    return std::ranges::find(whole, huggingFaceFamily(model)) != std::end(whole);
}

/// DeepSpeed cuts tensors of whole weights, before ZeRO 3 shards them (since 0.19.4); the Trainer
/// makes ZeRO 3's shards while it builds the model.
/// @source DeepSpeed 0.19.5, runtime/tensor_parallel/config.py and runtime/engine.py
///   (_configure_tensor_parallel); Transformers 5.12.1, integrations/deepspeed.py
void addTensor(Rows &rows)
{
    rows.push_back(framework("hf-tensor-stage",
        setting::tensor | splitFreeSettings | setting::shards | setting::zeroStage,
        { "parallelism.tensor", "parallelism.zero_stage", "options.offload_parameters" },
        [](const Facts &facts, const Degrees &d) {
            return d.tensor == 1 || facts.framework->id == Framework::DeepSpeed
                || !readsDeepSpeed(facts, d) || deepspeedStage(planOf(facts).options, d) < 3;
        }));
    rows.push_back(framework(
        "deepspeed-autotp-family", setting::tensor, { "parallelism.tensor", "model" },
        [](const Facts &facts, const Degrees &d) {
            return d.tensor == 1 || !isWholeFamily(*facts.whole->model);
        },
        [](const Broken &broken) { return words(broken.degrees.tensor); }));
    rows.push_back(framework("deepspeed-ulysses-tensor", setting::tensor | splitFreeSettings,
        { "parallelism.tensor", "parallelism.context" }, [](const Facts &facts, const Degrees &d) {
            return d.tensor == 1 || d.context == 1 || !readsDeepSpeed(facts, d);
        }));
    rows.push_back(framework("hf-context-attention", splitFreeSettings,
        { "attention", "parallelism.context" }, [](const Facts &facts, const Degrees &d) {
            return sequenceSplit(d) == SequenceSplit::None
                || planOf(facts).attention != AttentionChoice::Unfused;
        }));
}

constexpr WitnessRow sharedWitnesses[] {
    { "deepspeed-states",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/config.py",
            "bf16_optimizer_states is only supported with ZeRO Stage 1, 2, or 3." } },
    { "gradient-type",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/engine.py",
            "unsupported mix of {model_dtype=} and {grad_accum_dtype=}" } },
    { "adapters-no-tensor",
        { "deepspeedai/DeepSpeed", "deepspeed/module_inject/auto_tp.py", "lora", false } },
    { "deepspeed-ulysses-tensor",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/config.py",
            "self.world_size = dist.get_world_size() / mpu.get_sequence_parallel_world_size()" } },
    { "hf-context-attention",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/sequence_parallel/ulysses_sp.py",
            "unsupported_attn_implementation = [\"eager\", \"paged|eager\"]" } },
    { "hf-experts",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/zero/stage_1_and_2.py",
            "The model has moe layers, but None of the param groups are marked as MoE." } },
    { "hf-tensor-stage",
        { "huggingface/transformers", "src/transformers/modeling_utils.py",
            "deepspeed.zero.Init(config_dict_or_path=deepspeed_config())" } },
    { "peft-fp8-base",
        { "huggingface/transformers", "src/transformers/quantizers/quantizer_finegrained_fp8.py",
            "def is_trainable(self) -> bool:\n        return False" } },
    { "peft-wide-base",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/engine.py",
            "self._cast_module_mixed_precision(param_dtype, buffer_dtype, is_zero_init_model)" } },
    { "peft-int8-shards",
        { "huggingface/peft", "docs/source/accelerate/fsdp.md",
            "8-bit quantization has known issues and is not recommended" } },
    { "peft-packed-shards",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/zero/partition_parameters.py",
            "for name, param in module.named_parameters(recurse=False):" } },
    { "peft-dora-experts",
        { "huggingface/peft", "src/peft/tuners/lora/layer.py",
            "does not work with use_dora=True." } },
    { "dpo-pairs",
        { "huggingface/trl", "trl/trainer/dpo_trainer.py",
            "logps.chunk(2, dim=0)  # batch is [chosen, rejected]" } },
    { "deepspeed-autotp-family",
        { "deepspeedai/DeepSpeed", "deepspeed/module_inject/tp_plan_converter.py",
            "HuggingFace tp_plan contains unsupported partition style(s)" } },
};

} // namespace

void addTransformersRules(Rows &rows, OperandsOf pipelineWords)
{
    rows.push_back(framework(
        "no-such-axis", setting::pipeline, { "parallelism.pipeline", "framework" },
        [](const Facts &, const Degrees &d) { return d.pipeline == 1; }, pipelineWords));
    addAdapters(rows);
    addPrecision(rows);
    addTensor(rows);
    addWitnesses(rows, sharedWitnesses);
}

} // namespace headroom::rule_rows
