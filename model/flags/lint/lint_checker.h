#pragma once

#include "model/flags/lint/flag_items.h"
#include "model/flags/lint/lint.h"
#include "model/flags/lint/lint_script.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace headroom {

/// Where a flag string goes.
enum class FlagPlace { XlaFlags, LibtpuArgs, Unknown };

/// A setting that is in force at some moment, with its place in the source.
struct ActiveSetting
{
    std::string value;
    bool isOpaque = false;
    std::size_t at = 0;
};
using ActiveSettings = std::map<std::string, ActiveSetting, std::less<>>;
/// What a name is set to at that moment; nullptr when it is not written.
using SettingLookup = std::function<const ActiveSetting *(std::string_view)>;

/// Checks single names and values and collects findings.
class LintChecker
{
public:
    LintChecker(const FlagCatalogue &catalogue, std::string_view text, const LintOptions &options);

    /// One word of a flag string; `next` is the word behind it, if any. Returns the known flag.
    const FlagEntry *checkItem(const FlagItem &item, const FlagItem *next, FlagPlace place);
    /// One variable of the environment. Returns the entry if it is known.
    const FlagEntry *checkVariable(
        const std::string &name, std::size_t at, const std::string &value, bool isOpaque);
    /// Contradictions in which one of the `touched` names takes part.
    void checkConflicts(const SettingLookup &active, const std::set<std::string> &touched);
    void checkChip(const ActiveSettings &active);

    void add(Severity severity, const char *id, std::size_t at, std::string_view name,
        std::vector<std::string> operands = {}, std::vector<TextEdit> edits = {});
    /// Removes source bytes with the blanks or the line around them.
    TextEdit removal(std::size_t from, std::size_t to) const;

    std::vector<LintFinding> take();
    /// Last written values of flags that exist, but not at the release.
    const std::map<std::string, std::string, std::less<>> &absent() const { return m_absent; }
    const FlagCatalogue &catalogue() const { return m_catalogue; }
    const JaxlibVersion &version() const { return m_options.jaxlib.answers; }

private:
    bool checkSpelling(const FlagItem &item, const FlagEntry *entry, FlagPlace place);
    void checkUnknownVariable(const std::string &name, std::size_t at);
    bool isBeyondLimit(const FlagItem &item);
    void reportUnknown(const FlagItem &item, FlagPlace place);
    bool checkPresence(const FlagItem &item, const FlagEntry &entry);
    bool checkPlace(const FlagItem &item, const FlagEntry &entry, FlagPlace place);
    void checkWrittenValue(const FlagItem &item, const FlagItem *next, const FlagEntry &entry);
    void checkUsefulness(const FlagItem &item, const FlagEntry &entry);
    void reportValue(const FlagEntry &entry, const std::string &value, std::size_t at,
        const std::vector<TextEdit> &edits);
    ActiveSetting byDefault(const FlagEntry &entry) const;
    bool holds(
        const ConflictCondition &condition, const SettingLookup &active, std::size_t &at) const;

    const FlagCatalogue &m_catalogue;
    std::string_view m_text;
    const LintOptions &m_options;
    TextLines m_lines;
    std::vector<LintFinding> m_findings;
    std::unordered_set<std::size_t> m_seen; ///< hash of id, name and offset: said once
    std::string m_release; ///< text of the version
    std::map<std::string, std::vector<const FlagConflict *>, std::less<>> m_conflictsOf;
    std::map<std::string, std::string, std::less<>> m_absent;
    std::map<std::string, std::string, std::less<>>
        m_variableSlips; ///< unknown variable: what it was probably meant to be, or nothing
    std::size_t m_uncomparedVariables = 0;
    std::size_t m_firstUncompared = 0;
    std::size_t m_unknown = 0;
    std::size_t m_firstUncounted = 0;
};

/// Nearest names are looked up for so many unknown ones; the rest is counted.
inline constexpr std::size_t nearestNameLimit = 100;

} // namespace headroom
