#include "app/cli/commands.h"
#include "model/base/wording/messages.h"
#include "model/estimate/report/estimate_report.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/lessons/course.h"
#include "model/lessons/lesson_reader.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/release_findings.h"
#include "model/plan/used_releases.h"
#include "model/rules/broken_rules.h"
#include "model/rules/checked_plan.h"
#include "model/rules/unchecked_rules.h"
#include "model/session/lesson_services.h"

#include <fmt/format.h>

namespace headroom {
namespace {

/// A lesson or a course: its form, names and goals.
CommandResult checkTeaching(
    const std::filesystem::path &file, TeachingFile kind, const CommandContext &context)
{
    const auto catalogue = context.bench.catalogue();
    if (!catalogue)
        return CommandResult::badInput(catalogue.errors());
    const Result<Estimator> estimator = context.bench.estimator();
    if (!estimator)
        return CommandResult::badInput(estimator.errors());
    const LessonServices services = makeLessonServices(
        context.library,
        [&estimator](const ResolvedPlan &resolved) { return estimator->estimate(resolved); },
        [&catalogue] { return *catalogue; });
    Problems problems;
    if (kind == TeachingFile::Course) {
        const Result<Course> course
            = loadCourse(file, LessonLibrary { context.library.directories() });
        problems = course ? courseProblems(*course, services) : course.errors();
    } else {
        const Result<Document> root = readYamlFile(file);
        const Result<Lesson> lesson
            = root ? readLesson(*root, file.string()) : Result<Lesson> { root.errors() };
        problems = lesson ? lessonProblems(*lesson, services) : lesson.errors();
    }
    return problems.empty() ? CommandResult {} : CommandResult::badInput(problems);
}

/// The releases that the plan runs on, and which of them the plan names itself.
Document softwareDocument(const ResolvedPlan &resolved, const Plan &used)
{
    Document named = Document::sequence(), releases = Document::mapping();
    for (const PlanField &field : planFields()) {
        if (!field.isRelease || field.get(used).empty())
            continue;
        const std::string name = field.path.substr(field.path.find('.') + 1);
        releases.set(name, field.get(used));
        if (!field.get(resolved.plan).empty())
            named.append(name);
    }
    releases.set("named", std::move(named));
    return releases;
}

CommandResult runCheck(const ParsedOptions &options, const CommandContext &context)
{
    if (const TeachingFile kind = teachingFile(options.value("PLAN")); kind != TeachingFile::None)
        return checkTeaching(options.value("PLAN"), kind, context);
    const Result<CheckedPlan> argument
        = openCheckedPlan(options.value("PLAN"), options.list("set"), context.library);
    if (!argument)
        return CommandResult::badInput(argument.errors());
    const auto releases = context.library.releases();
    if (!releases)
        return CommandResult::badInput(releases.errors());
    std::vector<Finding> findings = releaseFindings(**releases, argument->resolved);
    for (auto more : { uncheckedRules(argument->resolved), blockFindings(argument->resolved) })
        findings.insert(findings.end(), more.begin(), more.end());
    if (options.format() == OutputFormat::Json) {
        Plan used = argument->loaded.plan;
        nameReleases(used, argument->resolved);
        return CommandResult::json(
            Document::mapping({ { "plan", planDocument(used, PlanDetail::Complete) },
                { "software", softwareDocument(argument->resolved, used) },
                { "findings", findingsDocument(findings) } }))
            .withNotes(argument->loaded.notes);
    }
    CommandResult result = CommandResult::text(
        options.has("print") ? writePlan(argument->loaded.plan) : std::string {})
                               .withNotes(argument->loaded.notes);
    for (const Finding &finding : findings)
        result.messages += fmt::format("{}: {}: {} {} [{}]\n",
            argument->loaded.where({ finding.field }), severityName(finding.severity),
            findingText(finding), findingAction(finding), finding.id);
    return result;
}

} // namespace

CommandSpec checkCommand()
{
    return { "check",
        "Checks a plan's form, names and hard rules, or a lesson's or course's and their goals; "
        "prints "
        "nothing when all is well",
        { { "PLAN", OptionKind::Positional,
              "A plan file, the id of an example plan, a lesson, or a course", {}, true },
            setOption(),
            { "print", OptionKind::Flag, "Prints the plan with its overrides", {}, false },
            formatOption({ "text", "json" }) },
        runCheck };
}

} // namespace headroom
