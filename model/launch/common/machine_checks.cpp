#include "model/launch/common/machine_checks.h"

#include "model/launch/common/script_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Bus bandwidth of an all-reduce over all devices, in GB/s, that hides the plan's traffic over the
/// network; without any, its traffic inside the node. All network links of a node carry such an
/// all-reduce together, so its bus bandwidth is theirs added up. 0: nothing asks for bandwidth.
double neededBandwidth(const LaunchSpec &spec)
{
    if (!spec.request->prediction)
        return 0;
    double acrossNodes = 0;
    double inside = 0;
    for (const CollectiveLoad &load : spec.request->prediction->collectives) {
        const double rate = load.minBandwidth.value() / bytesPerGb;
        double &largest = load.crossesNodes ? acrossNodes : inside;
        largest = std::max(largest, rate);
    }
    return acrossNodes > 0 ? acrossNodes * spec.plan().hardware.devicesPerNode : inside;
}

/// The largest message worth measuring: the gradients of one device, at most 4 GiB.
double payloadMib(const LaunchSpec &spec)
{
    constexpr double least = 64;
    constexpr double most = 4096;
    constexpr double usual = 1024; ///< where nothing was predicted
    if (!spec.request->prediction)
        return usual;
    double bytes = 0;
    for (const CollectiveLoad &load : spec.request->prediction->collectives)
        bytes = std::max(bytes, load.bytes.value() / std::max(spec.model().layers, 1));
    return std::clamp(std::round(bytes / bytesPerMib), least, most);
}

std::string networkScript(const LaunchSpec &spec)
{
    const HardwareChoice &hardware = spec.plan().hardware;
    std::string text = shellStart(spec,
        "All-reduce bandwidth over all nodes of the job, against what the plan needs. Run it "
        "before "
        "training, on every node at once: under srun with one task per GPU, or by hand with "
        "NODE_RANK "
        "and MASTER_ADDR set.");
    text += shellFolder();
    text += fmt::format("CHECK=(\n"
                        "  \"${{HERE}}/all_reduce_check.py\"\n"
                        "  --need-gbytes-per-s {:.1f}\n"
                        "  --payload-mib {:.0f}\n"
                        "  --nodes {}\n"
                        "  --devices-per-node {}\n"
                        ")\n\n",
        neededBandwidth(spec), payloadMib(spec), hardware.nodes, spec.processesPerNode());
    text += fmt::format(
        "if [[ -n \"${{SLURM_PROCID:-}}\" ]] || ! python3 -c 'import torch' 2>/dev/null; then\n"
        "  exec python3 \"${{CHECK[@]}}\"\n"
        "fi\n"
        "exec python3 -m torch.distributed.run --nproc_per_node {} \\\n"
        "  --nnodes \"${{NNODES:-{}}}\" --node_rank \"${{NODE_RANK:-0}}\" \\\n"
        "  --master_addr \"${{MASTER_ADDR:-localhost}}\" --master_port \"${{MASTER_PORT:-6001}}\" "
        "\\\n"
        "  \"${{CHECK[@]}}\"\n",
        spec.processesPerNode(), hardware.nodes);
    return text;
}

std::string contextScript(const LaunchSpec &spec)
{
    const double outside
        = spec.request->prediction ? inGib(spec.request->prediction->memory.outsidePool) : 0;
    return shellStart(spec, "Device memory that the runtime takes before any tensor.")
        + shellFolder()
        + fmt::format(
            "exec python3 \"${{HERE}}/measure_context.py\" --framework {} --expect-gib {:.2f}\n",
            spec.framework().runsXla ? "jax" : "torch", outside);
}

} // namespace

void addMachineChecks(const LaunchSpec &spec, ExportDraft &draft)
{
    if (spec.isTpu())
        return;
    if (spec.resolved().deviceCount() > 1) {
        draft.addScript("check_network.sh", networkScript(spec),
            "all-reduce bandwidth of the cluster against the plan's need (exit 3: too slow)");
        draft.addScript("all_reduce_check.py", introducedScript(spec, "all_reduce_check.py"),
            "the measurement of check_network.sh");
    }
    draft.addScript("measure_context.sh", contextScript(spec),
        "memory that driver and libraries take before any tensor (exit 3: more than planned)");
    draft.addScript("measure_context.py", introducedScript(spec, "measure_context.py"),
        "the measurement of measure_context.sh");
}

} // namespace headroom
