#pragma once

#include "model/physics/candidate.h"
#include "model/physics/evaluation.h"
#include "model/physics/prepared.h"

#include <string>
#include <tuple>

namespace headroom {

/// Parallel axes in use.
inline int axesInUse(const Candidate &c)
{
    return (c.data > 1) + (c.fsdp > 1) + (c.tensor > 1) + (c.context > 1) + (c.pipeline > 1)
        + (c.expert > 1);
}

/// How involved a configuration is; ties go to the smallest. Tensor parallelism across nodes weighs
/// most, then transfers to the host, then the number of axes, then interleaving and expert cuts.
inline constexpr int simplicityClasses = 128;
inline int simplicityClass(const Prepared &p, const Candidate &c)
{
    const bool crosses = c.tensor > p.domain;
    const bool offloads = p.remats[static_cast<std::size_t>(c.remat)].offloadBytes > 0;
    return crosses * 64 + offloads * 32 + axesInUse(c) * 4 + (c.chunks > 1) * 2
        + (c.expertTensor > 1);
}

/// A point with what ranks it. The order is total, so that results do not depend on which thread
/// found them first: objective, then fewer axes, then settings in the order of the plan file.
struct RankedPoint
{
    double value = 0; ///< of the objective; smaller is better
    double step = 0; ///< seconds, before calibration
    double peak = 0; ///< bytes
    int variant = 0;
    int policyRank = 0; ///< of the remat policy's id in the alphabet
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
    return a.value != b.value ? a.value < b.value : simplerFirst(a, b);
}

} // namespace headroom
