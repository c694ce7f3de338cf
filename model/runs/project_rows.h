#pragma once

#include "model/runs/project_file.h"

#include <string>
#include <vector>

namespace headroom {

/// The rows of a project file's text; `file` is where errors are said to be.
/// Errors: "measurement-header" without a column "id".
Result<std::vector<ProjectRun>> projectRows(const std::string &text, const std::string &file);

} // namespace headroom
