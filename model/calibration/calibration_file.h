#pragma once

#include "model/calibration/calibrate.h"

#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace headroom {

/// A cluster profile: what `calibrate` found, for plans to name. Schema in profiles/clusters.
struct ClusterProfile
{
    std::string id;
    std::string name;
    std::string source; ///< the files that it was made from
    Calibration calibration;
};

/// Errors: those of reading, unknown keys and constants, values out of their limits, a covariance
/// of another size.
Result<ClusterProfile> readClusterProfile(const std::filesystem::path &file);
/// The same from a tree that was read; `file` stands in messages.
ClusterProfile clusterProfileOf(
    const Document &document, const std::string &file, Errors &problems);
/// The text of a profile; reading it gives an equal one.
std::string clusterProfileText(const ClusterProfile &profile);

/// The calibration that a file holds: of a cluster profile (*.yaml, *.yml), else computed from a
/// measurement CSV by the rules of calibrate().
Result<Calibration> calibrationOf(const std::filesystem::path &file, const Estimator &estimator);

/// What `calibrate` reads: measurement CSVs, and anything that runs are read from (logs, tables of
/// nccl-tests). Errors: those of reading; "measurement-header" where no run can be compared.
Result<CalibrationRequest> readEvidence(
    const std::vector<std::string> &files, const Estimator &estimator);

/// The file that a plan's `calibration` or an option names: as it is where it exists, else a
/// cluster profile of that id in the data folders, if there is one.
std::filesystem::path calibrationPlace(
    const std::filesystem::path &named, const DataDirectories &directories);

} // namespace headroom
