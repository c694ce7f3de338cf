#pragma once

#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/trace/evaluation.h"

#include <algorithm>
#include <compare>
#include <string>
#include <tuple>

namespace headroom {

/// Parallel axes in use.
inline int axesInUse(const Candidate &c)
{
    return (c.data > 1) + (c.fsdp > 1) + (c.tensor > 1) + (c.context > 1) + (c.pipeline > 1)
        + (c.expert > 1);
}

/// How involved a configuration is, smallest first: axes in use, then changes from the plan.
struct Simplicity
{
    int axes = 0, changes = 0;
    auto operator<=>(const Simplicity &) const = default;
};

/// A number that orders like the simplicity, below simplicityClasses. No point has more axes, nor,
/// but for the settings of a variant, more changes.
inline constexpr int maxChanges = 31;
inline constexpr int axisCounts = 7; ///< none to six axes
inline constexpr int simplicityClasses = axisCounts * (maxChanges + 1);
inline int simplicityClass(const Simplicity &simplicity)
{
    return simplicity.axes * (maxChanges + 1) + std::min(simplicity.changes, maxChanges);
}

/// A point with what ranks it. The order is total, so that results do not depend on which thread
/// found them first: objective, then the shorter step, then fewer axes, then settings in the order
/// of the plan file.
struct RankedPoint
{
    double value = 0; ///< of the objective; smaller is better
    double step = 0; ///< seconds
    double peak = 0; ///< bytes
    int variant = 0;
    int policyRank = 0; ///< of the remat policy's id in the alphabet
    bool isSafe = false; ///< fits with the probability that is asked for
    Candidate candidate;
};

/// The order among points of equal value.
inline bool simplerFirst(const RankedPoint &a, const RankedPoint &b)
{
    const auto key = [](const RankedPoint &point) {
        const Candidate &c = point.candidate;
        return std::tuple(axesInUse(c), point.variant, Degrees { c }, point.policyRank);
    };
    return key(a) < key(b);
}

inline bool operator<(const RankedPoint &a, const RankedPoint &b)
{
    return a.value != b.value ? a.value < b.value
        : a.step != b.step    ? a.step < b.step
                              : simplerFirst(a, b);
}

/// The order among points that may be recommended.
inline bool saferFirst(const RankedPoint &a, const RankedPoint &b)
{
    return a.isSafe != b.isSafe ? a.isSafe : a < b;
}

} // namespace headroom
