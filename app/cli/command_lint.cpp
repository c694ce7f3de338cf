#include "app/cli/commands.h"
#include "model/base/files/read_file.h"
#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"
#include "model/lint/lint.h"
#include "model/rules/checked_plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// A plan file: its own reader and rules apply.
bool isPlanFile(const std::string &file)
{
    return file.ends_with(".headroom.yaml") || file.ends_with(".headroom.yml");
}

Document findingDocument(const LintFinding &finding)
{
    return Document::mapping({ { "severity", severityName(finding.severity) }, { "id", finding.id },
        { "line", finding.position.line }, { "column", finding.position.column },
        { "name", finding.name }, { "message", lintMessage(finding) },
        { "fix", lintFix(finding) } });
}

/// Follows the counts, which do not speak of it: "; arguments of train.py were not checked".
std::string uncheckedText(const LintReport &report)
{
    return report.unchecked.empty()
        ? std::string {}
        : fmt::format("; {} were not checked", fmt::join(report.unchecked, ", "));
}

std::string reportText(
    const LintReport &report, const std::string &file, const JaxlibChoice &jaxlib, bool isMarkdown)
{
    std::string text;
    for (const LintFinding &finding : report.findings)
        text += isMarkdown ? fmt::format("| {} | {}:{} | {} | {} | {} |\n",
                    severityName(finding.severity), finding.position.line, finding.position.column,
                    displayLine(finding.name), lintMessage(finding), lintFix(finding))
                           : fmt::format("{}:{}:{}: {}: {} {}\n", file, finding.position.line,
                               finding.position.column, severityName(finding.severity),
                               lintMessage(finding), lintFix(finding));
    if (isMarkdown)
        text = "| Severity | Place | Name | Finding | Fix |\n| --- | --- | --- | --- | --- |\n"
            + text;
    const auto count = [&report](Severity severity) {
        return std::ranges::count(report.findings, severity, &LintFinding::severity);
    };
    text += fmt::format("{}{} errors, {} warnings, {} hints", isMarkdown ? "\n" : "",
        count(Severity::Error), count(Severity::Warning), count(Severity::Hint));
    if (!report.usesJaxlib)
        return text + uncheckedText(report) + ".\n";
    text += " at jaxlib " + jaxlib.answers.text();
    if (jaxlib.certainty == VersionCertainty::NearestOlder)
        text += fmt::format(", the nearest older release to {} with data", jaxlib.asked.text());
    else if (jaxlib.isUncertain())
        text += fmt::format("; {} is outside the data, so this is uncertain", jaxlib.asked.text());
    return text + uncheckedText(report) + ".\n";
}

Document reportDocument(const LintReport &report, const JaxlibChoice &jaxlib)
{
    Document findings = Document::sequence();
    for (const LintFinding &finding : report.findings)
        findings.append(findingDocument(finding));
    Document unchecked = Document::sequence();
    for (const std::string &what : report.unchecked)
        unchecked.append(what);
    Document document = Document::mapping(
        { { "findings", std::move(findings) }, { "unchecked", std::move(unchecked) } });
    document.set("jaxlib", report.usesJaxlib ? Document { jaxlib.answers.text() } : Document {});
    document.set("jaxlib_is_uncertain", report.usesJaxlib && jaxlib.isUncertain());
    return document;
}

CommandResult answer(const ParsedOptions &options, const LintReport &report,
    const std::string &file, const JaxlibChoice &jaxlib)
{
    const ExitStatus status
        = report.hasErrors() ? ExitStatus::NegativeVerdict : ExitStatus::Success;
    if (options.format() == OutputFormat::Json)
        return CommandResult::json(reportDocument(report, jaxlib), status);
    return CommandResult::text(
        reportText(report, file, jaxlib, options.format() == OutputFormat::Markdown), status);
}

Errors optionProblems(Errors problems, const char *option)
{
    for (Error &problem : problems)
        problem.where = option;
    return problems;
}

CommandResult lintPlanFile(const ParsedOptions &options, const CommandContext &context,
    const FlagCatalogue &catalogue, const std::string &file)
{
    const Result<CheckedPlan> plan = openCheckedPlan(file, {}, context.library);
    if (!plan)
        return CommandResult::badInput(plan.errors());
    if (options.has("fix"))
        return CommandResult::badInput({ { "lint-fix-plan", "--fix", {} } });
    const std::string version = options.value("jaxlib", plan->resolved.releases.jaxlib);
    const Result<JaxlibChoice> jaxlib = catalogue.releases().choose(version);
    if (!jaxlib)
        return CommandResult::badInput(optionProblems(jaxlib.errors(), "--jaxlib"));
    const LintReport report
        = lintPlan(catalogue, plan->loaded, plan->resolved, { *jaxlib, nullptr, file });
    return answer(options, report, file, *jaxlib);
}

/// The corrected text, and on standard error what is left to do by hand, with its place in there.
CommandResult fixScript(const ParsedOptions &options, const FlagCatalogue &catalogue,
    const std::string &text, const LintOptions &lint)
{
    std::string fixed = fixedScript(catalogue, text, lint);
    const LintReport left = lintScript(catalogue, fixed, lint);
    CommandResult result;
    result.status = left.hasErrors() ? ExitStatus::NegativeVerdict : ExitStatus::Success;
    if (options.format() == OutputFormat::Json) {
        Document document = reportDocument(left, lint.jaxlib);
        document.set("text", std::move(fixed));
        return CommandResult::json(document, result.status);
    }
    result.output = std::move(fixed);
    for (const LintFinding &finding : left.findings)
        if (finding.severity != Severity::Hint)
            result.messages
                += fmt::format("{}:{}:{}: {} {}\n", lint.fileName, finding.position.line,
                    finding.position.column, lintMessage(finding), lintFix(finding));
    return result;
}

CommandResult runLint(const ParsedOptions &options, const CommandContext &context)
{
    const auto catalogue = context.bench.catalogue();
    if (!catalogue)
        return CommandResult::badInput(catalogue.errors());
    const std::string file = options.value("FILE");
    if (isPlanFile(file))
        return lintPlanFile(options, context, **catalogue, file);
    const std::string newest = (*catalogue)->releases().examined().back().text();
    const Result<JaxlibChoice> jaxlib
        = (*catalogue)->releases().choose(options.value("jaxlib", newest));
    if (!jaxlib)
        return CommandResult::badInput(optionProblems(jaxlib.errors(), "--jaxlib"));
    LintOptions lint { *jaxlib, nullptr, file };
    std::shared_ptr<const Accelerator> accelerator;
    if (options.has("accelerator")) {
        const auto found = context.library.accelerator(options.value("accelerator"));
        if (!found)
            return CommandResult::badInput(optionProblems(found.errors(), "--accelerator"));
        accelerator = *found;
        lint.accelerator = accelerator.get();
    }
    std::string text = context.standardInput;
    if (file != "-") {
        Result<std::string> content = readTextFile(file);
        if (!content)
            return CommandResult::badInput(content.errors());
        text = *std::move(content);
    }
    if (options.has("fix"))
        return fixScript(options, **catalogue, text, lint);
    return answer(options, lintScript(**catalogue, text, lint),
        file == "-" ? "standard input" : file, *jaxlib);
}

} // namespace

CommandSpec lintCommand()
{
    return { "lint", "Checks the flags of a script, program or plan against a jaxlib release",
        { { "FILE", OptionKind::Positional,
              "A shell script, sbatch file, Python file, plan or file with a flag string; - is "
              "standard input",
              {}, true },
            { "jaxlib", OptionKind::Value,
                "Release that will run it; a plan's own, else the newest known", {}, false },
            { "accelerator", OptionKind::Value, "Chip that will run it", {}, false },
            { "fix", OptionKind::Flag, "Prints the corrected text", {}, false }, formatOption() },
        runLint };
}

} // namespace headroom
