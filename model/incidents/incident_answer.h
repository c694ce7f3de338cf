#pragma once

#include "model/base/document/document.h"
#include "model/diagnosis/diagnosis.h"
#include "model/incidents/incident.h"

#include <string>
#include <vector>

namespace headroom {

/// What is wrong, where, and what it costs, as text for a terminal.
std::string incidentAnswerText(const Incident &incident, const IncidentRun &run);
Document incidentAnswerDocument(const Incident &incident, const IncidentRun &run);
/// Without the answer: what a student is told.
Document incidentDocument(const Incident &incident, const std::vector<ExportFile> &files);

/// Whether a cause of a diagnosis is that fault.
bool isCauseOf(const RunCause &cause, const FaultKind &kind);

/// A diagnosis against what was wrong.
struct IncidentScore
{
    bool isFirst = false; ///< the first cause is one of the faults; without any: nothing is accused
    bool isAmongThree = false; ///< all faults stand among the first three causes (two: four)
    /// The largest error of the seconds that a cause explains, as a share of what its fault costs;
    /// nothing where the fault does not lengthen an ordinary step, or no cause is right.
    std::optional<double> shareError;
};
IncidentScore scoreOf(
    const IncidentEngine &engine, const Incident &incident, const RunDiagnosis &diagnosis);

} // namespace headroom
