#pragma once

#include "model/library/hardware/accelerator.h"

namespace headroom {

// A chip whose part gives a share of its rate.

inline void slowNetwork(Accelerator &chip, double share)
{
    chip.nicRate = chip.nicRate * share;
}

inline void slowLinks(Accelerator &chip, double share)
{
    chip.linkRate = chip.linkRate * share;
    chip.ratePerLink = chip.ratePerLink * share;
}

/// All that multiplies matrices, as with lower clocks.
inline void slowUnits(Accelerator &chip, double share)
{
    PeakRates &peak = chip.peak;
    for (auto *rate :
        { &peak.fp32, &peak.tf32, &peak.bf16, &peak.fp16, &peak.fp8, &peak.fp4, &peak.int8 })
        if (*rate)
            *rate = **rate * share;
}

} // namespace headroom
