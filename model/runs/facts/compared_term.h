#pragma once

#include "model/base/outcome/message.h"
#include "model/base/units/quantity.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headroom {

/// A part of the step as a profile measured it, beside the same part of the estimate. Parts join
/// what one side does not tell apart: products include the head's, element-wise kernels the update.
struct ComparedTerm
{
    std::string id; ///< "products", "gathers", "step" …
    std::optional<Seconds> measured, predicted; ///< of one step; nothing: not told
    enum class Place : std::uint8_t { Part, Step, Beside };
    Place place = Place::Part; ///< in the sum that is the step

    Message label() const { return { "profiled-" + id, {} }; }
    /// Measured over predicted; nothing where one of them is not told or nothing is predicted.
    std::optional<double> ratio() const
    {
        const bool isKnown = measured && predicted && *predicted > Seconds {};
        return isKnown ? std::optional(*measured / *predicted) : std::nullopt;
    }
};

} // namespace headroom
