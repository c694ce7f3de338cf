#pragma once

#include "model/estimate/estimate.h"

#include <array>

namespace headroom {

/// A change of one number with the ends of its 80 % interval, in the unit of the number; negative
/// is less.
struct Change
{
    double middle = 0, p10 = 0, p90 = 0;
    bool isNothing() const { return middle == 0 && p10 == 0 && p90 == 0; }
    /// No change at all lies in the interval: it may come or not.
    bool reachesZero() const { return p10 <= 0 && p90 >= 0; }
    bool operator==(const Change &) const = default;
};

/// What one plan brings against another.
struct PlanChange
{
    Change step; ///< seconds
    Change peak; ///< bytes
    double budget = 0; ///< bytes of the memory pool, exact
    bool isNothing() const { return step.isNothing() && peak.isNothing() && budget == 0; }
};

/// Further doubt about the change of single terms, as half of an 80 % band relative to the change;
/// 0: none beside that of the estimate.
struct TermDoubts
{
    std::array<double, timeTermCount> time {};
    std::array<double, memoryTermCount> memory {};
    void fill(double doubt)
    {
        time.fill(doubt);
        memory.fill(doubt);
    }
};

/// Doubt about a change whose size is assumed. ASSUMED: measured pairs of one flag differ by more
/// than half between programs.
inline constexpr double assumedSizeDoubt = 0.6;

/// The change between two estimates. Each term's change has the relative width of the interval of
/// the step (of the peak) and the doubt given; the terms' errors are independent, and so are those
/// of the assumptions that enter, over their ranges (Assumptions).
PlanChange planChange(const Estimate &before, const Estimate &after, const TermDoubts &doubts = {});

/// The interval with further, independent errors: `lower` and `upper` are their distances from the
/// middle to the ends of an 80 % band, in the unit of the change and 0 or more.
Change widened(const Change &change, double lower, double upper);

} // namespace headroom
