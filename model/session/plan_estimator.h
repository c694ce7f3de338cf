#pragma once

#include "model/base/files/file_shelf.h"
#include "model/estimate/estimator.h"
#include "model/runs/compiled_plan.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace headroom {

/// The calibration of a plan, a file or an id: `option` when given, else what the plan names,
/// relative to the folder of the plan's file; empty when neither.
std::filesystem::path calibrationPath(
    const std::string &option, const Plan &plan, const std::filesystem::path &planFile);

/// Files that hold what compilers planned, each read once, and again when it changes on disk.
using CompiledShelf = FileShelf<std::vector<CompiledPlan>>;
std::shared_ptr<CompiledShelf> compiledShelf(const ProfileLibrary &library);
/// The memory of plans that name such a file: of that very plan what the compiler planned, of any
/// other the estimate times the nearest one's ratio to its estimate (FORMULAS §11.5). What cannot
/// be used is the finding "compiled-unusable".
Estimator::CompiledSource compiledMemorySource(
    const ProfileLibrary &library, std::shared_ptr<CompiledShelf> shelf);

/// Estimators for an application whose plans may name measurements of their own: each file is read
/// once, and again when it changes on disk. Safe for use from several threads.
class CalibratedEstimators
{
public:
    /// `plain` outlives this and answers plans that name no file.
    explicit CalibratedEstimators(const Estimator &plain);

    /// Files are read in threads of their own: see FileShelf::readAside. Until then the plain
    /// estimator answers.
    void readAside(const std::function<void()> &onArrival) { m_shelf.readAside(onArrival); }

    /// The plain estimator where the plan's file cannot be used.
    std::shared_ptr<const Estimator> of(const ResolvedPlan &resolved);
    /// Estimate with the plan's own measurements; a file that cannot be used is a finding.
    Estimate estimate(const ResolvedPlan &resolved);

private:
    std::filesystem::path placeOf(const ResolvedPlan &resolved) const;

    const Estimator &m_plain;
    FileShelf<Estimator> m_shelf;
};

} // namespace headroom
