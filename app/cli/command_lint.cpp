#include "app/cli/commands.h"
#include "model/base/files/read_file.h"
#include "model/base/text/display_line.h"
#include "model/base/text/release_number.h"
#include "model/base/wording/messages.h"
#include "model/lint/lint.h"
#include "model/rules/checked_plan.h"
#include "model/sources/lint_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// A plan file: its own reader and rules apply.
bool isPlanFile(const std::string &file)
{
    return file.ends_with(".headroom.yaml") || file.ends_with(".headroom.yml");
}

/// What was found in one file.
struct JudgedFile
{
    std::string name;
    LintReport report;
};
using Judged = std::vector<JudgedFile>;

Document findingDocument(const LintFinding &finding, const std::string &file)
{
    return Document::mapping({ { "severity", severityName(finding.severity) }, { "id", finding.id },
        { "file", file }, { "line", finding.position.line }, { "column", finding.position.column },
        { "name", finding.name }, { "message", lintMessage(finding) },
        { "fix", lintFix(finding) } });
}

/// What nobody looked at, each once.
std::vector<std::string> uncheckedOf(const Judged &judged)
{
    std::vector<std::string> all;
    for (const JudgedFile &file : judged)
        for (const std::string &what : file.report.unchecked)
            if (std::ranges::find(all, what) == all.end())
                all.push_back(what);
    return all;
}

bool usesJaxlib(const Judged &judged)
{
    return std::ranges::any_of(
        judged, [](const JudgedFile &file) { return file.report.usesJaxlib; });
}

/// Follows the counts, which do not speak of it: "; arguments of train.py were not checked".
std::string uncheckedText(const Judged &judged)
{
    const std::vector<std::string> unchecked = uncheckedOf(judged);
    return unchecked.empty() ? std::string {}
                             : fmt::format("; {} were not checked", fmt::join(unchecked, ", "));
}

std::string findingLines(const JudgedFile &file, bool isMarkdown)
{
    std::string text;
    for (const LintFinding &finding : file.report.findings) {
        const std::string fix = lintFix(finding);
        text += isMarkdown
            ? fmt::format("| {} | {}:{}:{} | {} | {} | {} |\n", severityName(finding.severity),
                displayLine(file.name), finding.position.line, finding.position.column,
                displayLine(finding.name), lintMessage(finding), fix)
            : fmt::format("{}:{}:{}: {}: {}{}{}\n", displayLine(file.name), finding.position.line,
                finding.position.column, severityName(finding.severity), lintMessage(finding),
                fix.empty() ? "" : " ", fix);
    }
    return text;
}

std::string reportText(const Judged &judged, const JaxlibChoice &jaxlib, bool isMarkdown)
{
    std::string text;
    if (isMarkdown)
        text = "| Severity | Place | Name | Finding | Fix |\n| --- | --- | --- | --- | --- |\n";
    for (const JudgedFile &file : judged)
        text += findingLines(file, isMarkdown);
    const auto count = [&judged](Severity severity) {
        std::ptrdiff_t sum = 0;
        for (const JudgedFile &file : judged)
            sum += std::ranges::count(file.report.findings, severity, &LintFinding::severity);
        return sum;
    };
    text += fmt::format("{}{} errors, {} warnings, {} hints", isMarkdown ? "\n" : "",
        count(Severity::Error), count(Severity::Warning), count(Severity::Hint));
    if (!usesJaxlib(judged))
        return text + uncheckedText(judged) + ".\n";
    text += " at jaxlib " + jaxlib.answers.text();
    if (jaxlib.certainty == VersionCertainty::NearestOlder)
        text += fmt::format(", the nearest older release to {} with data", jaxlib.asked.text());
    else if (jaxlib.isUncertain())
        text += fmt::format("; {} is outside the data, so this is uncertain", jaxlib.asked.text());
    return text + uncheckedText(judged) + ".\n";
}

Document reportDocument(const Judged &judged, const JaxlibChoice &jaxlib)
{
    Document findings = Document::sequence();
    for (const JudgedFile &file : judged)
        for (const LintFinding &finding : file.report.findings)
            findings.append(findingDocument(finding, file.name));
    Document document = Document::mapping({ { "findings", std::move(findings) },
        { "unchecked", Document::texts(uncheckedOf(judged)) } });
    const bool isJax = usesJaxlib(judged);
    document.set("jaxlib", isJax ? Document { jaxlib.answers.text() } : Document {});
    document.set("jaxlib_is_uncertain", isJax && jaxlib.isUncertain());
    return document;
}

CommandResult answer(const ParsedOptions &options, const Judged &judged, const JaxlibChoice &jaxlib)
{
    const bool hasErrors = std::ranges::any_of(
        judged, [](const JudgedFile &file) { return file.report.hasErrors(); });
    const ExitStatus status = hasErrors ? ExitStatus::NegativeVerdict : ExitStatus::Success;
    if (options.format() == OutputFormat::Json)
        return CommandResult::json(reportDocument(judged, jaxlib), status);
    return CommandResult::text(
        reportText(judged, jaxlib, options.format() == OutputFormat::Markdown), status);
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
    return answer(options, { { file, report } }, *jaxlib);
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
        Document document = reportDocument({ { lint.fileName, left } }, lint.jaxlib);
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

/// The texts of the files, of which "-" is standard input.
Result<std::vector<NamedText>> readFiles(
    const std::vector<std::string> &files, const CommandContext &context)
{
    std::vector<NamedText> texts;
    Errors problems;
    for (const std::string &file : files) {
        if (file == "-") {
            texts.push_back({ "standard input", context.standardInput });
            continue;
        }
        Result<std::string> content = readTextFile(file);
        collect(problems, content);
        if (content)
            texts.push_back({ file, *std::move(content) });
    }
    if (!problems.empty())
        return problems;
    return texts;
}

CommandResult runLint(const ParsedOptions &options, const CommandContext &context)
{
    const auto catalogue = context.bench.catalogue();
    if (!catalogue)
        return CommandResult::badInput(catalogue.errors());
    const std::vector<std::string> files = options.list("FILE");
    if (files.size() == 1 && isPlanFile(files.front()))
        return lintPlanFile(options, context, **catalogue, files.front());
    const std::string newest = (*catalogue)->releases().examined().back().text();
    const Result<JaxlibChoice> jaxlib
        = (*catalogue)->releases().choose(options.value("jaxlib", newest));
    if (!jaxlib)
        return CommandResult::badInput(optionProblems(jaxlib.errors(), "--jaxlib"));
    std::shared_ptr<const Accelerator> accelerator;
    if (options.has("accelerator")) {
        const auto found = context.library.accelerator(options.value("accelerator"));
        if (!found)
            return CommandResult::badInput(optionProblems(found.errors(), "--accelerator"));
        accelerator = *found;
    }
    const std::string release = options.value("release");
    if (!release.empty() && !parseReleaseNumber(release))
        return CommandResult::badInput({ optionError("release", "wants a release, as 0.19.0") });
    const Result<std::vector<NamedText>> texts = readFiles(files, context);
    if (!texts)
        return CommandResult::badInput(texts.errors());
    if (options.has("fix")) {
        if (texts->size() > 1)
            return CommandResult::badInput({ { "lint-fix-files", "--fix", {} } });
        const std::string &name = files.front();
        return fixScript(
            options, **catalogue, texts->front().text, { *jaxlib, accelerator.get(), name });
    }
    const KeyTables tables(context.library.directories());
    const Result<std::vector<LintReport>> reports = lintFiles(
        *texts, { **catalogue, context.library, tables, *jaxlib, accelerator.get(), release });
    if (!reports)
        return CommandResult::badInput(reports.errors());
    Judged judged;
    for (std::size_t i = 0; i < texts->size(); ++i)
        judged.push_back({ (*texts)[i].name, (*reports)[i] });
    return answer(options, judged, *jaxlib);
}

} // namespace

CommandSpec lintCommand()
{
    return { "lint",
        "Checks scripts and configurations of a run: keys, values, flags and what excludes another",
        { { "FILE", OptionKind::Positionals,
              "Launch scripts, configurations of any known framework, Python files, a plan or a "
              "file with a flag string; several are those of one run; - is standard input",
              {}, true },
            { "release", OptionKind::Value,
                "Release of the framework that will run it, as 0.19.0; without it a key that some "
                "release has is no error",
                {}, false },
            { "jaxlib", OptionKind::Value,
                "Release of jaxlib that will run it; a plan's own, else the newest known", {},
                false },
            { "accelerator", OptionKind::Value, "Chip that will run it", {}, false },
            { "fix", OptionKind::Flag, "Prints the corrected text of one script", {}, false },
            formatOption() },
        runLint };
}

} // namespace headroom
