#pragma once

#include "model/base/outcome/result.h"

#include <filesystem>
#include <string_view>

namespace headroom {

/// Writes a file whole or not at all: the content is flushed to disk beside its place and moved
/// there in one step, so that after a crash or on a full disk the old file is whole. A link keeps
/// pointing at its target, which is replaced; a device, pipe or socket is refused
/// ("file-not-regular"). A file that exists keeps its permissions; a new one gets what the user's
/// umask allows, with `executable` as a program. A file that a killed process left is cleared away
/// by the next one that writes in the same place.
Problems writeFileAtomically(
    const std::filesystem::path &file, std::string_view content, bool executable = false);

/// Removes what killed processes left of writeFileAtomically in a folder.
void clearUnfinished(const std::filesystem::path &folder);

/// The path with the links of its last part followed, also where the last one dangles.
std::filesystem::path behindLinks(std::filesystem::path path);

/// Asks the disk to keep what was created, renamed or removed in a folder; best effort.
void flushFolder(const std::filesystem::path &folder);

} // namespace headroom
