#include "model/physics/prepare/prepare.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Both-direction rate of one torus axis in use, and whether it closes to a ring.
BytesPerSecond axisRate(const Accelerator &chip, const HardwareChoice &hardware)
{
    std::vector<int> sides;
    int side = 0;
    for (const char letter : hardware.topology + "x") {
        if (letter >= '0' && letter <= '9') {
            side = side * 10 + (letter - '0');
        } else if (side > 0) {
            sides.push_back(side);
            side = 0;
        }
    }
    if (sides.empty()) {
        const double even = std::pow(double(hardware.devicesPerNode), 1.0 / chip.torusDimensions);
        sides.assign(
            static_cast<std::size_t>(chip.torusDimensions), static_cast<int>(std::lround(even)));
    }
    bool wraps = true;
    for (const int length : sides) {
        if (chip.wrapAxisSize > 0)
            wraps = wraps && length >= chip.wrapAxisSize;
        else if (chip.wrapAxisMultiple > 0)
            wraps = wraps && length % chip.wrapAxisMultiple == 0;
    }
    const BytesPerSecond both = 2 * chip.ratePerLink;
    return wraps ? both : both / 2;
}

/// Multiprocessors of the chip that stacks name their context for. A context holds local memory and
/// stacks for each: notes of one source say 1.1 GiB on V100 (80) and 1.5 on A100 (108).
/// @source bigscience, chronicles of tr3m and tr11 (nvidia-smi less what torch reports)
constexpr double contextUnits = 108;

} // namespace

void prepareChip(Prepared &p, const PrepareInput &input)
{
    const Accelerator &chip = input.resolved.accelerator;
    const HardwareChoice &hardware = input.resolved.plan.hardware;
    p.isTpu = chip.kind == AcceleratorKind::Tpu;
    p.peak16 = densePeak(chip, input.resolved.plan.precision.compute);
    const double cap = hardware.powerCapW.value_or(chip.powerCapW);
    p.powerShare = cap > 0 && chip.tdpW > 0 && cap < chip.tdpW ? cap / chip.tdpW : 1;
    p.memoryPeak = chip.memoryBandwidth;
    p.linkPeak = chip.linkRate;
    p.networkPeak = gbytesPerSecond(
        hardware.nicGbytesPerSecondPerDevice.value_or(chip.nicRate.value() / bytesPerGb));
    p.networkPeak
        = std::min(p.networkPeak, p.flags.nodeNetworkLimit / std::max(1, hardware.devicesPerNode));
    p.hostPeak = chip.hostRate;
    p.computeUnits = std::max(1, chip.computeUnits);
    p.contextScale = chip.isNvidia() && chip.computeUnits > 0 ? p.computeUnits / contextUnits : 1;
    p.mxu = std::max(1, chip.mxuDimension);
    p.torusDimensions = chip.torusDimensions;
    p.devicesPerNode = hardware.devicesPerNode;
    p.nodes = hardware.nodes;
    p.domain = p.isTpu
        ? hardware.devicesPerNode
        : std::max<double>(
            std::min(chip.scaleUpDomain, hardware.devicesPerNode * hardware.nodes), 1);
    if (!p.isTpu && chip.scaleUpDomain <= chip.devicesPerNode)
        p.domain = std::min<double>(p.domain, hardware.devicesPerNode);
    // Without copies between GPUs links count for nothing: what leaves a GPU goes over its PCIe.
    if (!p.isTpu && p.flags.peersThroughHost)
        p.domain = 1;
    p.axisPeak = p.isTpu ? axisRate(chip, hardware) : BytesPerSecond {};
    p.usableBytes = chip.usableMemory > Bytes {} ? chip.usableMemory : chip.memory;
    p.poolBytes = p.isTpu ? Bytes {} : p.usableBytes * p.flags.memoryFraction;
}

} // namespace headroom
