#include "model/sources/lint_files.h"

#include "model/base/document/document.h"
#include "model/base/text/ascii.h"
#include "model/base/wording/messages.h"
#include "model/frameworks/book/rule.h"
#include "model/intake/plan_intake.h"
#include "model/lint/lint_findings.h"
#include "model/rules/broken_rules.h"
#include "model/runs/text/scan.h"
#include "model/sources/key_checks.h"
#include "model/sources/program_habits.h"
#include "model/sources/setting_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace headroom {
namespace {

/// One file on its way to a report.
struct FileCase
{
    PlacedFile placed;
    std::shared_ptr<const KeyTable> table;
    std::unique_ptr<LintFindings> findings;
    std::vector<const PlacedSetting *> own;
    KeyCheck keys;
    bool isBroken = false; ///< its program cannot read it
    LintReport report;
};

bool isConfiguration(const PlacedFile &file)
{
    return file.syntax != SourceSyntax::Shell && !file.program.empty();
}

/// Words that nobody knows may hold further settings of the program.
bool hasOpenWords(const FileCase &file)
{
    if (file.placed.syntax != SourceSyntax::Shell)
        return false;
    if (file.placed.shellText().find("$@") != std::string::npos
        || file.placed.shellText().find("${@") != std::string::npos)
        return true;
    for (const PlacedSetting *setting : file.own) {
        const KnownKey *key = file.table->find(setting->key);
        const bool isSwitch = key && key->kind == ValueKind::Switch;
        for (std::size_t i = isSwitch ? 0 : 1; i < setting->values.size(); ++i)
            if (setting->values[i].isReference && !setting->values[i].isKnown)
                return true;
    }
    return false;
}

/// What was asked of nobody, said once: not what was looked at.
void dropChecked(FileCase &file)
{
    if (!file.keys.isChecked)
        return;
    std::erase_if(file.report.unchecked, [&file](const std::string &what) {
        return what == "arguments of " + file.placed.trains || what.starts_with("settings of ");
    });
}

void addBreaks(FileCase &file, const std::vector<SettingBreak> &breaks)
{
    for (const SettingBreak &broken : breaks)
        file.findings->add(broken.severity, broken.id, broken.at->keyAt.from,
            (broken.at->form == SettingForm::Option ? "--" : "") + broken.at->key, broken.operands);
}

/// Whether a broken JSON file is meant for DeepSpeed: other programs take comments in theirs, and a
/// template is filled in before it is read.
bool isDeepSpeedText(const PlacedFile &file)
{
    const auto has
        = [&file](const char *word) { return file.text.find(word) != std::string::npos; };
    const bool isTemplate = asciiLowered(file.name).find("template") != std::string::npos;
    return !isTemplate
        && (has("\"zero_optimization\"") || has("\"train_batch_size\"")
            || has("\"train_micro_batch_size_per_gpu\""));
}

/// A file that its program cannot even read.
void addSyntax(FileCase &file)
{
    if (!file.placed.name.ends_with(".json") || !isDeepSpeedText(file.placed))
        return;
    const Result<Document> tree = parseJson(file.placed.text, "json");
    if (tree)
        return;
    for (const Error &error : tree.errors()) {
        const auto line
            = wholeNumberText(std::string_view(error.where).substr(error.where.rfind(':') + 1));
        std::size_t at = 0;
        for (double i = 1; i < line.value_or(1) && at < file.placed.text.size(); ++i)
            at = std::min(file.placed.text.find('\n', at), file.placed.text.size() - 1) + 1;
        file.findings->add(
            Severity::Error, "lint-not-json", at, "", { Message { error.id, error.args } });
    }
    file.isBroken = true;
}

Result<FileCase> openCase(const NamedText &text, const FileLint &lint)
{
    FileCase file;
    file.placed = placeSettings(text.name, text.text);
    const auto table = lint.tables.of(file.placed.program);
    if (!table)
        return table.errors();
    file.table = *table;
    file.findings = std::make_unique<LintFindings>(text.text);
    addSyntax(file);
    file.own = ownSettings(file.placed, *file.table);
    file.keys = checkKeys(file.placed, *file.table, lint.release, *file.findings);
    return file;
}

/// The rules of the plan that the files make, at the line of the first key that takes part.
class PlanRuleCheck
{
public:
    PlanRuleCheck(std::vector<FileCase> &files, const FileLint &lint, const RunMachine &machine)
        : m_files(files)
        , m_lint(lint)
        , m_machine(machine)
    { }

    void run()
    {
        const bool isAny = std::ranges::any_of(
            m_files, [](const FileCase &file) { return !file.placed.program.empty(); });
        if (!isAny)
            return;
        const PlanIntake intake = read(IntakeDetail::Fields);
        if (!intake.hasRead)
            return;
        const Result<ResolvedPlan> resolved = resolvePlan(intake.plan, m_lint.library);
        if (!resolved)
            return;
        for (const auto &[path, origin] : intake.fields)
            m_origins.emplace(path, origin);
        std::vector<RuleBreak> breaks = brokenRules(*resolved);
        std::erase_if(breaks,
            [this](const RuleBreak &broken) { return !isOfProgram(broken) || !isTold(broken); });
        if (breaks.empty())
            return;
        const PlanIntake traced = read(IntakeDetail::Evidence);
        for (const RuleBreak &broken : breaks)
            add(broken, traced);
    }

private:
    PlanIntake read(IntakeDetail detail) const
    {
        IntakeTexts texts;
        for (const FileCase &file : m_files) {
            if (file.placed.name.ends_with(".py"))
                continue;
            std::istringstream stream { file.placed.text };
            readIntakeText(stream, file.placed.name, m_lint.library, texts);
        }
        return planOf(std::move(texts), m_lint.library, nullptr, {}, detail);
    }

    /// Tools on the Trainer do more than it does; what Megatron-LM and torchtitan refuse whatever
    /// they run on is among the rules of their settings.
    bool isOfProgram(const RuleBreak &broken) const
    {
        const auto runs = [this](std::initializer_list<std::string_view> programs) {
            return std::ranges::any_of(m_files, [&](const FileCase &file) {
                return std::ranges::find(programs, file.placed.program) != programs.end();
            });
        };
        const bool isFork
            = std::ranges::any_of(m_files, [](const FileCase &file) { return file.keys.isFork; });
        const bool isOfFramework = broken.error.id == frameworkRuleId;
        if (isFork)
            return false;
        if (runs({ "trainer", "axolotl", "llama-factory", "accelerate" }))
            return !isOfFramework;
        return isOfFramework || !runs({ "megatron", "torchtitan" });
    }

    /// Only what every part of is told by the files is an error of theirs.
    bool isTold(const RuleBreak &broken) const
    {
        return std::ranges::none_of(broken.fields, [this](const std::string &path) {
            const bool isOfMachine = path.starts_with("hardware.") || path == "parallelism.data"
                || path == "parallelism.fsdp" || path == "parallelism.expert";
            if (isOfMachine && !m_machine.devices && m_machine.isScript)
                return true;
            const auto origin = m_origins.find(path);
            const bool isOfLayout
                = path.starts_with("parallelism.") || path.starts_with("workload.") || isOfMachine;
            const FieldOrigin least
                = isOfLayout || path == "model" ? FieldOrigin::Inferred : FieldOrigin::Read;
            return origin == m_origins.end() || origin->second < least;
        });
    }

    void add(const RuleBreak &broken, const PlanIntake &intake)
    {
        for (const std::string &path : broken.fields) {
            const auto evidence = intake.evidence.find(path);
            if (evidence == intake.evidence.end())
                continue;
            for (FileCase &file : m_files) {
                const std::string prefix = file.placed.name + ':';
                if (!evidence->second.starts_with(prefix))
                    continue;
                const auto line = wholeNumberText(
                    Scan { std::string_view(evidence->second).substr(prefix.size()) }.until(":"));
                addAt(file, static_cast<std::size_t>(std::max(1.0, line.value_or(1))), broken);
                return;
            }
        }
    }

    static void addAt(FileCase &file, std::size_t line, const RuleBreak &broken)
    {
        // A rule of the settings has said it there.
        for (const PlacedSetting *setting : file.own)
            if (file.placed.lineOf(setting->keyAt.from) == line) {
                file.findings->add(Severity::Error, "lint-plan-rule", setting->keyAt.from,
                    setting->key,
                    { Message { broken.error.id,
                        Operands(broken.error.args.begin(), broken.error.args.end()) } });
                return;
            }
    }

    std::vector<FileCase> &m_files;
    const FileLint &m_lint;
    const RunMachine &m_machine;
    std::map<std::string, FieldOrigin> m_origins;
};

/// What the Trainer's arguments make of a DeepSpeed file beside them.
void checkTogether(std::vector<FileCase> &files)
{
    for (FileCase &deepspeed : files)
        for (const FileCase &trainer : files) {
            if (habitsOf(deepspeed.placed.program).program != Program::DeepSpeed
                || deepspeed.placed.syntax != SourceSyntax::Json
                || !habitsOf(trainer.placed.program).startsDeepSpeed)
                continue;
            addBreaks(deepspeed,
                lostSettings(SettingView(deepspeed.own, false),
                    SettingView(trainer.own, hasOpenWords(trainer))));
        }
}

/// Variables that a YAML file hands to its scripts, as a script that sets them, at their lines.
void lintVariables(FileCase &file, const FileLint &lint)
{
    std::string script;
    for (const YamlVariable &variable : file.placed.variables)
        if (variable.value.find_first_of("'\n$") == std::string::npos)
            script += "export " + variable.name + "='" + variable.value + "'\n";
        else
            script += '\n';
    LintReport report = lintScript(
        lint.catalogue, script, { lint.jaxlib, lint.accelerator, file.placed.name + ".sh" });
    for (LintFinding &finding : report.findings) {
        const auto row = static_cast<std::size_t>(std::max(1, finding.position.line)) - 1;
        if (row >= file.placed.variables.size())
            continue;
        finding.position = { static_cast<int>(file.placed.variables[row].line), 1 };
        finding.edits.clear();
        file.report.findings.push_back(std::move(finding));
    }
    file.report.usesJaxlib = file.report.usesJaxlib || report.usesJaxlib;
}

/// Flags and variables of a script, or of those inside a YAML file.
void lintShell(FileCase &file, const FileLint &lint)
{
    const bool isInside = !file.placed.shell.empty();
    const bool isTree
        = file.placed.syntax != SourceSyntax::Shell && file.placed.syntax != SourceSyntax::Python;
    if (file.placed.name.ends_with(".md")) // a README beside the scripts, whose quotes are prose
        file.report.unchecked.push_back("prose of " + file.placed.name);
    else if (isTree) // of a program that nobody knows here: no script
        file.report.unchecked.push_back("settings of " + file.placed.name);
    else
        file.report = lintScript(lint.catalogue, file.placed.shellText(),
            { lint.jaxlib, lint.accelerator, file.placed.name + (isInside ? ".sh" : "") });
    if (!file.placed.variables.empty())
        lintVariables(file, lint);
    // Variables of PyTorch and NCCL are no matter of a release of JAX.
    const auto has
        = [&file](const char *word) { return file.placed.text.find(word) != std::string::npos; };
    if (!file.placed.program.empty() && habitsOf(file.placed.program).program != Program::MaxText
        && !has("XLA_FLAGS") && !has("LIBTPU_INIT_ARGS"))
        file.report.usesJaxlib = false;
}

RunMachine machineOfAll(const std::vector<FileCase> &files)
{
    RunMachine all;
    for (const FileCase &file : files) {
        RunMachine one = machineOf(file.placed);
        if (one.devices && !all.devices)
            all.devices = one.devices;
        if (all.connections.empty())
            all.connections = one.connections;
        all.isScript = all.isScript || one.isScript;
    }
    return all;
}

} // namespace

Result<std::vector<LintReport>> lintFiles(const std::vector<NamedText> &texts, const FileLint &lint)
{
    std::vector<FileCase> files;
    for (const NamedText &text : texts) {
        Result<FileCase> file = openCase(text, lint);
        if (!file)
            return file.errors();
        files.push_back(*std::move(file));
    }
    const RunMachine machine = machineOfAll(files);
    for (FileCase &file : files)
        if (file.keys.isChecked && !file.keys.isFork)
            addBreaks(file,
                brokenSettings(
                    file.placed.program, SettingView(file.own, hasOpenWords(file)), machine));
    checkTogether(files);
    PlanRuleCheck(files, lint, machine).run();
    std::vector<LintReport> reports;
    for (std::size_t i = 0; i < files.size(); ++i) {
        FileCase &file = files[i];
        std::vector<LintFinding> found = file.findings->take();
        if (!isConfiguration(file.placed) && !file.isBroken) {
            lintShell(file, lint);
            dropChecked(file);
        }
        file.report.findings.insert(file.report.findings.end(), found.begin(), found.end());
        std::ranges::stable_sort(
            file.report.findings, [](const LintFinding &a, const LintFinding &b) {
                return std::pair(a.position.line, a.position.column)
                    < std::pair(b.position.line, b.position.column);
            });
        reports.push_back(std::move(file.report));
    }
    return reports;
}

} // namespace headroom
