#include "model/advice/remedies.h"

#include "model/advice/finding_fixes.h"
#include "model/base/text/plain_number.h"
#include "model/physics/memory/tight_pool.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace headroom {
namespace {

constexpr std::size_t maxOffers = 3;
constexpr int maxSteps = 6; ///< of one rung, one after the other
constexpr std::size_t beamWidth = 6; ///< states that each step towards the fastest starts from
constexpr double worthAStep = 0.01; ///< share of the step that another change must gain
constexpr double stepOfAChange = 0.01; ///< share of the step that one field more may gain in vain
/// Findings about the memory of a device.
constexpr std::array<std::string_view, 3> fitFindings { "does-not-fit", "may-not-fit",
    "memory-nearly-full" };

bool has(const std::vector<Finding> &findings, std::string_view id)
{
    return std::ranges::any_of(findings, [id](const Finding &one) { return one.id == id; });
}

bool lacksRoom(const Estimate &estimate)
{
    return std::ranges::any_of(
        fitFindings, [&](std::string_view id) { return has(estimate.findings, id); });
}

bool isSmaller(const FieldChange &change, const Plan &plan)
{
    const PlanField *field = planField(change.path);
    const bool isNumber
        = field && (field->kind == FieldKind::Integer || field->kind == FieldKind::Real);
    return isNumber
        && plainNumber(change.value).value_or(0) < plainNumber(field->get(plan)).value_or(0);
}

/// A changed plan with its plain figures.
struct Trial
{
    PlanMove changes; ///< against the plan of the question
    ResolvedPlan plan;
    Estimate figures;
    Reach reach = Reach::Layout;

    double step() const { return figures.time.step.value(); }
    /// Beyond what there is, in the pool or outside of it; below 0 where there is room.
    double excess() const
    {
        const MemoryEstimate &memory = figures.memory;
        const double outside = (memory.outsidePool + memory.budget - memory.capacity).value();
        const double pool = (memory.decisive().bytes - memory.budget).value();
        return memory.fits ? pool : std::max(pool, outside);
    }
};

class Ladder
{
public:
    explicit Ladder(const RemedyQuestion &question)
        : m_question(question)
        , m_sources { question.library, question.now.memory.outsidePool, question.tune }
    {
        const MemoryFigure &pool = question.now.memory.decisive();
        if (pool.bytes > Bytes {} && pool.p90 > pool.bytes)
            m_widest = pool.p90 / pool.bytes;
        m_ownMissing = missingBlocks(question.plan).size();
    }

    Remedies run()
    {
        Remedies found;
        const Trial own { {}, m_question.plan, m_question.now };
        if (lacksRoom(m_question.now))
            cure(own, found);
        else
            gain(own, found);
        return found;
    }

    std::vector<Remedy> changesOfEach(Reach nearest, Reach furthest)
    {
        const Trial own { {}, m_question.plan, m_question.now };
        const Estimate plain = m_question.figures(m_question.plan);
        const auto movesNothing = [&plain](const Trial &trial) {
            return trial.figures.time.step == plain.time.step
                && trial.figures.memory == plain.memory;
        };
        const bool wantsFit = m_question.now.memory.fits;
        const bool wantsRoom = isRoomy(own);
        const auto isPreferred = [&](const Trial &one, const Trial &other) {
            return preference(one, wantsRoom) < preference(other, wantsRoom);
        };
        std::vector<Trial> best; // one of each setting
        for (int i = static_cast<int>(nearest); i <= static_cast<int>(furthest); ++i)
            for (Trial &trial : singles(own, static_cast<Reach>(i))) {
                if ((wantsFit && !trial.figures.memory.fits) || movesNothing(trial))
                    continue;
                const auto same = std::ranges::find_if(
                    best, [&](const Trial &other) { return settingOf(other) == settingOf(trial); });
                if (same == best.end())
                    best.push_back(std::move(trial));
                else if (isPreferred(trial, *same))
                    *same = std::move(trial);
            }
        std::ranges::stable_sort(best, [&](const Trial &one, const Trial &other) {
            return preference(one, false) < preference(other, false);
        });
        std::vector<Remedy> changes;
        for (const Trial &trial : best)
            if (!isStopped())
                changes.push_back(remedyOf(trial));
        return changes;
    }

private:
    /// The setting that a change is named after, and whether its number grows.
    std::pair<std::string, bool> settingOf(const Trial &trial) const
    {
        const FieldChange &first = trial.changes.front();
        return { first.path, isSmaller(first, m_question.plan.plan) };
    }

    /// Of two changes the one that fits, as surely as the plan does; of two that do the one that
    /// takes fewer device-seconds, of two that do not the one that lacks less. The least comes
    /// first.
    std::tuple<bool, bool, double, std::size_t> preference(const Trial &trial, bool wantsRoom) const
    {
        const bool fits = trial.figures.memory.fits;
        const double spent = trial.step() * static_cast<double>(trial.plan.deviceCount());
        return { !fits, wantsRoom && !isRoomy(trial), fits ? spent : trial.excess(),
            trial.changes.size() };
    }

    Remedy remedyOf(const Trial &trial) const
    {
        return headroom::remedyOf(m_question, trial.changes, trial.plan);
    }

    bool isStopped() const { return m_question.stop.stop_requested(); }

    /// Whether the peak's 80 % interval, taken as wide as the plan's own, and what a full pool
    /// slows down end below the budget.
    bool isRoomy(const Trial &trial) const
    {
        const MemoryEstimate &memory = trial.figures.memory;
        return memory.fits
            && memory.decisive().bytes * std::max(m_widest, 1 / tightPoolShare) <= memory.budget;
    }

    /// `base` with a move on top; nothing when that breaks a rule, is the plan itself, or was
    /// tried.
    std::optional<Trial> tried(const Trial &base, const PlanMove &move, Reach reach)
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
        Trial trial { std::move(changes), *std::move(resolved), {}, std::max(reach, base.reach) };
        trial.figures = m_question.figures(trial.plan);
        return trial;
    }

    std::vector<Trial> singles(const Trial &base, Reach reach)
    {
        std::vector<Trial> trials;
        for (const PlanMove &move : planMoves(base.plan, reach, m_sources)) {
            if (isStopped())
                break;
            if (std::optional<Trial> trial = tried(base, move, reach))
                trials.push_back(*std::move(trial));
        }
        return trials;
    }

    /// The leanest that several moves of a rung reach from `base`; the first that is roomy.
    Trial leanest(const Trial &base, Reach reach, std::vector<Trial> first)
    {
        Trial best = base;
        for (int i = 0; i < maxSteps && !isStopped(); ++i) {
            const auto next = std::ranges::min_element(first, {}, &Trial::excess);
            if (next == first.end() || next->excess() >= best.excess())
                break;
            best = *next;
            if (isRoomy(best))
                break;
            first = singles(best, reach);
        }
        return best;
    }

    /// Offers a trial when a full estimate says that it cures something and brings no new fault.
    bool offer(const Trial &trial, Remedies &found)
    {
        if (std::ranges::find(found.all, trial.changes, &Remedy::changes) != found.all.end())
            return false;
        Remedy remedy = remedyOf(trial);
        const std::vector<Finding> &left = remedy.estimate.findings;
        const bool isWorse = std::ranges::any_of(left, [this](const Finding &one) {
            return one.severity == Severity::Error && !has(m_question.now.findings, one.id);
        });
        if (isWorse || (lacksRoom(m_question.now) && lacksRoom(remedy.estimate)))
            return false;
        found.all.push_back(std::move(remedy));
        return true;
    }

    /// Of trials with the same fields the one that takes the fewest device-seconds, the fewest
    /// first; one field more must pay.
    static std::vector<const Trial *> ranked(const std::vector<Trial> &trials)
    {
        std::vector<const Trial *> order;
        for (const Trial &trial : trials)
            order.push_back(&trial);
        std::ranges::stable_sort(order, {}, [](const Trial *one) {
            return one->step() * static_cast<double>(one->plan.deviceCount())
                * (1 + stepOfAChange * static_cast<double>(one->changes.size()));
        });
        std::set<std::set<std::string>> seen;
        std::erase_if(order, [&seen](const Trial *one) {
            std::set<std::string> fields;
            for (const FieldChange &change : one->changes)
                fields.insert(change.path);
            return !seen.insert(std::move(fields)).second;
        });
        return order;
    }

    void cure(const Trial &own, Remedies &found)
    {
        Trial lean = own;
        for (int i = 0; i < reachCount && found.all.size() < maxOffers && !isStopped(); ++i) {
            const auto reach = static_cast<Reach>(i);
            std::vector<Trial> trials = singles(own, reach);
            std::vector<Trial> further = trials;
            if (!lean.changes.empty())
                std::ranges::move(singles(lean, reach), std::back_inserter(further));
            std::erase_if(trials, [this](const Trial &one) { return !isRoomy(one); });
            if (trials.empty() && found.all.empty()) {
                trials = further;
                std::erase_if(trials, [this](const Trial &one) { return !isRoomy(one); });
                lean = leanest(lean, reach, std::move(further));
                if (trials.empty() && isRoomy(lean))
                    trials.push_back(lean);
            }
            for (const Trial *one : ranked(trials))
                if (found.all.size() < maxOffers && !isStopped())
                    offer(pruned(*one), found);
        }
        if (found.all.empty() && has(m_question.now.findings, "does-not-fit"))
            found.nearest = NearestPlan { lean.changes, Bytes { std::max(0.0, lean.excess()) } };
    }

    /// Without the changes that it is roomy without, and no slower than one field more is worth.
    Trial pruned(Trial trial)
    {
        const Trial own { {}, m_question.plan, {}, Reach::Pool };
        for (std::size_t i = 0; i < trial.changes.size() && trial.changes.size() > 1;) {
            PlanMove move = trial.changes;
            move.erase(move.begin() + static_cast<std::ptrdiff_t>(i));
            m_tried.erase(moveText(move));
            const std::optional<Trial> without = tried(own, move, trial.reach);
            if (without && isRoomy(*without)
                && without->step() <= trial.step() * (1 + stepOfAChange))
                trial = *without;
            else
                ++i;
        }
        return trial;
    }

    /// The states one move after some others that are roomy and faster, the fastest of each kind of
    /// change.
    std::vector<Trial> fasterAfter(const std::vector<Trial> &states)
    {
        std::vector<Trial> next;
        for (const Trial &state : states)
            for (Trial &trial : singles(state, Reach::Layout))
                if (isRoomy(trial) && trial.step() < state.step() * (1 - worthAStep))
                    next.push_back(std::move(trial));
        std::vector<Trial> best;
        for (const Trial *one : ranked(next))
            if (best.size() < beamWidth)
                best.push_back(*one);
        return best;
    }

    /// What layout alone gains: the best change of one kind, and the best of several.
    void gain(const Trial &own, Remedies &found)
    {
        std::vector<Trial> chain { own };
        std::vector<Trial> states { own };
        for (int i = 0; i < maxSteps && !states.empty() && !isStopped(); ++i) {
            states = fasterAfter(states);
            if (!states.empty() && states.front().step() < chain.back().step() * (1 - worthAStep))
                chain.push_back(states.front());
        }
        if (isStopped() || chain.back().step() > own.step() * (1 - notedWaste))
            return;
        std::vector<Trial> offered { pruned(chain.back()) };
        if (chain.size() > 2)
            offered.push_back(chain[1]);
        for (const Trial &trial : offered)
            if (trial.step() <= own.step() * (1 - notedWaste) && offer(trial, found))
                found.all.back().cures.emplace_back(wasteFinding);
        if (found.all.empty())
            return;
        const Estimate &best = found.all.front().estimate;
        found.waste.push_back({ Severity::Warning, wasteFinding,
            { Amount { Amount::Share, 1 - best.time.step / m_question.now.time.step },
                m_question.now.time.step, best.time.step },
            found.all.front().changes.front().path, {} });
    }

    const RemedyQuestion &m_question;
    MoveSources m_sources;
    double m_widest = 1; ///< p90 of the pool that the plan needs, over it
    std::size_t m_ownMissing = 0; ///< blocks that the framework lacks
    std::set<std::string> m_tried;
};

} // namespace

bool Remedy::doesCure(const std::string &finding) const
{
    return std::ranges::find(cures, finding) != cures.end();
}

std::vector<std::size_t> Remedies::of(const std::string &finding) const
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].doesCure(finding))
            places.push_back(i);
    return places;
}

std::string moveText(const PlanMove &move)
{
    std::string text;
    for (const FieldChange &change : move)
        text += (text.empty() ? "" : ", ") + change.path + '=' + change.value;
    return text;
}

std::vector<Remedy> bestChanges(const RemedyQuestion &question, Reach nearest, Reach furthest)
{
    return Ladder(question).changesOfEach(nearest, furthest);
}

bool isDecrease(const Remedy &change, const Plan &plan)
{
    return isSmaller(change.changes.front(), plan);
}

Remedies remedies(const RemedyQuestion &question)
{
    Remedies found = Ladder(question).run();
    addFixes(question, found);
    std::ranges::stable_sort(found.all, {}, &Remedy::reach);
    return found;
}

} // namespace headroom
