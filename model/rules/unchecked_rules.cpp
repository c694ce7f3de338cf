#include "model/rules/unchecked_rules.h"

#include "model/frameworks/megatron/megatron_facts.h"
#include "model/library/profiles/recipe_support.h"
#include "model/plan/attention_kernels.h"

#include <fmt/format.h>

namespace headroom {
namespace {

/// Whether only some generations of GPUs run the kernel.
bool needsCapability(AttentionChoice attention)
{
    using enum AttentionChoice;
    return attention == Flash1 || attention == Flash2 || attention == Flash3
        || attention == CudnnFlash;
}

} // namespace

std::vector<Finding> uncheckedRules(const ResolvedPlan &resolved)
{
    const Plan &plan = resolved.plan;
    if (resolved.accelerator.capability)
        return {};
    std::vector<std::string> choices;
    if (needsCapability(resolved.recipe, resolved.accelerator))
        choices.push_back("precision.recipe=" + resolved.recipe.id);
    if (takesAttention(resolved.accelerator, plan.attention) && needsCapability(plan.attention))
        choices.push_back("attention=" + nameOf(plan.attention));
    if (megatronWantsOneQueue(resolved))
        choices.push_back("CUDA_DEVICE_MAX_CONNECTIONS=1");
    if (choices.empty())
        return {};
    return { { Severity::Hint, "capability-unknown",
        { resolved.accelerator.name, fmt::format("{}", fmt::join(choices, ", ")) },
        "hardware.accelerator", {} } };
}

} // namespace headroom
