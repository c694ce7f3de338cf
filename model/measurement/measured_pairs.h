#pragma once

#include "model/estimate/change.h"
#include "model/estimate/estimator.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// A change of a run as a share of the run without it; a single figure has equal ends.
struct MeasuredChange
{
    double least = 0, most = 0;
    double middle() const { return (least + most) / 2; }
};

/// Two measured runs that differ in one setting. @source profiles/measurements/pairs.yaml
struct MeasuredPair
{
    std::string id, change, where, source;
    std::optional<MeasuredChange> step, peak; ///< at most one; none: measured on something else
    std::string plan; ///< id of an example plan; empty: no plan expresses the pair
    std::vector<std::string> set, off, on; ///< assignments as `estimate --set` takes them
    std::string standIn; ///< what the plan had to choose
    /// Other choices of that, one assignment each: the interval covers all of them.
    std::vector<std::string> vary;
    std::string notExpressed; ///< why there is no plan
};

/// A pair beside what the estimate says of the same change.
struct PairComparison
{
    MeasuredPair pair;
    std::optional<Change> modelled; ///< as a share; nothing for a pair that no plan expresses
    bool hasRightSign = false; ///< the same direction, or both smaller than nilShare
    bool isInside = false; ///< the interval and what was reported meet, within nilShare
};

struct PairTable
{
    std::vector<PairComparison> rows;
    std::size_t expressed = 0, rightSign = 0, inside = 0;
};

/// Below it a change counts as none, as a share of the run. ASSUMED: repeated steps scatter as
/// much.
inline constexpr double nilShare = 0.005;

/// Reads the shipped pairs; what is wrong with the file, or with a plan that it names, is an error.
Result<std::vector<MeasuredPair>> loadMeasuredPairs(const DataDirectories &directories);
/// Estimates both ends of each pair. The estimator follows flags.
Result<PairTable> comparePairs(const std::vector<MeasuredPair> &pairs, const Estimator &estimator);

/// Table for people, and the members of "pairs" in JSON.
std::string pairTableText(const PairTable &table, bool isMarkdown);
Document pairTableDocument(const PairTable &table);

} // namespace headroom
