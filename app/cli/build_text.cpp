#include "app/cli/build_text.h"

#include "build_facts.h"

#include <fmt/format.h>

namespace headroom {

std::string buildText(const DataDirectories &directories)
{
    return fmt::format("commit: {}\nbuild: {}\nprofiles: {}, {}\n", buildCommit, buildKind,
        profilesDate, directories.shipped.string());
}

} // namespace headroom
