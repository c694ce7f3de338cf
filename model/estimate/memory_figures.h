#pragma once

#include "model/estimate/intervals.h"

namespace headroom {

/// Intervals of the three ways to count memory.
struct MemoryWidths
{
    IntervalWidths allocated, reserved, device; ///< device: of the pool, as the driver shows it
};

/// Those of a plan; no width at all where a compiler planned it.
MemoryWidths memoryWidths(
    const Prepared &prepared, const Candidate &candidate, bool isCompiledPlan);

/// Sets the ends of the three ways to count and the chance that the pool is enough.
/// @param isCached  the allocator keeps idle blocks while there is room, which a driver shows
/// @source FORMULAS §10 and §10.1
void setMemoryFigures(MemoryEstimate &memory, const MemoryWidths &widths, bool isCached);

} // namespace headroom
