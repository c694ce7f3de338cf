#pragma once

#include <filesystem>
#include <vector>

namespace headroom {

/// Whether a path, with every symbolic link and ".." in it followed, lies below a folder. The path
/// need not exist.
bool isBelow(const std::filesystem::path &folder, const std::filesystem::path &path);

/// From now on readTextFile and InputStream refuse ("file-outside") what does not lie below one of
/// these folders; none: everything may be read. For a program that answers strangers, before its
/// threads: files that a plan names are held to it, too.
void confineReading(std::vector<std::filesystem::path> folders);

} // namespace headroom
