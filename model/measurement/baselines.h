#pragma once

#include "model/measurement/measured_run.h"

#include <array>
#include <istream>
#include <map>
#include <string>

namespace headroom {

/// Simpler answers to the same question, which an estimate has to beat.
enum class Baseline {
    Utilisation, ///< one hardware-FLOP utilisation per accelerator and precision: the median
    Roofline, ///< datasheet rates of chip, links and network, nothing else, times one median factor
    FirstVersion, ///< what the first version of this program said, row by row; frozen
    Count
};
inline constexpr std::size_t baselineCount = static_cast<std::size_t>(Baseline::Count);

/// "utilisation", "roofline", "first_version".
const char *baselineId(Baseline baseline);
/// English: "constant utilisation", "simple roofline", "first version".
const char *baselineLabel(Baseline baseline);

/// Step time by each; 0 where one has no answer.
using BaselineSteps = std::array<Seconds, baselineCount>;

/// The baselines with what they take from the shipped measurements.
class Baselines
{
public:
    /// From measurements/measurements.csv and measurements/first_version.csv of the data folder;
    /// what cannot be read has no answers.
    static Baselines shipped(const Estimator &estimator);

    BaselineSteps steps(
        const MeasuredRun &run, const RunPrediction &prediction, const Prepared &prepared) const;

private:
    void readFirstVersion(std::istream &rows); ///< CSV: id, step_seconds
    void fit(std::istream &measurements, const Estimator &estimator);

    std::map<std::string, double> m_utilisation; ///< by "accelerator/precision"; "": of all
    double m_rooflineFactor = 0; ///< measured over computed; 0: nothing to fit it to
    std::map<std::string, double> m_firstVersion; ///< seconds by row
};

} // namespace headroom
