#include "model/advice/repair.h"

#include "model/base/text/plain_number.h"
#include "model/plan/framework_options.h"
#include "model/plan/plan_fields.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr std::size_t mostRepairs = 4;
constexpr double mostRatio
    = 4096; ///< a remedy further away than this is another plan, not a repair

/// Numbers worth trying, nearest first: the small ones, those with few prime factors (degrees and
/// batches are), and multiples of powers of two around the present value.
std::vector<std::string> numberCandidates(double present, const NumberRange &range)
{
    std::vector<double> values;
    for (int i = 1; i <= 16; ++i)
        values.push_back(i);
    for (const double odd : { 1.0, 3.0, 5.0, 7.0, 9.0, 15.0 }) {
        for (int power = 0; power <= 14; ++power)
            values.push_back(odd * std::exp2(power));
    }
    for (double block = 2; block <= 4096; block *= 2) {
        values.push_back(std::floor(present / block) * block);
        values.push_back(std::ceil(present / block) * block);
    }
    std::erase_if(values, [&](double value) {
        return value < std::max(1.0, range.least) || value > range.most || value == present
            || std::abs(std::log(value / present)) > std::log(mostRatio);
    });
    const auto distance = [present](double value) { return std::abs(std::log(value / present)); };
    std::ranges::sort(values, [&](double a, double b) {
        return distance(a) != distance(b) ? distance(a) < distance(b) : a < b;
    });
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<std::string> texts;
    for (const double value : values)
        texts.push_back(std::to_string(static_cast<long long>(value)));
    return texts;
}

std::vector<std::string> candidates(const PlanField &field, const Plan &plan)
{
    const std::string present = field.get(plan);
    // What breaks a rule about an option is that it is set at all.
    if (field.path.starts_with("options."))
        return { field.get(Plan {}) };
    switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Real: {
        const double value = plainNumber(present).value_or(0);
        return value > 0 ? numberCandidates(value, field.range) : std::vector<std::string> {};
    }
    case FieldKind::Boolean:
        return { present == "true" ? "false" : "true" };
    case FieldKind::Choice: {
        std::vector<std::string> others = field.choices;
        std::erase(others, present);
        return others;
    }
    case FieldKind::IntegerList:
        return present.empty() ? std::vector<std::string> {} : std::vector<std::string> { "" };
    case FieldKind::Text:
        break;
    }
    if (field.ids == IdSource::Recipes)
        return { "none" };
    if (field.ids == IdSource::RematPolicies)
        return { "full", "minimal", "selective", "no_recompute" };
    return {};
}

bool mends(const Plan &plan, const RuleBreak &broken, std::size_t brokenBefore,
    const ProfileLibrary &library, const std::filesystem::path &folder)
{
    const Result<ResolvedPlan> resolved = resolvePlan(plan, library, folder);
    if (!resolved)
        return false;
    const std::vector<RuleBreak> rules = brokenRules(*resolved);
    if (rules.size() >= brokenBefore)
        return false;
    return std::ranges::none_of(rules, [&](const RuleBreak &rule) {
        return rule.error.id == broken.error.id && rule.fields == broken.fields;
    });
}

} // namespace

std::vector<Repair> repairs(const ResolvedPlan &resolved, const RuleBreak &broken,
    const ProfileLibrary &library, const std::filesystem::path &folder)
{
    std::vector<Repair> found;
    const std::size_t brokenBefore = brokenRules(resolved).size();
    for (const std::string &path : broken.fields) {
        const PlanField *field = planField(path);
        if (!field || found.size() >= mostRepairs)
            continue;
        for (const std::string &value : candidates(*field, resolved.plan)) {
            Plan plan = resolved.plan;
            const FieldChange change { path, value };
            if (!changePlan(plan, { &change, 1 }).problems.empty())
                continue;
            if (mends(plan, broken, brokenBefore, library, folder)) {
                found.push_back({ { { path, value } } });
                break;
            }
        }
    }
    return found;
}

} // namespace headroom
