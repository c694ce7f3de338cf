#include "model/advice/remedy_trials.h"

#include "model/physics/memory/tight_pool.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"

#include <algorithm>

namespace headroom {

double RemedyTrial::excess() const
{
    const MemoryEstimate &memory = figures.memory;
    const double outside = (memory.outsidePool + memory.budget - memory.capacity).value();
    const double pool = (memory.decisive().bytes - memory.budget).value();
    return memory.fits ? pool : std::max(pool, outside);
}

RemedyTrials::RemedyTrials(const RemedyQuestion &question)
    : m_question(question)
    , m_sources { question.library, question.now.memory.outsidePool, question.tune }
    , m_ownMissing(missingBlocks(question.plan).size())
{
    const MemoryFigure &pool = question.now.memory.decisive();
    if (pool.bytes > Bytes {} && pool.p90 > pool.bytes)
        m_widest = pool.p90 / pool.bytes;
}

bool RemedyTrials::isRoomy(const RemedyTrial &trial) const
{
    const MemoryEstimate &memory = trial.figures.memory;
    return memory.fits
        && memory.decisive().bytes * std::max(m_widest, 1 / tightPoolShare) <= memory.budget;
}

std::optional<RemedyTrial> RemedyTrials::tried(
    const RemedyTrial &base, const PlanMove &move, Reach reach)
{
    PlanMove changes = base.changes;
    for (const FieldChange &change : move) {
        const auto old = std::ranges::find(changes, change.path, &FieldChange::path);
        if (old == changes.end())
            changes.push_back(change);
        else
            old->value = change.value;
    }
    std::erase_if(changes, [this](const FieldChange &change) {
        return planFieldText(m_question.plan.plan, change.path) == change.value;
    });
    if (changes.empty() || !m_tried.insert(moveText(changes)).second)
        return std::nullopt;
    Plan plan = m_question.plan.plan;
    if (!changePlan(plan, changes).problems.empty())
        return std::nullopt;
    Result<ResolvedPlan> resolved = resolvePlan(plan, m_question.library, m_question.folder);
    if (!resolved || !brokenRules(*resolved).empty()
        || missingBlocks(*resolved).size() > m_ownMissing)
        return std::nullopt;
    RemedyTrial trial { std::move(changes), *std::move(resolved), {}, std::max(reach, base.reach) };
    trial.figures = m_question.figures(trial.plan);
    return trial;
}

std::vector<RemedyTrial> RemedyTrials::singles(const RemedyTrial &base, Reach reach)
{
    std::vector<RemedyTrial> trials;
    for (const PlanMove &move : planMoves(base.plan, reach, m_sources)) {
        if (m_question.stop.stop_requested())
            break;
        if (std::optional<RemedyTrial> trial = tried(base, move, reach))
            trials.push_back(*std::move(trial));
    }
    return trials;
}

std::optional<RemedyTrial> RemedyTrials::triedAgain(
    const RemedyTrial &base, const PlanMove &move, Reach reach)
{
    m_tried.erase(moveText(move));
    return tried(base, move, reach);
}

} // namespace headroom
