#pragma once

#include "model/measurement/constant_fit.h"

namespace headroom {

/// Errors of one source with constants fitted on everything and on everything else.
struct LeftOutSource
{
    std::string family;
    int n = 0;
    double fitMedian = 0, fitP90 = 0, fitBias = 0;
    double leftOutMedian = 0, leftOutP90 = 0, leftOutBias = 0;
};

/// Width at which four of five left-out rows of a kind lie inside their interval, which a stack
/// that no other source knows widens. Stands in the chip profiles.
struct LeftOutWidth
{
    std::string key; ///< of the chip profile: dense_width or expert_width
    bool isTpu = false;
    int n = 0;
    double width = 0; ///< half-width of ln(time) with all inputs known
};

/// Independent sources of runs that a stack or a family of chips has, by kind of model. Stands in
/// the profiles; the fewer, the wider the interval.
struct KnownSources
{
    std::string profile;
    int dense = 0, experts = 0;
};

struct LeaveOutTable
{
    std::vector<LeftOutSource> sources; ///< then "all gpu dense", "all tpu dense", "all experts"
    std::vector<std::pair<FittedConstant, double>> constants; ///< with their fitted values
    std::vector<LeftOutWidth> widths;
    std::vector<KnownSources> known; ///< stacks, then chips
};

/// The measured rows made ready for a fit.
std::vector<FitRun> fitRuns(std::istream &measurements, const Estimator &estimator);

/// Fits the constants once with all sources and once without each; a source that is left out is
/// scored without what only it could tell about its stack.
LeaveOutTable leaveOut(std::istream &measurements, const Estimator &estimator,
    const std::vector<FittedConstant> &constants);

} // namespace headroom
