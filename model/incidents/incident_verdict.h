#pragma once

#include "model/base/document/document.h"
#include "model/incidents/incident_round.h"
#include "model/lessons/progress.h"

#include <string>
#include <vector>

namespace headroom {

/// What somebody names as wrong.
struct IncidentGuess
{
    std::vector<std::string> causes; ///< ids of faults; empty: nothing is wrong
    FaultPlace place = FaultPlace::Cluster; ///< Adapter counts as the device beside it
    int node = 0, device = 0; ///< from 0; where the place has them
};

/// "run", "3" (a node) or "3.5" (a device of it) as a place. Errors: "incident-place".
Problems parsePlace(const std::string &text, const Plan &plan, IncidentGuess &guess);

/// How right that is.
struct IncidentVerdict
{
    int found = 0; ///< faults that were named
    int wrong = 0; ///< names that are no fault of it
    bool isCauseRight = false; ///< all faults, and nothing else
    bool isPlaceRight = false;
    bool isRight() const { return isCauseRight && isPlaceRight; }
};
/// Faults that nothing tells apart (a slow adapter, a cable at half its rate) count as each other.
/// The place is that of the fault which lies on the smallest part; of an adapter its node will do.
IncidentVerdict judgeGuess(const Incident &incident, const IncidentGuess &guess);

/// Faults that one may name for a run of the plan: those that its framework can have, in a fixed
/// order.
std::vector<const FaultKind *> nameableFaults(const Plan &plan);

/// The incident among the lessons of somebody's progress: "incident-7-level-2", or
/// "incident-STORY".
std::string incidentProgressId(const Incident &incident);
/// The attempt as progress: cause and place are its two tasks, measurements count as hints.
LessonState incidentProgress(const IncidentRound &round, const IncidentVerdict &verdict);

/// Budget, spent device-hours and what the measurements showed.
std::string measurementText(const IncidentRound &round);
Document measurementDocument(const IncidentRound &round);
std::string verdictText(const IncidentVerdict &verdict, const Incident &incident);
Document verdictDocument(const IncidentVerdict &verdict);

} // namespace headroom
