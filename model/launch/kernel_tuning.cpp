#include "model/launch/kernel_tuning.h"

#include "model/launch/script_text.h"
#include "model/launch/shell_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// Shared memory that one thread block may use, in KiB, by the year of the chip's launch.
/// @source CUDA C++ programming guide, technical specifications per compute capability (96, 163,
/// 227); AMD CDNA instruction set guide (64 of local data share)
double blockScratchKib(const Accelerator &chip)
{
    if (chip.kind == AcceleratorKind::Tpu)
        // Where no source gives the size: the smallest of any generation.
        return (chip.vmemMib > 0 ? chip.vmemMib : 64) * 1024;
    if (!chip.isNvidia())
        return 64;
    constexpr int hopperYear = 2022;
    constexpr int ampereYear = 2020;
    const bool isConsumerDie = chip.linkType.find("NVLink") == std::string::npos;
    if (chip.launchYear >= hopperYear)
        return isConsumerDie ? 99 : 227;
    return chip.launchYear >= ampereYear ? 163 : 96;
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
        "the measurement behind tune_kernels.sh");
}

} // namespace headroom
