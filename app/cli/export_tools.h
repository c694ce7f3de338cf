#pragma once

#include "model/launch/sweep/sweep_cases.h"
#include "model/launch/targets/launch_flags.h"
#include "model/launch/targets/prepare_export.h"

#include "model/rules/checked_plan.h"
#include "model/session/workbench.h"

#include <memory>

namespace headroom {

/// Loads what exports and sweeps need once for a command: the estimator and the flag catalogue.
class ExportWorkshop
{
public:
    static Result<ExportWorkshop> open(const Workbench &bench, const LoadedPlan &loaded);

    /// Refers to this object.
    ExportTools tools() const { return { m_bench.library(), *m_estimator, m_flags }; }
    /// For the sweeps of a plan; refers to this object and to `tools`.
    SweepSources sweepSources(
        const ExportTools &tools, const Plan &plan, const std::filesystem::path &folder) const;
    const ProfileLibrary &library() const { return m_bench.library(); }
    const Estimator &estimator() const { return *m_estimator; }

private:
    explicit ExportWorkshop(Workbench bench)
        : m_bench(std::move(bench))
    { }

    Workbench m_bench;
    std::shared_ptr<const Estimator> m_estimator;
    std::shared_ptr<const FlagCatalogue> m_catalogue;
    LaunchFlagSource m_flags;
};

/// Why the target does not take the plan, each cause with the change that lifts it; none: it does.
Errors refusedExport(const CheckedPlan &plan, const ExportTarget &target,
    const ExportOptions &options, const ExportWorkshop &workshop);

/// The target that the option names; the error lists those that there are.
Result<const ExportTarget *> chosenExportTarget(const std::string &id);

} // namespace headroom
