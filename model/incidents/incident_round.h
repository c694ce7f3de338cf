#pragma once

#include "model/incidents/incident.h"
#include "model/incidents/incident_trial.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// What can be measured on the cluster of an incident.
enum class MeasurementKind { AllReduce, Devices, Memory, Trace, Trial };
/// As the command line names them.
inline constexpr std::array measurementWords { "all-reduce", "nvidia-smi", "memory", "trace",
    "trial" };
inline constexpr std::array measurementKinds { MeasurementKind::AllReduce, MeasurementKind::Devices,
    MeasurementKind::Memory, MeasurementKind::Trace, MeasurementKind::Trial };

/// One measurement: what, and where.
struct IncidentMeasurement
{
    MeasurementKind kind = MeasurementKind::AllReduce;
    int node = 0; ///< from 0: of all-reduce, nvidia-smi and memory
    int other = 0; ///< of all-reduce; `node` again: inside that node
    int device = 0; ///< of memory, on its node
    std::string trial; ///< id of what is changed
    bool operator==(const IncidentMeasurement &) const = default;

    Message title() const; ///< "All-reduce between node 0 and node 3"
};

/// "all-reduce:0,3", "nvidia-smi:2", "memory:2.5", "trace", "trial:synthetic-data". Where no place
/// is given it is the first node, or its first two. Errors: "incident-measure".
Result<IncidentMeasurement> parseMeasurement(const std::string &text, const Plan &plan);

/// What a measurement showed, and what it took.
struct MeasurementAnswer
{
    IncidentMeasurement measured;
    double deviceHours = 0;
    double minutes = 0;
    std::vector<Message> facts; ///< what was seen in sentences; may be empty
    std::string printed; ///< as the tool prints it; may be empty
};

/// Device-hours of the cluster that may go into measurements: more on harder levels.
double incidentBudget(const Incident &incident);
/// What a measurement takes: its minutes on the devices that it occupies.
double measurementDeviceHours(const Incident &incident, const IncidentMeasurement &measurement);

/// One attempt at an incident: what was measured, and what that took. The engine outlives it.
class IncidentRound
{
public:
    /// Errors: those of IncidentEngine::problems().
    static Result<IncidentRound> begin(const IncidentEngine &engine, Incident incident);

    const Incident &incident() const { return m_incident; }
    const IncidentRun &run() const { return m_run; }
    const IncidentEngine &engine() const { return *m_engine; }
    double budget() const { return incidentBudget(m_incident); } ///< device-hours
    double spent() const; ///< device-hours
    double left() const { return budget() - spent(); } ///< device-hours
    double minutes() const; ///< that the measurements took
    const std::vector<MeasurementAnswer> &answers() const { return m_answers; }

    /// Measures and pays. Errors: a place or a change that there is not ("incident-measure"), more
    /// than is left ("incident-budget").
    Result<MeasurementAnswer> measure(const IncidentMeasurement &measurement);

private:
    IncidentRound(const IncidentEngine &engine, Incident incident);
    void addTrial(MeasurementAnswer &answer) const;
    void addAllReduce(MeasurementAnswer &answer) const;

    const IncidentEngine *m_engine;
    Incident m_incident;
    IncidentRun m_run;
    std::vector<MeasurementAnswer> m_answers;
};

} // namespace headroom
