#pragma once

#include "model/estimate/estimator.h"
#include "model/plan/resolved_plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <vector>

namespace headroom {

/// The Prepared values of one resolved plan. Flags follow the advice at each point, and advice
/// reads a handful of facts about the degrees: one Prepared serves all points that agree in them,
/// and classes with equal effects share one. Safe for use from several threads.
class PreparedPool
{
public:
    /// `estimator` outlives the pool.
    PreparedPool(const Estimator &estimator, ResolvedPlan resolved);

    const ResolvedPlan &resolved() const { return m_resolved; }
    /// With the flags of the plan's own point.
    const Prepared &own() const { return *m_own; }
    /// True when flags are the same at all points.
    bool isUniform() const { return m_isUniform; }
    const Prepared &at(const Candidate &candidate) const;

    /// The plan of a point, and the same looked up.
    Plan planAt(const Candidate &candidate) const;
    ResolvedPlan resolvedAt(const Candidate &candidate) const;

private:
    std::uint64_t flagClass(const Candidate &candidate) const;

    const Estimator *m_estimator;
    ResolvedPlan m_resolved;
    std::unique_ptr<Prepared> m_own;
    bool m_isUniform = true;
    mutable std::shared_mutex m_mutex;
    mutable std::map<std::uint64_t, const Prepared *> m_byClass;
    mutable std::vector<std::unique_ptr<Prepared>> m_others;
};

/// Writes a point's knobs into a plan. `policy` is the id behind its remat index; a policy other
/// than custom drops the plan's own tensor list.
void applyCandidate(Plan &plan, const Candidate &candidate, const std::string &policy);

} // namespace headroom
