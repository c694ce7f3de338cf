#pragma once

#include "model/physics/flag_effects.h"
#include "model/session/plan_estimator.h"
#include "widgets/planning/plan_services.h"

#include <memory>
#include <mutex>

namespace headroom {

/// The model library as the window uses it: the same objects as headroom-cli makes for a command.
/// The flag catalogue is read when it is first needed, so that the window is up before.
class ApplicationServices
{
public:
    /// `library` outlives the services. Errors: profiles/stacks cannot be read.
    static Result<std::unique_ptr<ApplicationServices>> make(const ProfileLibrary &library);
    ~ApplicationServices();

    PlanServices services();
    /// Measurements that plans name are read in threads of their own: see FileShelf::readAside.
    void readAside(const std::function<void()> &onArrival)
    {
        m_calibrated.readAside(onArrival);
        m_compiled->readAside(onArrival);
    }

private:
    ApplicationServices(const ProfileLibrary &library, Estimator estimator);
    std::shared_ptr<const FlagCatalogue> flags();
    std::shared_ptr<const ReleaseTable> releases();
    std::shared_ptr<const Estimator> estimatorOf(
        const Plan &plan, const std::filesystem::path &folder);
    Result<Validation> validateRuns(const std::filesystem::path &csv) const;

    const ProfileLibrary &m_library;
    std::unique_ptr<Estimator> m_estimator;
    std::shared_ptr<CompiledShelf> m_compiled;
    CalibratedEstimators m_calibrated;
    /// Each is made by whichever thread needs it first.
    std::once_flag m_releasesRead, m_flagsRead, m_effectsMade, m_findingsMade;
    std::shared_ptr<const FlagCatalogue> m_flags;
    std::shared_ptr<const ReleaseTable> m_releases;
    std::function<FlagEffects(const ResolvedPlan &)> m_effects;
    std::function<std::vector<Finding>(const ResolvedPlan &)> m_findings;
};

} // namespace headroom
