#pragma once

#include "model/base/files/file_shelf.h"
#include "model/estimate/estimator.h"
#include "model/runs/compiled_plan.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace headroom {

class FlagCatalogue;

/// The estimator that answers plans everywhere: with the effective flags of each plan, and moved by
/// own measurements when `calibration` names a CSV or a cluster profile, by file or id (empty:
/// none). Refers to `library`.
Result<Estimator> planEstimator(
    const ProfileLibrary &library, const std::filesystem::path &calibration = {});
/// The same with a catalogue that is loaded already.
Result<Estimator> planEstimator(const ProfileLibrary &library,
    const std::filesystem::path &calibration,
    const std::shared_ptr<const FlagCatalogue> &catalogue);

/// What is to say about a plan's flags and releases: for Estimator::setFlagFindings().
std::function<std::vector<Finding>(const ResolvedPlan &)> planFindingsSource(
    const ProfileLibrary &library, const std::shared_ptr<const FlagCatalogue> &catalogue);

/// The calibration of a plan, a file or an id: `option` when given, else what the plan names,
/// relative to the folder of the plan's file; empty when neither.
std::filesystem::path calibrationPath(
    const std::string &option, const Plan &plan, const std::filesystem::path &planFile);

/// Puts the memory that a compiler planned for a plan in the place of the estimated one; a step
/// that cannot be used is the finding "compiled-unusable".
void takeCompiledMemory(
    const ResolvedPlan &resolved, const Result<CompiledStep> &compiled, Estimate &estimate);

/// Estimators for an application whose plans may name measurements of their own, and what a
/// compiler planned: each file is read once, and again when it changes on disk. Safe for use from
/// several threads.
class CalibratedEstimators
{
public:
    /// `plain` outlives this and answers plans that name no file.
    explicit CalibratedEstimators(const Estimator &plain);

    /// Files are read in threads of their own: see FileShelf::readAside. Until then the plain
    /// estimator answers.
    void readAside(const std::function<void()> &onArrival)
    {
        m_shelf.readAside(onArrival);
        m_compiled.readAside(onArrival);
    }

    /// The plain estimator where the plan's file cannot be used.
    std::shared_ptr<const Estimator> of(const ResolvedPlan &resolved);
    /// Estimate with the plan's own measurements and compiled memory; a file that cannot be used is
    /// a finding.
    Estimate estimate(const ResolvedPlan &resolved);
    /// Derivations of its terms.
    std::vector<Derivation> explain(const ResolvedPlan &resolved);

private:
    std::filesystem::path placeOf(const ResolvedPlan &resolved) const;
    Estimate calibrated(const ResolvedPlan &resolved);
    /// @pre the plan names a file
    Result<CompiledStep> compiledOf(const ResolvedPlan &resolved);

    const Estimator &m_plain;
    FileShelf<Estimator> m_shelf;
    FileShelf<std::vector<CompiledPlan>> m_compiled;
};

} // namespace headroom
