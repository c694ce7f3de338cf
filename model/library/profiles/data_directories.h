#pragma once

#include <filesystem>
#include <vector>

namespace headroom {

/// Where profiles are looked for. `shipped` holds models/, hardware/, flags/ …; `user` wins file by
/// file.
struct DataDirectories
{
    std::filesystem::path shipped;
    std::filesystem::path user; ///< may not exist

    /// The file `relative` in the user's folder if it is there, else in the shipped one, else
    /// empty.
    std::filesystem::path find(const std::filesystem::path &relative) const;
    bool operator==(const DataDirectories &) const = default;
};

/// Decides once for both programs: $HEADROOM_DATA, else the install data directory beside the
/// program where it is there, else the source tree of a build tree; and $XDG_DATA_HOME/headroom
/// (default
/// ~/.local/share/headroom) for the user's own files.
DataDirectories standardDataDirectories(const std::filesystem::path &program);

} // namespace headroom
