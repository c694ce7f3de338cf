#pragma once

#include "model/plan/tuning_kinds.h"

#include <vector>

namespace headroom {

/// How a model is tuned. Without adapters the other fields say nothing.
struct Tuning
{
    TuningMethod method = TuningMethod::Full;
    int rank = 16; ///< inner width r of an adapter
    std::vector<TuningTarget> targets { TuningTarget::All }; ///< in the order of the enumeration
    BaseFormat base = BaseFormat::Auto;

    bool isAdapted() const { return method != TuningMethod::Full; }
    /// Whether matrices of this kind get adapters.
    bool adapts(TuningTarget target) const
    {
        for (const TuningTarget own : targets)
            if (own == target || own == TuningTarget::All)
                return true;
        return false;
    }
    /// The format of the frozen matrices, `Auto` resolved.
    BaseFormat storedBase() const
    {
        if (base != BaseFormat::Auto)
            return base;
        return method == TuningMethod::Qlora ? BaseFormat::Nf4 : BaseFormat::Bf16;
    }
    bool operator==(const Tuning &) const = default;
};

} // namespace headroom
