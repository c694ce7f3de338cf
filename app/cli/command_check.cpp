#include "app/cli/commands.h"
#include "model/base/wording/messages.h"
#include "model/estimate/estimate_report.h"
#include "model/plan/checked_plan.h"
#include "model/plan/release_findings.h"

#include <fmt/format.h>

namespace headroom {
namespace {

CommandResult runCheck(const ParsedOptions &options, const CommandContext &context)
{
    const Result<CheckedPlan> argument
        = openCheckedPlan(options.value("PLAN"), options.list("set"), context.library);
    if (!argument)
        return CommandResult::badInput(argument.errors());
    const Result<ReleaseTable> releases = ReleaseTable::load(context.library.directories());
    if (!releases)
        return CommandResult::badInput(releases.errors());
    const std::vector<Finding> findings = releaseFindings(*releases, argument->resolved);
    if (options.format() == OutputFormat::Json)
        return CommandResult::json(
            Document::mapping(
                { { "plan", planDocument(argument->loaded.plan, PlanDetail::Complete) },
                    { "findings", findingsDocument(findings) } }))
            .withNotes(argument->loaded.notes);
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
    return { "check", "Checks a plan's form, names and hard rules; prints nothing when all is well",
        { { "PLAN", OptionKind::Positional, "A plan file, or the id of an example plan", {}, true },
            setOption(),
            { "print", OptionKind::Flag, "Prints the plan with its overrides", {}, false },
            formatOption({ "text", "json" }) },
        runCheck };
}

} // namespace headroom
