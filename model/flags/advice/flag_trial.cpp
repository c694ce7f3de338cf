#include "model/flags/advice/flag_trial.h"

#include "model/flags/catalogue/flag_value.h"

namespace headroom {
namespace {

/// What advice would write, or the opposite of a switch's default.
std::string otherValue(
    const FlagAdvisor &advisor, const ResolvedPlan &resolved, const FlagEntry &entry)
{
    for (const FlagAdvice &advice : advisor.advice(resolved))
        if (advice.name == entry.name && !advice.value.empty()
            && (advice.kind == AdviceKind::Set || advice.kind == AdviceKind::Consider))
            return advice.value;
    const FlagStatus status = statusAt(entry, advisor.jaxlib().answers);
    const std::optional<bool> byDefault
        = status.hasDefault ? parseFlagBool(status.defaultValue) : std::nullopt;
    if (entry.type != FlagType::Bool || !byDefault)
        return {};
    return *byDefault ? "false" : "true";
}

} // namespace

std::optional<FlagTrial> trialOf(
    const FlagAdvisor &advisor, const ResolvedPlan &resolved, const std::string &name)
{
    const FlagEntry *entry = advisor.catalogue().find(name);
    if (!entry || statusAt(*entry, advisor.jaxlib().answers).presence != FlagPresence::Present)
        return std::nullopt;
    FlagTrial trial { resolved.plan, {}, false };
    for (const EffectiveFlag &flag : advisor.effective(resolved).flags)
        if (flag.name == name) {
            trial.value = flag.value;
            trial.isWritten = true;
        }
    if (trial.isWritten) {
        trial.plan.flags[name] = "default";
        return trial;
    }
    trial.value = otherValue(advisor, resolved, *entry);
    if (trial.value.empty())
        return std::nullopt;
    trial.plan.flags[name] = trial.value;
    return trial;
}

FlagDelta flagDelta(const FlagTrial &trial, const Estimate &now, const Estimate &other)
{
    const Estimate &with = trial.isWritten ? now : other;
    const Estimate &without = trial.isWritten ? other : now;
    return { with.time.step - without.time.step, with.memory.peak - without.memory.peak,
        with.memory.budget - without.memory.budget };
}

std::optional<Evidence> weakestEvidence(const FlagTexts &texts)
{
    std::optional<Evidence> weakest;
    for (const FlagTermEffect &effect : texts.effects)
        weakest = weaker(weakest.value_or(effect.evidence), effect.evidence);
    return weakest;
}

} // namespace headroom
