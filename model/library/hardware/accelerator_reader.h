#pragma once

#include "model/base/document/document.h"
#include "model/base/outcome/result.h"
#include "model/library/hardware/accelerator.h"

#include <string>
#include <vector>

namespace headroom {

/// A chip profile and the other names it goes by.
struct AcceleratorProfile
{
    Accelerator accelerator;
    std::vector<std::string> aliases;
};

/// Reads a file of profiles/hardware. All problems are listed with `file` and line: unknown keys,
/// wrong types, impossible values, and values that contradict each other (more usable than total
/// memory, links that do not add up to the rate, a pod that is not the product of its sides).
Result<AcceleratorProfile> readAcceleratorProfile(
    const Document &document, const std::string &file);

} // namespace headroom
