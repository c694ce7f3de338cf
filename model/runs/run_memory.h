#pragma once

#include "model/runs/read_runs.h"

namespace headroom {

/// The memory of a run as a project file keeps it.
struct KeptMemory
{
    const char
        *column; ///< peak_mem_gib, or peak_at_least_gib of a run that died for want of memory
    double bytes = 0;
    std::string is; ///< allocated | reserved | device | compiled
};

/// A run that died for want of memory tells the least that it takes: what its tensors held and what
/// it asked for then. Nothing where no figure is known.
std::optional<KeptMemory> keptMemory(const RunRecord &run);

} // namespace headroom
