#pragma once

#include "model/launch/launch_flags.h"
#include "model/launch/prepare_export.h"
#include "model/launch/sweep_cases.h"

#include "model/plan/plan_file.h"

#include <memory>

namespace headroom {

/// Loads what exports and sweeps need once for a command: the estimator and the flag catalogue.
class ExportWorkshop
{
public:
    static Result<ExportWorkshop> open(const ProfileLibrary &library, const LoadedPlan &loaded);

    /// Refers to this object.
    ExportTools tools() const { return { *m_library, *m_estimator, m_flags }; }
    /// For the sweeps of a plan; refers to this object and to `tools`.
    SweepSources sweepSources(
        const ExportTools &tools, const Plan &plan, const std::filesystem::path &folder) const;
    const Estimator &estimator() const { return *m_estimator; }

private:
    const ProfileLibrary *m_library = nullptr;
    std::shared_ptr<const Estimator> m_estimator;
    std::shared_ptr<const FlagCatalogue> m_catalogue;
    LaunchFlagSource m_flags;
};

/// The target that the option names; the error lists those that there are.
Result<const ExportTarget *> chosenExportTarget(const std::string &id);

} // namespace headroom
