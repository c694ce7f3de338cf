#pragma once

#include "model/launch/common/export_request.h"

#include <string>
#include <vector>

namespace headroom {

/// Heading of the README's section that says how to run an export.
inline constexpr const char *howToRunHeading = "## How to run";

/// The first command of that section, as it is typed in the folder of the export: "bash run.sh";
/// empty where the files have none.
std::string runCommand(const std::vector<ExportFile> &files);

} // namespace headroom
