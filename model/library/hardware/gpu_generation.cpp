#include "model/library/hardware/gpu_generation.h"

namespace headroom {
namespace {

GpuGeneration byCapability(ComputeCapability capability)
{
    using enum GpuGeneration;
    return capability >= capability::blackwell ? Blackwell
        : capability >= capability::hopper     ? Hopper
        : capability >= capability::ada        ? Ada
        : capability >= capability::ampere     ? Ampere
        : capability >= capability::turing     ? Turing
                                               : Volta;
}

GpuGeneration byRates(const Accelerator &chip)
{
    if (chip.peak.fp4)
        return GpuGeneration::Blackwell;
    if (chip.peak.fp8)
        return chip.linkType.starts_with("PCIe") ? GpuGeneration::Ada : GpuGeneration::Hopper;
    return chip.peak.bf16 ? GpuGeneration::Ampere : GpuGeneration::Volta;
}

} // namespace

GpuGeneration gpuGeneration(const Accelerator &chip)
{
    if (chip.kind != AcceleratorKind::Gpu)
        return GpuGeneration::Other;
    if (chip.isAmd())
        return GpuGeneration::Amd;
    if (!chip.isNvidia())
        return GpuGeneration::Other;
    return chip.capability ? byCapability(*chip.capability) : byRates(chip);
}

const char *generationName(GpuGeneration generation)
{
    switch (generation) {
    case GpuGeneration::Volta:
        return "Volta";
    case GpuGeneration::Turing:
        return "Turing";
    case GpuGeneration::Ampere:
        return "Ampere";
    case GpuGeneration::Ada:
        return "Ada";
    case GpuGeneration::Hopper:
        return "Hopper";
    case GpuGeneration::Blackwell:
        return "Blackwell";
    case GpuGeneration::Amd:
        return "AMD";
    case GpuGeneration::Other:
        break;
    }
    return "other";
}

} // namespace headroom
