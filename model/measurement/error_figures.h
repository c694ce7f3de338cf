#pragma once

#include "model/measurement/numbers/quantile_sketch.h"
#include "model/measurement/validation.h"

#include <cstdint>

namespace headroom {

/// What the figures need of one row.
struct ScoredRow
{
    double predicted = 0, measured = 0, low = 0, high = 0;
    BaselineSteps baselines; ///< 0: has no answer
    double predictedRate = 0, measuredRate = 0; ///< tokens per second and device
    std::string model; ///< rows of one model are put in order
    std::string configuration; ///< rows of one are alternatives: model, chips, precision, workload
    /// Rows of one alternative that also share this and their prediction repeat one run.
    std::string twin;
    double sequence = 0;
};

/// Sums up rows one at a time; its memory does not grow with their number. The figures of order
/// (pairs, regret, rank correlation) look at the first `rankedLimit` rows.
class FigureCollector
{
public:
    static constexpr std::size_t defaultRankedLimit = 20000;

    explicit FigureCollector(std::size_t rankedLimit = defaultRankedLimit)
        : m_rankedLimit(rankedLimit)
    { }

    void add(const ScoredRow &row);
    ErrorFigures figures() const;
    /// Bytes held.
    std::size_t heldBytes() const;

    /// One row as the figures of order see it.
    struct RankedRow
    {
        double predictedRate = 0, measuredRate = 0, sequence = 0;
        std::size_t model = 0, configuration = 0, twin = 0; ///< hashes
    };

private:
    std::size_t m_rankedLimit;
    QuantileSketch m_errors, m_widths;
    double m_errorSum = 0, m_inside = 0, m_bias = 0;
    struct BaselineErrors
    {
        QuantileSketch errors;
        double sum = 0;
    };
    std::array<BaselineErrors, baselineCount> m_baselines;
    std::vector<RankedRow> m_ranked;
};

} // namespace headroom
