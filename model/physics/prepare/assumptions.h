#pragma once

#include <cstddef>
#include <span>

namespace headroom {

/// What the physics supposes where nothing was measured and no source gives a number. Every value
/// has a row in assumptionRows() with the range in which it is believed to lie.
struct Assumptions
{
    double unscheduledReach = 0.1;
    double latePriority = 0.5;
    double sparseCoreContention = 0.3;
    double tensorCoreContention = 0.4;
    double defaultChannels = 24;
    double symmetricChannels = 0.4;
    double exchangeReach = 0.9;
    double lateExchange = 0.5;
    double ringReach = 0.8;
    double ringLead = 0.1;
    double decomposedExposed = 0.2;
    double hostFelt = 0.05;
    double ownLayerOffload = 0.4;
    double backwardLaunches = 2;
    double graphLaunchShare = 0.3;
    double adaptedLayerLaunches = 45;
    double lowAttentionBackward = 1.2;
    double powerExponent = 0.4;
    double postponedGradients = 0.7;
    bool operator==(const Assumptions &) const = default;
};

/// One of them: its 80 % range, and what it stands for.
struct AssumptionRow
{
    const char *id;
    double Assumptions::*value;
    double p10, p90;
    const char *unit;
    const char *meaning;
    const char *source; ///< of the mechanism; the size is ASSUMED
};

inline constexpr std::size_t assumptionCount = 19;

std::span<const AssumptionRow, assumptionCount> assumptionRows();

} // namespace headroom
