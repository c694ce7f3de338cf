#pragma once

#include "model/base/outcome/result.h"
#include "model/library/profiles/data_directories.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace headroom {

/// A profile file that could not be used, for listings and the application's start page.
struct SkippedProfile
{
    std::string file;
    Errors problems;
};

using SkippedProfiles = std::vector<SkippedProfile>;

/// Names of the files of a folder in either place, sorted, as far as `isWanted` takes them.
template <class IsWanted>
std::set<std::string> overlaidNames(
    const DataDirectories &directories, const std::filesystem::path &folder, IsWanted isWanted)
{
    std::set<std::string> names;
    for (const std::filesystem::path &root : { directories.shipped, directories.user }) {
        std::error_code failure;
        if (!root.empty())
            for (std::filesystem::directory_iterator entry { root / folder, failure }, end;
                 !failure && entry != end; entry.increment(failure))
                if (isWanted(entry->path().filename()))
                    names.insert(entry->path().filename().string());
    }
    return names;
}

/// What `read(path, problems)` makes of a file of the user or, when that one is not there or has
/// problems, of the shipped file of that name: one broken file of the user is listed in `skipped`
/// and stops nothing. Nothing when the user's is broken and none is shipped; errors when the
/// shipped file is broken, or "profile-file-missing".
template <class Read>
auto readOverlaid(const DataDirectories &directories, const std::filesystem::path &relative,
    SkippedProfiles &skipped, Read read)
    -> Result<std::optional<std::invoke_result_t<Read, const std::filesystem::path &, Errors &>>>
{
    using Value = std::invoke_result_t<Read, const std::filesystem::path &, Errors &>;
    std::error_code unseen;
    const auto isThere = [&unseen](const std::filesystem::path &file) {
        return std::filesystem::exists(std::filesystem::symlink_status(file, unseen));
    };
    const std::filesystem::path own = directories.user / relative;
    const std::filesystem::path shipped = directories.shipped / relative;
    const bool hasOwn = !directories.user.empty() && isThere(own);
    if (hasOwn) {
        Errors problems;
        std::optional<Value> value { read(own, problems) };
        if (problems.empty())
            return value;
        skipped.push_back({ own.string(), std::move(problems) });
    }
    if (!isThere(shipped)) {
        if (hasOwn)
            return std::optional<Value> {};
        return Error { "profile-file-missing", shipped.string(), {} };
    }
    Errors problems;
    std::optional<Value> value { read(shipped, problems) };
    if (!problems.empty())
        return problems;
    return value;
}

/// The same for a file that must be there; what stops it goes to `problems`.
template <class Read>
auto requireOverlaid(const DataDirectories &directories, const std::filesystem::path &relative,
    SkippedProfiles &skipped, Errors &problems, Read read)
    -> std::invoke_result_t<Read, const std::filesystem::path &, Errors &>
{
    auto found = readOverlaid(directories, relative, skipped, read);
    if (found && *found)
        return **std::move(found);
    if (found)
        problems.push_back(
            { "profile-file-missing", (directories.shipped / relative).string(), {} });
    else
        problems.insert(problems.end(), found.errors().begin(), found.errors().end());
    return {};
}

/// A file that must be there, or what stops it; broken files of the user are added to `skipped`.
template <class Read>
auto loadOverlaid(const DataDirectories &directories, const std::filesystem::path &relative,
    SkippedProfiles *skipped, Read read)
    -> Result<std::invoke_result_t<Read, const std::filesystem::path &, Errors &>>
{
    Errors problems;
    SkippedProfiles leftOut;
    auto value = requireOverlaid(directories, relative, leftOut, problems, read);
    if (skipped)
        skipped->insert(skipped->end(), leftOut.begin(), leftOut.end());
    if (!problems.empty())
        return problems;
    return value;
}

} // namespace headroom
