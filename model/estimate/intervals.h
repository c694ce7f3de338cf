#pragma once

#include "model/physics/candidate.h"
#include "model/physics/prepared.h"

namespace headroom {

/// What is not known about a run; each widens the interval.
struct MissingInputs
{
    bool stack = false, remat = false, microBatch = false, networkRate = false, parallelism = false;
    bool attention = false, precision = false, shape = false;
    int count() const
    {
        return stack + remat + microBatch + networkRate + parallelism + attention + precision
            + shape;
    }
};

/// Factors from prediction to the ends of the 80 % interval (p10 and p90).
struct IntervalWidths
{
    double low = 0.9, high = 1.1;
    bool isExtrapolated = false;
};

/// Interval of the step time by family (kind of chip, dense or experts): the chip profile's width,
/// which the leave-out program finds on sources that the constants have not seen, widened for each
/// missing input and outside the validated region.
IntervalWidths timeInterval(
    const Prepared &prepared, const Candidate &candidate, const MissingInputs &missing);
IntervalWidths memoryInterval(
    const Prepared &prepared, const Candidate &candidate, const MissingInputs &missing);

} // namespace headroom
