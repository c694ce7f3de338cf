#pragma once

#include "model/measurement/baselines.h"
#include "model/measurement/measured_run.h"
#include "model/measurement/numbers/expected_errors.h"

#include <functional>
#include <istream>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace headroom {

/// Errors of a simpler answer on the rows for which it has one.
struct BaselineFigures
{
    int n = 0;
    double medianApe = 0, meanApe = 0, p90Ape = 0;
};

/// Errors of one quantity over some rows. APE is |predicted / measured − 1|.
struct ErrorFigures
{
    int n = 0;
    double medianApe = 0, meanApe = 0, p90Ape = 0;
    double bias = 0; ///< exp of the mean logarithm, less one
    double coverage80 = 0; ///< share inside p10–p90
    double halfWidth = 0; ///< median half-width of the interval
    std::array<BaselineFigures, baselineCount> baselines; ///< steps only
    const BaselineFigures &of(Baseline baseline) const
    {
        return baselines[static_cast<std::size_t>(baseline)];
    }
    double pairOrder = 0; ///< same-model pairs that differ by over 5 %: share ordered right
    double pairOrderEqualSequence = 0;
    int choiceSets = 0; ///< sets of two runs or more of one model, machine and workload
    double regretMean = 0, regretMax = 0; ///< loss of taking the predicted best of a set
    double kendallTau = 0; ///< tau-b inside a set, pairs that differ by over 3 %; mean over sets
};

struct ValidationGroup
{
    std::string key;
    ErrorFigures step, memory;
};

/// One predicted row, as the report lists it.
struct RowPrediction
{
    std::string id;
    PredictedFigure<Seconds> step;
    PredictedFigure<Bytes> peak;
    Seconds measuredStep; ///< 0: not measured
    Bytes measuredPeak; ///< 0: not measured
    std::string remat;
    TimeTerms time; ///< sum to the step
    MemoryTerms memory; ///< of the worst stage, as the estimator counts them
    std::string hardware {}; ///< name of its group by hardware
};

/// A row far off, with what is known about it.
struct WorstRow
{
    std::string id, model, hardware, reason;
    double predicted = 0, measured = 0;
};

struct Validation
{
    int rows = 0;
    ErrorFigures step, memory;
    /// Of sources that the constants have not seen, by kind: what to expect of a new one. As the
    /// last fit found it, whatever the file.
    std::vector<LeftOutSource> expected;
    std::vector<ValidationGroup> groups;
    /// The first rows only where ValidationOptions::keptRows says so; the counts are of all.
    std::vector<ExcludedRow> excluded;
    std::vector<RowPrediction> predictions;
    std::size_t excludedCount = 0;
    std::vector<WorstRow> worst; ///< the furthest off first, twenty at most
    std::vector<std::string> absentColumns; ///< required ones that the file does not have
    std::vector<std::string> unknownColumns; ///< neither of the format nor a setting or plan field
};

enum class GroupBy { Hardware, Framework, Precision, Family };

/// Name of the group that a row belongs to.
std::string groupKey(const Measurement &row, GroupBy by);

struct ValidationOptions
{
    GroupBy by = GroupBy::Family;
    /// Predictions and exclusions that the result keeps, of each; the rest is only counted.
    std::size_t keptRows = std::numeric_limits<std::size_t>::max();
    /// Hears of every row as soon as it is predicted or excluded, in the order of the file.
    std::function<void(const RowPrediction &)> onPrediction;
    std::function<void(const ExcludedRow &)> onExclusion;
};

/// Reads a CSV as a stream, predicts every row that can be, and sums up. Beside the rows that it
/// keeps its memory does not grow with the file: groups beyond 256 are summed up as "other", the
/// figures of order look at the first 20,000 rows.
Result<Validation> validate(std::istream &stream, const std::string &name,
    const Estimator &estimator, const Baselines &baselines, const ValidationOptions &options);

} // namespace headroom
