#include "model/launch/sweep/sweep_cases.h"

#include "model/launch/common/shell_text.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/rules/broken_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace headroom {
namespace {

Error unknownSweep(const std::string &over)
{
    std::string ids;
    for (const BuiltInSweep &sweep : builtInSweeps())
        ids += (ids.empty() ? "" : ", ") + std::string(sweep.id);
    return { "sweep-unknown", "--over", { displayLine(over, 80), ids } };
}

/// One case per advised flag with that flag left out, and one per flag worth a trial.
std::vector<SweepCase> flagCases(const ResolvedPlan &plan, const SweepSources &sources)
{
    std::vector<SweepCase> cases;
    const Result<FlagAdvisor> advisor = FlagAdvisor::make(sources.catalogue, plan);
    if (!advisor)
        return cases;
    for (const FlagAdvice &advice : advisor->advice(plan)) {
        const bool isWritable = advice.carrier == "XLA_FLAGS"
            || advice.carrier == "LIBTPU_INIT_ARGS" || advice.carrier == "environment";
        if (!isWritable || plan.plan.flags.contains(advice.name))
            continue;
        if (advice.kind == AdviceKind::Set)
            cases.push_back(
                { {}, "without " + advice.name, { { "flags." + advice.name, "default" } } });
        if (advice.kind == AdviceKind::Consider && !advice.value.empty())
            cases.push_back({ {}, "with " + advice.name + '=' + advice.value,
                { { "flags." + advice.name, advice.value } } });
    }
    return cases;
}

/// The first `count` of the configurations that a source ranks.
Result<std::vector<SweepCase>> rankedCases(std::string_view count, const ResolvedPlan &plan,
    const std::function<Result<std::vector<std::vector<FieldChange>>>(int)> &ranked)
{
    int number = 0;
    const auto end = std::from_chars(count.data(), count.data() + count.size(), number);
    const bool isCount
        = end.ec == std::errc {} && end.ptr == count.data() + count.size() && number > 0;
    if (!isCount || number > 1000)
        return Error { "bad-option", "--over", { Message { "sweep-search-count" } } };
    if (!ranked)
        return Error { "bad-option", "--over", { Message { "sweep-without-search" } } };
    const auto best = ranked(number);
    if (!best)
        return best.errors();
    std::vector<SweepCase> cases;
    for (const std::vector<FieldChange> &settings : *best) {
        SweepCase one;
        std::copy_if(settings.begin(), settings.end(), std::back_inserter(one.changes),
            [&](const FieldChange &change) {
                return planFieldText(plan.plan, change.path) != change.value;
            });
        for (const FieldChange &change : one.changes)
            one.title
                += fmt::format("{}{}={}", one.title.empty() ? "" : ", ", change.path, change.value);
        cases.push_back(std::move(one));
    }
    return cases;
}

/// The path that a free name stands for: a plan field, else a flag or variable.
std::optional<std::string> pathOf(const std::string &name, const SweepSources &sources)
{
    if (planField(name) || name.starts_with("flags.") || name.starts_with("remat.tensors."))
        return name;
    const std::size_t start = name.find_first_not_of('-');
    const std::string bare = start == std::string::npos ? "" : name.substr(start);
    if (sources.catalogue->find(bare))
        return "flags." + bare;
    return std::nullopt;
}

Result<std::vector<SweepCase>> valueCases(const std::string &over, const SweepSources &sources)
{
    const std::size_t equals = over.find('=');
    const std::optional<std::string> path = pathOf(over.substr(0, equals), sources);
    if (!path)
        return unknownSweep(over);
    std::vector<SweepCase> cases;
    std::string rest = over.substr(equals + 1);
    while (true) {
        const std::size_t comma = rest.find(',');
        const std::string value = rest.substr(0, comma);
        cases.push_back({ {}, over.substr(0, equals) + '=' + value, { { *path, value } } });
        if (comma == std::string::npos)
            return cases;
        rest.erase(0, comma + 1);
    }
}

Result<std::vector<SweepCase>> casesOf(const std::string &over, const ResolvedPlan &plan,
    const SweepSources &sources, std::string &purpose)
{
    for (const BuiltInSweep &sweep : builtInSweeps())
        if (over == sweep.id) {
            purpose = sweep.purpose;
            return sweep.cases(plan, sources);
        }
    if (over == "flags") {
        purpose = "each advised flag left out once, and flags worth a trial";
        return flagCases(plan, sources);
    }
    if (over.starts_with("search:")) {
        purpose = "the best configurations of a search";
        return rankedCases(std::string_view(over).substr(7), plan, sources.bestConfigurations);
    }
    if (over.starts_with("next:")) {
        purpose = "the runs that are expected to gain most";
        return rankedCases(std::string_view(over).substr(5), plan, sources.nextConfigurations);
    }
    purpose = "values of " + displayLine(over.substr(0, over.find('=')), 80);
    if (over.find('=') != std::string::npos)
        return valueCases(over, sources);
    return unknownSweep(over);
}

/// Name and value of what a run sets; why it sets them does not matter to it.
std::vector<std::string> flagWords(const LaunchFlags &flags)
{
    std::vector<std::string> words;
    for (const LaunchFlag &flag : flags.flags)
        words.push_back(flag.name + '=' + flag.value);
    std::sort(words.begin(), words.end());
    return words;
}

/// A short name for files: the value, or the flag without what all flags share.
std::string shortName(const SweepCase &one)
{
    std::string name = one.title;
    if (one.changes.size() == 1 && !one.changes[0].path.starts_with("flags."))
        name = one.changes[0].value;
    if (one.changes.size() == 1 && one.changes[0].path.starts_with("flags.")) {
        const std::string &value = one.changes[0].value;
        const bool isNumber
            = !value.empty() && value.find_first_not_of("0123456789.") == std::string::npos;
        for (const char *common : { "xla_gpu_", "xla_tpu_", "enable_", "XLA_PYTHON_CLIENT_" })
            if (const std::size_t place = name.find(common); place != std::string::npos)
                name.erase(place, std::string_view(common).size());
        if (isNumber)
            name = value;
    }
    // The letter in front keeps a number from getting one of its own.
    const std::string lettered = slug("x " + name, "x", 34);
    return lettered.size() > 2 ? lettered.substr(2) : "empty";
}

/// Nothing that a run could feel differs from the plan itself.
bool isBaseline(const SweepCase &one, const ResolvedPlan &plan, const SweepSources &sources)
{
    if (one.layout != ProcessLayout::AsExported)
        return one.layout == ProcessLayout::PerDevice;
    const auto variant = planOfCase(one, plan, sources.tools.library, {});
    if (!variant)
        return false;
    Plan same = variant->plan;
    same.flags = plan.plan.flags;
    return same == plan.plan
        && flagWords(sources.tools.flags(*variant)) == flagWords(sources.tools.flags(plan));
}

} // namespace

Result<ResolvedPlan> planOfCase(const SweepCase &sweepCase, const ResolvedPlan &plan,
    const ProfileLibrary &library, const std::filesystem::path &folder)
{
    Plan changed = plan.plan;
    Problems problems = changePlan(changed, sweepCase.changes, "--over").problems;
    if (!problems.empty())
        return problems;
    Result<ResolvedPlan> resolved = resolvePlan(changed, library, folder);
    if (!resolved)
        return resolved;
    for (RuleBreak &broken : brokenRules(*resolved)) {
        broken.error.where = "--over " + sweepCase.title;
        problems.push_back(std::move(broken.error));
    }
    if (!problems.empty())
        return problems;
    return resolved;
}

Result<Sweep> sweepCases(
    const std::string &over, const ResolvedPlan &plan, const SweepSources &sources)
{
    Sweep sweep;
    sweep.id = slug(over, "sweep");
    Result<std::vector<SweepCase>> cases = casesOf(over, plan, sources, sweep.purpose);
    if (!cases)
        return cases.errors();
    sweep.cases.push_back({ "c00-baseline", "the plan as it is", {} });
    for (SweepCase &one : cases.value()) {
        if (isBaseline(one, plan, sources))
            continue;
        one.id = fmt::format("c{:02}-{}", sweep.cases.size(), shortName(one));
        sweep.cases.push_back(std::move(one));
    }
    if (sweep.cases.size() < 2)
        return Error { "sweep-empty", "--over",
            { displayLine(over, 80), Message { "sweep-of-nothing" } } };
    return sweep;
}

} // namespace headroom
