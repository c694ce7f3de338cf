#pragma once

#include "model/estimate/estimator.h"
#include "model/plan/resolved_plan.h"
#include "model/search/caches/flag_switches.h"

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace headroom {

/// A Prepared with the flags of some points.
struct FlaggedPrepared
{
    Prepared prepared;
    int layerClass = 0; ///< equal for values whose layers cost the same
};

/// The Prepared values of one resolved plan. Flags follow the advice at each point; points whose
/// flags have the same effect share one value. Safe for use from several threads.
class PreparedPool
{
public:
    /// `estimator` outlives the pool. With `flips` these switches are the opposite of the advice,
    /// and points where one of them does nothing do not belong to the pool.
    PreparedPool(const Estimator &estimator, ResolvedPlan resolved, FlagFlips flips = {});

    const Estimator &estimator() const { return *m_estimator; }
    const ResolvedPlan &resolved() const { return m_resolved; }
    const FlagFlips &flips() const { return m_flips; }
    /// With the flags of the plan's own point, none of them flipped.
    const Prepared &own() const { return m_own->prepared; }
    const FlaggedPrepared &ownFlagged() const { return *m_own; }
    /// True when flags are the same at all points: outside JAX no advice depends on degrees.
    bool isUniform() const { return m_isUniform; }
    /// The value with these effects, made when nobody has asked for it before.
    const FlaggedPrepared &withEffects(const FlagEffects &effects) const;
    /// The value at a point. @pre the point belongs to the pool
    const Prepared &at(const Candidate &candidate) const;

    /// The plan of a point, and the same looked up. @pre the point belongs to the pool
    Plan planAt(const Candidate &candidate) const;
    ResolvedPlan resolvedAt(const Candidate &candidate) const;
    /// The same with flags as the plan has them.
    ResolvedPlan plainAt(const Candidate &candidate) const;

private:
    const Estimator *m_estimator;
    ResolvedPlan m_resolved;
    FlagFlips m_flips;
    std::unique_ptr<FlaggedPrepared> m_own;
    bool m_isUniform = true;
    mutable std::mutex m_mutex;
    mutable std::unordered_multimap<std::size_t, std::unique_ptr<FlaggedPrepared>> m_byEffects;
    mutable std::vector<FlagEffects> m_layerClasses;
};

/// What advice reads of a point. Two points with equal keys have equal flags.
struct FlagKey
{
    int data = 1, fsdp = 1, tensor = 1, context = 1, pipeline = 1, expert = 1;
    double microBatch = 1;
    bool sequenceParallel = false, shardsWeights = false, offloads = false;
    bool operator==(const FlagKey &) const = default;
};

struct FlagKeyHash
{
    std::size_t operator()(const FlagKey &key) const;
};

/// One thread's look-up from points to Prepared values.
class PointFlags
{
public:
    /// Forgets the last piece of the space.
    void begin(const PreparedPool &pool);
    /// Null when the point does not belong to the pool.
    const FlaggedPrepared *at(const Candidate &candidate);

private:
    /// A point of the family of the last one asked for, by what else its key has.
    struct Recent
    {
        int data, fsdp;
        bool shardsWeights, offloads;
        const FlaggedPrepared *flagged;
    };
    const FlaggedPrepared *lookUp(const FlagKey &key, const Candidate &candidate);

    const PreparedPool *m_pool = nullptr;
    FlagKey m_family; ///< what the recent ones have in common
    std::vector<Recent> m_recent; ///< few, and asked for one after the other
    std::size_t m_next = 0;
    std::array<std::optional<ResolvedPlan>, 2> m_scratch; ///< by whether the policy offloads
    std::unordered_map<FlagKey, const FlaggedPrepared *, FlagKeyHash> m_known;
};

} // namespace headroom
