#pragma once

#include "model/rules/broken_rules.h"
#include "search_fixture.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// One setting of the parallelism with the values to try.
struct SettingChoice
{
    std::size_t count = 0;
    std::function<void(Parallelism &, std::size_t)> set;
};

template <class Value>
SettingChoice settingChoice(Value Degrees::*member, std::vector<Value> values)
{
    return { values.size(),
        [member, values](Parallelism &degrees, std::size_t i) { degrees.*member = values[i]; } };
}

/// Visits every combination of the choices; the last one varies fastest.
inline void forEachCombination(std::span<const SettingChoice> choices, Parallelism &degrees,
    const std::function<void()> &visit)
{
    if (choices.empty())
        return visit();
    for (std::size_t i = 0; i < choices.front().count; ++i) {
        choices.front().set(degrees, i);
        forEachCombination(choices.subspan(1), degrees, visit);
    }
}

/// Every assignment of the free point settings that keeps the rules, found the slow way: all
/// values, all combinations. Of settings without effect only the plan's own value counts.
class ValidPlans
{
public:
    /// `policies`: what a free remat policy may become; the plan's own is first.
    ValidPlans(ResolvedPlan own, std::vector<std::string> free, std::vector<std::string> policies)
        : m_own(std::move(own))
        , m_base(m_own.plan.parallelism)
        , m_free(std::move(free))
        , m_policies(std::move(policies))
        , m_isJax(m_own.expertIsAxis())
    { }

    /// Calls `visit(plan)` for each of them. `keepsRules(resolved)` says which are valid.
    template <class KeepsRules, class Visit>
    void forEach(const KeepsRules &keepsRules, const Visit &visit) const
    {
        const std::vector<SettingChoice> degrees = degreeChoices(), others = otherChoices();
        ResolvedPlan trial = m_own;
        Parallelism &p = trial.plan.parallelism;
        forEachCombination(degrees, p, [&] {
            const int experts = m_isJax ? p.expert : 1;
            if (p.data * p.fsdp * p.tensor * p.context * p.pipeline * experts
                != m_own.deviceCount())
                return;
            forEachCombination(others, p, [&] {
                if (!hasEffect(p) || !keepsRules(trial))
                    return;
                const std::string kept = trial.plan.remat.policy;
                for (const std::string &policy : m_policies) {
                    trial.plan.remat.policy = policy;
                    if (takesRemat(trial.framework(), rematKind(policy, trial.framework())))
                        visit(static_cast<const Plan &>(trial.plan));
                }
                trial.plan.remat.policy = kept;
            });
        });
    }

private:
    bool isFree(const char *path) const { return std::ranges::find(m_free, path) != m_free.end(); }

    /// The plan's own value first, then the others from 1 to `most` where the setting is free.
    template <class Value>
    SettingChoice upTo(const char *path, Value Degrees::*member, std::int64_t most) const
    {
        std::vector<Value> values { m_base.*member };
        for (std::int64_t i = 1; isFree(path) && i <= most; ++i)
            if (const auto value = static_cast<Value>(i); value != m_base.*member)
                values.push_back(value);
        return settingChoice(member, std::move(values));
    }

    SettingChoice divisors(const char *path, int Degrees::*member) const
    {
        std::vector<int> values;
        for (int i = 1; isFree(path) && i <= m_own.deviceCount(); ++i)
            if (m_own.deviceCount() % i == 0)
                values.push_back(i);
        return settingChoice(member, values.empty() ? std::vector { m_base.*member } : values);
    }

    std::vector<SettingChoice> degreeChoices() const
    {
        return { divisors("parallelism.data", &Degrees::data),
            divisors("parallelism.fsdp", &Degrees::fsdp),
            divisors("parallelism.tensor", &Degrees::tensor),
            divisors("parallelism.context", &Degrees::context),
            divisors("parallelism.pipeline", &Degrees::pipeline),
            divisors("parallelism.expert", &Degrees::expert) };
    }

    std::vector<SettingChoice> otherChoices() const
    {
        std::vector<bool> sequence { m_base.sequenceParallel };
        if (isFree("parallelism.sequence_parallel"))
            sequence = { false, true };
        std::vector<ContextStrategy> strategies { m_base.contextStrategy };
        if (isFree("parallelism.context_strategy"))
            strategies
                = { ContextStrategy::AllGather, ContextStrategy::Ring, ContextStrategy::Ulysses };
        return { upTo("parallelism.expert_tensor", &Degrees::expertTensor,
                     m_isJax ? 0 : m_own.deviceCount()),
            upTo("parallelism.pipeline_chunks", &Degrees::chunks,
                std::max<std::int64_t>(m_own.model->layers, std::ssize(m_base.stageLayers))),
            upTo("parallelism.zero_stage", &Degrees::zeroStage, 3),
            settingChoice(&Degrees::sequenceParallel, sequence),
            settingChoice(&Degrees::contextStrategy, strategies),
            upTo("parallelism.micro_batch_sequences", &Degrees::microBatch,
                m_own.plan.workload.globalBatchSequences) };
    }

    /// False for values that change nothing there: a strategy without a context axis, a ZeRO stage
    /// of a single rank or one that the framework treats as another.
    bool hasEffect(const Parallelism &p) const
    {
        if (p.context == 1 && p.contextStrategy != m_base.contextStrategy)
            return false;
        if (p.zeroStage == m_base.zeroStage)
            return true;
        if (p.data * p.fsdp * p.context * (m_isJax ? p.expert : 1) == 1)
            return false;
        if (m_isJax && (p.zeroStage == 2 || (p.zeroStage == 1 && p.fsdp > 1)))
            return false;
        return m_own.plan.framework != "torchtitan" || p.zeroStage != 1;
    }

    ResolvedPlan m_own;
    Parallelism m_base;
    std::vector<std::string> m_free, m_policies;
    bool m_isJax;
};

/// Those of a search, judged by the words of the plan's rules.
inline std::vector<Plan> validPlans(const SearchRequest &request)
{
    const ResolvedPlan own = *resolvePlan(request.plan, shippedLibrary());
    std::vector<std::string> policies { request.plan.remat.policy };
    if (std::ranges::find(request.free, "remat.policy") != request.free.end())
        for (const RematCosts &remat : shippedEstimator().prepare(own).remats)
            if (std::ranges::find(policies, remat.id) == policies.end())
                policies.push_back(remat.id);
    std::vector<Plan> valid;
    ValidPlans(own, request.free, policies)
        .forEach([](const ResolvedPlan &trial) { return brokenRules(trial).empty(); },
            [&](const Plan &plan) { valid.push_back(plan); });
    return valid;
}

} // namespace headroom
