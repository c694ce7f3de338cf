#include "model/launch/common/kernel_tuning.h"

#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace headroom {
namespace {

/// Shared memory that one thread block may use, from that compute capability on.
struct BlockScratch
{
    ComputeCapability from;
    double kib;
};
/// Newest first. @source CUDA C++ programming guide, technical specifications per compute
/// capability
constexpr std::array nvidiaScratch { BlockScratch { { 12, 0 }, 99 }, BlockScratch { { 9, 0 }, 227 },
    BlockScratch { { 8, 8 }, 99 }, BlockScratch { { 8, 7 }, 163 }, BlockScratch { { 8, 6 }, 99 },
    BlockScratch { { 8, 0 }, 163 }, BlockScratch { { 7, 5 }, 64 }, BlockScratch { { 7, 0 }, 96 } };
/// Local data share. @source AMD CDNA 3 and CDNA 4 instruction set architecture
constexpr std::array amdScratch { BlockScratch { { 9, 5 }, 160 }, BlockScratch { { 1, 0 }, 64 } };
constexpr double minScratch = 64; ///< KiB, of all in either table

/// KiB of one thread block; the least of any chip where the compute capability is not known.
double blockScratchKib(const Accelerator &chip)
{
    if (chip.kind == AcceleratorKind::Tpu)
        // Where no source gives the size: the smallest of any generation.
        return (chip.vmemMib > 0 ? chip.vmemMib : 64) * 1024;
    const auto row = [&chip](std::span<const BlockScratch> table) {
        const auto found = std::ranges::find_if(
            table, [&chip](const BlockScratch &r) { return chip.capability >= r.from; });
        return found == table.end() ? minScratch : found->kib;
    };
    return chip.isNvidia() ? row(nvidiaScratch) : row(amdScratch);
}

int perDevice(std::int64_t amount, int degree)
{
    return static_cast<int>(std::max<std::int64_t>(amount / std::max(degree, 1), 1));
}

std::string tuneScript(const LaunchSpec &spec)
{
    const ModelShape &model = spec.model();
    const int tensor = spec.mesh.axis("tensor").degree();
    const int context = spec.mesh.axis("context").degree();
    const std::int64_t ffn = model.moe ? model.moe->ffn : model.ffn;
    std::string text = shellStart(spec,
        "Times Pallas kernels over block sizes for the plan's shapes; "
        "--list shows the search space and needs no device.");
    text += shellFolder();
    text += fmt::format("exec python3 \"${{HERE}}/tune_kernels.py\" \\\n"
                        "  --kind {} \\\n"
                        "  --scratch-kib {} \\\n"
                        "  --batch 1 \\\n"
                        "  --sequence {} \\\n"
                        "  --heads {} \\\n"
                        "  --kv-heads {} \\\n"
                        "  --head-dim {} \\\n"
                        "  --hidden {} \\\n"
                        "  --ffn {} \\\n"
                        "{}"
                        "  \"$@\"\n",
        spec.isTpu() ? "tpu" : "gpu", numberText(blockScratchKib(spec.chip())),
        perDevice(spec.plan().workload.sequenceLength, context), perDevice(model.heads, tensor),
        perDevice(model.kvHeads, tensor), model.headDim, model.hidden, perDevice(ffn, tensor),
        spec.isMaxText() && spec.isTpu() ? "  --write \"${HERE}/tuned_blocks.txt\" \\\n" : "");
    return text;
}

} // namespace

void addKernelTuning(const LaunchSpec &spec, ExportDraft &draft)
{
    draft.addScript(
        "tune_kernels.sh", tuneScript(spec), "block sizes of Pallas kernels for the plan's shapes");
    draft.addScript("tune_kernels.py", introducedScript(spec, "tune_kernels.py"),
        "the measurement of tune_kernels.sh");
}

} // namespace headroom
