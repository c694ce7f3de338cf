#pragma once

#include "model/library/hardware/accelerator.h"

namespace headroom {

/// Generation of a GPU, oldest of a vendor first; Other: a TPU, or a vendor that nobody listed.
enum class GpuGeneration { Volta, Turing, Ampere, Ada, Hopper, Blackwell, Amd, Other };

/// By compute capability; a chip file that states none is told by the rates that came with each
/// generation (fp4 with Blackwell, fp8 with Hopper and Ada, bf16 with Ampere).
GpuGeneration gpuGeneration(const Accelerator &chip);
const char *generationName(GpuGeneration generation);

} // namespace headroom
