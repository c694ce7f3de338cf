#pragma once

#include "model/launch/common/export_request.h"
#include "model/plan/resolved_plan.h"

#include <map>
#include <string>
#include <vector>

namespace headroom {

// What a framework prints of its configuration when it is started with the files of an export: the
// files' settings over the defaults of the program, in the program's own spelling.

/// MaxText's "Config param" lines: base.yml, the model's own file, config.yml, the command line.
std::string printedMaxtext(const std::vector<ExportFile> &files, std::int64_t jaxDevices,
    int slices, const std::map<std::string, std::string> &modelFile = {});

/// Megatron-LM's block of arguments.
std::string printedMegatron(const std::vector<ExportFile> &files, std::int64_t world);

/// torchtitan's configuration as JSON, and the mesh that it builds.
std::string printedTitan(const std::vector<ExportFile> &files, const ResolvedPlan &plan);

/// The variables that run.sh sets to a fixed value, and XLA's flags, as `env` prints them.
std::string printedEnvironment(const std::vector<ExportFile> &files);

} // namespace headroom
