#include "model/advice/choice_words.h"

#include "model/rules/broken_rules.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// One choice of a field with the answer to the plan that makes it.
struct Rung
{
    std::string id;
    Estimate estimate;

    Bytes peak() const { return estimate.memory.peak; }
    Seconds step() const { return estimate.time.step; }
    bool fits() const { return estimate.memory.fits; }
};

constexpr double sameShare = 1e-3; ///< two peaks or steps nearer than that are one rung

bool isClearlyLess(double a, double b)
{
    return a < b * (1 - sameShare);
}

/// The choices that are valid with the rest of the plan; `set` makes one.
template <class Set>
std::vector<Rung> rungsOf(
    const Plan &plan, const std::vector<std::string> &ids, const PlanAnswer &answer, Set set)
{
    std::vector<Rung> found;
    for (const std::string &id : ids) {
        Plan other = plan;
        set(other, id);
        if (auto estimate = answer(other))
            found.push_back({ id, *std::move(estimate) });
    }
    return found;
}

const Rung *rungOf(const std::vector<Rung> &rungs, const std::string &id)
{
    const auto found = std::ranges::find(rungs, id, &Rung::id);
    return found == rungs.end() ? nullptr : &*found;
}

/// The fastest of those that `isWanted` takes; of equally fast ones the smallest.
template <class IsWanted> const Rung *fastest(const std::vector<Rung> &rungs, IsWanted isWanted)
{
    const Rung *best = nullptr;
    for (const Rung &rung : rungs) {
        if (!isWanted(rung))
            continue;
        const bool isFaster = !best || isClearlyLess(rung.step().value(), best->step().value());
        const bool isAlike = best && !isClearlyLess(best->step().value(), rung.step().value());
        if (isFaster || (isAlike && rung.peak() < best->peak()))
            best = &rung;
    }
    return best;
}

/// Why the plan cannot make a choice, with what to do about it.
std::vector<Message> refusal(const ResolvedPlan &choosing, const std::string &id)
{
    const std::vector<RuleBreak> broken = brokenRules(choosing);
    if (broken.empty())
        return { { "choice-unlawful", { id } } };
    const Error &error = broken.front().error;
    return { { "choice-refused", { id, Message { error.id, error.args } } } };
}

/// Names of tensors at that place which a layer of the model can have.
std::string tensorNames(const RematPolicy &policy, const ModelShape &model, TensorPlace place)
{
    std::string text;
    for (const auto &[name, where] : policy.tensors) {
        const bool isOfExperts = name.starts_with("moe_");
        const bool isLatent = name.starts_with("mla_") || name.ends_with("_wa_proj");
        // The fused projection is a second name of the same numbers.
        const bool isTwice
            = (name == "qkv_proj" || name == "kv_proj") && policy.tensors.contains("query_proj");
        const bool isOtherMlp = model.gatedMlp ? name == "mlpwi" : name.starts_with("mlpwi_");
        if (where == place && !isTwice && !isOtherMlp && (!isOfExperts || model.moe)
            && (!isLatent || model.mla))
            text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

void sayWhenToChoose(
    std::vector<Message> &words, const Rung &own, const std::vector<Rung> &rungs, Bytes budget)
{
    const Rung *best = fastest(rungs, [](const Rung &rung) { return rung.fits(); });
    if (!own.fits()) {
        words.push_back({ "choice-too-large", { Amount { own.peak() - budget } } });
        if (best)
            words.push_back({ "choice-fits-instead", { best->id } });
    } else if (!best || !isClearlyLess(best->step().value(), own.step().value())) {
        words.push_back({ "choice-fastest-fit" });
    } else {
        words.push_back({ "choice-room", { best->id, Amount { own.step() - best->step() } } });
    }
}

void sayWhatIsKept(std::vector<Message> &words, const RematPolicy &policy, const Rung &own,
    const ModelShape &model)
{
    const Amount saved { own.estimate.memory.terms[MemoryTerm::SavedActivations] };
    const Amount peak { own.peak() };
    const std::string kept = tensorNames(policy, model, TensorPlace::Device);
    words.push_back(kept.empty() ? Message { "policy-keeps-input", { saved, peak } }
                                 : Message { "policy-keeps", { kept, saved, peak } });
    const std::string away = tensorNames(policy, model, TensorPlace::Offload);
    if (!away.empty())
        words.push_back({ "policy-offloads", { away, Amount { own.estimate.memory.host } } });
}

} // namespace

std::vector<Message> policyWords(const ResolvedPlan &resolved, const std::string &policy,
    const ProfileLibrary &library, const PlanAnswer &answer)
{
    const Result<RematPolicy> profile = library.rematPolicy(policy);
    const std::vector<Rung> rungs = rungsOf(resolved.plan, library.rematPolicyIds(), answer,
        [](Plan &plan, const std::string &id) { plan.remat.policy = id; });
    const Rung *own = rungOf(rungs, policy);
    if (!profile)
        return { { "choice-unlawful", { policy } } };
    if (!own) {
        ResolvedPlan choosing = resolved;
        choosing.plan.remat.policy = policy;
        choosing.remat = *profile;
        return refusal(choosing, policy);
    }
    std::vector<Message> words;
    sayWhatIsKept(words, *profile, *own, *resolved.model);
    const Rung *least = fastest(rungs, [](const Rung &) { return true; });
    if (least && isClearlyLess(least->step().value(), own->step().value()))
        words.push_back({ "policy-step",
            { Amount { own->step() }, Amount { own->step() - least->step() }, least->id } });
    else
        words.push_back({ "policy-step-least", { Amount { own->step() } } });
    sayWhenToChoose(words, *own, rungs, own->estimate.memory.budget);
    const Rung *next = fastest(rungs, [own](const Rung &rung) {
        return isClearlyLess(rung.peak().value(), own->peak().value());
    });
    if (!next)
        words.push_back({ "policy-last" });
    else if (next->step() > own->step())
        words.push_back({ "policy-next",
            { next->id, Amount { own->peak() - next->peak() },
                Amount { next->step() - own->step() } } });
    else
        words.push_back(
            { "policy-next-better", { next->id, Amount { own->peak() - next->peak() } } });
    return words;
}

std::vector<Message> recipeWords(const ResolvedPlan &resolved, const std::string &recipe,
    const ProfileLibrary &library, const PlanAnswer &answer)
{
    const Result<PrecisionRecipe> profile = library.recipe(recipe);
    const std::vector<Rung> rungs = rungsOf(resolved.plan, library.recipeIds(), answer,
        [](Plan &plan, const std::string &id) { plan.precision.recipe = id; });
    const Rung *own = rungOf(rungs, recipe);
    if (!profile)
        return { { "choice-unlawful", { recipe } } };
    if (!own) {
        ResolvedPlan choosing = resolved;
        choosing.plan.precision.recipe = recipe;
        choosing.recipe = *profile;
        return refusal(choosing, recipe);
    }
    std::vector<Message> words;
    const RecipeVariant *variant = workingVariant(*profile, resolved.accelerator);
    if (profile->isNone())
        words.push_back({ "recipe-none", { nameOf(resolved.plan.precision.compute) } });
    else if (variant)
        words.push_back(
            { "recipe-runs", { variant->engine, variant->weights, variant->activations } });
    const Rung *plain = rungOf(rungs, "none");
    if (plain && plain != own) {
        const Seconds gain = plain->step() - own->step();
        words.push_back({ gain.value() >= 0 ? "recipe-step-less" : "recipe-step-more",
            { Amount { own->step() }, Amount { Seconds { std::abs(gain.value()) } } } });
        const Bytes spared = plain->peak() - own->peak();
        words.push_back({ spared.value() >= 0 ? "recipe-peak-less" : "recipe-peak-more",
            { Amount { own->peak() }, Amount { Bytes { std::abs(spared.value()) } } } });
    } else {
        words.push_back({ "recipe-figures", { Amount { own->step() }, Amount { own->peak() } } });
    }
    sayWhenToChoose(words, *own, rungs, own->estimate.memory.budget);
    const Rung *next = nullptr; // the least step onwards
    for (const Rung &rung : rungs)
        if (isClearlyLess(rung.step().value(), own->step().value())
            && (!next || rung.step() > next->step()))
            next = &rung;
    words.push_back(next
            ? Message { "recipe-next", { next->id, Amount { own->step() - next->step() } } }
            : Message { "recipe-last" });
    if (!profile->isNone())
        words.push_back({ "recipe-loss" });
    return words;
}

} // namespace headroom
