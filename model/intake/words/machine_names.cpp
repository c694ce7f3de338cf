#include "model/intake/words/machine_names.h"

#include "model/base/text/ascii.h"
#include "model/runs/text/scan.h"

#include <array>

namespace headroom {
namespace {

// @source cloud.google.com/compute/docs/gpus and /kubernetes-engine/docs (gke-accelerator,
// gke-tpu-accelerator); aws.amazon.com/ec2/instance-types (p3, p4, p5, p6); learn.microsoft.com
// ND series; docs.oracle.com Compute shapes; the NVIDIA GPU operator's label nvidia.com/gpu.product
constexpr std::array machines {
    MachineName { "nvidia-h100-mega-80gb", "h100-sxm" },
    MachineName { "nvidia-h100-80gb", "h100-sxm" },
    MachineName { "nvidia-h200-141gb", "h200" },
    MachineName { "nvidia-h200", "h200" },
    MachineName { "nvidia-b200", "b200" },
    MachineName { "nvidia-b300", "b300" },
    MachineName { "nvidia-gb200", "gb200" },
    MachineName { "nvidia-gb300", "gb300" },
    MachineName { "nvidia-a100-80gb", "a100-80-sxm" },
    MachineName { "nvidia-tesla-a100", "a100-40-sxm" },
    MachineName { "nvidia-a100-sxm4-80gb", "a100-80-sxm" },
    MachineName { "nvidia-a100-sxm4-40gb", "a100-40-sxm" },
    MachineName { "nvidia-h100-pcie", "h100-pcie" },
    MachineName { "nvidia-tesla-v100", "v100-16" },
    MachineName { "nvidia-l40s", "l40s" },
    MachineName { "a3-highgpu-8g", "h100-sxm", 8 },
    MachineName { "a3-megagpu-8g", "h100-sxm", 8 },
    MachineName { "a3-ultragpu-8g", "h200", 8 },
    MachineName { "a4-highgpu-8g", "b200", 8 },
    MachineName { "a4x-highgpu-4g", "gb200", 4 },
    MachineName { "a2-ultragpu-8g", "a100-80-sxm", 8 },
    MachineName { "a2-highgpu-8g", "a100-40-sxm", 8 },
    MachineName { "p3dn.24xlarge", "v100", 8 },
    MachineName { "p3.16xlarge", "v100-16", 8 },
    MachineName { "p4d.24xlarge", "a100-40-sxm", 8 },
    MachineName { "p4de.24xlarge", "a100-80-sxm", 8 },
    MachineName { "p5.48xlarge", "h100-sxm", 8 },
    MachineName { "p5e.48xlarge", "h200", 8 },
    MachineName { "p5en.48xlarge", "h200", 8 },
    MachineName { "p6-b200.48xlarge", "b200", 8 },
    MachineName { "p6e-gb200", "gb200", 4 },
    MachineName { "g6e.48xlarge", "l40s", 8 },
    MachineName { "nd96asr_v4", "a100-40-sxm", 8 },
    MachineName { "nd96amsr_a100_v4", "a100-80-sxm", 8 },
    MachineName { "nd96isr_h100_v5", "h100-sxm", 8 },
    MachineName { "nd96isr_h200_v5", "h200", 8 },
    MachineName { "nd96isr_mi300x_v5", "mi300x", 8 },
    MachineName { "bm.gpu4.8", "a100-40-sxm", 8 },
    MachineName { "bm.gpu.a100-v2.8", "a100-80-sxm", 8 },
    MachineName { "bm.gpu.h100.8", "h100-sxm", 8 },
    MachineName { "bm.gpu.h200.8", "h200", 8 },
    MachineName { "bm.gpu.mi300x.8", "mi300x", 8 },
    MachineName { "dgx-h100", "h100-sxm", 8 },
    MachineName { "dgx-a100", "a100-80-sxm", 8 },
    MachineName { "tpu-v4-podslice", "tpu-v4" },
    MachineName { "tpu-v5-lite-podslice", "tpu-v5e" },
    MachineName { "tpu-v5-lite-device", "tpu-v5e" },
    MachineName { "tpu-v5p-slice", "tpu-v5p" },
    MachineName { "tpu-v6e-slice", "tpu-v6e" },
    MachineName { "tpu7x", "tpu-v7x" },
};

struct SliceKind
{
    std::string_view prefix, chip;
    int perChip; ///< what the number counts for one chip
};
constexpr std::array slices { SliceKind { "v5litepod-", "tpu-v5e", 1 },
    SliceKind { "v5e-", "tpu-v5e", 1 }, SliceKind { "v5p-", "tpu-v5p", 2 },
    SliceKind { "v6e-", "tpu-v6e", 1 }, SliceKind { "v4-", "tpu-v4", 2 },
    SliceKind { "v3-", "tpu-v3", 2 } };

} // namespace

const MachineName *machineNamed(std::string_view name)
{
    const std::string own = asciiLowered(name);
    const MachineName *found = nullptr;
    for (const MachineName &row : machines)
        if (own.find(row.word) != std::string::npos
            && (!found || row.word.size() > found->word.size()))
            found = &row;
    return found;
}

std::optional<SliceName> sliceNamed(std::string_view name)
{
    const std::string own = asciiLowered(name);
    for (const SliceKind &kind : slices) {
        if (!own.starts_with(kind.prefix))
            continue;
        const auto count = wholeNumberText(own.substr(kind.prefix.size()));
        constexpr double most = 1e6;
        if (count && *count >= kind.perChip && *count <= most)
            return SliceName { std::string(kind.chip), static_cast<int>(*count) / kind.perChip };
    }
    return std::nullopt;
}

} // namespace headroom
