#pragma once

#include "model/library/hardware/accelerator.h"

#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// Names of the attention kernels that a plan may ask for.
std::span<const std::string_view> attentionKernelNames();
/// Whether a chip runs the kernel of this name.
bool takesAttention(const Accelerator &chip, std::string_view kernel);
/// The kernel itself where the chip runs it, else the one that is usual there.
std::string attentionOn(const Accelerator &chip, const std::string &kernel);

} // namespace headroom
