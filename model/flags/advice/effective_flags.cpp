#include "model/flags/advice/advice_sinks.h"
#include "model/flags/advice/flag_advice.h"
#include "model/flags/advice/plan_conflicts.h"
#include "model/flags/catalogue/flag_value.h"

#include <algorithm>

namespace headroom {
namespace {

/// Both names of the pool's share; JAX refuses to start when both are set.
bool isOtherName(const std::string &name, const std::map<std::string, std::string> &own)
{
    const char *other = name == settingName(Setting::MemoryFraction)
        ? settingName(Setting::MemoryFractionNew)
        : name == settingName(Setting::MemoryFractionNew) ? settingName(Setting::MemoryFraction)
                                                          : nullptr;
    if (!other)
        return false;
    const auto found = own.find(other);
    return found != own.end() && found->second != "default";
}

FlagChange changeOf(const FlagSetting &setting, const std::vector<FlagSetting> &become,
    bool isDropped, const std::string &release)
{
    FlagChange change;
    change.kind
        = isDropped || become.empty() ? FlagChange::Kind::Dropped : FlagChange::Kind::Renamed;
    change.from = setting;
    change.to = become;
    change.why = isDropped ? "flag-change-no-successor"
        : become.empty()   ? "flag-change-not-needed"
                           : "flag-change-renamed";
    change.operands = { setting.name, release, become.empty() ? std::string {} : become[0].name };
    return change;
}

/// The setting left out, and what a release has in its place, which the plan may say already.
std::vector<FieldChange> fixOf(
    const FlagChange &change, const std::map<std::string, std::string> &own)
{
    std::vector<FieldChange> fix { leftOut(change.from.name) };
    for (const FlagSetting &next : change.to)
        if (!own.contains(next.name))
            fix.push_back({ "flags." + next.name, next.value });
    return fix;
}

} // namespace

void FlagAdvisor::translateOwn(const std::map<std::string, std::string> &flags)
{
    const JaxlibVersion &version = m_jaxlib.answers;
    for (const auto &[name, value] : flags) {
        const FlagEntry *entry = m_catalogue->find(name);
        const FlagSetting setting { name, value };
        if (value == "default") {
            m_own[name] = value;
            continue;
        }
        if (!entry) {
            m_changes.push_back({ FlagChange::Kind::UnknownName, setting, {}, "flag-change-unknown",
                { name, version.text() } });
        } else if (statusAt(*entry, version).presence != FlagPresence::Present) {
            bool isDropped = false;
            const auto become = m_catalogue->replacement(setting, version, &isDropped);
            m_changes.push_back(changeOf(setting, become, isDropped, version.text()));
            for (const FlagSetting &next : become)
                if (!flags.contains(next.name))
                    m_own[next.name] = next.value;
        } else if (checkValue(*entry, value, version).fault != ValueFault::None) {
            m_changes.push_back({ FlagChange::Kind::BadValue, setting, {}, "flag-change-bad-value",
                { name, version.text(), value } });
        } else {
            m_own[name] = value;
        }
    }
}

EffectiveFlags FlagAdvisor::effective(const ResolvedPlan &resolved) const
{
    EffectiveFlags result;
    result.changes = m_changes;
    for (const FlagAdvice &advice : advice(resolved)) {
        const FlagEntry *entry = m_catalogue->find(advice.name);
        if (advice.kind != AdviceKind::Set || !entry || m_own.contains(advice.name)
            || isOtherName(advice.name, m_own))
            continue;
        result.flags.push_back(
            { advice.name, advice.value, entry->carrier, false, advice.reason, advice.operands });
    }
    for (const auto &[name, value] : m_own)
        if (const FlagEntry *entry = m_catalogue->find(name); entry && value != "default")
            result.flags.push_back({ name, value, entry->carrier, true, {}, {} });
    std::ranges::sort(result.flags, [](const EffectiveFlag &a, const EffectiveFlag &b) {
        return a.carrier != b.carrier ? a.carrier < b.carrier : a.name < b.name;
    });
    return result;
}

/// Whether the plan writes the flag with that value.
bool FlagAdvisor::isWritten(const ConflictCondition &condition) const
{
    const FlagEntry *entry = m_catalogue->find(condition.name);
    const auto own = m_own.find(condition.name);
    return entry && own != m_own.end() && own->second != "default"
        && sameValue(*entry, own->second, condition.value);
}

std::vector<Finding> FlagAdvisor::findings(const ResolvedPlan &resolved) const
{
    std::vector<Finding> findings;
    const AdviceInputs in { resolved };
    const std::string asked = m_jaxlib.asked.text();
    const std::string answers = m_jaxlib.answers.text();
    if (in.framework->runsXla && m_jaxlib.certainty == VersionCertainty::NewerThanData)
        findings.push_back({ Severity::Warning, "jaxlib-newer-than-data", { asked, answers },
            "software.jaxlib", {} });
    else if (in.framework->runsXla && m_jaxlib.certainty == VersionCertainty::OlderThanData)
        findings.push_back({ Severity::Warning, "jaxlib-older-than-data", { asked, answers },
            "software.jaxlib", {} });
    else if (in.framework->runsXla && m_jaxlib.certainty == VersionCertainty::NearestOlder)
        findings.push_back(
            { Severity::Hint, "jaxlib-nearest-older", { asked, answers }, "software.jaxlib", {} });
    if (in.framework->runsXla && !in.isTpu && !in.scanLayers && in.devices > 1
        && effects(resolved).latencyHiding)
        findings.push_back(
            { Severity::Warning, "latency-hiding-unscanned", { std::to_string(in.layers) },
                "options.scan_layers", { { "options.scan_layers", "true" } } });
    for (const FlagChange &change : m_changes) {
        const bool isHint = change.why == "flag-change-not-needed";
        findings.push_back({ isHint ? Severity::Hint : Severity::Warning, change.why,
            change.operands, "flags." + change.from.name, fixOf(change, resolved.plan.flags) });
    }
    for (const FlagReport &report : m_catalogue->reports())
        if (report.state != ReportedState::Works && report.rule.holdsAt(m_jaxlib.answers)
            && std::ranges::all_of(report.rule.when,
                [this](const ConflictCondition &condition) { return isWritten(condition); }))
            findings.push_back({ Severity::Warning, "flag-reported-there",
                { report.flag, answers, Phrase { report.rule.why }, Phrase { report.rule.fix } },
                "flags." + report.flag, { leftOut(report.flag) } });
    for (Finding &finding : planFlagFindings(in, m_own, m_jaxlib.answers))
        findings.push_back(std::move(finding));
    return findings;
}

std::function<std::vector<Finding>(const ResolvedPlan &)> flagFindingsSource(
    std::shared_ptr<const FlagCatalogue> catalogue)
{
    return [known = std::move(catalogue)](const ResolvedPlan &resolved) -> std::vector<Finding> {
        if (const Result<FlagAdvisor> advisor = FlagAdvisor::make(known, resolved))
            return advisor->findings(resolved);
        return {}; // a rule refuses plans whose jaxlib is no release
    };
}

} // namespace headroom
