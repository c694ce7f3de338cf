#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace headroom {

/// Where a named activation tensor waits for the backward pass.
enum class TensorPlace { Device, Offload, Remat };

/// Its words in files, in the order of the enumeration.
inline constexpr std::array<const char *, 3> tensorPlaceNames { "device", "offload", "remat" };

inline std::string nameOf(TensorPlace place)
{
    return tensorPlaceNames[static_cast<std::size_t>(place)];
}

} // namespace headroom
