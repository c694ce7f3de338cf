#include "model/search/search_reasons.h"

#include "model/advice/what_if.h"
#include "model/base/units/format_quantity.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"
#include "model/search/search_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr double negligible = 1e-3; ///< share below which a term or a price is not mentioned
constexpr double notable = 0.02; ///< share of the largest change from which the text names one
constexpr std::size_t termsInText = 4; ///< of time, and as many of memory

void addTerms(Comparison &comparison, const Estimate &from, const Estimate &to)
{
    std::vector<TermDifference> times, bytes;
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const auto term = static_cast<TimeTerm>(i);
        times.push_back({ termId(term), termLabel(term), true, from.time.terms[term].value(),
            to.time.terms[term].value() });
    }
    for (std::size_t i = 0; i < memoryTermCount; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        bytes.push_back({ termId(term), termLabel(term), false, from.memory.terms[term].value(),
            to.memory.terms[term].value() });
    }
    for (auto *terms : { &times, &bytes }) {
        std::erase_if(*terms, [](const TermDifference &term) { return term.change() == 0; });
        std::ranges::stable_sort(*terms, std::greater {},
            [](const TermDifference &term) { return std::abs(term.change()); });
        comparison.terms.insert(comparison.terms.end(), terms->begin(), terms->end());
    }
}

std::string amount(const TermDifference &term)
{
    const double size = std::abs(term.change());
    return term.isTime ? formatSeconds(Seconds { size }) : formatBytes(Bytes { size });
}

std::string leaf(const std::string &path)
{
    std::string name = path.substr(path.rfind('.') + 1);
    std::ranges::replace(name, '_', ' ');
    return name;
}

PlanAnswer answers(const Estimator &estimator, const std::filesystem::path &folder)
{
    return [&estimator, folder](const Plan &plan) -> std::optional<Estimate> {
        Result<ResolvedPlan> resolved = resolvePlan(plan, estimator.library(), folder);
        if (!resolved || !brokenRules(*resolved).empty())
            return std::nullopt;
        return estimator.estimate(*resolved);
    };
}

/// Steps of these settings from a valid plan as it stands; none when it breaks a rule.
std::vector<SensitivityRow> sensitivityTable(const Estimator &estimator, const Plan &plan,
    const std::filesystem::path &folder, const std::vector<std::string> &settings)
{
    const PlanAnswer answer = answers(estimator, folder);
    const std::optional<Estimate> own = answer(plan);
    std::vector<SensitivityRow> rows;
    if (!own)
        return rows;
    for (const std::string &path : settings)
        for (const StepDirection direction : { StepDirection::Up, StepDirection::Down }) {
            const auto step = whatIf(plan, path, direction, answer);
            const bool isInside
                = step && std::ranges::none_of(step->changes, [](const FieldChange &change) {
                      return change.path.starts_with("hardware.")
                          || change.path.starts_with("workload.");
                  });
            if (isInside)
                rows.push_back({ path, direction == StepDirection::Up, step->changes,
                    step->estimate.time.step, step->estimate.time.step - own->time.step,
                    step->estimate.memory.peak - own->memory.peak, step->estimate.memory.fits });
        }
    return rows;
}

/// Prices of the settings that the request holds. Searches once for each of them.
std::vector<ChoicePrice> choicePrices(const Estimator &estimator, const SearchRequest &request,
    const SearchOutcome &outcome, const std::stop_token &stop)
{
    std::vector<ChoicePrice> prices;
    if (outcome.rows.empty() || request.objective == Objective::Devices)
        return prices;
    for (const std::string &path : freeableSettings()) {
        const bool isFree = std::ranges::find(request.free, path) != request.free.end();
        const bool isIdle
            = path == "parallelism.stage_layers" && request.plan.parallelism.stageLayers.empty();
        if (isFree || isIdle || path.starts_with("hardware.") || stop.stop_requested())
            continue;
        SearchRequest freed = request;
        freed.free.push_back(path);
        freed.top = 1;
        freed.wantsCustomRemat = false;
        freed.isExhaustive = false;
        const Result<SearchOutcome> found = searchConfigurations(estimator, freed, {}, stop);
        if (!found || found->rows.empty())
            continue;
        const SearchRow &best = found->rows.front();
        const Seconds fixed = outcome.rows.front().estimate.time.step;
        if (best.estimate.time.step < fixed * (1 - negligible))
            prices.push_back({ path, planFieldText(request.plan, path), fixed,
                best.estimate.time.step, best.settings });
    }
    std::ranges::stable_sort(
        prices, {}, [](const ChoicePrice &price) { return price.freed.value(); });
    return prices;
}

} // namespace

Comparison compareEstimates(
    const Plan &fromPlan, const Estimate &from, const Plan &toPlan, const Estimate &to)
{
    Comparison comparison;
    for (const PlanField &field : planFields())
        if (const std::string before = field.get(fromPlan), after = field.get(toPlan);
            before != after)
            comparison.settings.push_back({ field.path, before, after });
    for (const auto &[tensor, place] : toPlan.remat.tensors) {
        const std::string path = "remat.tensors." + tensor;
        if (const std::string before = planFieldText(fromPlan, path); before != nameOf(place))
            comparison.settings.push_back(
                { path, before.empty() ? nameOf(TensorPlace::Remat) : before, nameOf(place) });
    }
    addTerms(comparison, from, to);
    comparison.step = to.time.step - from.time.step;
    comparison.peak = to.memory.peak - from.memory.peak;
    return comparison;
}

std::string comparisonText(const Comparison &comparison)
{
    std::string text;
    for (const SettingDifference &setting : comparison.settings)
        text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", leaf(setting.path),
            setting.from.empty() ? "none" : setting.from, setting.to.empty() ? "none" : setting.to);
    if (text.empty())
        return "the same configuration";
    double largestTime = 0, largestBytes = 0;
    for (const TermDifference &term : comparison.terms) {
        double &largest = term.isTime ? largestTime : largestBytes;
        largest = std::max({ largest, std::abs(term.change()), negligible * term.from });
    }
    std::string saves, costs;
    std::size_t times = 0, bytes = 0;
    for (const TermDifference &term : comparison.terms) {
        const double largest = term.isTime ? largestTime : largestBytes;
        std::size_t &count = term.isTime ? times : bytes;
        if (std::abs(term.change()) < notable * largest || count == termsInText)
            continue;
        ++count;
        std::string &side = term.change() < 0 ? saves : costs;
        side += fmt::format("{}{} of {}", side.empty() ? "" : ", ", amount(term), term.label);
    }
    text += ":";
    if (!saves.empty())
        text += " saves " + saves;
    if (!costs.empty())
        text += (saves.empty() ? " costs " : "; costs ") + costs;
    return saves.empty() && costs.empty() ? text + " no difference" : text;
}

SearchReasons searchReasons(const Estimator &estimator, const SearchRequest &request,
    const SearchOutcome &outcome, bool wantsPrices, const std::stop_token &stop)
{
    SearchReasons reasons;
    if (!outcome.rows.empty()) {
        const SearchRow &best = outcome.rows.front();
        if (outcome.own)
            reasons.bestAgainstOwn = compareEstimates(
                request.plan, outcome.own->estimate, planOf(request, best), best.estimate);
        for (std::size_t i = 1; i < outcome.rows.size(); ++i) {
            const SearchRow &row = outcome.rows[i];
            reasons.othersAgainstBest.push_back(compareEstimates(
                planOf(request, best), best.estimate, planOf(request, row), row.estimate));
        }
    }
    if (outcome.own) {
        reasons.sensitivity
            = sensitivityTable(estimator, request.plan, request.folder, request.free);
        // What does not fit now is helped by whatever fits, then by the fastest.
        const bool fits = outcome.own->estimate.memory.fits;
        for (std::size_t i = 0; i < reasons.sensitivity.size(); ++i) {
            const SensitivityRow &row = reasons.sensitivity[i];
            const bool helps = row.fits && (!fits || row.stepChange.value() < 0);
            if (helps
                && (!reasons.bestChange
                    || row.step < reasons.sensitivity[*reasons.bestChange].step))
                reasons.bestChange = i;
        }
    }
    if (wantsPrices)
        reasons.prices = choicePrices(estimator, request, outcome, std::move(stop));
    return reasons;
}

Plan planOf(const SearchRequest &request, const SearchRow &row)
{
    Plan plan = request.plan;
    for (const FieldChange &setting : row.settings)
        setPlanField(plan, setting.path, setting.value, setting.path);
    return plan;
}

} // namespace headroom
