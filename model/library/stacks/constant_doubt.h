#pragma once

#include "model/library/stacks/profile_constant.h"

#include <string>
#include <vector>

namespace headroom {

/// What own runs leave unknown of the step time, for plans on the stacks and chips that they ran
/// on.
struct ConstantDoubt
{
    std::vector<std::string> stacks, chips; ///< ids
    std::vector<ProfileConstant> constants;
    std::vector<double> covariance; ///< of the logarithms of the constants, row by row
    double scatter = 0; ///< standard deviation of ln(time) that no constant explains
    double widening = 1; ///< of the profiles' own interval, where no constant is calibrated
    bool operator==(const ConstantDoubt &) const = default;

    bool concerns(const std::string &stack, const std::string &chip) const;
};

} // namespace headroom
