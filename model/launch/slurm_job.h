#pragma once

#include "model/launch/launch_spec.h"

#include <string>
#include <string_view>

namespace headroom {

/// Shebang, introduction and #SBATCH lines, which must stand before the first command; Slurm
/// expands no variables in them.
std::string jobHeader(const LaunchSpec &spec, int tasksPerNode, std::string_view purpose);

/// HERE inside a job: Slurm runs a copy of the script, so its own folder is asked for.
std::string jobFolder();

} // namespace headroom
