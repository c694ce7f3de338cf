#pragma once

#include "model/physics/collectives/collective_curve.h"

namespace headroom {

/// How a group lies on the links of the machine; bytes/s, already the share that is reached.
struct GroupLinks
{
    double size = 1, local = 1, nodes = 1; ///< ranks, those of one node, nodes
    double depth = 0; ///< of a tree over the nodes
    std::size_t column = 0; ///< of ByNodes
    bool isFast = false; ///< all ranks of a node share scale-up links
    bool usesPci = false; ///< some of them only reach each other over PCIe
    bool hasSwitch = false; ///< a switch between them adds up
    double node = 0; ///< bus bandwidth inside a node; infinite for one rank
    double network = 0; ///< of the group's NICs in one node
    double bus = 0; ///< what rings over all ranks carry on the channels they may take
    double channels = 1; ///< rings
    double computeChannels = 1; ///< SMs that they would take
    double limit = 0; ///< what the channels that settings leave carry; infinite without a limit
};

GroupLinks groupLinks(const CollectiveMachine &machine, const CollectiveGroup &group);

/// What a limit on channels leaves.
BytesPerSecond channelLimit(const CollectiveMachine &machine, const GroupLinks &links, int most);

/// Payload that one device sends or receives, whichever is more, on each kind of link.
struct LinkBytes
{
    Bytes link, peer, network;
};

LinkBytes linkBytes(const CollectiveMachine &machine, CollectiveKind kind,
    CollectiveAlgorithm algorithm, const CollectiveGroup &group, Bytes bytes);

/// Compute channels, each an SM, that an operation of this size takes: small ones drop channels
/// until each thread has its part. @source NCCL enqueue.cc:2091-2104, comm.h:49-51, device.h:93-114
double operationChannels(const CollectiveLine &line, double ranks, Bytes bytes);

} // namespace headroom
