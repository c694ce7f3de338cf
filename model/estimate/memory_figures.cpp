#include "model/estimate/memory_figures.h"

#include <algorithm>

namespace headroom {
namespace {

/// Share of the pool that PyTorch's allocator keeps idle while there is room: nvidia-smi shows it.
/// @source fms-acceleration's runs, nvidia-smi over allocated (median 1.18 and 1.35, p90 1.4
/// and 1.6)
constexpr double idleBlocks = 0.4;

} // namespace

// What a run holds while it loads, wraps or saves is left out: FORMULAS §5.10.

MemoryWidths memoryWidths(const Prepared &p, const Candidate &c, bool isCompiledPlan)
{
    constexpr IntervalWidths none { 1, 1, false };
    if (isCompiledPlan)
        return { none, none, none };
    return { memoryInterval(p, c, {}, MemoryMeaning::Allocated),
        memoryInterval(p, c, {}, MemoryMeaning::Reserved),
        memoryInterval(p, c, {}, MemoryMeaning::Device) };
}

void setMemoryFigures(MemoryEstimate &memory, const MemoryWidths &widths, bool isCached)
{
    const auto spread = [](MemoryFigure &figure, const IntervalWidths &width) {
        figure.p10 = figure.bytes * width.low;
        figure.p90 = figure.bytes * width.high;
    };
    spread(memory.reserved, widths.reserved);
    spread(memory.allocated, widths.allocated);
    memory.p10 = memory.allocated.p10;
    memory.p90 = memory.allocated.p90;
    spread(memory.device, deviceInterval(widths.device, memory.reserved.bytes, memory.outsidePool));
    if (isCached)
        memory.device.p90 = std::max(memory.device.p90,
            std::min(memory.capacity, memory.device.bytes + idleBlocks * memory.reserved.bytes));
    const MemoryFigure &decisive = memory.decisive();
    const bool isTightOutside = !memory.fits && decisive.bytes <= memory.budget;
    if (!isTightOutside)
        memory.fitProbability
            = probabilityBelow(memory.budget.value(), decisive.bytes.value(), decisive.p90.value());
}

} // namespace headroom
