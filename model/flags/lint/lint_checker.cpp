#include "model/flags/lint/lint_checker.h"

#include "model/flags/flag_value.h"
#include "model/flags/plan_conflicts.h"

#include <algorithm>
#include <numeric>

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

/// Texts of a finding, which outlive the script.
std::vector<std::string> texts(std::initializer_list<std::string_view> views)
{
    return { views.begin(), views.end() };
}

/// Prefixes of variables whose names the catalogue lists fully enough to suspect a slip.
bool hasKnownPrefix(std::string_view name)
{
    for (const std::string_view prefix : { "XLA_", "JAX_", "NCCL_", "TF_CPP_", "CUDA_", "LIBTPU_",
             "NVTE_", "TORCH_NCCL_", "PYTORCH_" })
        if (name.starts_with(prefix))
            return true;
    return false;
}

} // namespace

LintChecker::LintChecker(
    const FlagCatalogue &catalogue, std::string_view text, const LintOptions &options)
    : m_catalogue(catalogue)
    , m_text(text)
    , m_options(options)
    , m_lines(text)
    , m_release(options.jaxlib.answers.text())
{
    for (const FlagConflict &conflict : catalogue.conflicts()) {
        const bool applies = !(conflict.since && version() < *conflict.since)
            && !(conflict.until && *conflict.until <= version());
        if (applies)
            for (const ConflictCondition &condition : conflict.when)
                m_conflictsOf[condition.name].push_back(&conflict);
    }
}

void LintChecker::add(Severity severity, const char *id, std::size_t at, std::string_view name,
    std::vector<std::string> operands, std::vector<TextEdit> edits)
{
    const std::hash<std::string_view> hash;
    // Two conflicts may meet at one place; what they are about is their first operand.
    const std::size_t about = operands.empty() ? 0 : hash(operands.front());
    const std::size_t key = ((hash(id) * 31 + hash(name)) * 31 + about) * 31 + at;
    if (!m_seen.insert(key).second)
        return;
    constexpr std::size_t longestOperand = 300;
    for (std::string &operand : operands)
        operand = printable(operand, longestOperand);
    m_findings.push_back({ severity, id, m_lines.position(at), printable(name), std::move(operands),
        std::move(edits) });
}

TextEdit LintChecker::removal(std::size_t from, std::size_t to) const
{
    const std::size_t start = m_lines.lineStart(from);
    const std::size_t end = m_lines.lineEnd(from);
    const auto isEmptyAround = [this](std::size_t a, std::size_t b) {
        return std::all_of(m_text.begin() + static_cast<std::ptrdiff_t>(a),
            m_text.begin() + static_cast<std::ptrdiff_t>(b), [](char letter) {
                return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'
                    || letter == '\\';
            });
    };
    if (to <= end && isEmptyAround(start, from) && isEmptyAround(to, end) && start > 0)
        return { start, end, {} };
    std::size_t wider = from;
    while (wider > start && (m_text[wider - 1] == ' ' || m_text[wider - 1] == '\t'))
        --wider;
    if (wider < from)
        return { wider, to, {} };
    while (to < m_text.size() && (m_text[to] == ' ' || m_text[to] == '\t'))
        ++to;
    return { from, to, {} };
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
            edits.push_back({ item.from, item.to, flagText(name, item.value) });
        else
            edits.push_back(removal(item.from, item.to));
        add(Severity::Error,
            entry && entry->isVariable() ? "lint-variable-in-flags"
                : isKnown                ? "lint-word-without-dashes"
                                         : "lint-stray-word",
            at, item.name,
            texts({ item.name, isKnown ? flagText(name, item.value) : std::string {} }),
            std::move(edits));
        return false;
    }
    if (item.dashes != 2 && entry) {
        add(Severity::Error, item.dashes == 1 ? "lint-one-dash" : "lint-too-many-dashes", at,
            entry->name, texts({ item.word, std::to_string(item.dashes) }),
            { { item.from, item.to, flagText(name, item.value) } });
        return false;
    }
    if (entry && item.name != name)
        add(Severity::Error, "lint-hyphens", at, entry->name, texts({ item.name, name }),
            { { item.from, item.to, flagText(name, item.value) } });
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
    const std::vector<std::string> near = m_catalogue.nearest(lowerCase(name));
    const char *carrier = place == FlagPlace::LibtpuArgs ? "LIBTPU_INIT_ARGS" : "XLA_FLAGS";
    if (near.empty()) {
        // The TPU compiler is closed: what the catalogue does not list may still exist there.
        const bool isTpu = place == FlagPlace::LibtpuArgs || name.starts_with("xla_tpu_")
            || name.starts_with("xla_sc_") || name.starts_with("xla_jf_");
        const bool isRightPlace = place != FlagPlace::XlaFlags;
        add(isTpu && isRightPlace ? Severity::Warning : Severity::Error,
            isTpu && isRightPlace ? "lint-unknown-tpu-flag" : "lint-unknown-flag", item.from,
            item.name, texts({ item.name, m_release, carrier }));
        return;
    }
    const FlagEntry *entry = m_catalogue.find(near.front());
    std::vector<TextEdit> edits;
    if (entry && !entry->isVariable()
        && statusAt(*entry, version()).presence == FlagPresence::Present)
        edits.push_back({ item.from, item.to, flagText(entry->name, item.value) });
    add(Severity::Error, "lint-misspelt-flag", item.from, item.name,
        texts({ item.name, m_release, near.front() }), std::move(edits));
}

bool LintChecker::checkPlace(const FlagItem &item, const FlagEntry &entry, FlagPlace place)
{
    if (entry.isVariable()) {
        add(Severity::Error, "lint-variable-in-flags", item.from, entry.name, { entry.name, "" },
            { removal(item.from, item.to) });
        return false;
    }
    if (place == FlagPlace::XlaFlags && entry.carrier == FlagCarrier::LibtpuArgs) {
        add(Severity::Error, "lint-tpu-flag-in-xla-flags", item.from, entry.name,
            { entry.name, m_release }, { removal(item.from, item.to) });
        return false;
    }
    if (place == FlagPlace::LibtpuArgs && entry.name.starts_with("xla_gpu_")) {
        add(Severity::Error, "lint-xla-flag-in-libtpu-args", item.from, entry.name, { entry.name },
            { removal(item.from, item.to) });
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
        edits.push_back(removal(item.from, item.to));
    else
        edits.push_back({ item.from, item.to, instead });
    std::vector<std::string> operands { entry.name, release, {}, instead };
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
    add(Severity::Error, id, item.from, entry.name, std::move(operands), std::move(edits));
    return false;
}

void LintChecker::reportValue(const FlagEntry &entry, const std::string &value, std::size_t at,
    const std::vector<TextEdit> &edits)
{
    const ValueCheck check = checkValue(entry, value, version());
    const std::string since = check.version ? check.version->text() : std::string {};
    const std::vector<std::string> operands { entry.name, value, check.expected, m_release, since,
        check.word };
    switch (check.fault) {
    case ValueFault::None:
        return;
    case ValueFault::WrongType:
        return add(Severity::Error, "lint-wrong-type", at, entry.name, operands);
    case ValueFault::OutOfRange:
        return add(Severity::Error, "lint-out-of-range", at, entry.name, operands);
    case ValueFault::UnknownWord:
        return add(Severity::Error, value.empty() ? "lint-empty-value" : "lint-unknown-value", at,
            entry.name, operands);
    case ValueFault::WrongCase:
        return add(Severity::Error, "lint-wrong-case", at, entry.name, operands, edits);
    case ValueFault::LaterWord:
        return add(Severity::Error, "lint-later-value", at, entry.name, operands, edits);
    case ValueFault::EarlierWord:
        return add(Severity::Error, "lint-earlier-value", at, entry.name, operands);
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
            add(Severity::Error, "lint-value-after-blank", item.from, entry.name,
                texts({ entry.name, next->word }),
                { { item.from, next->to, flagText(entry.name, next->word) } });
        else if (entry.type != FlagType::Bool)
            add(Severity::Error, "lint-needs-value", item.from, entry.name, { entry.name });
        return;
    }
    if (item.hasOpaqueValue)
        return;
    const std::string value { *item.value };
    if (const std::size_t glued = value.find("--xla"); glued != std::string::npos) {
        add(Severity::Error, "lint-glued-flags", item.from, entry.name,
            { entry.name, value.substr(0, glued) },
            { { item.from, item.to,
                flagText(entry.name, value.substr(0, glued)) + ' ' + value.substr(glued) } });
        return;
    }
    const ValueCheck check = checkValue(entry, value, version());
    std::vector<TextEdit> edits;
    if (check.fault == ValueFault::WrongCase && entry.type == FlagType::Enum)
        edits.push_back({ item.from, item.to, flagText(entry.name, check.expected) });
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
        add(Severity::Hint, "lint-noop", item.from, entry.name, { entry.name, m_release },
            { removal(item.from, item.to) });
    } else if (status.hasDefault && status.isKnown
        && sameValue(entry, *item.value, status.defaultValue)) {
        add(Severity::Hint, "lint-default", item.from, entry.name,
            texts({ entry.name, *item.value, m_release }), { removal(item.from, item.to) });
    } else if (!entry.replacedBy.empty() && entry.carrier == FlagCarrier::XlaFlags) {
        const auto successors = m_catalogue.successors(entry.name, version());
        if (!successors.empty() && !entry.removed)
            add(Severity::Warning, "lint-superseded", item.from, entry.name,
                { entry.name, successors.front() });
    }
}

const FlagEntry *LintChecker::checkItem(const FlagItem &item, const FlagItem *next, FlagPlace place)
{
    if (item.hasOpaqueName || item.name.empty() || !std::ranges::all_of(item.name, isWordLetter)) {
        const bool isStray = place != FlagPlace::Unknown && !item.hasOpaqueName
            && !item.word.empty() && item.word != "\\" && item.dashes != 1;
        if (isStray && item.dashes == 0 && !isBeyondLimit(item))
            add(Severity::Error, "lint-stray-word", item.from, item.word, texts({ item.word }),
                { removal(item.from, item.to) });
        else if (isStray && item.dashes > 0)
            reportUnknown(item, place);
        return nullptr;
    }
    const FlagEntry *entry = item.name.find('-') == std::string_view::npos
        ? m_catalogue.find(item.name)
        : m_catalogue.find(withUnderscores(item.name));
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

void LintChecker::checkUnknownVariable(const std::string &name, std::size_t at)
{
    if (!hasKnownPrefix(name))
        return;
    auto known = m_variableSlips.find(name);
    if (known == m_variableSlips.end()) {
        if (m_variableSlips.size() >= nearestNameLimit) {
            if (++m_uncomparedVariables == 1)
                m_firstUncompared = at;
            return;
        }
        const std::vector<std::string> near = m_catalogue.nearest(name);
        constexpr std::size_t largestSlip = 2; // letters
        const bool isSlip = !near.empty() && editDistance(name, near.front()) <= largestSlip;
        known = m_variableSlips.emplace(name, isSlip ? near.front() : std::string {}).first;
    }
    if (!known->second.empty())
        add(Severity::Warning, "lint-misspelt-variable", at, name, { name, known->second },
            { { at, at + name.size(), known->second } });
}

const FlagEntry *LintChecker::checkVariable(
    const std::string &name, std::size_t at, const std::string &value, bool isOpaque)
{
    const FlagEntry *entry = m_catalogue.find(name);
    const std::string &release = m_release;
    if (!entry) {
        checkUnknownVariable(name, at);
        return nullptr;
    }
    if (!entry->isVariable()) {
        add(Severity::Error, "lint-flag-as-variable", at, name,
            { name, carrierName(entry->carrier) });
        return nullptr;
    }
    const FlagStatus status = statusAt(*entry, version());
    if (status.presence == FlagPresence::NeverThere) {
        const std::string next = entry->replacedBy.empty() ? "" : entry->replacedBy.front();
        const bool isPlainName = !next.empty() && next.find('=') == std::string::npos;
        std::vector<TextEdit> edits;
        if (isPlainName)
            edits.push_back({ at, at + name.size(), next });
        add(Severity::Warning, "lint-no-such-variable", at, name, { name, next }, edits);
        return nullptr;
    }
    if (status.presence == FlagPresence::NotYet) {
        add(Severity::Warning, "lint-variable-not-read-yet", at, name,
            { name, release, entry->since->text() });
        return entry;
    }
    if (status.presence == FlagPresence::Removed) {
        add(Severity::Warning, "lint-variable-not-read-any-more", at, name,
            { name, release, entry->removed->text() });
        return entry;
    }
    if (name == "XLA_FLAGS" || name == "LIBTPU_INIT_ARGS" || isOpaque)
        return entry;
    reportValue(*entry, value, at, {});
    if (isDefaultValue(*entry, value, version()))
        add(Severity::Hint, "lint-variable-default", at, name, { name, value });
    return entry;
}

ActiveSetting LintChecker::byDefault(const FlagEntry &entry) const
{
    const FlagStatus status = statusAt(entry, version());
    if (status.hasDefault)
        return { status.defaultValue, false, 0 };
    const std::string &usual = entry.defaultText;
    if (usual == "(unset)" || usual.empty())
        return {};
    return { usual.substr(0, usual.find(' ')), false, 0 };
}

bool LintChecker::holds(
    const ConflictCondition &condition, const SettingLookup &active, std::size_t &at) const
{
    const FlagEntry *entry = m_catalogue.find(condition.name);
    const ActiveSetting *written = active(condition.name);
    if (!entry || (condition.mustBeSet && !written))
        return false;
    if (written)
        at = std::max(at, written->at);
    if (!condition.comparesValue)
        return true;
    if (!written && statusAt(*entry, version()).presence != FlagPresence::Present)
        return false;
    const ActiveSetting setting = written ? *written : byDefault(*entry);
    return !setting.isOpaque
        && sameValue(*entry, setting.value, condition.value) != condition.mustDiffer;
}

void LintChecker::checkConflicts(const SettingLookup &active, const std::set<std::string> &touched)
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
        const Severity severity = conflict->severity == "error" ? Severity::Error
            : conflict->severity == "hint"                      ? Severity::Hint
                                                                : Severity::Warning;
        add(severity, "lint-conflict", at, conflict->when.front().name,
            { conflict->id, conflict->why, conflict->fix });
    }
}

void LintChecker::checkChip(const ActiveSettings &active)
{
    if (!m_options.accelerator)
        return;
    std::map<std::string, std::string> flags;
    for (const auto &[name, setting] : active)
        if (!setting.isOpaque)
            flags.emplace(name, setting.value);
    for (Finding &finding : chipFlagFindings(*m_options.accelerator, flags, version())) {
        const std::string name = finding.field.substr(finding.field.find('.') + 1);
        const auto setting = active.find(name);
        add(finding.severity, finding.id.c_str(), setting == active.end() ? 0 : setting->second.at,
            name, std::move(finding.operands));
    }
}

std::vector<LintFinding> LintChecker::take()
{
    if (m_unknown > nearestNameLimit)
        add(Severity::Error, "lint-more-unknown", m_firstUncounted, "",
            { std::to_string(m_unknown - nearestNameLimit), std::to_string(nearestNameLimit) });
    if (m_uncomparedVariables > 0)
        add(Severity::Hint, "lint-more-variables", m_firstUncompared, "",
            { std::to_string(m_uncomparedVariables), std::to_string(nearestNameLimit) });
    // Places are put in order rather than findings, which are large.
    const auto isEarlier = [this](std::size_t a, std::size_t b) {
        const TextPosition &first = m_findings[a].position;
        const TextPosition &second = m_findings[b].position;
        return first.line != second.line ? first.line < second.line : first.column < second.column;
    };
    std::vector<std::size_t> order(m_findings.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    if (std::ranges::is_sorted(order, isEarlier))
        return std::move(m_findings);
    std::ranges::stable_sort(order, isEarlier);
    std::vector<LintFinding> sorted;
    sorted.reserve(order.size());
    for (const std::size_t index : order)
        sorted.push_back(std::move(m_findings[index]));
    m_findings.clear();
    return sorted;
}

} // namespace headroom
