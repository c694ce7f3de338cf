#include "model/library/architecture/fused_projections.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/tuning.h"
#include "model/rules/plan_rule_list.h"

#include <initializer_list>

namespace headroom {
namespace {

/// Whether a layer of the model holds matrices of this kind.
bool hasMatrices(const ModelShape &model, TuningTarget target)
{
    const bool hasMlp
        = !model.moe || model.moe->moeLayers < model.layers || model.moe->sharedExperts > 0;
    if (target == TuningTarget::Experts)
        return model.moe.has_value();
    if (target == TuningTarget::Gate)
        return hasMlp && model.gatedMlp;
    return groupOf(target) != TuningTarget::Mlp || hasMlp;
}

std::string targetWord(TuningTarget target)
{
    return planField("tuning.targets")->choices.at(static_cast<std::size_t>(target));
}

/// Projections that one matrix holds get adapters together.
void checkFused(RuleList &rules)
{
    const Tuning &tuning = *rules.plan.tuning;
    const FusedProjections fused = fusedProjections(rules.model);
    const auto check = [&](bool isOne, std::initializer_list<TuningTarget> parts) {
        std::string names;
        std::size_t count = 0;
        for (const TuningTarget part : parts) {
            count += tuning.adapts(part) ? 1 : 0;
            names += (names.empty() ? "" : ", ") + targetWord(part);
        }
        if (isOne && count > 0 && count < parts.size())
            rules.add("rule-tuning-fused", { names }, { "tuning.targets", "model" });
    };
    using enum TuningTarget;
    check(fused.queryKeyValue, { Query, Key, Value });
    check(rules.model.mla.has_value(), { Key, Value });
    check(fused.gateUp, { Gate, Up });
}

/// Two answers to a prompt make a pair, each a sequence with padding behind it.
void checkPreferences(RuleList &rules)
{
    const Workload &workload = rules.plan.workload;
    if (rules.plan.tuning->objective != TuningObjective::Dpo)
        return;
    if (workload.mode == WorkloadMode::Inference)
        rules.add("rule-dpo-inference", {}, { "workload.mode", "tuning.objective" });
    if (workload.packing.meanTokens)
        rules.add("rule-dpo-packing", {}, { "workload.packing.mean_tokens", "tuning.objective" });
}

/// LoRA leaves the frozen weights in 16 or 32 bits, QLoRA quantises them.
void checkBase(RuleList &rules)
{
    const Tuning &tuning = *rules.plan.tuning;
    const bool isPacked = isQuantised(tuning.storedBase());
    if (hasForeignBase(tuning))
        rules.add(isPacked ? "rule-tuning-base-quantised" : "rule-tuning-base-whole", {},
            { "tuning.method", "tuning.base" });
    if (isPacked && !rules.whole.recipe.isNone())
        rules.add("rule-tuning-recipe", { rules.plan.precision.recipe },
            { "tuning.method", "tuning.base", "precision.recipe" });
}

} // namespace

void checkTuning(RuleList &rules)
{
    const Workload &workload = rules.plan.workload;
    if (workload.packing.meanTokens.value_or(0) > static_cast<double>(workload.sequenceLength))
        rules.add("rule-packing-mean",
            { Amount { Amount::Count, *workload.packing.meanTokens },
                std::to_string(workload.sequenceLength) },
            { "workload.packing.mean_tokens", "workload.sequence_length" });
    checkPreferences(rules);
    const Tuning &tuning = *rules.plan.tuning;
    if (!tuning.isAdapted())
        return;
    checkBase(rules);
    checkFused(rules);
    if (workload.mode == WorkloadMode::Inference)
        rules.add("rule-tuning-inference", {}, { "workload.mode", "tuning.method" });
    for (const TuningTarget target : tuning.targets)
        if (!hasMatrices(rules.model, target))
            rules.add("rule-tuning-targets", { targetWord(target) }, { "model", "tuning.targets" });
}

} // namespace headroom
