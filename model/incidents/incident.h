#pragma once

#include "model/estimate/estimator.h"
#include "model/incidents/incident_fault.h"
#include "model/launch/targets/prepare_export.h"
#include "model/session/workbench.h"
#include "model/timeline/timeline.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// A cluster that misbehaves: what was planned, and what nobody was told.
struct Incident
{
    std::uint64_t seed = 0;
    int level = 1; ///< 1 to maxIncidentLevel
    Plan plan; ///< as it was planned
    std::vector<Fault> faults; ///< none, one or two
    std::string story; ///< id of the story that tells it; empty: drawn from the seed
};
inline constexpr int maxIncidentLevel = 3;

/// "Incident 7, level 2", or for a story its id.
std::string incidentName(const Incident &incident);

/// What is asked of a draw beside seed and level.
struct IncidentWish
{
    std::string framework; ///< empty: any
    /// "listed": what the level has; "unlisted": in no list of causes; "none": nothing is broken;
    /// else the id of a kind.
    std::string fault = "listed";
};

/// One step as a log prints it.
struct PlayedStep
{
    Seconds time;
    Seconds batch; ///< of it the host's, before the device has anything to do
};

/// What the machine does with the plan.
struct IncidentRun
{
    RunningMachine machine;
    ResolvedPlan planned, actual; ///< the chip of `actual` has the rates of its slowest part
    Estimate plannedEstimate, actualEstimate;
    /// By which this machine differs from the estimate without any fault: as runs do.
    double bias = 1;
    Seconds healthyStep; ///< without the faults, on this machine
    Seconds ordinaryStep; ///< with them
    std::vector<PlayedStep> steps; ///< from the first on, which compiles
    double deviceBusy = 1; ///< share of the time in which devices have work

    /// What the faults cost of an ordinary step.
    Seconds faultTime() const { return ordinaryStep - healthyStep; }
};

/// What somebody changes on the machine of an incident, given the plan as it was meant.
using MachineChange = std::function<void(RunningMachine &, const Plan &planned)>;

/// Draws incidents and plays them. Safe for use from several threads once made; the library
/// outlives it.
class IncidentEngine
{
public:
    static Result<IncidentEngine> make(const Workbench &bench);

    /// The same incident from the same seed, level and wish, on every machine. Errors: a level or
    /// framework that there is not, a wish that the framework has no fault for.
    Result<Incident> draw(std::uint64_t seed, int level, const IncidentWish &wish = {}) const;
    /// Why an incident that was not drawn cannot be played; empty: it can. The places are fields.
    Problems problems(const Incident &incident) const;
    /// @pre the incident was drawn, or problems() has none.
    IncidentRun run(const Incident &incident) const;
    /// The same on a machine that somebody changed; nothing where the run would not start.
    std::optional<IncidentRun> changedRun(
        const Incident &incident, const MachineChange &change) const;
    /// A step of the plan without faults, or of the machine with them.
    Timeline healthyTimeline(const IncidentRun &run) const;
    Timeline faultyTimeline(const IncidentRun &run) const;

    const Estimator &estimator() const { return *m_estimator; }
    const ProfileLibrary &library() const { return *m_library; }
    ExportTools exportTools() const { return { *m_library, *m_estimator, m_flags }; }
    const std::shared_ptr<const FlagCatalogue> &catalogue() const { return m_catalogue; }

private:
    IncidentEngine() = default;
    bool tryFault(const Incident &incident, Fault fault, Incident &with) const;
    bool isPlayable(const Incident &incident, double minEffect) const;
    IncidentRun play(const Incident &incident, RunningMachine machine, ResolvedPlan planned,
        ResolvedPlan actual, IncidentRandom steps) const;
    std::vector<const FaultKind *> kindsFor(
        const Incident &incident, const IncidentWish &wish) const;

    const ProfileLibrary *m_library = nullptr;
    std::shared_ptr<const Estimator> m_estimator;
    std::shared_ptr<const FlagCatalogue> m_catalogue;
    LaunchFlagSource m_flags;
};

/// The seed of a day, "2026-08-22": the same for everybody.
std::uint64_t dailySeed(int year, int month, int day);

} // namespace headroom
