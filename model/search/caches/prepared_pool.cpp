#include "model/search/caches/prepared_pool.h"

#include <bit>

namespace headroom {
namespace {

constexpr std::size_t maxKnown = 65536; ///< entries of one thread's look-up

void mix(std::size_t &hash, std::uint64_t value)
{
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
    hash = (std::rotl(hash, 5) ^ value) * golden;
}

void mix(std::size_t &hash, double value)
{
    mix(hash, std::bit_cast<std::uint64_t>(value));
}

/// The fields that differ between points of one plan; others only cost a comparison.
std::size_t hashOf(const FlagEffects &effects)
{
    std::size_t hash = 0;
    mix(hash, effects.allGatherCombineThreshold.value());
    mix(hash, effects.reduceScatterCombineThreshold.value());
    mix(hash, effects.allReduceCombineThreshold.value());
    mix(hash, effects.memoryFraction);
    mix(hash, static_cast<double>(effects.ncclCollectiveMaxChannels));
    mix(hash,
        std::uint64_t { effects.latencyHiding } | std::uint64_t { effects.collectiveMatmul } << 1
            | std::uint64_t { effects.pipelinedP2p } << 2
            | std::uint64_t { effects.pipelinedAllReduce } << 3);
    return hash;
}

/// Effects without those that only weights, gradients and memory feel: layers cost the same under
/// effects that are equal otherwise.
FlagEffects layerPart(FlagEffects effects)
{
    const FlagEffects plain;
    effects.allGatherCombineThreshold = plain.allGatherCombineThreshold;
    effects.reduceScatterCombineThreshold = plain.reduceScatterCombineThreshold;
    effects.allReduceCombineThreshold = plain.allReduceCombineThreshold;
    effects.memoryFraction = plain.memoryFraction;
    return effects;
}

/// Writes a point's settings into a plan. `policy` is the id behind its remat index; a policy other
/// than custom drops the plan's own tensor list.
void applyCandidate(Plan &plan, const Candidate &candidate, const std::string &policy)
{
    static_cast<Degrees &>(plan.parallelism) = candidate;
    setRematPolicy(plan, policy);
}

} // namespace

PreparedPool::PreparedPool(const Estimator &estimator, ResolvedPlan resolved, FlagFlips flips)
    : m_estimator(&estimator)
    , m_resolved(std::move(resolved))
    , m_flips(std::move(flips))
    , m_own(std::make_unique<FlaggedPrepared>(FlaggedPrepared { estimator.prepare(m_resolved), 0 }))
    , m_isUniform(m_flips.empty() && (!estimator.followsFlags() || !m_resolved.expertIsAxis()))
    , m_layerClasses { layerPart(m_own->prepared.flags) }
{ }

const FlaggedPrepared &PreparedPool::withEffects(const FlagEffects &effects) const
{
    if (m_own->prepared.flags == effects)
        return *m_own;
    const std::size_t hash = hashOf(effects);
    const std::scoped_lock lock(m_mutex);
    const auto [first, last] = m_byEffects.equal_range(hash);
    for (auto entry = first; entry != last; ++entry)
        if (entry->second->prepared.flags == effects)
            return *entry->second;
    const FlagEffects layers = layerPart(effects);
    std::size_t layerClass = 0;
    while (layerClass < m_layerClasses.size() && !(m_layerClasses[layerClass] == layers))
        ++layerClass;
    if (layerClass == m_layerClasses.size())
        m_layerClasses.push_back(layers);
    auto made = std::make_unique<FlaggedPrepared>(FlaggedPrepared {
        m_estimator->prepare(m_resolved, m_estimator->stackOf(m_resolved), effects),
        static_cast<int>(layerClass) });
    return *m_byEffects.emplace(hash, std::move(made))->second;
}

const Prepared &PreparedPool::at(const Candidate &candidate) const
{
    return m_isUniform ? m_own->prepared
                       : withEffects(m_estimator->flagsOf(resolvedAt(candidate))).prepared;
}

Plan PreparedPool::planAt(const Candidate &candidate) const
{
    if (!m_flips.empty())
        return resolvedAt(candidate).plan;
    Plan plan = m_resolved.plan;
    applyCandidate(plan, candidate, own().remats[static_cast<std::size_t>(candidate.remat)].id);
    return plan;
}

ResolvedPlan PreparedPool::plainAt(const Candidate &candidate) const
{
    ResolvedPlan point = m_resolved;
    applyCandidate(
        point.plan, candidate, own().remats[static_cast<std::size_t>(candidate.remat)].id);
    const std::string &policy = point.plan.remat.policy;
    if (policy != m_resolved.remat.id)
        if (Result<RematPolicy> found = m_estimator->library().rematPolicy(policy))
            point.remat = *std::move(found);
    return point;
}

ResolvedPlan PreparedPool::resolvedAt(const Candidate &candidate) const
{
    ResolvedPlan point = plainAt(candidate);
    applyFlips(*m_estimator, point, candidate, m_flips);
    return point;
}

std::size_t FlagKeyHash::operator()(const FlagKey &key) const
{
    std::size_t hash = 0;
    for (const int degree :
        { key.data, key.fsdp, key.tensor, key.context, key.pipeline, key.expert })
        mix(hash, static_cast<std::uint64_t>(degree));
    mix(hash, key.microBatch);
    mix(hash,
        std::uint64_t { key.sequenceParallel } | std::uint64_t { key.shardsWeights } << 1
            | std::uint64_t { key.offloads } << 2);
    return hash;
}

void PointFlags::begin(const PreparedPool &pool)
{
    if (m_pool == &pool && m_known.size() < maxKnown)
        return;
    if (m_pool != &pool)
        m_scratch = {};
    m_pool = &pool;
    m_known.clear();
    m_recent.clear();
}

const FlaggedPrepared *PointFlags::at(const Candidate &c)
{
    const RematCosts &remat = m_pool->own().remats[static_cast<std::size_t>(c.remat)];
    const FlagKey key { c.data, c.fsdp, c.tensor, c.context, c.pipeline, c.expert, c.microBatch,
        c.sequenceParallel, c.zeroStage >= 3, remat.offloadBytes > 0 };
    FlagKey family = key;
    family.data = family.fsdp = 1;
    family.shardsWeights = family.offloads = false;
    if (family != m_family) {
        m_family = family;
        m_recent.clear();
    }
    for (std::size_t i = 0; i < m_recent.size(); ++i) {
        m_next = m_next < m_recent.size() ? m_next : 0;
        const Recent &recent = m_recent[m_next];
        if (recent.fsdp == key.fsdp && recent.data == key.data
            && recent.shardsWeights == key.shardsWeights && recent.offloads == key.offloads)
            return recent.flagged;
        ++m_next;
    }
    m_next = m_recent.size();
    m_recent.push_back({ key.data, key.fsdp, key.shardsWeights, key.offloads, lookUp(key, c) });
    return m_recent.back().flagged;
}

const FlaggedPrepared *PointFlags::lookUp(const FlagKey &key, const Candidate &c)
{
    const auto [entry, isNew] = m_known.try_emplace(key, nullptr);
    if (isNew) {
        std::optional<ResolvedPlan> &scratch = m_scratch[key.offloads];
        if (!scratch)
            scratch = m_pool->plainAt(c);
        applyCandidate(scratch->plan, c, scratch->plan.remat.policy);
        scratch->plan.flags = m_pool->resolved().plan.flags;
        if (const auto effects = applyFlips(m_pool->estimator(), *scratch, c, m_pool->flips()))
            entry->second = &m_pool->withEffects(*effects);
    }
    return entry->second;
}

} // namespace headroom
