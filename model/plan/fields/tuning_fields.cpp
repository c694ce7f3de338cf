#include "model/plan/fields/tuning_fields.h"

#include "model/plan/fields/plan_field_builders.h"
#include "model/plan/tuning.h"

namespace headroom {
namespace {

/// Larger ranks than most models are wide have no use; also keeps every count far from overflow.
constexpr NumberRange ranks { 1, 65536 };
/// Beyond it hardly a token would teach anything.
constexpr double maxPadding = 0.99;

const std::vector<std::string> targetWords { "attention", "mlp", "experts", "all", "q", "k", "v",
    "o", "gate", "up", "down" };

} // namespace

void addPackingFields(std::vector<PlanField> &fields)
{
    fields.push_back(optionalField(
        "workload.packing.mean_tokens", "Mean document",
        "Mean length of the documents packed into a sequence, each attending to itself alone; "
        "empty: a sequence is one document.",
        "tokens", { 1, 1e8 },
        [](auto &plan) -> auto & { return plan.workload.packing.meanTokens; }));
    fields.push_back(realField(
        "workload.packing.share_padding", "Padding",
        "Share of the tokens of a batch that are padding: computed, and nothing is learnt from "
        "them.",
        "of the tokens", { 0, maxPadding },
        [](auto &plan) -> auto & { return plan.workload.packing.sharePadding; }));
}

void addTuningFields(std::vector<PlanField> &fields)
{
    fields.push_back(enumField(
        "tuning.method", "Tuning method",
        "What is trained: every weight (full), or small adapters next to frozen weights (lora), "
        "which may be quantised (qlora).",
        { "full", "lora", "qlora" }, [](auto &plan) -> auto & { return plan.tuning->method; }));
    fields.push_back(integerField(
        "tuning.rank", "Adapter rank", "Inner width of the adapters' two matrices.", "", ranks,
        [](auto &plan) -> auto & { return plan.tuning->rank; }));
    fields.push_back(enumListField(
        "tuning.targets", "Adapted matrices",
        "Matrices that get adapters: attention, mlp (shared experts with it), experts, or all; "
        "or projections alone: q, k, v, o of attention, gate, up, down of the MLP.",
        targetWords, [](auto &plan) -> auto & { return plan.tuning->targets; }));
    fields.push_back(enumField(
        "tuning.base", "Frozen weights",
        "Number format of the frozen matrices; auto: 16 bits for lora, nf4 for qlora. gptq and awq "
        "are checkpoints that were quantised beforehand; fp32 is cast to 16 bits for each GEMM.",
        { "auto", "bf16", "fp8", "nf4", "int8", "gptq", "awq", "fp32" },
        [](auto &plan) -> auto & { return plan.tuning->base; }));
    fields.push_back(enumField(
        "tuning.trained", "Trained whole",
        "What is trained whole next to the adapters: embedding, head or both, each as a copy next "
        "to the frozen one.",
        { "none", "embedding", "head", "both" },
        [](auto &plan) -> auto & { return plan.tuning->trained; }));
    fields.push_back(booleanField(
        "tuning.dora", "DoRA",
        "Adapters learn directions, and a magnitude for each output of a matrix besides.",
        [](auto &plan) -> auto & { return plan.tuning->dora; }));
    fields.push_back(booleanField(
        "tuning.rank_stabilized", "Rank-stabilized",
        "Adapters are scaled by one over the root of the rank instead of one over the rank; no "
        "effect on memory or time.",
        [](auto &plan) -> auto & { return plan.tuning->rankStabilized; }));
    fields.push_back(enumField(
        "tuning.objective", "Objective",
        "What the loss compares: each token with the next (next_token), or two answers with a "
        "frozen reference model (dpo; both sequences of a pair count in the batch).",
        { "next_token", "dpo" }, [](auto &plan) -> auto & { return plan.tuning->objective; }));
}

} // namespace headroom
