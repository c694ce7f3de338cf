#pragma once

#include "model/base/outcome/finding.h"
#include "model/library/profiles/profile_library.h"
#include "model/plan/resolved_plan.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// How far a change of a plan reaches, nearest first.
enum class Reach {
    Pool, ///< the allocator's share of the memory alone
    Layout, ///< where tensors lie and when they are computed
    Offload, ///< the same, with tensors in host memory
    Numerics, ///< formats of numbers
    Work, ///< what is trained: adapters in place of all weights, shorter sequences
    Machines, ///< more or other devices
};
inline constexpr int reachCount = 6;
/// "none", "layout", "numerics" or "work", as documents say what a change alters.
const char *altersName(Reach reach);

/// Fields that change together.
using PlanMove = std::vector<FieldChange>;

/// The furthest reach of the fields that change.
Reach reachOf(const PlanMove &move);

/// What moves are made of besides the plan.
struct MoveSources
{
    const ProfileLibrary &library;
    Bytes outsidePool; ///< of the plan as it stands
    /// What turns the plan into one with adapters; may be empty.
    std::function<PlanMove(TuningMethod)> tune;
};

/// Changes of one lever of a plan, to each value worth trying; some break a rule.
std::vector<PlanMove> planMoves(const ResolvedPlan &plan, Reach reach, const MoveSources &sources);

} // namespace headroom
