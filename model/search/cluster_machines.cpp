#include "model/search/cluster_machines.h"

#include "model/plan/attention_kernels.h"

#include <algorithm>
#include <bit>

namespace headroom {
namespace {

/// Devices that hang together: a node of GPUs, a slice of TPUs.
int largestUnit(const Accelerator &chip)
{
    if (chip.kind != AcceleratorKind::Tpu)
        return std::max(1, chip.devicesPerNode);
    return static_cast<int>(std::bit_floor(static_cast<unsigned>(std::max(1, chip.podMax))));
}

} // namespace

std::vector<MachineSize> machineSizes(const Accelerator &chip, std::int64_t most)
{
    std::vector<MachineSize> sizes;
    const int unit = largestUnit(chip);
    for (int devices = 1; devices < unit && devices <= most; devices *= 2)
        sizes.push_back({ 1, devices });
    for (int nodes = 1; std::int64_t { nodes } * unit <= most; nodes *= 2)
        sizes.push_back({ nodes, unit });
    return sizes;
}

std::vector<MachineSize> machineSizes(const Machine &machine, std::int64_t most)
{
    std::vector<MachineSize> sizes;
    for (int count = 1; std::int64_t { count } * machine.devices <= most; count *= 2)
        sizes.push_back({ count, machine.devices });
    return sizes;
}

Plan onMachine(Plan plan, const Accelerator &chip, const MachineSize &size)
{
    HardwareChoice hardware;
    if (plan.hardware.accelerator == chip.id)
        hardware = plan.hardware;
    hardware.accelerator = chip.id;
    hardware.nodes = size.nodes;
    hardware.devicesPerNode = size.devicesPerNode;
    hardware.topology.clear();
    plan.hardware = std::move(hardware);
    plan.attention = attentionOn(chip, plan.attention);
    plan.parallelism.mesh = {};
    plan.parallelism.stageLayers.clear();
    return plan;
}

} // namespace headroom
