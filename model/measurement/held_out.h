#pragma once

#include "model/measurement/constant_fit.h"

#include <istream>
#include <string>
#include <vector>

namespace headroom {

/// How intervals do on runs of which nothing was known: of groups left out of the fit and of the
/// counts of sources that widths go by.
struct HeldOutFigures
{
    std::string scheme; ///< what is left out together: "source" | "stack" | "chip"
    std::string quantity; ///< "step" | "allocated" | "reserved" | "device"
    int n = 0, groups = 0;
    double inside = 0; ///< share of the measured within p10 to p90; a source counts as fifty rows
    double halfWidth = 0; ///< median, of the logarithm
    /// Mean interval score of the logarithm: the width, and ten times what lies outside of it.
    /// @source Winkler (1972), for 80 %
    double score = 0;
};

/// Weight of a row of a source with `count` rows: hundreds must not outvote the other sources, a
/// few must not decide alone.
double rowWeight(int count);

/// Figures for steps and each kind of peak, under each scheme.
/// @param runs  made ready for a fit from the rows of `mapped`
std::vector<HeldOutFigures> heldOut(std::vector<FitRun> &runs,
    const std::vector<MeasuredRun> &mapped, const Estimator &estimator,
    const std::vector<FittedConstant> &constants);

} // namespace headroom
