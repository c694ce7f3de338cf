#pragma once

#include "model/estimate/estimate.h"
#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/trace/evaluation.h"

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

/// Standard deviations from the median of a normal error to either end of its 80 % interval.
inline constexpr double deviationsOf80 = 1.2815515655446004;

/// Probability, 0 to 1, that something with a log-normal error stays at or below `limit`, given its
/// median and the upper end of its 80 % interval, both in the unit of the limit and above 0.
/// Without an interval it is 0 or 1.
double probabilityBelow(double limit, double median, double p90);
/// Standard deviations from the median below which a normal error lies with this probability
/// (above 0, below 1).
double deviationsAt(double probability);

/// d ln(step) / d ln(constant) of a plan for each constant; 0 where the plan does not feel it.
std::vector<double> stepSlopes(const Prepared &prepared, const Candidate &candidate,
    const std::vector<ProfileConstant> &constants);

/// What step and peak of a plan gain with each assumption at either end of its range.
std::array<AssumedShift, assumptionCount> assumedShifts(
    const Prepared &prepared, const Candidate &candidate);

/// Interval of the step time by family (kind of chip, dense or experts): the chip profile's width,
/// which the leave-out program finds on sources that the constants have not seen, widened for each
/// missing input and outside the validated region. With own runs on stack and chip: what these
/// leave of the constants' doubt and of the scatter.
IntervalWidths timeInterval(
    const Prepared &prepared, const Candidate &candidate, const MissingInputs &missing);
/// The same where the plan is evaluated already.
IntervalWidths timeInterval(const Prepared &prepared, const Candidate &candidate,
    const MissingInputs &missing, const Evaluation &evaluation);

/// Interval of a peak by how it is counted: what tensors take is known best, the allocator's pool
/// and what a driver shows less.
IntervalWidths memoryInterval(const Prepared &prepared, const Candidate &candidate,
    const MissingInputs &missing, MemoryMeaning meaning = MemoryMeaning::Reserved);

/// Factors to the ends of what a driver shows: the pool's interval and what is not known of context
/// and communicators, as independent errors of the sum.
/// @param pool  of the pool that tensors need
IntervalWidths deviceInterval(const IntervalWidths &pool, Bytes reserved, Bytes outsidePool);

} // namespace headroom
