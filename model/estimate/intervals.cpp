#include "model/estimate/intervals.h"

#include <cmath>

namespace headroom {
namespace {

/// Widths add like independent errors.
double combined(double a, double b)
{
    return std::sqrt(a * a + b * b);
}

double missingWidth(const MissingInputs &missing)
{
    double width = 0;
    width = combined(width, missing.stack ? 0.15 : 0);
    width = combined(width, missing.remat ? 0.08 : 0);
    width = combined(width, missing.microBatch ? 0.10 : 0);
    width = combined(width, missing.networkRate ? 0.05 : 0);
    width = combined(width, missing.parallelism ? 0.20 : 0);
    width = combined(width, missing.attention ? 0.05 : 0);
    width = combined(width, missing.precision ? 0.15 : 0);
    width = combined(width, missing.shape ? 0.10 : 0);
    return width;
}

} // namespace

IntervalWidths timeInterval(const Prepared &p, const Candidate &c, const MissingInputs &missing)
{
    double width = p.moeLayers > 0 ? p.chip.expertWidth : p.chip.denseWidth;
    IntervalWidths interval;
    if (p.stack.isGeneric)
        width = combined(width, 0.15);
    const bool crossesWithTensor = c.tensor > p.domain;
    const bool isFar = p.sequence > 65536 || crossesWithTensor
        || p.remats[static_cast<std::size_t>(c.remat)].offloadBytes > 0;
    if (isFar) {
        width = combined(width, 0.25);
        interval.isExtrapolated = true;
    }
    width = combined(width, missingWidth(missing));
    interval.low = std::exp(-width);
    interval.high = std::exp(width);
    return interval;
}

IntervalWidths memoryInterval(const Prepared &p, const Candidate &c, const MissingInputs &missing)
{
    double width = p.stack.isGeneric ? 0.2 : 0.08;
    if (p.moeLayers > 0)
        width = combined(width, 0.1);
    if (missing.remat)
        width = combined(width, 0.2);
    if (missing.microBatch)
        width = combined(width, 0.2);
    IntervalWidths interval;
    interval.isExtrapolated = c.pipeline > 1 && p.isTpu;
    interval.low = std::exp(-width);
    interval.high = std::exp(width);
    return interval;
}

} // namespace headroom
