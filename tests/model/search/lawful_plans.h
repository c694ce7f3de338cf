#pragma once

#include "search_fixture.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// One knob of the parallelism with the values to try.
struct KnobChoice
{
    std::size_t count = 0;
    std::function<void(Parallelism &, std::size_t)> set;
};

template <class Value> KnobChoice knobChoice(Value Degrees::*member, std::vector<Value> values)
{
    return { values.size(),
        [member, values](Parallelism &degrees, std::size_t i) { degrees.*member = values[i]; } };
}

/// Visits every combination of the choices; the last one varies fastest.
inline void forEachCombination(
    std::span<const KnobChoice> choices, Parallelism &degrees, const std::function<void()> &visit)
{
    if (choices.empty())
        return visit();
    for (std::size_t i = 0; i < choices.front().count; ++i) {
        choices.front().set(degrees, i);
        forEachCombination(choices.subspan(1), degrees, visit);
    }
}

/// Every assignment of the free point knobs that keeps the rules, found the slow way: all values,
/// all combinations, brokenRules. Of knobs without effect only the plan's own value counts.
class LawfulPlans
{
public:
    explicit LawfulPlans(const SearchRequest &request)
        : m_request(request)
        , m_own(*resolvePlan(request.plan, shippedLibrary()))
        , m_base(request.plan.parallelism)
        , m_isJax(m_own.expertIsAxis())
    { }

    std::vector<Plan> list() const
    {
        const std::vector<KnobChoice> degrees = degreeChoices(), others = otherChoices();
        const std::vector<std::string> policies = policyIds();
        std::vector<Plan> lawful;
        ResolvedPlan trial = m_own;
        Parallelism &p = trial.plan.parallelism;
        forEachCombination(degrees, p, [&] {
            const int experts = m_isJax ? p.expert : 1;
            if (p.data * p.fsdp * p.tensor * p.context * p.pipeline * experts
                != m_own.deviceCount())
                return;
            forEachCombination(others, p, [&] {
                if (!hasEffect(p) || !brokenRules(trial).empty())
                    return;
                const std::string kept = trial.plan.remat.policy;
                for (const std::string &policy : policies) {
                    trial.plan.remat.policy = policy;
                    if (brokenRules(trial).empty())
                        lawful.push_back(trial.plan);
                }
                trial.plan.remat.policy = kept;
            });
        });
        return lawful;
    }

private:
    bool isFree(const char *path) const
    {
        return std::ranges::find(m_request.free, path) != m_request.free.end();
    }

    /// The plan's own value first, then the others from 1 to `most` where the knob is free.
    template <class Value>
    KnobChoice upTo(const char *path, Value Degrees::*member, std::int64_t most) const
    {
        std::vector<Value> values { m_base.*member };
        for (std::int64_t i = 1; isFree(path) && i <= most; ++i)
            if (const auto value = static_cast<Value>(i); value != m_base.*member)
                values.push_back(value);
        return knobChoice(member, std::move(values));
    }

    KnobChoice divisors(const char *path, int Degrees::*member) const
    {
        std::vector<int> values;
        for (int i = 1; isFree(path) && i <= m_own.deviceCount(); ++i)
            if (m_own.deviceCount() % i == 0)
                values.push_back(i);
        return knobChoice(member, values.empty() ? std::vector { m_base.*member } : values);
    }

    std::vector<KnobChoice> degreeChoices() const
    {
        return { divisors("parallelism.data", &Degrees::data),
            divisors("parallelism.fsdp", &Degrees::fsdp),
            divisors("parallelism.tensor", &Degrees::tensor),
            divisors("parallelism.context", &Degrees::context),
            divisors("parallelism.pipeline", &Degrees::pipeline),
            divisors("parallelism.expert", &Degrees::expert) };
    }

    std::vector<KnobChoice> otherChoices() const
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
            upTo("parallelism.pipeline_chunks", &Degrees::chunks, m_own.model->layers),
            upTo("parallelism.zero_stage", &Degrees::zeroStage, 3),
            knobChoice(&Degrees::sequenceParallel, sequence),
            knobChoice(&Degrees::contextStrategy, strategies),
            upTo("parallelism.micro_batch_sequences", &Degrees::microBatch,
                m_request.plan.workload.globalBatchSequences) };
    }

    std::vector<std::string> policyIds() const
    {
        std::vector<std::string> policies { m_request.plan.remat.policy };
        if (isFree("remat.policy"))
            for (const RematCosts &remat : shippedEstimator().prepare(m_own).remats)
                if (std::ranges::find(policies, remat.id) == policies.end())
                    policies.push_back(remat.id);
        return policies;
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
        return m_request.plan.framework != "torchtitan" || p.zeroStage != 1;
    }

    const SearchRequest &m_request;
    ResolvedPlan m_own;
    const Parallelism &m_base;
    bool m_isJax;
};

inline std::vector<Plan> lawfulPlans(const SearchRequest &request)
{
    return LawfulPlans { request }.list();
}

} // namespace headroom
