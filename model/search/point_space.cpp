#include "model/search/point_space.h"

#include "model/physics/prepare/prepare.h"

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
    , m_blockSettings(setting::pipeline | setting::tensor | setting::context | setting::ranks)
    , m_own(planCandidate(resolved.plan))
    , m_policies(std::move(policies))
    , m_free(free)
{
    if (facts().framework->expertIsAxis)
        m_blockSettings |= setting::expert | setting::expertTensor;
    for (std::size_t i = 0; i < m_policies.size(); ++i) {
        const bool isRepeat
            = std::find(m_policies.begin(), m_policies.begin() + static_cast<std::ptrdiff_t>(i),
                  m_policies[i])
            != m_policies.begin() + static_cast<std::ptrdiff_t>(i);
        if (takesPolicy(m_policies[i]) && !isRepeat && (i == 0 || isFree("remat.policy")))
            m_remats.push_back(static_cast<int>(i));
    }
    m_strategies = { m_own.contextStrategy };
    if (isFree("parallelism.context_strategy"))
        m_strategies
            = { ContextStrategy::AllGather, ContextStrategy::Ring, ContextStrategy::Ulysses };
    m_stages = { m_own.zeroStage };
    if (isFree("parallelism.zero_stage")) {
        m_stages.clear();
        for (int stage = facts().framework->minZeroStage; stage <= 3; ++stage)
            m_stages.push_back(stage);
        addOwn(m_stages, m_own.zeroStage);
    }
    if (m_rules.canHold())
        listBlocks();
}

bool PointSpace::isFree(std::string_view path) const
{
    return std::ranges::find(m_free, path) != m_free.end();
}

bool PointSpace::takesPolicy(const std::string &policy) const
{
    const RematKind kind = rematKind(policy, *facts().framework);
    return takesRemat(*facts().framework, kind)
        && m_rules.withRemat(kind, policy).hold(m_own, setting::remat, setting::remat);
}

/// Degrees of one axis when `rest` devices are left for it and the axes after it.
std::vector<std::int64_t> PointSpace::degrees(const char *path, int own, std::int64_t rest) const
{
    if (isFree(path))
        return divisors(rest);
    if (rest % own == 0)
        return { own };
    return {};
}

void PointSpace::listBlocks()
{
    Degrees point = m_own;
    for (const std::int64_t pipeline :
        degrees("parallelism.pipeline", m_own.pipeline, facts().devices)) {
        point.pipeline = static_cast<int>(pipeline);
        const std::vector<int> &chunks = m_chunks[point.pipeline] = validChunks(point);
        if (chunks.empty() || !m_rules.hold(point, setting::pipeline, setting::pipeline))
            continue;
        const std::int64_t plane = facts().devices / pipeline;
        for (const std::int64_t tensor : degrees("parallelism.tensor", m_own.tensor, plane)) {
            point.tensor = static_cast<int>(tensor);
            if (m_rules.hold(point, setting::pipeline | setting::tensor, setting::tensor))
                listBlocks(point, plane / tensor);
        }
    }
}

/// Blocks with the pipeline and tensor degrees of `point`, on the ranks that these leave.
void PointSpace::listBlocks(Degrees point, std::int64_t rest)
{
    const bool isAxis = facts().framework->expertIsAxis;
    const Settings known
        = setting::pipeline | setting::tensor | setting::context | setting::contextStrategy;
    for (const std::int64_t context : degrees("parallelism.context", m_own.context, rest)) {
        point.context = static_cast<int>(context);
        const bool hasStrategy = std::ranges::any_of(m_strategies, [&](ContextStrategy strategy) {
            point.contextStrategy = strategy;
            return m_rules.hold(point, known, setting::context | setting::contextStrategy);
        });
        if (!hasStrategy)
            continue;
        const std::int64_t ranks = rest / context;
        std::vector<std::int64_t> experts { 1 };
        if (isAxis)
            experts = degrees("parallelism.expert", m_own.expert, ranks);
        for (const std::int64_t expert : experts) {
            const Block block { point.tensor, point.context, point.pipeline,
                static_cast<int>(expert) };
            if (m_rules.hold(pointOf(block), m_blockSettings,
                    setting::ranks | setting::expert | setting::expertTensor))
                m_blocks.push_back(block);
        }
    }
}

Candidate PointSpace::pointOf(const Block &block) const
{
    Candidate point = m_own;
    point.tensor = block.tensor;
    point.context = block.context;
    point.pipeline = block.pipeline;
    if (facts().framework->expertIsAxis)
        point.expert = block.expertAxis;
    point.data = static_cast<int>(
        facts().devices / block.tensor / block.context / block.pipeline / block.expertAxis);
    point.fsdp = 1;
    return point;
}

PointSpace::Inside PointSpace::inside(const Block &block) const
{
    Inside in;
    const Candidate point = pointOf(block);
    in.ranks = batchRanks(point, facts().framework->expertIsAxis);
    in.splits = splits(point);
    listStages(block, point, in);
    listExperts(point, in);
    listMicroBatches(in);
    in.chunks = m_chunks.at(block.pipeline);
    if (!in.chunks.empty() && in.chunks.front() == 1)
        in.plainChunks = in.chunks.first(1);
    return in;
}

std::vector<int> PointSpace::validChunks(Degrees point) const
{
    std::vector<int> valid;
    const bool isOpen = isFree("parallelism.pipeline_chunks");
    const std::int64_t parts = std::max(facts().layers, facts().stageEntries);
    const auto most = static_cast<int>(std::max<std::int64_t>(1, parts / point.pipeline));
    for (point.chunks = isOpen ? 1 : m_own.chunks; point.chunks <= (isOpen ? most : m_own.chunks);
         ++point.chunks)
        if (m_rules.hold(point, setting::pipeline | setting::chunks, setting::chunks))
            valid.push_back(point.chunks);
    return valid;
}

/// Splits of the state ranks of a block, which `point` has as replicas.
std::vector<Split> PointSpace::splits(Degrees point) const
{
    std::vector<Split> found;
    const int ranks = point.data;
    for (const std::int64_t fsdp : divisors(ranks)) {
        point.fsdp = static_cast<int>(fsdp);
        point.data = ranks / point.fsdp;
        if ((isFree("parallelism.data") || point.data == m_own.data)
            && (isFree("parallelism.fsdp") || point.fsdp == m_own.fsdp)
            && holds(point, setting::split))
            found.push_back({ point.data, point.fsdp });
    }
    return found;
}

void PointSpace::listStages(const Block &block, Degrees point, Inside &in) const
{
    const bool followsAxis = facts().framework->zeroFollowsAxis;
    const bool isIdle = point.data == 1 && block.context == 1 && block.expertAxis == 1;
    for (const int stage : m_stages) {
        point.zeroStage = stage;
        if (!holds(point, setting::zeroStage))
            continue;
        const bool isOwn = stage == m_own.zeroStage;
        // JAX shards either everything (fsdp) or the optimizer state over replicas.
        if (!followsAxis || isOwn || stage == 3)
            in.shardStages.push_back(stage);
        if (!followsAxis || isOwn || stage != 2)
            in.replicaStages.push_back(stage);
        if (isIdle ? isOwn : !followsAxis || isOwn || stage != 2)
            in.singleStages.push_back(stage);
    }
}

PointSpace::Inside PointSpace::narrowed(const Inside &in, Candidate point) const
{
    Inside narrow = in;
    const int ranks = point.data;
    const auto keep = [&](std::vector<int> &stages, const Split &split) {
        point.data = split.data;
        point.fsdp = split.fsdp;
        std::erase_if(stages, [&](int stage) {
            point.zeroStage = stage;
            return !m_rules.hold(point,
                setting::all
                    & ~(setting::split | setting::chunks | setting::microBatch | setting::remat),
                setting::shards);
        });
    };
    keep(narrow.singleStages, { 1, 1 });
    keep(narrow.replicaStages, { ranks, 1 });
    keep(narrow.shardStages, { 1, ranks });
    for (const Split &split : narrow.splits) {
        const bool isSingle = split.data * split.fsdp == 1;
        narrow.stageChoices += isSingle ? narrow.singleStages.size()
            : split.fsdp == 1           ? narrow.replicaStages.size()
                                        : narrow.shardStages.size();
    }
    return narrow;
}

void PointSpace::listExperts(Degrees point, Inside &in) const
{
    std::vector<std::int64_t> experts { point.expert }, cuts { m_own.expertTensor };
    const bool isAxis = facts().framework->expertIsAxis;
    if (!isAxis && facts().experts > 0) {
        if (isFree("parallelism.expert"))
            experts = divisors(facts().experts);
        if (isFree("parallelism.expert_tensor"))
            cuts = divisors(facts().expertFfn);
    }
    const std::int64_t plane = std::int64_t { point.data } * point.tensor * point.context;
    for (const std::int64_t expert : experts)
        for (const std::int64_t cut : cuts) {
            if (!isAxis && expert * cut > plane)
                continue;
            point.expert = static_cast<int>(expert);
            point.expertTensor = static_cast<int>(cut);
            if (holds(point, setting::expert | setting::expertTensor))
                in.experts.push_back({ point.expert, point.expertTensor });
        }
}

void PointSpace::listMicroBatches(Inside &in) const
{
    if (!isFree("parallelism.micro_batch_sequences")) {
        in.microBatches = { m_own.microBatch };
        return;
    }
    if (facts().globalBatch % in.ranks == 0)
        for (const std::int64_t size : divisors(facts().globalBatch / in.ranks))
            in.microBatches.push_back(static_cast<double>(size));
    addOwn(in.microBatches, m_own.microBatch);
}

} // namespace headroom
