#include "model/plan/fields/framework_options.h"
#include "model/plan/tuning.h"
#include "model/rules/plan_rule_list.h"

namespace headroom {
namespace {

/// Whether a layer of the model holds matrices of this kind.
bool hasMatrices(const ModelShape &model, TuningTarget target)
{
    switch (target) {
    case TuningTarget::Experts:
        return model.moe.has_value();
    case TuningTarget::Mlp:
        return !model.moe || model.moe->moeLayers < model.layers || model.moe->sharedExperts > 0;
    case TuningTarget::Attention:
    case TuningTarget::All:
        break;
    }
    return true;
}

const char *targetWord(TuningTarget target)
{
    return target == TuningTarget::Experts ? "experts" : "mlp";
}

/// LoRA leaves the frozen weights in 16 bits, QLoRA quantises them.
void checkBase(RuleList &rules)
{
    const Tuning &tuning = *rules.plan.tuning;
    const bool isQuantised = tuning.storedBase() != BaseFormat::Bf16;
    if (hasForeignBase(tuning))
        rules.add(isQuantised ? "rule-tuning-base-quantised" : "rule-tuning-base-whole", {},
            { "tuning.method", "tuning.base" });
    if (isQuantised && !rules.whole.recipe.isNone())
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
    const Tuning &tuning = *rules.plan.tuning;
    if (!tuning.isAdapted())
        return;
    checkBase(rules);
    if (workload.mode == WorkloadMode::Inference)
        rules.add("rule-tuning-inference", {}, { "workload.mode", "tuning.method" });
    for (const TuningTarget target : tuning.targets)
        if (!hasMatrices(rules.model, target))
            rules.add("rule-tuning-targets", { targetWord(target) }, { "model", "tuning.targets" });
}

} // namespace headroom
