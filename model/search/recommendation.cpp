#include "model/search/recommendation.h"

#include "model/estimate/figure_intervals.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace headroom {
namespace {

/// What ranks a result, listed or not.
struct Contender
{
    Simplicity simplicity;
    double value = 0; ///< of the objective
    double step = 0, peak = 0; ///< seconds, bytes
    double fit = 0; ///< probability; of a point 1 where it is safe, else 0
    bool isSafe = false;
    std::optional<SearchRow> row; ///< of a listed result
    RankedPoint point; ///< of others
};

bool comesFirst(const SearchRow &a, const SearchRow &b)
{
    const auto key = [](const SearchRow &row) {
        return std::tuple(row.value, row.estimate.time.step, row.simplicity.axes);
    };
    return key(a) < key(b);
}

bool isBeaten(const Contender &one, const Contender &other)
{
    return other.step < one.step * (1 - beatingShare) && other.peak <= one.peak
        && other.simplicity.axes <= one.simplicity.axes && other.fit >= one.fit - sureEnough;
}

bool holds(const std::vector<SearchRow> &rows, const SearchRow &row)
{
    return std::ranges::any_of(
        rows, [&row](const SearchRow &other) { return other.settings == row.settings; });
}

class Choice
{
public:
    Choice(SearchOutcome &outcome, const Collector &found, const SearchRequest &request,
        SearchVariants variants, const RowBuilder &builder)
        : m_outcome(outcome)
        , m_request(request)
        , m_builder(builder)
    {
        for (const SearchRow &row : outcome.rows)
            m_contenders.push_back(contender(row));
        for (const auto &point : found.simplest())
            if (point)
                m_contenders.push_back(contender(*point, variants));
        m_listed = outcome.rows.size();
        for (const ParetoFront &front : found.safeFronts())
            for (const RankedPoint &point : front.points())
                m_challengers.push_back(contender(point, variants));
        m_challengers.insert(m_challengers.end(), m_contenders.begin(), m_contenders.end());
        // The fastest of the front may be in no list: what is recommended is measured by it as
        // well.
        const auto best = std::ranges::min_element(m_challengers, {},
            [](const Contender &one) { return std::tuple(!one.isSafe, one.value, one.step); });
        m_standard = *best;
    }

    /// The simplest that nothing beats. Where the open plan is not worth keeping, only what is
    /// better takes its place.
    SearchRow simplest(const SearchRow *notKept)
    {
        std::vector<const Contender *> order;
        for (const Contender &one : m_contenders)
            if (one.isSafe == m_standard.isSafe && isWithin(one, tieShare()))
                order.push_back(&one);
        m_ties = std::ranges::count_if(m_contenders.begin(),
            m_contenders.begin() + static_cast<std::ptrdiff_t>(m_listed), [this](const auto &one) {
                return one.isSafe == m_standard.isSafe && isWithin(one, tieShare());
            });
        std::ranges::stable_sort(order, {},
            [](const Contender *one) { return std::tuple(one->simplicity, one->step, one->peak); });
        for (const Contender *one : order) {
            if (isBeaten(*one))
                continue;
            SearchRow row = one->row ? *one->row : m_builder.row(one->point);
            if (notKept && !isBetter(row, *notKept))
                continue;
            // Of a point only the share of the budget is known that the search goes by.
            if (!m_standard.isSafe || isSafe(row))
                return row;
        }
        return m_standard.row ? *m_standard.row : m_builder.row(m_standard.point);
    }

    /// Whether the open plan is good enough to stay as it is.
    bool keeps(const SearchRow &own) const
    {
        const Contender one = contender(own);
        return one.isSafe >= m_standard.isSafe && isWithin(one, worthChanging) && !isBeaten(one);
    }

    /// Whether it takes the place of an open plan that is not kept: surer, or better by more than
    /// what makes one plan beat another.
    bool isBetter(const SearchRow &row, const SearchRow &own) const
    {
        const double gain = m_request.objective == Objective::Memory
            ? (own.value - row.value) / m_standard.peak
            : m_request.objective == Objective::Devices && row.value == own.value
            ? 1 - row.estimate.time.step / own.estimate.time.step
            : 1 - row.value / own.value;
        return row.settings != own.settings && (isSafe(row) > isSafe(own) || gain > beatingShare);
    }

    /// Whether it fits as surely as asked for, and no listed result does.
    bool isUnlikeListed(const SearchRow &row) const
    {
        return isSafe(row) && std::ranges::none_of(m_outcome.rows, [this](const SearchRow &other) {
            return isSafe(other);
        });
    }

    /// The open plan's distance from the best, as a share of the best.
    double distance(const SearchRow &own) const
    {
        const double far = m_request.objective == Objective::Memory
            ? (own.value - m_standard.value) / m_standard.peak
            : m_request.objective == Objective::Devices
            ? own.estimate.time.step.value() / m_standard.step - 1
            : own.value / m_standard.value - 1;
        return std::max(0.0, far);
    }

    Message reason(const SearchRow &row) const;

private:
    bool isSafe(const SearchRow &row) const
    {
        return row.estimate.memory.fitProbability >= m_request.minFit;
    }

    Contender contender(const SearchRow &row) const
    {
        return { row.simplicity, row.value, row.estimate.time.step.value(),
            row.estimate.memory.peak.value(), row.estimate.memory.fitProbability, isSafe(row), row,
            {} };
    }

    static Contender contender(const RankedPoint &point, SearchVariants variants)
    {
        return { simplicityOf(*variants[static_cast<std::size_t>(point.variant)], point.candidate),
            point.value, point.step, point.peak, point.isSafe ? 1.0 : 0.0, point.isSafe, {},
            point };
    }

    /// Not further from the best than a share of it.
    bool isWithin(const Contender &one, double share) const
    {
        RankedPoint best;
        best.value = m_standard.value;
        best.peak = m_standard.peak;
        return one.value <= tieLimit(m_request.objective, best, share)
            && (m_request.objective != Objective::Devices
                || one.step <= m_standard.step * (1 + share));
    }

    /// Where machines differ, a plan on more or dearer ones is no better for being faster.
    bool mayChallenge(const Contender &one) const
    {
        const bool buysMachines
            = m_request.objective == Objective::Devices || m_request.objective == Objective::Cost;
        return !buysMachines || isWithin(one, tieShare());
    }

    bool isBeaten(const Contender &one) const
    {
        return std::ranges::any_of(m_challengers, [&](const Contender &other) {
            return mayChallenge(other) && headroom::isBeaten(one, other);
        });
    }

    SearchOutcome &m_outcome;
    const SearchRequest &m_request;
    const RowBuilder &m_builder;
    std::vector<Contender> m_contenders; ///< the listed results first
    std::vector<Contender> m_challengers;
    std::size_t m_listed = 0;
    std::ptrdiff_t m_ties = 0; ///< listed
    Contender m_standard; ///< the best that fits with the probability asked for; else the best
};

Message Choice::reason(const SearchRow &row) const
{
    const std::vector<SearchRow> &rows = m_outcome.rows;
    const auto past = m_standard.isSafe ? std::ranges::count_if(rows,
                          [this](const SearchRow &other) {
                              return !isSafe(other) && other.value < m_standard.value;
                          })
                                        : 0;
    // Those that are not listed come to those that are.
    const auto isListed = [&](const SearchRow &one) {
        return std::any_of(rows.begin(),
            rows.begin() + static_cast<std::ptrdiff_t>(std::min(m_listed, rows.size())),
            [&one](const SearchRow &other) { return other.settings == one.settings; });
    };
    const SearchRow best = m_standard.row ? *m_standard.row : m_builder.row(m_standard.point);
    const std::ptrdiff_t ties = m_ties + (isListed(row) ? 0 : 1)
        + (best.settings == row.settings || isListed(best) ? 0 : 1);
    const Message comparison = ties > 1
        ? Message { "recommended-simplest", { std::to_string(ties) } }
        : Message { past > 0 ? "recommended-roomy" : "recommended-alone" };
    const char *id = !m_standard.isSafe ? "recommended-unsure"
        : past == 0                     ? "recommended"
        : past == 1                     ? "recommended-past-one"
                                        : "recommended-past-some";
    return { id,
        { row.estimate.time.step, row.estimate.memory.peak, fitAmount(row.estimate.memory),
            comparison, Amount { Amount::WholePercent, m_request.minFit }, std::to_string(past) } };
}

/// A share rounded up to a tenth of a per cent, as texts show it.
double shownShare(double share)
{
    constexpr double tenths = 1000;
    return std::ceil(share * tenths) / tenths;
}

Message keptReason(double distance)
{
    constexpr double nothing = 5e-5; ///< that a tenth of a per cent would not show
    return distance < nothing
        ? Message { "recommended-kept-best" }
        : Message { "recommended-kept", { Amount { Amount::Share, shownShare(distance) } } };
}

} // namespace

bool beats(const SearchRow &one, const SearchRow &other)
{
    return one.estimate.time.step < other.estimate.time.step * (1 - beatingShare)
        && one.estimate.memory.peak <= other.estimate.memory.peak
        && one.simplicity.axes <= other.simplicity.axes
        && one.estimate.memory.fitProbability >= other.estimate.memory.fitProbability - sureEnough;
}

void recommend(SearchOutcome &outcome, const Collector &found, const SearchRequest &request,
    SearchVariants variants, const RowBuilder &builder)
{
    std::vector<SearchRow> &rows = outcome.rows;
    if (rows.empty())
        return;
    std::ranges::stable_sort(rows, comesFirst);
    Choice choice(outcome, found, request, variants, builder);
    const bool qualifies = outcome.own && outcome.own->estimate.memory.fits
        && outcome.own->estimate.time.step.value()
            <= variants[static_cast<std::size_t>(outcome.own->variant)]->stepLimit;
    // Whoever asks, the answer is the same: a plan that nobody has made is not told to be kept, and
    // is not recommended where somebody's would not be.
    const bool isWorthKeeping = qualifies && choice.keeps(*outcome.own);
    outcome.isKept = isWorthKeeping && request.mayKeepPlan;
    SearchRow chosen = choice.simplest(qualifies && !isWorthKeeping ? &*outcome.own : nullptr);
    outcome.simplest = chosen;
    outcome.reason = choice.reason(chosen);
    if (outcome.isKept) {
        chosen = *outcome.own;
        outcome.reason = keptReason(choice.distance(chosen));
    }
    const bool addsOwn = qualifies && !holds(rows, *outcome.own);
    if (!outcome.isKept && !holds(rows, chosen)) {
        if (addsOwn || choice.isUnlikeListed(chosen))
            rows.resize(std::min(rows.size(), request.top - 1));
        rows.push_back(chosen);
    }
    if (addsOwn)
        rows.push_back(*outcome.own);
    std::ranges::stable_sort(rows, comesFirst);
    markTies(rows, request.objective);
    const auto place = std::ranges::find(rows, chosen.settings, &SearchRow::settings);
    outcome.recommended = static_cast<std::size_t>(place - rows.begin());
}

} // namespace headroom
