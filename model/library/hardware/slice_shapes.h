#pragma once

#include "model/library/hardware/accelerator.h"

#include <string>
#include <vector>

namespace headroom {

/// Shapes that a slice of so many chips can have on the chip's torus, as plans write them
/// ("4x4x8"): sides in ascending order, the most cubic shape first. Empty for chips without a torus
/// and for numbers below one. No side exceeds the longest one of the chip's largest slice.
std::vector<std::string> sliceShapes(const Accelerator &chip, int chips);

} // namespace headroom
