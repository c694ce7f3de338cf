#pragma once

#include "model/lint/lint_findings.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace headroom {

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

/// Checks settings against each other and against the chip.
class ConflictChecker
{
public:
    /// All three must outlive this.
    ConflictChecker(
        const FlagCatalogue &catalogue, LintFindings &findings, const LintOptions &options);

    /// Contradictions in which one of the `touched` names takes part.
    void check(const SettingLookup &active, const std::set<std::string> &touched);
    /// Settings that do not suit the accelerator of the options, if one is given.
    void checkChip(const ActiveSettings &active);

private:
    ActiveSetting byDefault(const FlagEntry &entry) const;
    bool holds(
        const ConflictCondition &condition, const SettingLookup &active, std::size_t &at) const;

    const FlagCatalogue &m_catalogue;
    LintFindings &m_findings;
    const LintOptions &m_options;
    std::map<std::string, std::vector<const FlagConflict *>, std::less<>>
        m_conflictsOf; ///< those of the release, by each name that takes part
};

} // namespace headroom
