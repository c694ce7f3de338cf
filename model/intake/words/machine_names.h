#pragma once

#include "model/library/profiles/profile_library.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// What the name of a machine type or of a node label's value says: "p5.48xlarge",
/// "nvidia-h100-mega-80gb", "Standard_ND96isr_H100_v5", "tpu-v5p-slice".
struct MachineName
{
    std::string_view word; ///< part of the name, lower case
    std::string_view chip; ///< id of a hardware profile
    int devices = 0; ///< of a machine; 0: the name says nothing of it
};

/// The row whose word the name holds, the longest first; nullptr: none.
const MachineName *machineNamed(std::string_view name);

/// A slice of TPUs as tools name it: "v5p-128", "v5litepod-256", "v4-64".
struct SliceName
{
    std::string chip; ///< id of a hardware profile
    int chips = 0;
};
/// Nothing for a name of another kind. Before v5e the number counts cores, of which a chip has two.
/// @source cloud.google.com/tpu/docs (v4, v5p: TensorCores; v5e, v6e: chips)
std::optional<SliceName> sliceNamed(std::string_view name);

} // namespace headroom
