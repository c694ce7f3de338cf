#include "model/search/point_space.h"

#include "model/physics/prepare.h"

#include <algorithm>

namespace headroom {

std::vector<std::int64_t> divisors(std::int64_t value)
{
    std::vector<std::int64_t> low, high;
    for (std::int64_t i = 1; i * i <= value; ++i) {
        if (value % i != 0)
            continue;
        low.push_back(i);
        if (i != value / i)
            high.push_back(value / i);
    }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

namespace {

template <class Value> void addOwn(std::vector<Value> &values, Value own)
{
    if (std::ranges::find(values, own) == values.end())
        values.push_back(own);
    std::ranges::sort(values);
}

} // namespace

PointSpace::PointSpace(const ResolvedPlan &resolved, const std::vector<std::string> &free,
    std::vector<std::string> policies)
    : m_rules(resolved)
    , m_own(planCandidate(resolved.plan))
    , m_policies(std::move(policies))
    , m_free(free)
{
    const std::string &framework = resolved.plan.framework;
    m_isJax = framework == "maxtext" || framework == "jax";
    m_isTorchtitan = framework == "torchtitan";
    for (std::size_t i = 0; i < m_policies.size(); ++i) {
        const bool isRepeat
            = std::find(m_policies.begin(), m_policies.begin() + static_cast<std::ptrdiff_t>(i),
                  m_policies[i])
            != m_policies.begin() + static_cast<std::ptrdiff_t>(i);
        if (m_rules.remat(m_policies[i]) && !isRepeat && (i == 0 || isFree("remat.policy")))
            m_remats.push_back(static_cast<int>(i));
    }
    m_strategies = { m_own.contextStrategy };
    if (isFree("parallelism.context_strategy"))
        m_strategies
            = { ContextStrategy::AllGather, ContextStrategy::Ring, ContextStrategy::Ulysses };
    m_stages = { m_own.zeroStage };
    if (isFree("parallelism.zero_stage")) {
        m_stages = m_isTorchtitan ? std::vector { 2, 3 } : std::vector { 1, 2, 3 };
        addOwn(m_stages, m_own.zeroStage);
    }
    listBlocks();
}

bool PointSpace::isFree(std::string_view path) const
{
    return std::ranges::find(m_free, path) != m_free.end();
}

void PointSpace::listBlocks()
{
    const std::int64_t devices = m_rules.devices();
    const auto degrees = [&](const char *path, int own, std::int64_t rest) {
        std::vector<std::int64_t> values;
        if (isFree(path))
            return divisors(rest);
        if (rest % own == 0)
            values.push_back(own);
        return values;
    };
    const bool isAxis = m_rules.expertIsAxis();
    for (const std::int64_t pipeline : degrees("parallelism.pipeline", m_own.pipeline, devices)) {
        if (!m_rules.stages(static_cast<int>(pipeline), 1))
            continue;
        const std::int64_t plane = devices / pipeline;
        for (const std::int64_t tensor : degrees("parallelism.tensor", m_own.tensor, plane)) {
            if (!m_rules.tensor(static_cast<int>(tensor)))
                continue;
            const std::int64_t rest = plane / tensor;
            for (const std::int64_t context : degrees("parallelism.context", m_own.context, rest)) {
                const bool isLawful = std::ranges::any_of(m_strategies, [&](ContextStrategy s) {
                    return m_rules.context(static_cast<int>(context), s, static_cast<int>(tensor));
                });
                if (!isLawful)
                    continue;
                const std::int64_t ranks = rest / context;
                std::vector<std::int64_t> experts { 1 };
                if (isAxis)
                    experts = degrees("parallelism.expert", m_own.expert, ranks);
                for (const std::int64_t expert : experts)
                    if (!isAxis
                        || m_rules.experts(static_cast<int>(expert), m_own.expertTensor, ranks))
                        m_blocks.push_back({ static_cast<int>(tensor), static_cast<int>(context),
                            static_cast<int>(pipeline), static_cast<int>(expert) });
            }
        }
    }
}

PointSpace::Inside PointSpace::inside(const Block &block) const
{
    Inside in;
    const std::int64_t ranks = m_rules.devices() / block.tensor / block.context / block.pipeline;
    const std::int64_t stateRanks = ranks / block.expertAxis;
    in.ranks = static_cast<int>(ranks);
    in.splits = splits(stateRanks);
    if (!m_rules.mesh({ .data = 1,
            .fsdp = 1,
            .tensor = block.tensor,
            .context = block.context,
            .pipeline = block.pipeline,
            .expert = block.expertAxis }))
        std::erase_if(in.splits, [&](const Split &split) {
            return !m_rules.mesh({ .data = split.data,
                .fsdp = split.fsdp,
                .tensor = block.tensor,
                .context = block.context,
                .pipeline = block.pipeline,
                .expert = block.expertAxis });
        });
    listStages(block, stateRanks, in);
    listExperts(block, stateRanks, in);
    listMicroBatches(in);
    const int limit = isFree("parallelism.pipeline_chunks")
        ? std::max(1, m_rules.layers() / block.pipeline)
        : m_own.chunks;
    for (int chunks = isFree("parallelism.pipeline_chunks") ? 1 : m_own.chunks; chunks <= limit;
         ++chunks)
        if (m_rules.stages(block.pipeline, chunks))
            in.chunks.push_back(chunks);
    if (!in.chunks.empty() && in.chunks.front() == 1)
        in.plainChunks = { 1 };
    return in;
}

std::vector<Split> PointSpace::splits(std::int64_t ranks) const
{
    std::vector<Split> found;
    for (const std::int64_t fsdp : divisors(ranks)) {
        const Split split { static_cast<int>(ranks / fsdp), static_cast<int>(fsdp) };
        if ((isFree("parallelism.data") || split.data == m_own.data)
            && (isFree("parallelism.fsdp") || split.fsdp == m_own.fsdp))
            found.push_back(split);
    }
    return found;
}

void PointSpace::listStages(const Block &block, std::int64_t stateRanks, Inside &in) const
{
    const bool isIdle = stateRanks == 1 && block.context == 1 && block.expertAxis == 1;
    for (const int stage : m_stages) {
        if (!m_rules.zeroStage(stage, block.pipeline, stateRanks))
            continue;
        const bool isOwn = stage == m_own.zeroStage;
        // JAX shards either everything (fsdp) or the optimizer state over replicas.
        if (!m_isJax || isOwn || stage == 3)
            in.shardStages.push_back(stage);
        if (!m_isJax || isOwn || stage != 2)
            in.replicaStages.push_back(stage);
        if (isIdle ? isOwn : !m_isJax || isOwn || stage != 2)
            in.singleStages.push_back(stage);
    }
    for (const Split &split : in.splits) {
        const bool isSingle = split.data * split.fsdp == 1;
        in.stageChoices += isSingle ? in.singleStages.size()
            : split.fsdp == 1       ? in.replicaStages.size()
                                    : in.shardStages.size();
    }
}

void PointSpace::listExperts(const Block &block, std::int64_t stateRanks, Inside &in) const
{
    if (m_rules.expertIsAxis() || !m_rules.hasExperts()) {
        const int expert = m_rules.expertIsAxis() ? block.expertAxis : m_own.expert;
        if (m_rules.experts(expert, m_own.expertTensor, 1))
            in.experts.push_back({ expert, m_own.expertTensor });
        return;
    }
    const std::int64_t plane = stateRanks * block.tensor * block.context;
    std::vector<std::int64_t> degrees { m_own.expert }, cuts { m_own.expertTensor };
    if (isFree("parallelism.expert"))
        degrees = divisors(m_rules.experts());
    if (isFree("parallelism.expert_tensor"))
        cuts = divisors(m_rules.expertWidth());
    for (const std::int64_t expert : degrees)
        for (const std::int64_t cut : cuts)
            if (expert * cut <= plane
                && m_rules.experts(static_cast<int>(expert), static_cast<int>(cut), plane))
                in.experts.push_back({ static_cast<int>(expert), static_cast<int>(cut) });
}

void PointSpace::listMicroBatches(Inside &in) const
{
    if (!isFree("parallelism.micro_batch_sequences")) {
        in.microBatches = { m_own.microBatch };
        return;
    }
    if (m_rules.globalBatch() % in.ranks == 0)
        for (const std::int64_t size : divisors(m_rules.globalBatch() / in.ranks))
            in.microBatches.push_back(static_cast<double>(size));
    addOwn(in.microBatches, m_own.microBatch);
}

std::uint64_t PointSpace::pointCount(const Block &block) const
{
    std::uint64_t count = 0;
    forEachGroup(block, [&count](const PointGroup &group) {
        count += group.size;
        return true;
    });
    return count;
}

} // namespace headroom
