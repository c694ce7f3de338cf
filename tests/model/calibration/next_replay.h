#pragma once

#include "replay.h"

namespace headroom {

/// Measured runs of one model on one machine, which play a cluster.
struct MeasuredSweep
{
    std::string name;
    const ReplaySources::Source *source = nullptr;
    std::vector<const OwnRun *> runs;
};

/// Sweeps with this many configurations or more.
std::vector<MeasuredSweep> measuredSweeps(const ReplaySources &sources, std::size_t minRuns);

enum class Chooser { Next, Random, TopOfSearch };

struct NextReplay
{
    int replays = 0;
    int found = 0; ///< replays whose best after five runs is within 1 % of the sweep's best
    double runs = 0; ///< mean number of runs until it is
    double share() const { return replays > 0 ? double(found) / replays : 0; }
};

struct NextReplayOptions
{
    int starts = 5; ///< replays of a sweep, each from another first run
    int maxRuns = 12; ///< of a replay
    /// A truth drawn from the priors' spreads times this, instead of what was measured; 0: measured
    double truthSpread = 0;
};

/// Starts from one run that is there, then runs what the chooser says.
NextReplay replayNext(const MeasuredSweep &sweep, const CalibrationPriors &priors, Chooser chooser,
    const NextReplayOptions &options);

} // namespace headroom
