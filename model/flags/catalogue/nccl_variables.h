#pragma once

#include "model/base/outcome/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One variable as NCCL's sources read it, by release.
struct NcclVariable
{
    std::string since; ///< first release that reads it: "2.17.1"
    std::string until; ///< first release that reads it no longer; empty: the newest still does
    std::string byDefault; ///< as the sources write it; empty: no number
    std::string readAt; ///< file below src/
};

/// What has NCCL's prefix in the environment: the variables that NCCL itself reads, and those of
/// other programs. @source profiles/flags/nccl.yaml, written by packaging/refresh
struct NcclVariables
{
    std::string release; ///< the newest that was read
    std::string source;
    std::map<std::string, NcclVariable, std::less<>> read;
    std::map<std::string, std::string, std::less<>> others; ///< name, who reads it
    std::vector<std::string> otherPrefixes; ///< of plug-ins

    /// nullptr: no release reads it.
    const NcclVariable *find(std::string_view name) const;
    /// Whether another program than NCCL reads it.
    bool isOfOthers(std::string_view name) const;
    /// Whether the name looks like one of NCCL's or RCCL's.
    static bool hasPrefix(std::string_view name);
};

NcclVariables readNcclVariables(const std::filesystem::path &file, Errors &problems);

} // namespace headroom
