#pragma once

#include "model/lint/flag_items.h"
#include "model/lint/lint_findings.h"

#include <map>
#include <string>
#include <vector>

namespace headroom {

/// Where a flag string goes.
enum class FlagPlace { XlaFlags, LibtpuArgs, Unknown };

/// Checks single names and values.
class LintChecker
{
public:
    /// All three must outlive this.
    LintChecker(const FlagCatalogue &catalogue, LintFindings &findings, const LintOptions &options);

    /// One word of a flag string; `next` is the word behind it, if any. Returns the known flag.
    const FlagEntry *checkItem(const FlagItem &item, const FlagItem *next, FlagPlace place);
    /// One variable of the environment. Returns the entry if it is known.
    const FlagEntry *checkVariable(
        const std::string &name, std::size_t at, const std::string &value, bool isOpaque);
    /// Says how many unknown names were counted, but not listed.
    void reportUnlisted();

    /// Last written values of flags that exist, but not at the release.
    const std::map<std::string, std::string, std::less<>> &absent() const { return m_absent; }
    /// Whether anything was checked that belongs to JAX or XLA.
    bool usesJaxlib() const { return m_usesJaxlib; }
    const FlagCatalogue &catalogue() const { return m_catalogue; }
    const JaxlibVersion &version() const { return m_options.jaxlib.answers; }

private:
    bool checkSpelling(const FlagItem &item, const FlagEntry *entry, FlagPlace place);
    void checkUnknownVariable(
        const std::string &name, std::size_t at, const std::string &value, bool isOpaque);
    std::vector<TextEdit> renaming(const std::string &name, std::size_t at,
        const std::string &meant, const std::string &value, bool isOpaque) const;
    std::vector<TextEdit> respelling(const FlagItem &item, const FlagEntry &entry) const;
    bool mayWrite(const FlagEntry &entry, std::optional<std::string_view> value) const;
    bool isBeyondLimit(const FlagItem &item);
    void reportUnknown(const FlagItem &item, FlagPlace place);
    bool reportSetName(const FlagItem &item, FlagPlace place);
    bool checkPresence(const FlagItem &item, const FlagEntry &entry);
    bool checkPlace(const FlagItem &item, const FlagEntry &entry, FlagPlace place);
    void checkWrittenValue(const FlagItem &item, const FlagItem *next, const FlagEntry &entry);
    void checkUsefulness(const FlagItem &item, const FlagEntry &entry);
    void reportValue(const FlagEntry &entry, const std::string &value, std::size_t at,
        const std::vector<TextEdit> &edits);

    const FlagCatalogue &m_catalogue;
    LintFindings &m_findings;
    const LintOptions &m_options;
    std::string m_release; ///< text of the version
    std::map<std::string, std::string, std::less<>> m_absent;
    std::map<std::string, std::string, std::less<>>
        m_variableSlips; ///< unknown variable: what it was probably meant to be, or nothing
    bool m_usesJaxlib = false;
    std::size_t m_uncomparedVariables = 0;
    std::size_t m_firstUncompared = 0;
    std::size_t m_unknown = 0;
    std::size_t m_firstUncounted = 0;
};

/// Nearest names are looked up for so many unknown ones; the rest is counted.
inline constexpr std::size_t nearestNameLimit = 100;

} // namespace headroom
