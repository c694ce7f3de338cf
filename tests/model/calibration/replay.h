#pragma once

#include "model/calibration/calibrate.h"

#include <map>
#include <string>
#include <vector>

namespace headroom {

/// What calibration on k runs of a source does to its other runs.
struct CalibrationReplay
{
    std::string source;
    int rows = 0, k = 0;
    double before = 0, after = 0; ///< median of |predicted / measured − 1|
    double inside = 0; ///< share of the others within the 80 % interval afterwards
    double insideBefore = 0;
    std::map<std::string, int> chosen; ///< draws by mode

    bool isWorse() const { return after > before * 1.1 + 0.005; }
    bool isFarBetter() const { return after <= before * 0.6; }
    bool isCovered() const { return inside >= 0.72 && inside <= 0.9; }
};

struct ReplayOptions
{
    int draws = 30;
    std::vector<int> counts { 2, 4, 8 };
    std::size_t minRows = 10;
    std::size_t judged = 25; ///< of the other runs, at most, in each draw
    std::optional<CalibrationMode> mode;
};

/// Sources of a measurement CSV, each with the estimator whose constants have not seen it.
class ReplaySources
{
public:
    struct Source
    {
        std::string name;
        Estimator estimator;
        std::vector<OwnRun> runs; ///< with a step time
    };

    ReplaySources(const ProfileLibrary &library, std::size_t minRows);

    const std::vector<Source> &all() const { return m_sources; }
    const CalibrationPriors &priors() const { return m_priors; }

private:
    std::vector<Source> m_sources;
    CalibrationPriors m_priors;
};

CalibrationReplay replayCalibration(const ReplaySources::Source &source,
    const CalibrationPriors &priors, int k, const ReplayOptions &options);

/// Spreads of constants between sources, by key: expectation maximisation from those of `priors`.
std::map<std::string, double> spreadsBetweenSources(
    const ReplaySources &sources, const CalibrationPriors &priors, int rounds);

} // namespace headroom
