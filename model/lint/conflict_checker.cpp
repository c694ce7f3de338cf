#include "model/lint/conflict_checker.h"

#include "model/base/text/plain_number.h"
#include "model/flags/advice/plan_conflicts.h"
#include "model/flags/catalogue/flag_value.h"

#include <algorithm>
#include <filesystem>

namespace headroom {
namespace {

/// Nothing lies at the path, seen from here and from the folder of the script that names it.
bool lacksFile(const std::string &path, const std::string &script)
{
    std::error_code ignored;
    const std::filesystem::path beside = std::filesystem::path { script }.parent_path() / path;
    return !path.empty() && !std::filesystem::exists(path, ignored)
        && !std::filesystem::exists(beside, ignored);
}

bool reaches(const std::string &value, double least)
{
    const std::optional<double> number = plainNumber(value);
    return number && *number >= least;
}

} // namespace

ConflictChecker::ConflictChecker(
    const FlagCatalogue &catalogue, LintFindings &findings, const LintOptions &options)
    : m_catalogue(catalogue)
    , m_findings(findings)
    , m_options(options)
{
    const JaxlibVersion &version = options.jaxlib.answers;
    const auto take = [this](const FlagConflict &conflict) {
        for (const ConflictCondition &condition : conflict.when)
            m_conflictsOf[condition.name].push_back(&conflict);
    };
    for (const FlagConflict &conflict : catalogue.conflicts())
        if (conflict.holdsAt(version))
            take(conflict);
    for (const FlagReport &report : catalogue.reports())
        if (report.state != ReportedState::Works && report.rule.holdsAt(version))
            take(report.rule);
}

ActiveSetting ConflictChecker::byDefault(const FlagEntry &entry) const
{
    const FlagStatus status = statusAt(entry, m_options.jaxlib.answers);
    if (status.hasDefault)
        return { status.defaultValue, false, 0 };
    const std::string &usual = entry.defaultText;
    if (usual == "(unset)" || usual.empty())
        return {};
    return { usual.substr(0, usual.find(' ')), false, 0 };
}

bool ConflictChecker::holds(
    const ConflictCondition &condition, const SettingLookup &active, std::size_t &at) const
{
    const FlagEntry *entry = m_catalogue.find(condition.name);
    const ActiveSetting *written = active(condition.name);
    if (!entry || (condition.mustBeSet && !written))
        return false;
    if (written)
        at = std::max(at, written->at);
    if (condition.atLeast || condition.mustLackFile)
        return written && !written->isOpaque
            && (!condition.atLeast || reaches(written->value, *condition.atLeast))
            && (!condition.mustLackFile || lacksFile(written->value, m_options.fileName));
    if (!condition.comparesValue)
        return true;
    if (!written && statusAt(*entry, m_options.jaxlib.answers).presence != FlagPresence::Present)
        return false;
    const ActiveSetting setting = written ? *written : byDefault(*entry);
    return !setting.isOpaque
        && sameValue(*entry, setting.value, condition.value) != condition.mustDiffer;
}

void ConflictChecker::check(const SettingLookup &active, const std::set<std::string> &touched)
{
    std::set<const FlagConflict *> candidates;
    for (const std::string &name : touched)
        if (const auto conflicts = m_conflictsOf.find(name); conflicts != m_conflictsOf.end())
            candidates.insert(conflicts->second.begin(), conflicts->second.end());
    for (const FlagConflict *conflict : candidates) {
        std::size_t at = 0;
        const bool applies = std::ranges::all_of(conflict->when,
            [&](const ConflictCondition &condition) { return holds(condition, active, at); });
        if (!applies)
            continue;
        m_findings.add(conflict->severity, "lint-conflict", at, conflict->when.front().name,
            { conflict->id, Phrase { conflict->why }, Phrase { conflict->fix } });
    }
}

void ConflictChecker::checkChip(const ActiveSettings &active)
{
    if (!m_options.accelerator)
        return;
    std::map<std::string, std::string> flags;
    for (const auto &[name, setting] : active)
        if (!setting.isOpaque)
            flags.emplace(name, setting.value);
    for (Finding &finding :
        chipFlagFindings(*m_options.accelerator, flags, m_options.jaxlib.answers)) {
        const std::string name = finding.field.substr(finding.field.find('.') + 1);
        const auto setting = active.find(name);
        m_findings.add(finding.severity, finding.id.c_str(),
            setting == active.end() ? 0 : setting->second.at, name, std::move(finding.operands));
    }
}

} // namespace headroom
