#include "model/frameworks/deepspeed/deepspeed_rules.h"

#include "model/frameworks/book/tuning_rows.h"
#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/frameworks/deepspeed/deepspeed_rows.h"
#include "model/frameworks/transformers/huggingface_config.h"
#include "model/plan/optimizer_traits.h"

namespace headroom::books::deepspeed {

using namespace rule_rows;

namespace {

const Plan &planOf(const Facts &facts)
{
    return facts.whole->plan;
}

/// Experts over ranks by DeepSpeed's AutoEP, which knows them by Transformers' `model_type`: both
/// families that train.py makes, and DeepSeek's, which a script of the user's may make.
/// @source DeepSpeed 0.19.5, module_inject/auto_ep_presets
void addExperts(Rows &rows)
{
    const auto degree = [](const Broken &broken) { return words(broken.degrees.expert); };
    rows.push_back(framework(
        "deepspeed-experts-family", setting::expert, { "parallelism.expert", "model" },
        [](const Facts &facts, const Degrees &d) {
            return d.expert == 1 || facts.isMla || !huggingFaceFamily(*facts.whole->model).empty();
        },
        degree));
    rows.push_back(framework(
        "deepspeed-experts-alone", setting::expert | setting::expertTensor | setting::context,
        { "parallelism.expert", "parallelism.expert_tensor", "parallelism.context" },
        [](const Facts &, const Degrees &d) {
            return d.expert == 1 || (d.context == 1 && d.expertTensor == 1);
        },
        degree));
    rows.push_back(framework("deepspeed-experts-tensor",
        setting::expert | setting::tensor | setting::shards | setting::zeroStage,
        { "parallelism.expert", "parallelism.tensor", "parallelism.zero_stage" },
        [](const Facts &facts, const Degrees &d) {
            return d.expert == 1 || d.tensor == 1 || deepspeedStage(planOf(facts).options, d) < 3;
        }));
}

constexpr WitnessRow witnesses[] {
    { "deepspeed-experts-family",
        { "deepspeedai/DeepSpeed", "deepspeed/module_inject/auto_ep_presets/registry.py",
            "import deepseek_v2, deepseek_v3, mixtral, qwen3_5_moe, qwen3_moe" } },
    { "deepspeed-experts-tensor",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/engine.py",
            "AutoEP with ZeRO Stage 3 does not support AutoTP yet" } },
    { "no-such-axis",
        { "deepspeedai/DeepSpeed", "deepspeed/__init__.py",
            "if not isinstance(model, PipelineModule):" } },
    { "no-optimizer",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/config.py",
            "ZERO_ONE_ADAM_OPTIMIZER, MUADAM_OPTIMIZER, MUADAMW_OPTIMIZER, MUSGD_OPTIMIZER, "
            "LION_OPTIMIZER, MUON_OPTIMIZER" } },
    { "deepspeed-context",
        { "deepspeedai/DeepSpeed", "deepspeed/sequence/layer.py", "RingAttention", false } },
    { "deepspeed-offload-adapters",
        { "huggingface/transformers", "src/transformers/modeling_utils.py",
            "deepspeed.checkpointing", false } },
    { "deepspeed-offload-remat",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/activation_checkpointing/config.py",
            "cpu_checkpointing" } },
    { "deepspeed-experts-alone",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/engine.py",
            "if self.sequence_parallel_size != 1:" } },
};

/// The program for adapters is the Trainer's: it cuts no sequence, and DeepSpeed's own function
/// for recomputed layers, which sends their inputs to the host, is not called by it.
void addAdapterLimits(Rows &rows)
{
    rows.push_back(framework(
        "adapters-no-context", setting::context, { "parallelism.context", "tuning.method" },
        [](const Facts &facts, const Degrees &d) {
            return d.context == 1 || !isAdapted(facts.whole->plan);
        },
        [](const Broken &broken) { return words(broken.degrees.context); }));
    rows.push_back(framework("deepspeed-offload-adapters", setting::none,
        { "options.offload_activations", "tuning.method" },
        [](const Facts &facts, const Degrees &) {
            const Plan &plan = facts.whole->plan;
            return !plan.options.offloadActivations || !isAdapted(plan);
        }));
    rows.push_back(framework("deepspeed-offload-remat", setting::remat,
        { "options.offload_activations", "remat.policy" }, [](const Facts &facts, const Degrees &) {
            return !planOf(facts).options.offloadActivations || isFullRemat(facts.remat);
        }));
}

Rows allRows()
{
    Rows rows;
    addTransformersRules(rows, [](const Broken &broken) {
        return words("DeepSpeed", "pipeline", broken.degrees.pipeline);
    });
    rows.push_back(framework(
        "no-optimizer", setting::none, { "optimizer", "framework" },
        [](const Facts &facts, const Degrees &) {
            const OptimizerTraits &optimizer = facts.whole->optimizer();
            return optimizer.isIn(Framework::DeepSpeed)
                && (!isAdapted(facts.whole->plan) || optimizer.isIn(Framework::HuggingFace));
        },
        [](const Broken &broken) {
            return words(
                Message { "deepspeed-configuration" }, nameOf(broken.plan().plan.optimizer));
        }));
    rows.push_back(framework("deepspeed-context", setting::context | setting::contextStrategy,
        { "parallelism.context_strategy", "parallelism.context" },
        [](const Facts &, const Degrees &d) { return sequenceSplit(d) != SequenceSplit::Torch; }));
    addAdapterLimits(rows);
    addExperts(rows);
    addNoPreferences(rows);
    addWitnesses(rows, witnesses);
    return rows;
}

} // namespace

std::span<const Rule> rules()
{
    static const Rows rows = allRows();
    return rows;
}

} // namespace headroom::books::deepspeed
