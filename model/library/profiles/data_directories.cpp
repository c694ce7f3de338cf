#include "model/library/profiles/data_directories.h"

#include <cstdlib>
#include <string_view>
#include <system_error>

namespace fs = std::filesystem;

namespace headroom {
namespace {

// Given by model/library/profiles/CMakeLists.txt.
constexpr std::string_view sourceProfiles = HEADROOM_SOURCE_PROFILES;
constexpr std::string_view buildTree = HEADROOM_BUILD_TREE;
constexpr std::string_view installedProfiles
    = HEADROOM_INSTALL_PROFILES; // seen from the program's folder

fs::path environmentPath(const char *name)
{
    const char *value = std::getenv(name);
    return value ? fs::path { value } : fs::path {};
}

/// The running file with links resolved; a bare command name says nothing about where it was found.
fs::path resolvedProgram(const fs::path &program)
{
    std::error_code problem;
    if (program.has_parent_path()) {
        fs::path resolved = fs::canonical(program, problem);
        if (!problem)
            return resolved;
    }
    const fs::path running = fs::read_symlink("/proc/self/exe", problem);
    return problem ? program : running;
}

bool isInside(const fs::path &file, const fs::path &folder)
{
    std::error_code problem;
    const fs::path root = fs::canonical(folder, problem);
    if (problem)
        return false;
    for (fs::path at = file.parent_path(); at.has_relative_path(); at = at.parent_path())
        if (at == root)
            return true;
    return false;
}

fs::path shippedFolder(const fs::path &program)
{
    if (fs::path chosen = environmentPath("HEADROOM_DATA"); !chosen.empty())
        return chosen;
    const fs::path file = resolvedProgram(program);
    std::error_code problem;
    if (isInside(file, buildTree) && fs::is_directory(sourceProfiles, problem))
        return sourceProfiles;
    return (file.parent_path() / installedProfiles).lexically_normal();
}

fs::path userFolder()
{
    // The XDG base directory specification says that a relative path is to be ignored.
    if (const fs::path data = environmentPath("XDG_DATA_HOME"); data.is_absolute())
        return data / "headroom";
    if (const fs::path home = environmentPath("HOME"); home.is_absolute())
        return home / ".local" / "share" / "headroom";
    return {};
}

} // namespace

fs::path DataDirectories::find(const fs::path &relative) const
{
    std::error_code problem;
    for (const fs::path &folder : { user, shipped })
        if (!folder.empty() && fs::is_regular_file(folder / relative, problem))
            return folder / relative;
    return {};
}

DataDirectories standardDataDirectories(const fs::path &program)
{
    return { shippedFolder(program), userFolder() };
}

} // namespace headroom
