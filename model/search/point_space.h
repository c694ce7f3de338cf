#pragma once

#include "model/physics/prepare/candidate.h"
#include "model/rules/rule_set.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// Data-parallel ranks as replicas times shards.
struct Split
{
    int data = 1, fsdp = 1;
};

/// One piece of the enumeration, and the unit of work of a thread: these degrees are fixed, all
/// other settings vary inside.
struct Block
{
    int tensor = 1, context = 1, pipeline = 1;
    int expertAxis = 1; ///< MaxText's expert axis; 1 elsewhere
};

/// Points that differ only in chunks, split and ZeRO stage: they share the costs of a layer.
struct PointGroup
{
    Candidate base;
    std::span<const int> chunks;
    std::span<const Split> splits;
    std::span<const int> singleStages, replicaStages, shardStages;
    std::uint64_t size = 0;

    std::span<const int> zeroStages(const Split &split) const
    {
        const bool isSingle = split.data * split.fsdp == 1;
        return isSingle ? singleStages : split.fsdp == 1 ? replicaStages : shardStages;
    }
};

/// All valid points of one resolved plan: its free settings range over every value that the rules
/// allow, the others stay as they are. A setting that cannot have an effect keeps the plan's value
/// (context_strategy without context parallelism, zero_stage where nothing is sharded,
/// expert_tensor of MaxText), so that no configuration is counted twice.
class PointSpace
{
public:
    /// `policies`: ids of the policies in the order of Prepared::remats; the plan's own is first.
    PointSpace(const ResolvedPlan &resolved, const std::vector<std::string> &free,
        std::vector<std::string> policies);

    const std::vector<Block> &blocks() const { return m_blocks; }
    const Candidate &own() const { return m_own; }
    const std::vector<std::string> &policies() const { return m_policies; }
    bool isFree(std::string_view path) const; ///< whether the search varies this field
    /// Whether the plan's own point is valid.
    bool ownIsValid() const { return m_rules.hold(m_own) && takesPolicy(m_policies.front()); }

    /// Calls `visit(const PointGroup &)` for each group of a block, in a fixed order; stops when it
    /// returns false.
    template <class Visit> void forEachGroup(const Block &block, Visit &&visit) const;
    /// The same for the first of each groups that differ in their policy alone; the policies of
    /// all.
    template <class Visit> void forEachFamily(const Block &block, Visit &&visit) const;
    const std::vector<int> &remats() const { return m_remats; }
    /// Calls `visit(const Candidate &)` for each point of a group, in a fixed order.
    template <class Visit> static void forEachPoint(const PointGroup &group, Visit &&visit);

private:
    /// What is fixed inside a block.
    struct Inside
    {
        std::vector<Split> splits;
        std::span<const int> chunks, plainChunks; ///< valid ones; those with one chunk per stage
        std::vector<int> singleStages, replicaStages, shardStages;
        std::vector<double> microBatches;
        std::vector<std::array<int, 2>> experts; ///< expert and expert-tensor degrees
        std::int64_t ranks = 1; ///< batch shards
        std::uint64_t stageChoices = 0; ///< (split, ZeRO stage) pairs; of narrowed() ones
    };

    /// Whether the rules hold that read one of `fresh` and nothing beyond it and the block.
    bool holds(const Degrees &degrees, Settings fresh) const
    {
        return m_rules.hold(degrees, m_blockSettings | fresh, fresh);
    }
    const RuleFacts &facts() const { return m_rules.facts(); }
    bool takesPolicy(const std::string &policy) const;
    std::vector<std::int64_t> degrees(const char *path, int own, std::int64_t rest) const;
    void listBlocks();
    void listBlocks(Degrees point, std::int64_t rest);
    /// The plan's point with the degrees of the block, its state ranks as replicas.
    Candidate pointOf(const Block &block) const;
    Inside inside(const Block &block) const;
    std::vector<int> validChunks(Degrees point) const;
    std::vector<Split> splits(Degrees point) const;
    void listStages(const Block &block, Degrees point, Inside &inside) const;
    /// Without the ZeRO stages that a rule forbids at this point, whose state ranks are replicas.
    Inside narrowed(const Inside &inside, Candidate point) const;
    void listExperts(Degrees point, Inside &inside) const;
    void listMicroBatches(Inside &inside) const;
    template <class Visit>
    bool visitBatches(const Inside &inside, Candidate base, Visit &&visit) const;

    RuleSet m_rules;
    Settings m_blockSettings; ///< what a block fixes
    Candidate m_own;
    std::vector<std::string> m_policies;
    std::vector<std::string> m_free;
    std::vector<int> m_remats;
    std::vector<ContextStrategy> m_strategies;
    std::vector<int> m_stages; ///< ZeRO stages to try
    std::map<int, std::vector<int>> m_chunks; ///< valid ones by pipeline degree
    std::vector<Block> m_blocks;
};

/// Divisors in rising order.
std::vector<std::int64_t> divisors(std::int64_t value);

template <class Visit> void PointSpace::forEachGroup(const Block &block, Visit &&visit) const
{
    forEachFamily(block, [&](PointGroup group) {
        return std::ranges::all_of(m_remats, [&](int remat) {
            group.base.remat = remat;
            return visit(static_cast<const PointGroup &>(group));
        });
    });
}

template <class Visit> void PointSpace::forEachFamily(const Block &block, Visit &&visit) const
{
    const Inside in = inside(block);
    Candidate base = pointOf(block);
    const Settings pairSettings = m_blockSettings | setting::sequenceParallel
        | setting::contextStrategy | setting::expert | setting::expertTensor;
    for (const bool isOn : { false, true }) {
        if (!isFree("parallelism.sequence_parallel") && isOn != m_own.sequenceParallel)
            continue;
        base.sequenceParallel = isOn;
        if (!holds(base, setting::sequenceParallel))
            continue;
        for (const ContextStrategy strategy : m_strategies) {
            const bool isIdle = block.context == 1 && strategy != m_own.contextStrategy;
            base.contextStrategy = strategy;
            if (isIdle || !holds(base, setting::contextStrategy))
                continue;
            for (const auto &[expert, expertTensor] : in.experts) {
                base.expert = expert;
                base.expertTensor = expertTensor;
                if (!m_rules.hold(base, pairSettings, setting::expert | setting::expertTensor))
                    continue;
                if (!visitBatches(narrowed(in, base), base, visit))
                    return;
            }
        }
    }
}

template <class Visit>
bool PointSpace::visitBatches(const Inside &in, Candidate base, Visit &&visit) const
{
    for (const double microBatch : in.microBatches) {
        base.microBatch = microBatch;
        base.chunks = 1;
        if (!holds(base, setting::microBatch))
            continue;
        // What a pipeline asks of its micro-batches depends on whether it interleaves, no further.
        const auto takes = [&](int chunks) {
            base.chunks = chunks;
            return m_rules.hold(
                base, m_blockSettings | setting::chunks | setting::microBatch, setting::microBatch);
        };
        const std::span<const int> chunks = takes(2) ? in.chunks
            : takes(1)                               ? in.plainChunks
                                                     : std::span<const int> {};
        if (chunks.empty())
            continue;
        base.remat = m_remats.empty() ? base.remat : m_remats.front();
        const PointGroup group { base, chunks, in.splits, in.singleStages, in.replicaStages,
            in.shardStages, chunks.size() * in.stageChoices };
        if (group.size == 0)
            return true;
        if (!visit(group))
            return false;
    }
    return true;
}

template <class Visit> void PointSpace::forEachPoint(const PointGroup &group, Visit &&visit)
{
    Candidate candidate = group.base;
    for (const int chunks : group.chunks) {
        candidate.chunks = chunks;
        for (const Split &split : group.splits) {
            candidate.data = split.data;
            candidate.fsdp = split.fsdp;
            for (const int stage : group.zeroStages(split)) {
                candidate.zeroStage = stage;
                visit(static_cast<const Candidate &>(candidate));
            }
        }
    }
}

} // namespace headroom
