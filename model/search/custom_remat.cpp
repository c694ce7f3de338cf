#include "model/search/custom_remat.h"

#include <algorithm>
#include <array>
#include <optional>

namespace headroom {
namespace {

constexpr std::size_t refinedRows = 3; ///< distinct layouts that are refined

using Places = std::map<std::string, TensorPlace>;
using TensorChoice = std::vector<Places>; ///< alternatives for a few tensors

TensorChoice alternatives(const std::vector<std::string> &tensors, bool canRecompute = true)
{
    TensorChoice choice;
    for (const TensorPlace place : { TensorPlace::Device, TensorPlace::Offload }) {
        Places places;
        for (const std::string &tensor : tensors)
            places[tensor] = place;
        choice.push_back(std::move(places));
    }
    if (canRecompute)
        choice.emplace_back();
    return choice;
}

/// Two tensors of equal size: what matters is how many of them are where.
TensorChoice pair(const std::string &first, const std::string &second)
{
    TensorChoice choice;
    const std::array<std::optional<TensorPlace>, 3> places { TensorPlace::Device,
        TensorPlace::Offload, std::nullopt };
    for (std::size_t a = 0; a < places.size(); ++a)
        for (std::size_t b = a; b < places.size(); ++b) {
            Places both;
            if (places[a])
                both[first] = *places[a];
            if (places[b])
                both[second] = *places[b];
            choice.push_back(std::move(both));
        }
    return choice;
}

std::vector<TensorChoice> choicesOf(const Prepared &p)
{
    std::vector<TensorChoice> choices { { {}, { { "decoder_layer_input", TensorPlace::Offload } } },
        alternatives({ "query_proj" }), alternatives({ "key_proj", "value_proj" }),
        alternatives({ "context" }), alternatives({ "out_proj" }) };
    if (p.denseLayers > 0 || p.sharedFfn > 0)
        choices.push_back(p.isGated ? pair("mlpwi_0", "mlpwi_1") : alternatives({ "mlpwi" }));
    if (p.moeLayers > 0) {
        choices.push_back(pair("moe_mlpwi_0", "moe_mlpwi_1"));
        choices.push_back(alternatives({ "moe_mlpwo" }));
    }
    return choices;
}

bool isOffloading(const Places &places)
{
    return std::ranges::any_of(
        places, [](const auto &entry) { return entry.second == TensorPlace::Offload; });
}

/// Finds the best placement at one point.
class Refinement
{
public:
    Refinement(const Estimator &estimator, const SearchVariant &variant, Objective objective,
        const Candidate &candidate, RematPolicy custom)
        : m_estimator(estimator)
        , m_variant(variant)
        , m_objective(objective)
        , m_candidate(candidate)
        , m_policy(std::move(custom))
    { }

    std::optional<Places> best(double toBeat)
    {
        m_bestValue = toBeat;
        const std::vector<TensorChoice> choices = choicesOf(m_variant.pool.own());
        walk(choices, 0, {});
        return m_best;
    }

private:
    /// One Prepared for policies that offload and one for those that do not: flags may differ.
    Prepared &preparedFor(bool offloads)
    {
        std::optional<Prepared> &slot = m_prepared[offloads];
        if (!slot) {
            ResolvedPlan point = m_variant.pool.resolvedAt(m_candidate);
            point.plan.remat.policy = m_policy.id;
            point.plan.remat.tensors
                = { { "context", offloads ? TensorPlace::Offload : TensorPlace::Device } };
            point.remat = m_policy;
            slot = m_variant.pool.isUniform()
                ? m_variant.pool.own()
                : m_estimator.prepare(m_variant.pool.resolved(),
                    m_estimator.stackOf(m_variant.pool.resolved()), m_estimator.flagsOf(point));
            slot->remats.emplace_back();
        }
        return *slot;
    }

    void walk(const std::vector<TensorChoice> &choices, std::size_t index, const Places &places)
    {
        if (index == choices.size()) {
            look(places);
            return;
        }
        for (const Places &alternative : choices[index]) {
            Places more = places;
            more.insert(alternative.begin(), alternative.end());
            walk(choices, index + 1, more);
        }
    }

    void look(const Places &places)
    {
        Prepared &prepared = preparedFor(isOffloading(places));
        m_policy.tensors = places;
        prepared.remats.back() = rematCosts(prepared, m_policy, RematKind::Custom);
        Candidate candidate = m_candidate;
        candidate.remat = static_cast<int>(prepared.remats.size()) - 1;
        NoTrace none;
        Evaluation evaluation;
        evaluateMemory(prepared, candidate, makeLayout(prepared, candidate), evaluation, none);
        if (!m_variant.isFeasible(evaluation))
            return;
        evaluation = evaluate(prepared, candidate);
        const double value = objectiveValue(
            m_objective, m_variant, evaluation.step, evaluation.reserved, evaluation.budget);
        if (evaluation.step.value() > m_variant.stepLimit || !(value < m_bestValue))
            return;
        m_bestValue = value;
        m_best = places;
    }

    const Estimator &m_estimator;
    const SearchVariant &m_variant;
    Objective m_objective;
    Candidate m_candidate;
    RematPolicy m_policy;
    std::array<std::optional<Prepared>, 2> m_prepared;
    double m_bestValue = 0;
    std::optional<Places> m_best;
};

bool sharesLayout(Candidate a, const Candidate &b)
{
    a.remat = b.remat;
    return a == b;
}

} // namespace

void addCustomRemat(std::vector<SearchRow> &rows, const Estimator &estimator,
    const SearchRequest &request, SearchVariants variants, const RowBuilder &builder)
{
    Result<RematPolicy> custom = estimator.library().rematPolicy(customRematId);
    const bool isFree = std::ranges::find(request.free, "remat.policy") != request.free.end();
    const bool isOffered = custom
        && std::ranges::find(custom->frameworks, request.plan.framework)
            != custom->frameworks.end();
    if (!isFree || !isOffered || request.objective == Objective::Devices)
        return;
    const std::vector<SearchRow> named = rows;
    std::vector<const SearchRow *> seen;
    for (const SearchRow &row : named) {
        const bool isKnown = std::ranges::any_of(seen, [&row](const SearchRow *other) {
            return other->variant == row.variant && sharesLayout(other->candidate, row.candidate);
        });
        if (isKnown || seen.size() == refinedRows)
            continue;
        seen.push_back(&row);
        const SearchVariant &variant = *variants[static_cast<std::size_t>(row.variant)];
        const auto places
            = Refinement(estimator, variant, request.objective, row.candidate, *custom)
                  .best(row.value);
        if (!places)
            continue;
        Plan plan = variant.pool.planAt(row.candidate);
        plan.remat = { custom->id, *places };
        if (Result<ResolvedPlan> resolved
            = resolvePlan(plan, estimator.library(), request.folder)) {
            rows.push_back(builder.row(*resolved, row.candidate, row.variant));
            rows.back().simplicity.changes += static_cast<int>(places->size());
        }
    }
    std::ranges::stable_sort(rows, {},
        [](const SearchRow &row) { return std::pair(row.value, row.estimate.time.step); });
    rows.resize(std::min(rows.size(), request.top));
}

} // namespace headroom
