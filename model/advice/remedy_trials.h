#pragma once

#include "model/advice/remedies.h"

#include <set>
#include <vector>

namespace headroom {

/// A changed plan with its plain figures.
struct RemedyTrial
{
    PlanMove changes; ///< against the plan of the question
    ResolvedPlan plan;
    Estimate figures;
    Reach reach = Reach::Layout;

    double step() const { return figures.time.step.value(); }
    /// Bytes beyond what there is, in the pool or outside of it; below 0 where there is room.
    double excess() const;
};

/// Tries changes of a plan, each once.
class RemedyTrials
{
public:
    /// The question outlives it.
    explicit RemedyTrials(const RemedyQuestion &question);

    /// Whether the peak's 80 % interval, taken as wide as the plan's own, and what a full pool
    /// slows down end below the budget.
    bool isRoomy(const RemedyTrial &trial) const;
    /// `base` with each move of a rung on top that keeps the rules and was not tried before.
    std::vector<RemedyTrial> singles(const RemedyTrial &base, Reach reach);
    /// `base` with a move on top, whether it was tried or not; nothing when that breaks a rule or
    /// is the plan itself.
    std::optional<RemedyTrial> triedAgain(
        const RemedyTrial &base, const PlanMove &move, Reach reach);

private:
    std::optional<RemedyTrial> tried(const RemedyTrial &base, const PlanMove &move, Reach reach);

    const RemedyQuestion &m_question;
    MoveSources m_sources;
    double m_widest = 1; ///< p90 of the pool that the plan needs, over it
    std::size_t m_ownMissing = 0; ///< blocks that the framework lacks
    std::set<std::string> m_tried;
};

} // namespace headroom
