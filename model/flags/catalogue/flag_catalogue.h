#pragma once

#include "model/base/outcome/finding.h"
#include "model/base/wording/name_distance.h"
#include "model/flags/catalogue/flag_entry.h"
#include "model/flags/catalogue/flag_status.h"
#include "model/flags/catalogue/jaxlib_releases.h"
#include "model/flags/catalogue/nccl_variables.h"
#include "model/library/profiles/profile_library.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headroom {

/// One value of a setting, written the way its carrier wants it.
struct FlagSetting
{
    std::string name; ///< without dashes
    std::string value;
    bool operator==(const FlagSetting &) const = default;
};

/// A named block of settings that a public document recommends.
struct FlagSet
{
    std::string id;
    std::string name;
    bool isForTpu = false;
    std::string says;
    std::string source;
    std::vector<FlagSetting> settings;
    bool asksValue = false; ///< one setting waits for a value of the user
};

/// What a removed setting becomes, for one value of it ("*": any).
struct Replacement
{
    std::string value;
    std::vector<FlagSetting> become; ///< empty: nothing is needed any more
};

/// One condition of a conflict between settings.
struct ConflictCondition
{
    std::string name;
    bool mustBeSet = false;
    bool comparesValue = false;
    bool mustDiffer = false; ///< with comparesValue: the value must not be `value`
    bool mustLackFile = false; ///< the value is a path at which nothing lies
    std::optional<double> atLeast; ///< the value is a number from here on
    std::string value;
};

/// Settings that contradict each other; applies when all conditions hold.
struct FlagConflict
{
    std::string id;
    Severity severity = Severity::Warning;
    std::vector<ConflictCondition> when;
    std::optional<JaxlibVersion> since, until; ///< `until`: the first release that is free of it
    std::string why;
    std::string fix;

    bool holdsAt(const JaxlibVersion &version) const
    {
        return !(since && version < *since) && !(until && *until <= version);
    }
};

/// What a flag that is there does at some releases.
enum class ReportedState : std::uint8_t { Works, NoEffect, Crashes, Diverges };
inline constexpr std::array reportedStateNames { "works", "no_effect", "crashes", "diverges" };

/// A public report, or the sources, on how a flag behaves from one release to another.
struct FlagReport
{
    std::string flag; ///< the one to leave alone
    ReportedState state = ReportedState::Works;
    std::string chip; ///< "gpu", "tpu"; empty: both
    std::string source; ///< link
    FlagConflict rule; ///< values with which it happens, range of releases, and what to do
};

/// A name in the guides that is no flag and no variable, or a spelling that never worked.
struct NamedOption
{
    std::string name;
    std::string owner; ///< maxtext, hf, torch, libtpu, wrong_name
    std::string says, use, watch;
    std::vector<std::string> instead;
    std::vector<std::pair<std::string, std::string>> seeAlso; ///< title, link
};

/// Everything known about flags and variables, without the long texts (flag_texts.h).
class FlagCatalogue
{
public:
    /// Reads profiles/flags; every problem of every shipped file is listed.
    static Result<std::shared_ptr<const FlagCatalogue>> load(const DataDirectories &directories);
    /// That of the library's folders, read once for all who share the library.
    static Result<std::shared_ptr<const FlagCatalogue>> of(const ProfileLibrary &library);
    /// Files of the user that were left out.
    const SkippedProfiles &skipped() const { return m_skipped; }

    const JaxlibReleases &releases() const { return m_releases; }
    std::span<const FlagEntry> entries() const { return m_entries; } ///< sorted by name
    /// By exact name, leading dashes ignored; nullptr when unknown.
    const FlagEntry *find(std::string_view name) const;
    /// Known names that an unknown one probably meant, nearest first.
    std::vector<std::string> nearest(std::string_view name, std::size_t count = 1) const;

    /// Follows successors until names that exist at the release; empty when there are none.
    std::vector<std::string> successors(std::string_view name, const JaxlibVersion &version) const;
    /// What to write instead of a setting at a release, in the successors' values; empty when
    /// nothing is needed any more or nothing fits. `isDropped` tells the two apart.
    std::vector<FlagSetting> replacement(
        const FlagSetting &setting, const JaxlibVersion &version, bool *isDropped = nullptr) const;

    /// Names in NCCL's part of the environment, also those that have no entry here.
    const NcclVariables &nccl() const { return m_nccl; }

    std::span<const FlagSet> sets() const { return m_sets; }
    const FlagSet *set(std::string_view id) const;
    std::span<const FlagConflict> conflicts() const { return m_conflicts; }
    std::span<const FlagReport> reports() const { return m_reports; }
    /// All that is reported of one flag, in the order of the file.
    std::vector<FlagReport> reportsOf(const FlagEntry &entry) const;
    /// The report that speaks against writing the flag at a release; nullptr: none does.
    const FlagReport *reportAgainst(std::string_view flag, const JaxlibVersion &version) const;
    std::span<const NamedOption> options() const { return m_options; }
    const NamedOption *option(std::string_view name) const;

private:
    JaxlibReleases m_releases;
    std::vector<FlagEntry> m_entries;
    std::unordered_map<std::string_view, const FlagEntry *> m_byName;
    NameIndex m_names;
    NcclVariables m_nccl;
    std::vector<FlagSet> m_sets;
    std::vector<FlagConflict> m_conflicts;
    std::vector<FlagReport> m_reports;
    std::vector<NamedOption> m_options;
    std::unordered_map<std::string, std::vector<Replacement>> m_replacements;
    SkippedProfiles m_skipped;
};

} // namespace headroom
