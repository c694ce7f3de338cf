#pragma once

#include "model/flags/advice/flag_advice.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// What becomes of one setting of a pasted text or a named set on its way into a plan.
struct FlagImportChange
{
    enum class Kind {
        Sets, ///< the plan gets it
        Same, ///< the plan has it already
        Translated, ///< under the names of the plan's release
        Default, ///< what the release does anyway; nothing is written
        NotNeeded, ///< removed, and its value is what happens now
        Gone, ///< removed without successor
        BadValue, ///< the release refuses the value
        Unknown, ///< no known name
        OtherChip, ///< read by another kind of chip or framework than the plan's
    } kind
        = Kind::Sets;
    FlagSetting from; ///< as written
    std::vector<FlagSetting> to; ///< what the plan gets
    std::string before; ///< what the plan had under the first new name; empty: nothing
    std::string why; ///< template id in model/base/wording/flag_messages.cpp
    Operands operands;
};

/// A block of settings translated to a plan.
struct FlagImport
{
    std::vector<FlagImportChange> changes; ///< in the order of the settings
    std::map<std::string, std::string> flags; ///< the plan's own flags afterwards
    bool changesPlan = false;
};

/// Translates settings to the plan's release and chip: names follow renames, what the release does
/// anyway is not written (unless advice would do otherwise, then it is), what would stop the run is
/// left out. Later settings win over earlier ones of the same name.
/// Error "no-jaxlib-version" when the plan's version is nonsense.
Result<FlagImport> importFlags(const std::shared_ptr<const FlagCatalogue> &catalogue,
    std::span<const FlagSetting> settings, const ResolvedPlan &resolved);

} // namespace headroom
