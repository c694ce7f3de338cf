#include "model/lint/lint_checker.h"

#include "model/base/text/ascii.h"
#include "model/base/wording/messages.h"
#include "model/flags/catalogue/flag_value.h"

#include <algorithm>

namespace headroom {
namespace {

std::string withUnderscores(std::string_view name)
{
    std::string text { name };
    std::ranges::replace(text, '-', '_');
    return text;
}

bool isWordLetter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9') || letter == '_' || letter == '-';
}

std::string flagText(std::string_view name, std::optional<std::string_view> value)
{
    std::string text { "--" };
    text += name;
    if (value)
        text.append("=").append(*value);
    return text;
}

/// Operands of a finding, which outlive the script.
Operands texts(std::initializer_list<std::string_view> views)
{
    Operands operands;
    for (const std::string_view view : views)
        operands.emplace_back(std::string { view });
    return operands;
}

} // namespace

LintChecker::LintChecker(
    const FlagCatalogue &catalogue, LintFindings &findings, const LintOptions &options)
    : m_catalogue(catalogue)
    , m_findings(findings)
    , m_options(options)
    , m_release(options.jaxlib.answers.text())
{ }

/// Whether a correction may write the flag: the release has it and takes the value. Without a value
/// only a switch stands.
bool LintChecker::mayWrite(const FlagEntry &entry, std::optional<std::string_view> value) const
{
    if (statusAt(entry, version()).presence != FlagPresence::Present)
        return false;
    return value ? checkValue(entry, *value, version()).fault == ValueFault::None
                 : entry.type == FlagType::Bool;
}

/// The edit that writes a known flag as it is spelt.
std::vector<TextEdit> LintChecker::respelling(const FlagItem &item, const FlagEntry &entry) const
{
    if (!mayWrite(entry, item.value))
        return {};
    return { { item.from, item.to, flagText(entry.name, item.value) } };
}

/// A name of a set from MaxText's flag library where flags belong: Python there puts the set's
/// flags in its place, a flag string does not.
bool LintChecker::reportSetName(const FlagItem &item, FlagPlace place)
{
    const FlagSet *set = m_catalogue.set(item.name);
    if (!set || (item.dashes == 0 && place == FlagPlace::Unknown))
        return false;
    std::string flags;
    for (const FlagSetting &setting : set->settings)
        flags += (flags.empty() ? "" : " ") + flagText(setting.name, setting.value);
    const bool isPlace
        = place == FlagPlace::Unknown || (place == FlagPlace::LibtpuArgs) == set->isForTpu;
    const bool isValidPlan = std::ranges::all_of(set->settings, [this](const FlagSetting &setting) {
        const FlagEntry *entry = m_catalogue.find(setting.name);
        return entry && !entry->isVariable() && mayWrite(*entry, setting.value);
    });
    std::vector<TextEdit> edits;
    if (isPlace && isValidPlan && !set->asksValue)
        edits.push_back({ item.from, item.to, flags });
    m_findings.add(Severity::Error, "lint-set-name", item.from, item.name,
        texts({ item.name, flags, set->isForTpu ? "LIBTPU_INIT_ARGS" : "XLA_FLAGS" }),
        std::move(edits));
    return true;
}

bool LintChecker::checkSpelling(const FlagItem &item, const FlagEntry *entry, FlagPlace place)
{
    if (item.dashes == 2 && entry && item.name == entry->name)
        return true;
    const std::size_t at = item.from;
    const std::string name = withUnderscores(item.name);
    if (item.dashes == 0) {
        if (place == FlagPlace::Unknown)
            return false;
        const bool isKnown = entry && !entry->isVariable();
        if (!entry && isBeyondLimit(item))
            return false;
        std::vector<TextEdit> edits;
        if (isKnown)
            edits = respelling(item, *entry);
        else
            edits.push_back(m_findings.removal(item.from, item.to));
        m_findings.add(Severity::Error,
            entry && entry->isVariable() ? "lint-variable-in-flags"
                : isKnown                ? "lint-word-without-dashes"
                                         : "lint-stray-word",
            at, item.name,
            texts({ item.name, isKnown ? flagText(name, item.value) : std::string {} }),
            std::move(edits));
        return false;
    }
    if (item.dashes != 2 && entry) {
        m_findings.add(Severity::Error, item.dashes == 1 ? "lint-one-dash" : "lint-too-many-dashes",
            at, entry->name, texts({ item.word, std::to_string(item.dashes) }),
            respelling(item, *entry));
        return false;
    }
    if (entry && item.name != name)
        m_findings.add(Severity::Error, "lint-hyphens", at, entry->name, texts({ item.name, name }),
            respelling(item, *entry));
    return false;
}

/// Counts names that mean nothing here; only the first ones are listed.
bool LintChecker::isBeyondLimit(const FlagItem &item)
{
    if (++m_unknown == nearestNameLimit + 1)
        m_firstUncounted = item.from;
    return m_unknown > nearestNameLimit;
}

void LintChecker::reportUnknown(const FlagItem &item, FlagPlace place)
{
    if (isBeyondLimit(item))
        return;
    const std::string name = withUnderscores(item.name);
    const std::vector<std::string> near = m_catalogue.nearest(asciiLowered(name));
    const char *carrier = place == FlagPlace::LibtpuArgs ? "LIBTPU_INIT_ARGS" : "XLA_FLAGS";
    // The TPU compiler is closed: what the catalogue does not list may still exist there, and names
    // of one family differ by a word.
    const bool isTpu = place == FlagPlace::LibtpuArgs || name.starts_with("xla_tpu_")
        || name.starts_with("xla_sc_") || name.starts_with("xla_jf_");
    const bool isRightPlace = place != FlagPlace::XlaFlags;
    constexpr std::size_t slip = 1; // letters
    const bool isOther = !near.empty() && isTpu && isRightPlace
        && editDistance(asciiLowered(name), near.front()) > slip;
    if (near.empty() || isOther) {
        m_findings.add(isTpu && isRightPlace ? Severity::Warning : Severity::Error,
            isTpu && isRightPlace ? "lint-unknown-tpu-flag" : "lint-unknown-flag", item.from,
            item.name, texts({ item.name, m_release, carrier }));
        return;
    }
    const FlagEntry *entry = m_catalogue.find(near.front());
    std::vector<TextEdit> edits;
    const auto value
        = name.starts_with("noxla") ? std::optional<std::string_view>("false") : item.value;
    if (entry && !entry->isVariable() && mayWrite(*entry, value))
        edits.push_back({ item.from, item.to, flagText(entry->name, value) });
    m_findings.add(Severity::Error, "lint-misspelt-flag", item.from, item.name,
        texts({ item.name, m_release, near.front() }), std::move(edits));
}

bool LintChecker::checkPlace(const FlagItem &item, const FlagEntry &entry, FlagPlace place)
{
    if (entry.isVariable()) {
        m_findings.add(Severity::Error, "lint-variable-in-flags", item.from, entry.name,
            { entry.name, "" }, { m_findings.removal(item.from, item.to) });
        return false;
    }
    if (place == FlagPlace::XlaFlags && entry.carrier == FlagCarrier::LibtpuArgs) {
        m_findings.add(Severity::Error, "lint-tpu-flag-in-xla-flags", item.from, entry.name,
            { entry.name, m_release }, { m_findings.removal(item.from, item.to) });
        return false;
    }
    if (place == FlagPlace::LibtpuArgs && entry.name.starts_with("xla_gpu_")) {
        m_findings.add(Severity::Error, "lint-xla-flag-in-libtpu-args", item.from, entry.name,
            { entry.name }, { m_findings.removal(item.from, item.to) });
        return false;
    }
    return true;
}

bool LintChecker::checkPresence(const FlagItem &item, const FlagEntry &entry)
{
    const FlagStatus status = statusAt(entry, version());
    if (status.presence == FlagPresence::Present)
        return true;
    const std::string &release = m_release;
    const FlagSetting setting { entry.name, std::string { item.value.value_or("true") } };
    if (!item.hasOpaqueValue)
        m_absent.insert_or_assign(entry.name, setting.value);
    bool isDropped = false;
    const auto become = m_catalogue.replacement(setting, version(), &isDropped);
    std::string instead;
    for (const FlagSetting &next : become)
        instead += (instead.empty() ? "" : " ") + flagText(next.name, next.value);
    std::vector<TextEdit> edits;
    if (become.empty())
        edits.push_back(m_findings.removal(item.from, item.to));
    else
        edits.push_back({ item.from, item.to, instead });
    Operands operands { entry.name, release, std::string {}, instead };
    const char *id = "lint-never-released";
    if (status.presence == FlagPresence::Removed) {
        operands[2] = entry.removed->text();
        id = !become.empty() ? "lint-removed-flag"
            : isDropped      ? "lint-removed-flag-gone"
                             : "lint-removed-flag-unneeded";
    } else if (status.presence == FlagPresence::NotYet || status.presence == FlagPresence::Absent) {
        operands[2] = entry.since ? entry.since->text() : std::string {};
        id = "lint-later-flag";
    } else {
        const bool isComing = entry.existence == FlagExistence::Unreleased;
        id = isComing ? (instead.empty() ? "lint-unreleased-flag-gone" : "lint-unreleased-flag")
                      : (instead.empty() ? "lint-never-released-gone" : "lint-never-released");
    }
    m_findings.add(
        Severity::Error, id, item.from, entry.name, std::move(operands), std::move(edits));
    return false;
}

void LintChecker::reportValue(const FlagEntry &entry, const std::string &value, std::size_t at,
    const std::vector<TextEdit> &edits)
{
    const ValueCheck check = checkValue(entry, value, version());
    const std::string since = check.version ? check.version->text() : std::string {};
    const Operands operands { entry.name, value, check.expected, m_release, since, check.word };
    switch (check.fault) {
    case ValueFault::None:
        return;
    case ValueFault::WrongType:
        return m_findings.add(Severity::Error, "lint-wrong-type", at, entry.name, operands);
    case ValueFault::OutOfRange:
        return m_findings.add(Severity::Error, "lint-out-of-range", at, entry.name, operands);
    case ValueFault::UnknownWord:
        return m_findings.add(Severity::Error,
            value.empty() ? "lint-empty-value" : "lint-unknown-value", at, entry.name, operands);
    case ValueFault::WrongCase:
        return m_findings.add(Severity::Error, "lint-wrong-case", at, entry.name, operands, edits);
    case ValueFault::LaterWord:
        return m_findings.add(Severity::Error, "lint-later-value", at, entry.name, operands, edits);
    case ValueFault::EarlierWord:
        return m_findings.add(Severity::Error, "lint-earlier-value", at, entry.name, operands);
    }
}

void LintChecker::checkWrittenValue(
    const FlagItem &item, const FlagItem *next, const FlagEntry &entry)
{
    if (!item.value) {
        const bool isFollowed = next && next->dashes == 0 && !next->value && !next->hasOpaqueName;
        const ValueCheck check
            = isFollowed ? checkValue(entry, next->word, version()) : ValueCheck {};
        if (isFollowed && check.fault == ValueFault::None && entry.type != FlagType::Text)
            m_findings.add(Severity::Error, "lint-value-after-blank", item.from, entry.name,
                texts({ entry.name, next->word }),
                { { item.from, next->to, flagText(entry.name, next->word) } });
        else if (entry.type != FlagType::Bool)
            m_findings.add(
                Severity::Error, "lint-needs-value", item.from, entry.name, { entry.name });
        return;
    }
    if (item.hasOpaqueValue)
        return;
    std::string value { *item.value };
    if (value == "''" || value == "\"\"")
        value.clear(); // XLA's reader of the environment takes quotes off
    if (const std::size_t glued = value.find("--xla"); glued != std::string::npos) {
        m_findings.add(Severity::Error, "lint-glued-flags", item.from, entry.name,
            { entry.name, value.substr(0, glued) },
            { { item.from, item.to,
                flagText(entry.name, value.substr(0, glued)) + ' ' + value.substr(glued) } });
        return;
    }
    const ValueCheck check = checkValue(entry, value, version());
    std::vector<TextEdit> edits;
    if (check.fault == ValueFault::WrongCase && entry.type == FlagType::Enum)
        edits.push_back({ item.from, item.to, flagText(entry.name, operandText(check.expected)) });
    if (check.fault == ValueFault::LaterWord && entry.type == FlagType::Bool)
        edits.push_back(
            { item.from, item.to, flagText(entry.name, value == "1" ? "true" : "false") });
    reportValue(entry, value, item.from, edits);
    if (check.fault == ValueFault::None)
        checkUsefulness(item, entry);
}

void LintChecker::checkUsefulness(const FlagItem &item, const FlagEntry &entry)
{
    const FlagStatus status = statusAt(entry, version());
    if (status.isNoop) {
        m_findings.add(Severity::Hint, "lint-noop", item.from, entry.name,
            { entry.name, m_release }, { m_findings.removal(item.from, item.to) });
    } else if (status.hasDefault && status.isKnown
        && sameValue(entry, *item.value, status.defaultValue)) {
        m_findings.add(Severity::Hint, "lint-default", item.from, entry.name,
            texts({ entry.name, *item.value, m_release }),
            item.isAlone ? std::vector { m_findings.removal(item.from, item.to) }
                         : std::vector<TextEdit> {});
    } else if (!entry.replacedBy.empty() && entry.carrier == FlagCarrier::XlaFlags) {
        const auto successors = m_catalogue.successors(entry.name, version());
        if (!successors.empty() && !entry.removed)
            m_findings.add(Severity::Warning, "lint-superseded", item.from, entry.name,
                { entry.name, successors.front() });
    }
}

const FlagEntry *LintChecker::checkItem(const FlagItem &item, const FlagItem *next, FlagPlace place)
{
    if (item.hasOpaqueName || item.name.empty() || !std::ranges::all_of(item.name, isWordLetter)) {
        const bool isStray = place != FlagPlace::Unknown && !item.hasOpaqueName
            && !item.word.empty() && item.word != "\\" && item.dashes != 1;
        if (isStray && item.dashes == 0 && !isBeyondLimit(item))
            m_findings.add(Severity::Error, "lint-stray-word", item.from, item.word,
                texts({ item.word }), { m_findings.removal(item.from, item.to) });
        else if (isStray && item.dashes > 0)
            reportUnknown(item, place);
        return nullptr;
    }
    m_usesJaxlib = true;
    const FlagEntry *entry = item.name.find('-') == std::string_view::npos
        ? m_catalogue.find(item.name)
        : m_catalogue.find(withUnderscores(item.name));
    if (!entry && reportSetName(item, place))
        return nullptr;
    const bool isSpeltRight = checkSpelling(item, entry, place);
    if (!entry) {
        if (item.dashes > 0)
            reportUnknown(item, place);
        return nullptr;
    }
    if (!isSpeltRight && item.dashes == 0)
        return nullptr;
    if (!checkPlace(item, *entry, place) || !checkPresence(item, *entry))
        return nullptr;
    if (isSpeltRight)
        checkWrittenValue(item, next, *entry);
    return entry;
}

void LintChecker::reportUnlisted()
{
    if (m_unknown > nearestNameLimit)
        m_findings.add(Severity::Error, "lint-more-unknown", m_firstUncounted, "",
            { std::to_string(m_unknown - nearestNameLimit), std::to_string(nearestNameLimit) });
    if (m_uncomparedVariables > 0)
        m_findings.add(Severity::Hint, "lint-more-variables", m_firstUncompared, "",
            { std::to_string(m_uncomparedVariables), std::to_string(nearestNameLimit) });
}

} // namespace headroom
