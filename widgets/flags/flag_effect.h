#pragma once

#include "model/base/units/evidence.h"
#include "widgets/flags/flag_rows.h"

namespace headroom {

/// What a flag does to the plan at hand, as a cell of the list: with the flag minus without it.
struct FlagEffect
{
    QString text; ///< "−120 ms, +0.3 GiB", "no change", "not modelled"; empty without a result
    double seconds = 0; ///< change of the step, to sort by
};

/// Costs one estimate where the flag has an effect that is modelled.
FlagEffect flagEffect(const PlanController &controller, const FlagRow &row);

/// What the flag does to the plan at hand, and how sure that is; empty without a result.
QString flagEffectText(const PlanController &controller, const FlagRow &row);

/// How sure a number is: "measured", "assumed" …
QString evidenceText(Evidence evidence);

} // namespace headroom
