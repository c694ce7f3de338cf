#pragma once

#include "model/plan/degrees.h"

namespace headroom {

/// The free settings. A valid plan has exactly one; search makes millions.
struct Candidate : Degrees
{
    int remat = 0, recipe = 0, optimizer = 0; ///< indices into Prepared
    bool operator==(const Candidate &) const = default;
};

} // namespace headroom
