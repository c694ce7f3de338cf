#pragma once

#include "model/flags/advice/flag_advice.h"

#include <string>
#include <vector>

namespace headroom {

/// One flag as advice, the plan and the release itself would have it.
struct FlagComparison
{
    struct Value
    {
        std::string text;
        bool isWritten = false; ///< false: nothing is written, the default applies
        bool operator==(const Value &) const = default;
    };
    std::string name;
    Value advised, current;
    std::string byDefault; ///< empty when unknown
    bool differs = false; ///< the three do not mean the same
};

/// Every flag that advice or the plan writes, by name.
std::vector<FlagComparison> compareFlags(
    const std::shared_ptr<const FlagCatalogue> &catalogue, const ResolvedPlan &resolved);

} // namespace headroom
