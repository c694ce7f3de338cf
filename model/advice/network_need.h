#pragma once

#include "model/estimate/estimator.h"

namespace headroom {

/// The step at one rate of the network between nodes.
struct NetworkPoint
{
    BytesPerSecond rate; ///< one way, per device
    double gbytesPerSecond = 0; ///< the same as plans write it
    bool isPlan = false;
    Seconds step;
    Seconds exposed; ///< traffic between nodes that nothing hides
    double busy = 0, idle = 1; ///< shares of the step in which the link works and waits
    std::string tier; ///< see NetworkNeed::tier
};

/// What a plan asks of the network between nodes.
struct NetworkNeed
{
    bool isUsed = false; ///< some axis leaves its node; the rest is empty where none does
    std::vector<NetworkPoint> points; ///< slowest network first, the plan's own among them
    /// Least rate at which all traffic that may hide does; 0 where no network is fast enough.
    BytesPerSecond least;
    BytesPerSecond paid; ///< the plan's own rate
    double busy = 0, idle = 1; ///< shares of the step
    BytesPerSecond idleRate; ///< of the paid rate, on average over a step
    /// "too-slow", "ok", "ideal" or "between": the document's tiers for sharded states on V100
    /// nodes (100 Gb/s is not enough, 200 to 400 will do, 800 to 1000 is ideal), scaled by the
    /// peak of the chip. Empty where states are not sharded across nodes.
    std::string tier;
    double nodeGigabitPerSecond = 0; ///< of a whole node, as the document counts
    double scaledGigabitPerSecond = 0; ///< the same divided by peak over V100 peak
};

/// @source Software Tune Up For The Best Performance, "Network" (DeepSpeed thread on ZeRO-3);
/// FORMULAS §6.5, §7
NetworkNeed networkNeed(const Estimator &estimator, const ResolvedPlan &resolved);

} // namespace headroom
