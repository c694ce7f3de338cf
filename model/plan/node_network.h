#pragma once

namespace headroom {

/// The network of a node as sites state it: so many links of so many gigabits per second.
struct NodeNetwork
{
    int links = 1;
    double gigabitsPerLink = 0; ///< 10^9 bits/s, one way
};

/// What one device gets of its node's links, in the unit of plans. @unit GB/s (10^9 bytes/s), one
/// way @pre devicesPerNode > 0
double nicGbytesPerDevice(const NodeNetwork &network, int devicesPerNode);

/// The links that give each device that rate: one a device where the rate is that of a link that is
/// sold, else a single one.
NodeNetwork nodeNetwork(double gbytesPerDevice, int devicesPerNode);

} // namespace headroom
