#include "model/advice/repair.h"

#include "model/advice/repair_values.h"
#include "model/base/text/plain_number.h"
#include "model/plan/degrees.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace headroom {
namespace {

constexpr std::size_t maxRepairs = 3;
constexpr double maxRatio = 4096; ///< a remedy further away than this is another plan, not a repair

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
            || std::abs(std::log(value / present)) > std::log(maxRatio);
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
    case FieldKind::WordList: {
        std::vector<std::string> others = field.choices;
        std::erase(others, present);
        return others;
    }
    case FieldKind::Text:
        break;
    }
    if (field.ids == IdSource::Recipes)
        return { "none" };
    if (field.ids == IdSource::RematPolicies)
        return { "full", "minimal", "selective", "no_recompute" };
    return {};
}

/// Keeps the sizes of a node that this chip comes in: its default node, and the machine types with
/// it.
void keepExistingNodes(
    std::vector<std::string> &sizes, const Accelerator &chip, const ProfileLibrary &library)
{
    std::vector<int> existing { chip.devicesPerNode };
    for (const std::string &id : library.machineIds())
        if (const auto machine = library.machine(id); machine && (*machine)->accelerator == chip.id)
            existing.push_back((*machine)->devices);
    std::erase_if(sizes, [&existing](const std::string &size) {
        return std::ranges::find(existing, size, [](int one) { return std::to_string(one); })
            == existing.end();
    });
}

/// Degrees that may follow a change of another one, in the order in which people would trade them.
constexpr std::array<std::string_view, 5> followers { "parallelism.fsdp", "parallelism.data",
    "parallelism.tensor", "parallelism.context", "parallelism.pipeline" };

/// The rules that a plan breaks; nothing when it names what is unknown.
std::optional<std::vector<RuleBreak>> rulesBrokenBy(
    const Plan &plan, const ProfileLibrary &library, const std::filesystem::path &folder)
{
    const Result<ResolvedPlan> resolved = resolvePlan(plan, library, folder);
    return resolved ? std::optional { brokenRules(*resolved) } : std::nullopt;
}

/// Values of one other degree with which the degrees of a changed plan multiply to its devices.
std::vector<FieldChange> balances(const ResolvedPlan &resolved, const std::string &kept)
{
    std::vector<FieldChange> found;
    const double product = deviceProduct(resolved.plan.parallelism, resolved.expertIsAxis());
    const auto devices = static_cast<double>(resolved.deviceCount());
    for (const std::string_view path : followers) {
        const double own = plainNumber(planField(path)->get(resolved.plan)).value_or(0);
        const double wanted = own * devices / product;
        if (path != kept && wanted >= 1 && wanted == std::floor(wanted) && wanted != own)
            found.push_back({ std::string { path }, fmt::format("{:.0f}", wanted) });
    }
    return found;
}

/// Whether a repair takes one field or one more that follows.
enum class Followers { None, One };

/// One value of a field, and what must follow it; nothing when the plan would still break a rule,
/// or when what follows is `edited`.
std::optional<Repair> validRepair(const ResolvedPlan &resolved, const FieldChange &change,
    Followers followersTaken, std::string_view edited, const ProfileLibrary &library,
    const std::filesystem::path &folder)
{
    Plan plan = resolved.plan;
    if (!changePlan(plan, { &change, 1 }).problems.empty())
        return std::nullopt;
    const Result<ResolvedPlan> changed = resolvePlan(plan, library, folder);
    if (!changed)
        return std::nullopt;
    const std::vector<RuleBreak> rules = brokenRules(*changed);
    if (rules.empty())
        return Repair { { change } };
    const bool onlyMiscounts = std::ranges::all_of(
        rules, [](const RuleBreak &rule) { return rule.error.id == "rule-device-count"; });
    if (!onlyMiscounts || followersTaken == Followers::None)
        return std::nullopt;
    for (const FieldChange &follower : balances(*changed, change.path)) {
        if (follower.path == edited)
            continue;
        Plan balanced = plan;
        if (!changePlan(balanced, { &follower, 1 }).problems.empty())
            continue;
        const auto left = rulesBrokenBy(balanced, library, folder);
        if (left && left->empty())
            return Repair { { change, follower } };
    }
    return std::nullopt;
}

/// Where a plan has several faults: whether the change mends this one, and what stays was there
/// before, word for word.
bool mendsWithoutNew(const Plan &plan, const RuleBreak &broken,
    const std::vector<RuleBreak> &before, const ProfileLibrary &library,
    const std::filesystem::path &folder)
{
    const auto left = rulesBrokenBy(plan, library, folder);
    return left && std::ranges::all_of(*left, [&](const RuleBreak &rule) {
        const bool isOld = std::ranges::any_of(
            before, [&rule](const RuleBreak &old) { return old.error == rule.error; });
        return isOld && !(rule.error == broken.error);
    });
}

/// Degrees in the order in which people trade them; what takes machines is the dearest remedy.
std::vector<std::string> cheapestFirst(std::vector<std::string> fields, std::string_view edited)
{
    std::erase(fields, edited);
    std::ranges::stable_sort(fields, {}, [](const std::string &path) {
        const auto place = std::ranges::find(followers, path) - followers.begin();
        return path.starts_with("hardware.") ? std::ssize(followers) + 1 : place;
    });
    return fields;
}

/// At most one for each field that takes part: the nearest value that `attempt` makes a repair of.
template <class Attempt>
std::vector<Repair> nearest(const ResolvedPlan &resolved, const std::vector<std::string> &fields,
    const ProfileLibrary &library, const Attempt &attempt)
{
    std::vector<Repair> found;
    for (const std::string &path : fields) {
        const PlanField *field = planField(path);
        if (!field || found.size() >= maxRepairs)
            continue;
        for (const std::string &value : repairValues(*field, resolved, library)) {
            std::optional<Repair> repair = attempt(FieldChange { path, value });
            if (!repair)
                continue;
            // Two degrees that follow each other are one remedy.
            const auto isSame = [&repair](const Repair &other) {
                return std::ranges::is_permutation(other.changes, repair->changes);
            };
            if (std::ranges::none_of(found, isSame))
                found.push_back(*std::move(repair));
            break;
        }
    }
    return found;
}

bool changesMachines(const Repair &repair)
{
    return std::ranges::any_of(repair.changes,
        [](const FieldChange &change) { return change.path.starts_with("hardware."); });
}

/// All devices on one degree but `edited`, with the next larger batch that splits over them.
std::optional<Repair> degreeWithBatch(const ResolvedPlan &resolved, std::string_view edited,
    const ProfileLibrary &library, const std::filesystem::path &folder)
{
    constexpr std::string_view batchPath = "workload.global_batch_sequences";
    for (const FieldChange &degree : balances(resolved, std::string { edited })) {
        ResolvedPlan changed = resolved;
        if (!changePlan(changed.plan, { &degree, 1 }).problems.empty())
            continue;
        const double micro = std::max(1.0, changed.plan.parallelism.microBatch);
        const double unit = static_cast<double>(changed.dataParallelRanks()) * micro;
        const auto batch = static_cast<double>(changed.plan.workload.globalBatchSequences);
        const Repair repair { { degree,
            { std::string { batchPath },
                fmt::format("{:.0f}", std::ceil(batch / unit) * unit) } } };
        const auto left = changePlan(changed.plan, repair.changes).problems.empty()
            ? rulesBrokenBy(changed.plan, library, folder)
            : std::nullopt;
        if (left && left->empty())
            return repair;
    }
    return std::nullopt;
}

} // namespace

std::vector<std::string> repairValues(
    const PlanField &field, const ResolvedPlan &resolved, const ProfileLibrary &library)
{
    std::vector<std::string> values = candidates(field, resolved.plan);
    if (field.path == "hardware.devices_per_node")
        keepExistingNodes(values, resolved.accelerator, library);
    return values;
}

std::vector<FieldChange> balancingDegrees(const ResolvedPlan &resolved, const FieldChange &change)
{
    ResolvedPlan changed = resolved;
    if (!changePlan(changed.plan, { &change, 1 }).problems.empty())
        return {};
    const double product = deviceProduct(changed.plan.parallelism, changed.expertIsAxis());
    return product == static_cast<double>(changed.deviceCount()) ? std::vector<FieldChange> {}
                                                                 : balances(changed, change.path);
}

std::vector<Repair> repairs(const ResolvedPlan &resolved, const RuleBreak &broken,
    const ProfileLibrary &library, const std::filesystem::path &folder)
{
    return repairsAfterEdit(resolved, broken, {}, library, folder);
}

std::vector<Repair> repairsAfterEdit(const ResolvedPlan &resolved, const RuleBreak &broken,
    std::string_view set, const ProfileLibrary &library, const std::filesystem::path &folder)
{
    // Of other rules the value itself may be what is wrong.
    const bool isProduct = broken.error.id == "rule-device-count";
    const std::string_view edited = isProduct ? set : "";
    const std::vector<std::string> others = cheapestFirst(broken.fields, edited);
    const auto attempts = [&](const std::vector<std::string> &fields, Followers taken) {
        return nearest(resolved, fields, library, [&](const FieldChange &change) {
            return validRepair(resolved, change, taken, edited, library, folder);
        });
    };
    std::vector<Repair> valid = attempts(others, isProduct ? Followers::None : Followers::One);
    if (isProduct && std::ranges::all_of(valid, changesMachines)) {
        std::vector<Repair> two = attempts(others, Followers::One);
        std::erase_if(two, changesMachines);
        valid.insert(valid.begin(), two.begin(), two.end());
    }
    if (isProduct && std::ranges::all_of(valid, changesMachines))
        if (auto repair = degreeWithBatch(resolved, edited, library, folder))
            valid.insert(valid.begin(), *std::move(repair));
    const std::vector<std::string> own { std::string { edited } };
    const bool isOfEdited = std::ranges::find(broken.fields, edited) != broken.fields.end();
    if (valid.empty() && isOfEdited)
        valid = attempts(own, Followers::One);
    valid.resize(std::min(valid.size(), maxRepairs));
    const std::vector<RuleBreak> before = brokenRules(resolved);
    if (!valid.empty() || before.size() == 1)
        return valid;
    return nearest(resolved, cheapestFirst(broken.fields, {}), library,
        [&](const FieldChange &change) -> std::optional<Repair> {
            Plan plan = resolved.plan;
            const bool mends = changePlan(plan, { &change, 1 }).problems.empty()
                && mendsWithoutNew(plan, broken, before, library, folder);
            return mends ? std::optional { Repair { { change } } } : std::nullopt;
        });
}

} // namespace headroom
