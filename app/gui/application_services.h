#pragma once

#include "model/measurement/known_runs.h"
#include "model/session/workbench.h"
#include "widgets/planning/plan_services.h"

#include <memory>

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
        m_bench.compiled().readAside(onArrival);
    }

private:
    ApplicationServices(Workbench bench, Estimator estimator);
    std::shared_ptr<const FlagCatalogue> flags();
    std::shared_ptr<const ReleaseTable> releases();
    std::shared_ptr<const Estimator> estimatorOf(
        const Plan &plan, const std::filesystem::path &folder);
    Result<Validation> validateRuns(const std::filesystem::path &csv) const;

    const Workbench m_bench;
    const ProfileLibrary &m_library;
    std::unique_ptr<Estimator> m_estimator;
    CalibratedEstimators m_calibrated;
    const KnownRuns m_known;
};

} // namespace headroom
