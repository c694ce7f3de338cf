#pragma once

#include "model/launch/common/export_request.h"
#include "model/plan/resolved_plan.h"

#include <string>
#include <vector>

namespace headroom {

// What a framework prints of its configuration when it is started with the files of an export:
// the files' settings over the defaults of the program, in the program's own spelling.

/// MaxText's "Config param" lines: base.yml, the model's own file, config.yml, the command line.
std::string maxtextDump(const std::vector<ExportFile> &files, std::int64_t jaxDevices, int slices);

/// Megatron-LM's block of arguments.
std::string megatronDump(const std::vector<ExportFile> &files, std::int64_t world);

/// torchtitan's configuration as JSON, and the mesh that it builds.
std::string titanDump(const std::vector<ExportFile> &files, const ResolvedPlan &plan);

/// What DeepSpeed's engine prints of its configuration; of the Trainer also the arguments, before.
std::string deepspeedDump(const std::vector<ExportFile> &files, const ResolvedPlan &plan);

} // namespace headroom
