#include "model/lint/lint.h"

#include "model/base/wording/messages.h"
#include "model/flags/advice/plan_conflicts.h"
#include "model/lint/script_walk.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t maxUnchecked = 10; ///< named, of one script

/// What has settings of its own, of which nothing here knows the names: the arguments of the
/// programs that a script starts, and files of settings as a whole.
void noteUnchecked(
    const Script &script, std::string_view fileName, std::vector<std::string> &unchecked)
{
    for (const std::string_view ending : { ".yaml", ".yml", ".toml", ".json" })
        if (fileName.ends_with(ending))
            unchecked.push_back(
                "settings of " + std::string { fileName.substr(fileName.rfind('/') + 1) });
    for (const ScriptEvent &event : script.events) {
        const auto *command = std::get_if<ScriptCommand>(&event);
        if (!command || command->trains.empty() || command->trains == "pip")
            continue;
        std::string what = "arguments of " + printable(command->trains, 80);
        if (std::ranges::find(unchecked, what) == unchecked.end()
            && unchecked.size() < maxUnchecked)
            unchecked.push_back(std::move(what));
    }
}

} // namespace

std::string lintMessage(const LintFinding &finding)
{
    return findingText({ finding.severity, finding.id, finding.operands, {}, {} });
}

std::string lintFix(const LintFinding &finding)
{
    return findingAction({ finding.severity, finding.id, finding.operands, {}, {} });
}

bool LintReport::hasErrors() const
{
    return std::ranges::any_of(
        findings, [](const LintFinding &finding) { return finding.severity == Severity::Error; });
}

std::vector<TextEdit> LintReport::edits() const
{
    std::vector<TextEdit> all;
    for (const LintFinding &finding : findings)
        all.insert(all.end(), finding.edits.begin(), finding.edits.end());
    return all;
}

LintReport lintScript(
    const FlagCatalogue &catalogue, std::string_view text, const LintOptions &options)
{
    LintFindings findings { text };
    LintChecker checker { catalogue, findings, options };
    ConflictChecker conflicts { catalogue, findings, options };
    // A byte order mark reads as blanks, so that places stay true.
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    std::string blanked;
    std::string_view source = text;
    if (text.starts_with(byteOrderMark)) {
        blanked = text;
        blanked.replace(0, byteOrderMark.size(), byteOrderMark.size(), ' ');
        source = blanked;
    }
    LintReport report;
    const Script script = scriptLanguage(options.fileName, source) == ScriptLanguage::Python
        ? readPython(source)
        : readShell(source);
    noteUnchecked(script, options.fileName, report.unchecked);
    for (const ScriptProblem &problem : encodingProblems(text))
        findings.add(Severity::Warning, problem.id.c_str(), problem.at, "", { problem.detail });
    for (const ScriptProblem &problem : script.problems)
        findings.add(Severity::Error, problem.id.c_str(), problem.at, "", { problem.detail });
    const ActiveSettings final = walkScript(findings, checker, conflicts, script);
    for (const auto &[name, setting] : final)
        if (!setting.isOpaque)
            report.settings.push_back({ name, setting.value });
    for (const auto &[name, value] : checker.absent())
        if (!final.contains(name))
            report.settings.push_back({ name, value });
    checker.reportUnlisted();
    report.usesJaxlib = checker.usesJaxlib();
    report.findings = findings.take();
    return report;
}

LintReport lintPlan(const FlagCatalogue &catalogue, const LoadedPlan &loaded,
    const ResolvedPlan &resolved, const LintOptions &options)
{
    LintFindings found { {} };
    LintOptions ofChip = options;
    ofChip.accelerator = &resolved.accelerator;
    LintChecker checker { catalogue, found, ofChip };
    ConflictChecker conflicts { catalogue, found, options };
    LintReport report;
    ActiveSettings active;
    const auto lineOf = [&loaded](const std::string &field) {
        const auto line = loaded.lines.find(field);
        return line == loaded.lines.end() ? 0 : line->second;
    };
    std::vector<LintFinding> findings;
    const auto takeAt = [&](int line) {
        checker.reportUnlisted();
        for (LintFinding &finding : found.take()) {
            finding.position = { std::max(1, line), 1 };
            finding.edits.clear();
            findings.push_back(std::move(finding));
        }
    };
    for (const auto &[name, value] : loaded.plan.flags) {
        if (value == "default")
            continue;
        const FlagEntry *entry = catalogue.find(name);
        if (entry && entry->isVariable())
            checker.checkVariable(name, 0, value, false);
        else
            checker.checkItem({ .word = name, .dashes = 2, .name = name, .value = value }, nullptr,
                FlagPlace::Unknown);
        takeAt(lineOf("flags." + name));
        active[name] = { value, false, 0 };
        report.settings.push_back({ name, value });
    }
    std::set<std::string> names;
    for (const auto &[name, setting] : active)
        names.insert(name);
    conflicts.check(
        [&active](std::string_view name) -> const ActiveSetting * {
            const auto setting = active.find(name);
            return setting == active.end() ? nullptr : &setting->second;
        },
        names);
    takeAt(lineOf("flags"));
    const AdviceInputs in { resolved };
    for (Finding &finding : planFlagFindings(in, loaded.plan.flags, options.jaxlib.answers))
        findings.push_back({ finding.severity, finding.id,
            { std::max(1, lineOf(finding.field)), 1 },
            finding.field.substr(finding.field.find('.') + 1), std::move(finding.operands), {} });
    std::ranges::stable_sort(
        findings, {}, [](const LintFinding &finding) { return finding.position.line; });
    report.findings = std::move(findings);
    report.usesJaxlib = resolved.framework().runsXla || checker.usesJaxlib();
    return report;
}

} // namespace headroom
