#include "model/plan/node_network.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

constexpr double bitsPerByte = 8;
/// Ports of Ethernet and InfiniBand in Gb/s. @source IEEE 802.3 (100, 200, 400, 800 GbE); IBTA
/// roadmap (EDR 100, HDR 200, NDR 400, XDR 800)
constexpr std::array soldGigabits { 10.0, 25.0, 40.0, 50.0, 100.0, 200.0, 400.0, 800.0, 1600.0 };

} // namespace

double nicGbytesPerDevice(const NodeNetwork &network, int devicesPerNode)
{
    return network.links * network.gigabitsPerLink / bitsPerByte / devicesPerNode;
}

NodeNetwork nodeNetwork(double gbytesPerDevice, int devicesPerNode)
{
    const double each = gbytesPerDevice * bitsPerByte;
    if (std::ranges::find(soldGigabits, each) != soldGigabits.end())
        return { devicesPerNode, each };
    const double whole = each * devicesPerNode;
    for (auto rate = soldGigabits.rbegin(); rate != soldGigabits.rend(); ++rate) {
        const double links = whole / *rate;
        if (links >= 1 && links == std::round(links))
            return { static_cast<int>(links), *rate };
    }
    return { 1, whole };
}

} // namespace headroom
