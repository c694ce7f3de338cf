#pragma once

#include "model/base/outcome/result.h"
#include "model/library/profiles/overlay.h"

#include <string>
#include <vector>

namespace headroom {

/// Errors of some runs, as |predicted / measured − 1|. A source of many rows counts as fifty.
struct LeftOutFigures
{
    int sources = 0, rows = 0;
    double median = 0, p90 = 0;
    double bias = 0; ///< exp of the mean logarithm, less one
    double inside = 0; ///< share inside the 80 % interval; 0 for `apart`
};

/// The same runs with all constants and without.
struct LeftOutSource
{
    std::string name;
    LeftOutFigures fit, leftOut, apart;
};

/// What to expect of a run whose source the constants have not seen, by kind: the figures of the
/// last fit, which profiles/fit/left_out.yaml keeps because finding them takes a minute.
Result<std::vector<LeftOutSource>> expectedErrors(
    const DataDirectories &directories, SkippedProfiles *skipped = nullptr);

} // namespace headroom
