#pragma once

#include "model/base/outcome/message.h"

#include <optional>
#include <string>

namespace headroom {

/// A part of the step as a profile measured it, beside the same part of the estimate. Parts join
/// what one side does not tell apart: products include the head's, element-wise kernels the update.
struct ComparedTerm
{
    std::string id; ///< "products", "gathers", "step" …
    std::optional<double> measured, predicted; ///< seconds of one step; nothing: not told
    bool isPart = true; ///< of the sum that is the step

    Message label() const { return { "profiled-" + id, {} }; }
};

} // namespace headroom
