#pragma once

#include "model/measurement/validation.h"

namespace headroom {

/// What the figures need of one row.
struct ScoredRow
{
    double predicted = 0, measured = 0, low = 0, high = 0, baseline = 0;
    double predictedRate = 0, measuredRate = 0; ///< tokens per second and device
    std::string model; ///< rows of one model are put in order
    std::string configuration; ///< rows of one are alternatives: model, chips, precision, workload
    double sequence = 0;
};

ErrorFigures errorFigures(const std::vector<ScoredRow> &rows);

} // namespace headroom
