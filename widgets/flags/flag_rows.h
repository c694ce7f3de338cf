#pragma once

#include "model/flags/flag_advice.h"

#include <QString>

#include <vector>

namespace headroom {

class PlanController;

/// One flag or variable as the page shows it for the present plan.
struct FlagRow
{
    QString name;
    QString value; ///< that a launch file would write; of a piece of advice that is off: what it
                   ///< would be
    QString defaultValue;
    QString carrier;
    QString reason; ///< why, in the plan's numbers
    QString says; ///< what it does
    const FlagEntry *entry = nullptr; ///< of the catalogue; null for a name that nobody knows
    std::optional<AdviceKind> kind; ///< none: no advice concerns it
    bool isOn = false; ///< a launch file would write it
    bool isOwn = false; ///< the plan sets or switches it
};

/// Advice and own flags of the plan, then, on demand, everything else the catalogue knows. Empty
/// when the plan has no result or its jaxlib is no version.
std::vector<FlagRow> flagRows(const PlanController &controller, bool everything);

/// How a piece of advice is called: "Set", "Already the default" …
QString adviceKindText(AdviceKind kind);

} // namespace headroom
