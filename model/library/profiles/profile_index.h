#pragma once

#include "model/base/outcome/result.h"
#include "model/library/profiles/data_directories.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A name as it is compared: lower case, underscores and blanks as dashes.
std::string foldedName(std::string_view name);

/// Whether a name can be the id of a profile, and so a file name: letters, digits and . _ + - only.
bool isProfileId(std::string_view name);

/// Ids of a kind of profile ("models", "hardware"): the names of its files without reading them.
std::vector<std::string> profileIds(
    const std::filesystem::path &folder, std::string_view extension = ".yaml");

/// Every YAML file of a folder, whatever it is called, sorted.
std::vector<std::filesystem::path> yamlFilesOf(const std::filesystem::path &folder);

/// Ends the id of an error that names a likely spelling.
inline constexpr std::string_view nearSuffix = "-near";

/// The error for a name that is not among the known ones: ERROR + nearSuffix with the likely
/// spelling, else ERROR.
Error unknownName(
    const std::string &error, std::string_view name, const std::vector<std::string> &known);

/// Other names of the profiles of one kind, found by looking at two lines of each file instead of
/// parsing it. All keys are folded names; where two files claim one name, the user's wins, then the
/// first in order of ids.
struct ProfileNames
{
    std::map<std::string, std::string, std::less<>> names; ///< id or alias → id
    std::map<std::string, std::string, std::less<>> measurementNames; ///< name → id

    /// Id behind an id or alias; empty when there is none.
    std::string find(std::string_view name) const;
    /// Id behind the longest id or alias that the name begins with; empty when there is none.
    std::string findPrefix(std::string_view name) const;
    /// The other names of an id, sorted.
    std::vector<std::string> aliasesOf(std::string_view id) const;
};

/// Files of the user count as far as they can be used: `isUsable` is asked for each of their ids.
ProfileNames indexNames(const DataDirectories &directories, const std::string &kind,
    const std::function<bool(const std::string &id)> &isUsable);

/// Values of a top-level list of texts, read by lines: `key: [a, "b"]`, or `key:` and lines `- a`.
std::vector<std::string> scanList(std::string_view text, std::string_view key);

} // namespace headroom
