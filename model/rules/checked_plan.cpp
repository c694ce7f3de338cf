#include "model/rules/checked_plan.h"

#include "model/plan/fields/machine_choice.h"
#include "model/rules/broken_rules.h"

#include <algorithm>

namespace headroom {
namespace {

/// Names that a profile lookup could not find come without a place: it is the line that names them.
/// What follows from a field that could not be read is left out.
Errors withPlaces(const Errors &problems, const PlanReading &reading)
{
    Errors placed;
    for (Error problem : problems) {
        const std::string field = fieldOfError(problem);
        if (!field.empty() && reading.isBroken(field))
            continue;
        if (!field.empty())
            problem.where = reading.loaded.where({ field });
        if (problem.where.starts_with(inlineShapeMark))
            problem.where.replace(0, inlineShapeMark.size() - 1, reading.loaded.file.string());
        placed.push_back(std::move(problem));
    }
    return placed;
}

enum class Rules { Checked, Ignored };

/// Rules in which a field takes part that could not be read say nothing.
Errors tellingRuleErrors(const PlanReading &reading, const ResolvedPlan &resolved)
{
    Errors problems;
    for (RuleBreak &broken : brokenRules(resolved)) {
        if (std::ranges::any_of(broken.fields,
                [&reading](const std::string &field) { return reading.isBroken(field); }))
            continue;
        broken.error.where = reading.loaded.where(broken.fields);
        problems.push_back(std::move(broken.error));
    }
    return problems;
}

void append(Errors &problems, const Errors &more)
{
    problems.insert(problems.end(), more.begin(), more.end());
}

Result<CheckedPlan> open(const std::string &file, const std::vector<std::string> &settings,
    const ProfileLibrary &library, Rules rules)
{
    std::filesystem::path path = file;
    std::error_code failure;
    if (!namesPlanFile(file)) {
        const auto example = library.planPath(file);
        Error unknown = example ? Error {} : example.errors().front();
        if (example)
            path = *example;
        else if (unknown.id == "unknown-plan-near" && !std::filesystem::exists(path, failure)) {
            unknown.where = file + ":1";
            return Errors { std::move(unknown) };
        }
    }
    PlanReading reading = readPlan(path);
    if (!reading.hasTree || reading.problems.size() > maxProblems)
        return std::move(reading.problems);
    Errors problems = std::move(reading.problems);
    append(problems, applySettings(reading.loaded, settings));
    takeMachine(reading.loaded, library);
    Result<ResolvedPlan> resolved = resolvePlan(reading.loaded.plan, library, path.parent_path());
    if (!resolved)
        append(problems, withPlaces(resolved.errors(), reading));
    else if (rules == Rules::Checked)
        append(problems, tellingRuleErrors(reading, *resolved));
    if (!problems.empty())
        return problems;
    return CheckedPlan { std::move(reading.loaded), *std::move(resolved) };
}

} // namespace

bool namesPlanFile(const std::string &name)
{
    std::error_code failure;
    return std::filesystem::exists(name, failure) && !std::filesystem::is_directory(name, failure);
}

Result<CheckedPlan> openPlan(const std::string &file, const std::vector<std::string> &settings,
    const ProfileLibrary &library)
{
    return open(file, settings, library, Rules::Ignored);
}

Result<CheckedPlan> openCheckedPlan(const std::string &file,
    const std::vector<std::string> &settings, const ProfileLibrary &library)
{
    return open(file, settings, library, Rules::Checked);
}

} // namespace headroom
