#pragma once

#include "model/base/files/write_folder.h"

#include <system_error>

namespace headroom {

/// The error of a file that could not be written.
Problems notWritten(const std::filesystem::path &path, const std::error_code &failure);
/// What the last call of the system said.
std::error_code lastError();
/// Removes a tree, as far as that goes.
void removeTree(const std::filesystem::path &tree);

/// A folder that goes away again unless it was moved to its place.
class StagedFolder
{
public:
    explicit StagedFolder(std::filesystem::path path);
    ~StagedFolder();
    StagedFolder(const StagedFolder &) = delete;
    StagedFolder &operator=(const StagedFolder &) = delete;

    void keep() { m_path.clear(); }

    /// Writes all files; `shown` is the folder that messages name.
    Problems write(std::span<const FileToWrite> files, const std::filesystem::path &shown) const;

private:
    std::filesystem::path m_path;
};

} // namespace headroom
