#pragma once

#include "model/measurement/constant_fit.h"
#include "model/measurement/held_out.h"
#include "model/measurement/numbers/expected_errors.h"

#include <span>
#include <string>
#include <vector>

namespace headroom {

/// A measured row under three sets of constants: fitted on everything, without its own source, and
/// without every run on the stacks and chips of that source together. Errors are
/// ln(predicted / measured).
struct LeftOutRun
{
    Measurement row;
    std::string kind; ///< "adapters" and those of full training or "adapters"
    double fit = 0, leftOut = 0, apart = 0;
    bool isInsideFit = false, isInsideLeftOut = false; ///< the 80 % interval
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
    std::vector<LeftOutRun> runs; ///< without weak sources and rows published twice
    std::vector<LeftOutSource> sources; ///< all rows, then by source
    std::vector<LeftOutSource> kinds; ///< "dense_gpu", "dense_tpu", "experts"
    std::vector<std::pair<FittedConstant, double>> constants; ///< with their fitted values
    std::vector<LeftOutWidth> widths;
    std::vector<KnownSources> known; ///< stacks, then chips
    std::vector<HeldOutFigures> heldOut; ///< see heldOut(); empty unless asked for
};

/// The measured rows made ready for a fit.
std::vector<FitRun> fitRuns(std::istream &measurements, const Estimator &estimator);

/// The same of any of the runs.
LeftOutSource leftOutFigures(std::string name, std::span<const LeftOutRun *const> runs);

/// Fits the constants once with all sources, once without each, and once without each and all that
/// shares stack and chip with it; a source that is left out is scored without what only it could
/// tell about its stack.
LeaveOutTable leaveOut(std::istream &measurements, const Estimator &estimator,
    const std::vector<FittedConstant> &constants);

/// How intervals do on what is left out together; each group takes a fit of the constants.
std::vector<HeldOutFigures> heldOut(std::istream &measurements, const Estimator &estimator,
    const std::vector<FittedConstant> &constants);

} // namespace headroom
