#pragma once

#include "model/base/outcome/message.h"
#include "model/incidents/running_machine.h"

#include <span>
#include <string_view>
#include <vector>

namespace headroom {

/// One thing that is changed in the job to see whether it matters.
struct IncidentTrial
{
    const char *id; ///< "synthetic-data"; its title is the message "trial-synthetic-data"
    std::string_view frameworks; ///< with blanks between; empty: any
    void (*apply)(RunningMachine &, const Plan &planned);

    Message title() const;
};

std::span<const IncidentTrial> incidentTrials();
/// Those that jobs of the plan's framework can make.
std::vector<const IncidentTrial *> trialsOf(const Plan &plan);
const IncidentTrial *incidentTrial(std::string_view id); ///< null: there is none

} // namespace headroom
