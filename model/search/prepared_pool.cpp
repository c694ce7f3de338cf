#include "model/search/prepared_pool.h"

#include <mutex>

namespace headroom {

void applyCandidate(Plan &plan, const Candidate &candidate, const std::string &policy)
{
    Parallelism &degrees = plan.parallelism;
    degrees.data = candidate.data;
    degrees.fsdp = candidate.fsdp;
    degrees.zeroStage = candidate.zeroStage;
    degrees.tensor = candidate.tensor;
    degrees.sequenceParallel = candidate.sequenceParallel;
    degrees.context = candidate.context;
    degrees.contextStrategy = candidate.contextStrategy;
    degrees.pipeline = candidate.pipeline;
    degrees.pipelineChunks = candidate.chunks;
    degrees.expert = candidate.expert;
    degrees.expertTensor = candidate.expertTensor;
    degrees.microBatchSequences = candidate.microBatch;
    if (plan.remat.policy != policy)
        plan.remat.tensors.clear();
    plan.remat.policy = policy;
}

PreparedPool::PreparedPool(const Estimator &estimator, ResolvedPlan resolved)
    : m_estimator(&estimator)
    , m_resolved(std::move(resolved))
    , m_own(std::make_unique<Prepared>(estimator.prepare(m_resolved)))
    , m_isUniform(!estimator.followsFlags())
{ }

std::uint64_t PreparedPool::flagClass(const Candidate &c) const
{
    const auto number = [](int degree) { return static_cast<std::uint64_t>(degree) & 0xffff; };
    std::uint64_t key = number(c.tensor) | number(c.expert) << 16 | number(c.expertTensor) << 32;
    const bool offloads = m_own->remats[static_cast<std::size_t>(c.remat)].offloadBytes > 0;
    int position = 48;
    for (const bool fact : { c.data > 1, c.fsdp > 1, c.context > 1, c.pipeline > 1, c.chunks > 1,
             c.sequenceParallel, c.zeroStage >= 3, offloads })
        key |= static_cast<std::uint64_t>(fact) << position++;
    return key;
}

const Prepared &PreparedPool::at(const Candidate &candidate) const
{
    if (m_isUniform)
        return *m_own;
    const std::uint64_t key = flagClass(candidate);
    {
        const std::shared_lock lock(m_mutex);
        if (const auto found = m_byClass.find(key); found != m_byClass.end())
            return *found->second;
    }
    const FlagEffects effects = m_estimator->flagsOf(resolvedAt(candidate));
    const std::unique_lock lock(m_mutex);
    if (const auto found = m_byClass.find(key); found != m_byClass.end())
        return *found->second;
    const Prepared *match = m_own->flags == effects ? m_own.get() : nullptr;
    for (const auto &other : m_others)
        if (!match && other->flags == effects)
            match = other.get();
    if (!match) {
        m_others.push_back(std::make_unique<Prepared>(
            m_estimator->prepare(m_resolved, m_estimator->stackOf(m_resolved), effects)));
        match = m_others.back().get();
    }
    m_byClass.emplace(key, match);
    return *match;
}

Plan PreparedPool::planAt(const Candidate &candidate) const
{
    Plan plan = m_resolved.plan;
    applyCandidate(plan, candidate, m_own->remats[static_cast<std::size_t>(candidate.remat)].id);
    return plan;
}

ResolvedPlan PreparedPool::resolvedAt(const Candidate &candidate) const
{
    ResolvedPlan point = m_resolved;
    point.plan = planAt(candidate);
    const std::string &policy = point.plan.remat.policy;
    if (policy != m_resolved.remat.id)
        if (Result<RematPolicy> found = m_estimator->library().rematPolicy(policy))
            point.remat = *std::move(found);
    return point;
}

} // namespace headroom
