#include "app/cli/commands.h"

#include "model/base/files/write_file.h"
#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"
#include "model/intake/intake_report.h"
#include "model/rules/checked_plan.h"

#include <fmt/format.h>

#include <sstream>

namespace headroom {
namespace {

std::string messagesOf(const PlanIntake &intake)
{
    std::string text;
    for (const Unrecognised &what : intake.unrecognised)
        text += fmt::format(
            "{}:{}: {}\n", displayLine(what.file), what.line, messageText(what.reason));
    return text;
}

/// A plan as the base of another needs form alone: its rules may be mended by what is read.
Result<Plan> basePlan(const std::string &name, const CommandContext &context)
{
    const Result<CheckedPlan> plan = openPlan(name, {}, context.library);
    if (!plan)
        return plan.errors();
    return plan->loaded.plan;
}

/// A text that the caller already holds takes the place of standard input.
PlanIntake readFiles(const ParsedOptions &options, const CommandContext &context, const Plan *base)
{
    if (context.standardInput.empty())
        return planFromFiles(options.list("FILE"), context.library, base);
    IntakeTexts texts;
    std::istringstream stream { context.standardInput };
    readIntakeText(stream, "standard input", context.library, texts);
    return planOf(std::move(texts), context.library, base);
}

CommandResult runPlan(const ParsedOptions &options, const CommandContext &context)
{
    std::optional<Plan> base;
    if (options.has("plan")) {
        Result<Plan> plan = basePlan(options.value("plan"), context);
        if (!plan)
            return CommandResult::badInput(plan.errors());
        base = std::move(plan.value());
    }
    const PlanIntake intake = readFiles(options, context, base ? &*base : nullptr);
    std::string messages = messagesOf(intake);
    if (!intake.hasRead) {
        if (messages.empty())
            messages = CommandResult::badInput(
                { Error { intake.hasRun ? "intake-run-alone" : "intake-nothing",
                    displayLine(options.list("FILE").front()) + ":1",
                    {} } }).messages;
        return { ExitStatus::BadInput, {}, std::move(messages) };
    }
    if (options.has("out"))
        if (Problems problems = writeFileAtomically(options.value("out"), intakeYaml(intake));
            !problems.empty())
            return CommandResult::badInput(problems);
    CommandResult result = options.value("format") == "json"
        ? CommandResult::json(intakeDocument(intake))
        : CommandResult::text(intakeYaml(intake));
    result.messages = std::move(messages);
    return result;
}

} // namespace

CommandSpec planCommand()
{
    return { "plan", "Makes a plan of configurations, scripts, logs or a sentence",
        { { "FILE", OptionKind::Positionals,
              "Configurations and launch scripts of any known framework or tool, config.json, "
              "Slurm "
              "and Kubernetes jobs, logs, plans; several make one plan; \"-\" is standard input",
              {}, true },
            { "plan", OptionKind::Value, "The plan that fields come from that no file tells", {},
                false },
            { "out", OptionKind::Value, "File to write the plan to, as YAML", {}, false },
            formatOption({ "yaml", "json" }) },
        runPlan, {}, true };
}

} // namespace headroom
