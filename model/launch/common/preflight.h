#pragma once

#include "model/launch/common/launch_spec.h"

#include <string>
#include <string_view>

namespace headroom {

/// Adds preflight.py, which a Slurm job starts on each node before it trains.
void addPreflight(ExportDraft &draft, const LaunchSpec &spec);

/// Shell lines of a job that run preflight.py on all nodes and end in one line: all are ready, or
/// the job ends with 3 after the lines of those that are not. PREFLIGHT=0 leaves it out.
/// `container` holds srun's options for the container, each line with its backslash.
std::string preflightLines(const LaunchSpec &spec, std::string_view container);

/// What one checkpoint takes on disk: 16-bit or 32-bit weights with the optimizer's state, of
/// adapters the trained ones alone.
Bytes checkpointBytes(const LaunchSpec &spec);

} // namespace headroom
