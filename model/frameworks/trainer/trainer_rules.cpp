#include "model/frameworks/trainer/trainer_rules.h"

#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/frameworks/deepspeed/deepspeed_rows.h"
#include "model/plan/optimizer_traits.h"

namespace headroom::books::trainer {

using namespace rule_rows;

namespace {

bool isTorchSplit(const Degrees &d)
{
    return sequenceSplit(d) == SequenceSplit::Torch;
}

/// PyTorch's context parallelism, which Accelerate has under FSDP2 alone.
/// @source accelerate 1.15, accelerator.py; transformers, trainer.py
void addTorchSplit(Rows &rows)
{
    constexpr Settings splitFreeSettings = setting::context | setting::contextStrategy;
    rows.push_back(framework(
        "hf-tensor", setting::tensor | splitFreeSettings,
        { "parallelism.tensor", "parallelism.context" },
        [](const Facts &, const Degrees &d) { return d.tensor == 1 || !isTorchSplit(d); },
        [](const Broken &broken) { return words(broken.degrees.tensor); }));
    rows.push_back(
        framework("hf-context-zero", splitFreeSettings | setting::shards | setting::zeroStage,
            { "parallelism.zero_stage", "parallelism.context" },
            [](const Facts &, const Degrees &d) { return !isTorchSplit(d) || d.zeroStage >= 2; }));
    rows.push_back(framework("hf-context-fsdp", splitFreeSettings | setting::shards,
        { "parallelism.fsdp", "parallelism.data", "parallelism.context" },
        [](const Facts &, const Degrees &d) {
            return !isTorchSplit(d) || d.fsdp > 1 || d.data == 1;
        }));
    rows.push_back(framework("hf-context-offload", splitFreeSettings,
        { "options.offload_optimizer", "parallelism.context" },
        [](const Facts &facts, const Degrees &d) {
            return !isTorchSplit(d) || !facts.whole->plan.options.offloadOptimizer;
        }));
}

constexpr WitnessRow witnesses[] {
    { "no-such-axis",
        { "huggingface/accelerate", "src/accelerate/parallelism_config.py", "pp_size", false } },
    { "no-optimizer",
        { "huggingface/transformers", "src/transformers/training_args.py",
            "class OptimizerNames(ExplicitEnum):" } },
    { "hf-tensor",
        { "huggingface/accelerate", "src/accelerate/accelerator.py",
            "return torch.nn.utils.clip_grad_norm_(parameters, max_norm, norm_type=norm_type)" } },
    { "hf-context-offload",
        { "huggingface/accelerate", "src/accelerate/utils/dataclasses.py",
            "Whether to offload parameters to CPU." } },
    { "hf-context-fsdp",
        { "huggingface/accelerate", "src/accelerate/state.py",
            "We need a `fsdp_plugin` to use context parallelism" } },
    { "hf-context-zero",
        { "huggingface/accelerate", "src/accelerate/state.py",
            "Using `cp_size>1` requires FSDP2" } },
};

Rows allRows()
{
    Rows rows;
    addTransformersRules(rows, [](const Broken &broken) {
        return words(Message { "hf-trainer" }, "pipeline", broken.degrees.pipeline);
    });
    rows.push_back(framework(
        "no-optimizer", setting::none, { "optimizer", "framework" },
        [](const Facts &facts, const Degrees &) {
            return facts.whole->optimizer().isIn(Framework::HuggingFace);
        },
        [](const Broken &broken) {
            return words(Message { "hf-trainer" }, nameOf(broken.plan().plan.optimizer));
        }));
    addTorchSplit(rows);
    addWitnesses(rows, witnesses);
    return rows;
}

} // namespace

std::span<const Rule> rules()
{
    static const Rows rows = allRows();
    return rows;
}

} // namespace headroom::books::trainer
