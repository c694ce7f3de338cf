#include "model/runs/run_memory.h"

#include <algorithm>

namespace headroom {

std::optional<KeptMemory> keptMemory(const RunRecord &run)
{
    const double peak = run.peakBytes.value_or(0);
    if (run.crash && run.crash->kind == CrashKind::OutOfMemory) {
        const double held = run.crash->allocatedBytes.value_or(0);
        const double least = std::max(
            held + run.crash->requestedBytes.value_or(0), run.memoryIs == "allocated" ? peak : 0.0);
        if (least > 0)
            return KeptMemory { "peak_at_least_gib", least, "allocated" };
    }
    return peak > 0 ? std::optional { KeptMemory { "peak_mem_gib", peak, run.memoryIs } }
                    : std::nullopt;
}

} // namespace headroom
