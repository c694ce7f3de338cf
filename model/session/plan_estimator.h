#pragma once

#include "model/estimate/estimator.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace headroom {

class FlagCatalogue;

/// The estimator that answers plans everywhere: with the effective flags of each plan, and moved by
/// own measurements when `calibration` names a CSV (empty: none). Refers to `library`.
Result<Estimator> planEstimator(
    const ProfileLibrary &library, const std::filesystem::path &calibration = {});
/// The same with a catalogue that is loaded already.
Result<Estimator> planEstimator(const ProfileLibrary &library,
    const std::filesystem::path &calibration,
    const std::shared_ptr<const FlagCatalogue> &catalogue);

/// The calibration file of a plan: `option` when given, else what the plan names, relative to the
/// folder of the plan's file; empty when neither.
std::filesystem::path calibrationPath(
    const std::string &option, const Plan &plan, const std::filesystem::path &planFile);

/// Estimators for an application whose plans may name measurements of their own: each calibration
/// file is read once, and again when it changes on disk. Safe for use from several threads.
class CalibratedEstimators
{
public:
    /// `plain` outlives this and answers plans that name no file.
    explicit CalibratedEstimators(const Estimator &plain)
        : m_plain(plain)
    { }

    /// The plain estimator where the plan's file cannot be used.
    std::shared_ptr<const Estimator> of(const ResolvedPlan &resolved);
    /// Estimate with the plan's own measurements; a file that cannot be used is a finding.
    Estimate estimate(const ResolvedPlan &resolved);

private:
    struct Entry
    {
        std::filesystem::file_time_type changed {};
        std::shared_ptr<const Estimator> estimator; ///< null: cannot be used
        Errors problems;
    };
    Entry entryOf(const std::filesystem::path &file);

    const Estimator &m_plain;
    std::mutex m_mutex;
    std::map<std::filesystem::path, Entry> m_entries;
};

} // namespace headroom
