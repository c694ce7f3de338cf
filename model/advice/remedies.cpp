#include "model/advice/remedies.h"

#include "model/advice/finding_fixes.h"
#include "model/advice/remedy_trials.h"
#include "model/base/text/plain_number.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"

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
constexpr double cheapCure = 0.1; ///< share of the step from which pairs of changes are tried, too
constexpr double stepOfAChange = 0.01; ///< share of the step that one field more may gain in vain

bool has(const std::vector<Finding> &findings, std::string_view id)
{
    return std::ranges::any_of(findings, [id](const Finding &one) { return one.id == id; });
}

bool isSmaller(const FieldChange &change, const Plan &plan)
{
    const PlanField *field = planField(change.path);
    const bool isNumber
        = field && (field->kind == FieldKind::Integer || field->kind == FieldKind::Real);
    return isNumber
        && plainNumber(change.value).value_or(0) < plainNumber(field->get(plan)).value_or(0);
}

class Ladder
{
public:
    explicit Ladder(const RemedyQuestion &question)
        : m_question(question)
        , m_trials(question)
    { }

    Remedies run()
    {
        Remedies found;
        const RemedyTrial own { {}, m_question.plan, m_question.now };
        if (lacksRoom(m_question.now))
            cure(own, found);
        else
            gain(own, found);
        return found;
    }

    std::vector<Remedy> changesOfEach(Reach nearest, Reach furthest)
    {
        const RemedyTrial own { {}, m_question.plan, m_question.now };
        const Estimate plain = m_question.figures(m_question.plan);
        const auto movesNothing = [&plain](const RemedyTrial &trial) {
            return trial.figures.time.step == plain.time.step
                && trial.figures.memory == plain.memory;
        };
        const bool wantsFit = m_question.now.memory.fits;
        const bool wantsRoom = m_trials.isRoomy(own);
        const auto isPreferred = [&](const RemedyTrial &one, const RemedyTrial &other) {
            return preference(one, wantsRoom) < preference(other, wantsRoom);
        };
        std::vector<RemedyTrial> best; // one of each setting
        for (int i = static_cast<int>(nearest); i <= static_cast<int>(furthest); ++i)
            for (RemedyTrial &trial : m_trials.singles(own, static_cast<Reach>(i))) {
                if ((wantsFit && !trial.figures.memory.fits) || movesNothing(trial))
                    continue;
                const auto same = std::ranges::find_if(best,
                    [&](const RemedyTrial &other) { return settingOf(other) == settingOf(trial); });
                if (same == best.end())
                    best.push_back(std::move(trial));
                else if (isPreferred(trial, *same))
                    *same = std::move(trial);
            }
        std::ranges::stable_sort(best, [&](const RemedyTrial &one, const RemedyTrial &other) {
            return preference(one, false) < preference(other, false);
        });
        std::vector<Remedy> changes;
        for (const RemedyTrial &trial : best)
            if (!isStopped())
                changes.push_back(remedyOf(trial));
        return changes;
    }

private:
    /// The setting that a change is named after, and whether its number grows.
    std::pair<std::string, bool> settingOf(const RemedyTrial &trial) const
    {
        const FieldChange &first = trial.changes.front();
        return { first.path, isSmaller(first, m_question.plan.plan) };
    }

    /// Of two changes the one that fits, as surely as the plan does; of two that do the one that
    /// takes fewer device-seconds, of two that do not the one that lacks less. The least comes
    /// first.
    std::tuple<bool, bool, double, std::size_t> preference(
        const RemedyTrial &trial, bool wantsRoom) const
    {
        const bool fits = trial.figures.memory.fits;
        const double spent = trial.step() * static_cast<double>(trial.plan.deviceCount());
        return { !fits, wantsRoom && !m_trials.isRoomy(trial), fits ? spent : trial.excess(),
            trial.changes.size() };
    }

    Remedy remedyOf(const RemedyTrial &trial) const
    {
        return headroom::remedyOf(m_question, trial.changes, trial.plan);
    }

    bool isStopped() const { return m_question.stop.stop_requested(); }

    /// The fields of a change but for the replicas and shards that only follow another degree.
    static std::set<std::string> kindOf(const RemedyTrial &trial)
    {
        std::set<std::string> fields, followers;
        for (const FieldChange &change : trial.changes)
            (change.path == "parallelism.data" || change.path == "parallelism.fsdp" ? followers
                                                                                    : fields)
                .insert(change.path);
        return fields.empty() ? followers : fields;
    }

    /// The leanest trial of each kind, the leanest of all first; a few.
    static std::vector<RemedyTrial> leanestOfKinds(std::vector<RemedyTrial> trials)
    {
        std::ranges::stable_sort(trials, {}, &RemedyTrial::excess);
        std::set<std::set<std::string>> kinds;
        std::erase_if(
            trials, [&kinds](const RemedyTrial &one) { return !kinds.insert(kindOf(one)).second; });
        if (trials.size() > beamWidth)
            trials.erase(trials.begin() + beamWidth, trials.end());
        return trials;
    }

    /// What several moves of a rung reach together: those that are roomy after the fewest moves,
    /// beginning with `first`. Where none is, nothing, and `lean` is the leanest that was met.
    std::vector<RemedyTrial> together(
        std::vector<RemedyTrial> first, Reach reach, int most, RemedyTrial &lean)
    {
        for (int i = 0; i < most && !isStopped(); ++i) {
            std::vector<RemedyTrial> roomy = first;
            std::erase_if(roomy, [this](const RemedyTrial &one) { return !m_trials.isRoomy(one); });
            const std::vector<RemedyTrial> states = leanestOfKinds(std::move(first));
            if (!roomy.empty())
                return roomy;
            if (states.empty() || states.front().excess() >= lean.excess())
                break;
            lean = states.front();
            first.clear();
            for (const RemedyTrial &state : states)
                std::ranges::move(m_trials.singles(state, reach), std::back_inserter(first));
        }
        return {};
    }

    /// Whether a change alters the fields of an offered one, perhaps others too, and is no faster.
    static bool isNeedless(const RemedyTrial &trial, const Remedy &offered)
    {
        const bool hasAll = std::ranges::all_of(offered.changes, [&](const FieldChange &change) {
            return std::ranges::find(trial.changes, change.path, &FieldChange::path)
                != trial.changes.end();
        });
        return hasAll && trial.step() >= offered.estimate.time.step.value() * (1 - worthAStep);
    }

    /// Offers a trial when a full estimate says that it cures something and brings no new fault.
    bool offer(const RemedyTrial &trial, Remedies &found)
    {
        if (std::ranges::any_of(
                found.all, [&](const Remedy &other) { return isNeedless(trial, other); }))
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
    static std::vector<const RemedyTrial *> ranked(const std::vector<RemedyTrial> &trials)
    {
        std::vector<const RemedyTrial *> order;
        for (const RemedyTrial &trial : trials)
            order.push_back(&trial);
        std::ranges::stable_sort(order, {}, [](const RemedyTrial *one) {
            return one->step() * static_cast<double>(one->plan.deviceCount())
                * (1 + stepOfAChange * static_cast<double>(one->changes.size()));
        });
        std::set<std::set<std::string>> seen;
        std::erase_if(order, [&seen](const RemedyTrial *one) {
            std::set<std::string> fields;
            for (const FieldChange &change : one->changes)
                fields.insert(change.path);
            return !seen.insert(std::move(fields)).second;
        });
        return order;
    }

    /// Whether one of some cures costs little time.
    static bool isCheap(const std::vector<RemedyTrial> &cures, const RemedyTrial &own)
    {
        return std::ranges::any_of(cures, [&own](const RemedyTrial &one) {
            return one.step() * static_cast<double>(one.plan.deviceCount())
                <= own.step() * static_cast<double>(own.plan.deviceCount()) * (1 + cheapCure);
        });
    }

    /// Roomy pairs of moves of which none is roomy alone.
    std::vector<RemedyTrial> pairsOf(std::vector<RemedyTrial> singleMoves, Reach reach)
    {
        std::erase_if(
            singleMoves, [this](const RemedyTrial &one) { return m_trials.isRoomy(one); });
        std::vector<RemedyTrial> pairs;
        for (const RemedyTrial &state : leanestOfKinds(std::move(singleMoves)))
            for (RemedyTrial &trial : m_trials.singles(state, reach))
                if (m_trials.isRoomy(trial))
                    pairs.push_back(std::move(trial));
        return pairs;
    }

    void cure(const RemedyTrial &own, Remedies &found)
    {
        RemedyTrial lean = own;
        for (int i = 0; i < reachCount && found.all.size() < maxOffers && !isStopped(); ++i) {
            const auto reach = static_cast<Reach>(i);
            std::vector<RemedyTrial> further = m_trials.singles(own, reach);
            std::vector<RemedyTrial> trials = further;
            std::erase_if(
                trials, [this](const RemedyTrial &one) { return !m_trials.isRoomy(one); });
            if (trials.empty() && found.all.empty()) {
                if (!lean.changes.empty())
                    std::ranges::move(m_trials.singles(lean, reach), std::back_inserter(further));
                trials = together(std::move(further), reach, maxSteps, lean);
            } else if (reach == Reach::Layout && !isCheap(trials, own)) {
                std::vector<RemedyTrial> pairs = pairsOf(std::move(further), reach);
                std::ranges::move(pairs, std::back_inserter(trials));
            }
            for (const RemedyTrial *one : ranked(trials))
                if (found.all.size() < maxOffers && !isStopped())
                    offer(pruned(*one), found);
        }
        if (found.all.empty() && has(m_question.now.findings, "does-not-fit"))
            found.nearest = NearestPlan { lean.changes, Bytes { std::max(0.0, lean.excess()) } };
    }

    /// Without the changes that it is roomy without, and no slower than one field more is worth.
    RemedyTrial pruned(RemedyTrial trial)
    {
        const RemedyTrial own { {}, m_question.plan, {}, Reach::Pool };
        for (std::size_t i = 0; i < trial.changes.size() && trial.changes.size() > 1;) {
            PlanMove move = trial.changes;
            move.erase(move.begin() + static_cast<std::ptrdiff_t>(i));
            const std::optional<RemedyTrial> without = m_trials.triedAgain(own, move, trial.reach);
            if (without && m_trials.isRoomy(*without)
                && without->step() <= trial.step() * (1 + stepOfAChange))
                trial = *without;
            else
                ++i;
        }
        return trial;
    }

    /// The states one move after some others that are roomy and faster, the fastest of each kind of
    /// change.
    std::vector<RemedyTrial> fasterAfter(const std::vector<RemedyTrial> &states)
    {
        std::vector<RemedyTrial> next;
        for (const RemedyTrial &state : states)
            for (RemedyTrial &trial : m_trials.singles(state, Reach::Layout))
                if (m_trials.isRoomy(trial) && trial.step() < state.step() * (1 - worthAStep))
                    next.push_back(std::move(trial));
        std::vector<RemedyTrial> best;
        for (const RemedyTrial *one : ranked(next))
            if (best.size() < beamWidth)
                best.push_back(*one);
        return best;
    }

    /// What layout alone gains: the best change of one kind, and the best of several.
    void gain(const RemedyTrial &own, Remedies &found)
    {
        std::vector<RemedyTrial> chain { own };
        std::vector<RemedyTrial> states { own };
        for (int i = 0; i < maxSteps && !states.empty() && !isStopped(); ++i) {
            states = fasterAfter(states);
            if (!states.empty() && states.front().step() < chain.back().step() * (1 - worthAStep))
                chain.push_back(states.front());
        }
        if (isStopped() || chain.back().step() > own.step() * (1 - notedWaste))
            return;
        std::vector<RemedyTrial> offered { pruned(chain.back()) };
        if (chain.size() > 2)
            offered.push_back(chain[1]);
        for (const RemedyTrial &trial : offered)
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
    RemedyTrials m_trials;
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
    addLayoutCures(question, found);
    std::ranges::stable_sort(found.all, {}, &Remedy::reach);
    return found;
}

} // namespace headroom
