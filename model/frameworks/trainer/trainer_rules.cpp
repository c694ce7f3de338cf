#include "model/frameworks/trainer/trainer_rules.h"

#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/frameworks/deepspeed/deepspeed_rows.h"
#include "model/plan/optimizer_traits.h"
#include "model/plan/tuning.h"

namespace headroom::books::trainer {

using namespace rule_rows;

namespace {

/// Of whole models: adapters are left to axolotl, which cuts their sequences itself.
bool isTorchSplit(const Facts &facts, const Degrees &d)
{
    return sequenceSplit(d) == SequenceSplit::Torch && !isAdapted(facts.whole->plan);
}

/// PyTorch's context parallelism, which Accelerate has under FSDP2 alone.
/// @source accelerate 1.15, accelerator.py; transformers, trainer.py
void addTorchSplit(Rows &rows)
{
    constexpr Settings splitFreeSettings = setting::context | setting::contextStrategy;
    rows.push_back(framework(
        "hf-tensor", setting::tensor | splitFreeSettings,
        { "parallelism.tensor", "parallelism.context" },
        [](const Facts &facts, const Degrees &d) {
            return d.tensor == 1 || !isTorchSplit(facts, d);
        },
        [](const Broken &broken) { return words(broken.degrees.tensor); }));
    rows.push_back(
        framework("hf-context-zero", splitFreeSettings | setting::shards | setting::zeroStage,
            { "parallelism.zero_stage", "parallelism.context" },
            [](const Facts &facts, const Degrees &d) {
                return !isTorchSplit(facts, d) || d.zeroStage >= 2;
            }));
    rows.push_back(framework("hf-context-fsdp", splitFreeSettings | setting::shards,
        { "parallelism.fsdp", "parallelism.data", "parallelism.context" },
        [](const Facts &facts, const Degrees &d) {
            return !isTorchSplit(facts, d) || d.fsdp > 1 || d.data == 1;
        }));
    rows.push_back(framework("hf-context-offload", splitFreeSettings,
        { "options.offload_optimizer", "parallelism.context" },
        [](const Facts &facts, const Degrees &d) {
            return !isTorchSplit(facts, d) || !facts.whole->plan.options.offloadOptimizer;
        }));
}

/// Whether sequences of adapters are cut, which axolotl alone of the tools does.
bool isAxolotlSplit(const Facts &facts, const Degrees &d)
{
    return d.context > 1 && isAdapted(facts.whole->plan);
}

bool isPacked(const Facts &facts)
{
    return facts.whole->plan.workload.packing.meanTokens.has_value();
}

/// Ring-flash-attn cuts a batch of rows, or gathers the keys and values of one packed row.
/// @source axolotl 0.18.0, src/axolotl/utils/schemas/validation.py (check_context_parallel_size),
///   monkeypatch/ring_attn/patch.py
bool hasRingKernel(const Facts &facts, const Degrees &d)
{
    const AttentionChoice attention = facts.whole->plan.attention;
    const bool isFlash = attention == AttentionChoice::Flash || attention == AttentionChoice::Flash2
        || attention == AttentionChoice::Flash3;
    return isFlash
        && d.contextStrategy
        == (isPacked(facts) ? ContextStrategy::AllGather : ContextStrategy::Ring);
}

/// What axolotl cuts: adapters on weights that every rank holds whole.
void addAxolotlSplit(Rows &rows)
{
    rows.push_back(framework(
        "axolotl-split-whole", setting::context | setting::shards | setting::zeroStage,
        { "parallelism.context", "parallelism.fsdp", "parallelism.zero_stage" },
        [](const Facts &facts, const Degrees &d) {
            const Plan &plan = facts.whole->plan;
            return !isAxolotlSplit(facts, d)
                || (plan.tuning->objective != TuningObjective::Dpo
                    && deepspeedStage(plan.options, d) == 0 && !plan.options.offloadOptimizer);
        },
        [](const Broken &broken) { return words(broken.degrees.context); }));
    constexpr const char *kernel = "axolotl-split-kernel";
    rows.push_back(framework(kernel, setting::context | setting::contextStrategy,
        { "parallelism.context_strategy", "parallelism.context", "attention" },
        [](const Facts &facts, const Degrees &d) {
            return !isAxolotlSplit(facts, d) || hasRingKernel(facts, d);
        }));
    rows.push_back(framework(kernel, setting::context | setting::microBatch,
        { "parallelism.micro_batch_sequences", "parallelism.context" },
        [](const Facts &facts, const Degrees &d) {
            return !isAxolotlSplit(facts, d) || !isPacked(facts) || d.microBatch <= 1;
        }));
}

/// Whether bitsandbytes keeps states of that kind in pages: 32 or 8 bits each.
bool hasPagedStates(const ResolvedPlan &resolved)
{
    return !trainerOptimizer(resolved.optimizer(), true).name.empty()
        && (resolved.optimizer().id == Optimizer::AdamW8bit
            || resolved.plan.precision.optimizerState == NumberFormat::Fp32);
}

/// States in pages that the driver moves.
void addPagedStates(Rows &rows)
{
    constexpr const char *field = "options.paged_optimizer";
    rows.push_back(framework(
        "paged-states", setting::none, { field, "optimizer", "precision.optimizer_state" },
        [](const Facts &facts, const Degrees &) {
            return !facts.whole->plan.options.pagedOptimizer || hasPagedStates(*facts.whole);
        },
        [](const Broken &broken) {
            const Plan &plan = broken.plan().plan;
            return words(nameOf(plan.optimizer), nameOf(plan.precision.optimizerState));
        }));
    rows.push_back(framework("paged-on-host", setting::none, { field, "options.offload_optimizer" },
        [](const Facts &facts, const Degrees &) {
            const PlanOptions &options = facts.whole->plan.options;
            return !options.pagedOptimizer || !options.offloadOptimizer;
        }));
}

constexpr WitnessRow witnesses[] {
    axolotlSplitWhole,
    { "axolotl-split-kernel",
        { "axolotl-ai-cloud/axolotl", "src/axolotl/utils/schemas/validation.py",
            "context_parallel_size > 1 requires flash attention ", true, "v0.18.0" } },
    { "paged-states",
        { "bitsandbytes-foundation/bitsandbytes", "bitsandbytes/optim/optimizer.py",
            "Amount of optimizer bits not supported" } },
    { "paged-on-host",
        { "deepspeedai/DeepSpeed", "deepspeed/runtime/engine.py",
            "You are using ZeRO-Offload with a client provided optimizer" } },
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
    addPagedStates(rows);
    addTorchSplit(rows);
    addAxolotlSplit(rows);
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
