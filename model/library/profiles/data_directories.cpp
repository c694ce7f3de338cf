#include "model/library/profiles/data_directories.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace fs = std::filesystem;

namespace headroom {
namespace {

// Given by model/library/profiles/CMakeLists.txt.
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

/// The profiles of the sources where a program lies in a folder of the build tree, else empty. A
/// file of the tree says where they are, so that the program itself names no folder: two builds of
/// the same sources are the same bytes.
fs::path profilesOfBuild(const fs::path &file)
{
    std::ifstream stream(file.parent_path().parent_path() / HEADROOM_BUILD_TREE_FILE);
    std::string line;
    std::getline(stream, line);
    std::error_code problem;
    return !line.empty() && fs::is_directory(line, problem) ? fs::path { line } : fs::path {};
}

fs::path shippedFolder(const fs::path &program)
{
    if (fs::path chosen = environmentPath("HEADROOM_DATA"); !chosen.empty())
        return chosen;
    const fs::path file = resolvedProgram(program);
    fs::path installed = (file.parent_path() / installedProfiles).lexically_normal();
    std::error_code problem;
    if (fs::is_directory(installed, problem))
        return installed;
    fs::path ofBuild = profilesOfBuild(file);
    return ofBuild.empty() ? installed : ofBuild;
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
