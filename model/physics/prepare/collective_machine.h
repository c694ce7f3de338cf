#pragma once

#include "model/library/collectives/collective_table.h"

#include <cstdint>
#include <limits>

namespace headroom {

/// What a plan and its flags let the library do.
struct CollectiveSettings
{
    bool inSwitch = true; ///< sums and multicasts of the NVSwitch, where the chip has one (NVLS)
    bool networkSums = false; ///< switches of the network add up (SHARP)
    bool symmetricBuffers = false; ///< kernels on symmetric memory inside a scale-up domain
    int maxChannels = 0; ///< of one collective; 0: as many as the library takes
    int maxPairChannels = 0; ///< the same for send and receive
    std::uint16_t algorithms = 0xffff; ///< bits by CollectiveAlgorithm: those allowed
    std::uint16_t protocols = 0xffff; ///< bits by CollectiveProtocol
    Seconds start; ///< before the first byte: what the caller adds to the library
    bool operator==(const CollectiveSettings &) const = default;

    bool allows(CollectiveAlgorithm algorithm, CollectiveProtocol protocol) const
    {
        return (algorithms >> static_cast<unsigned>(algorithm) & 1) != 0
            && (protocols >> static_cast<unsigned>(protocol) & 1) != 0;
    }
};

/// What a training step reaches of the bus bandwidth that the library's model gives to a benchmark:
/// one meaning for all, 1 = as a benchmark on idle links.
struct CollectiveShares
{
    double link = 1; ///< over scale-up links, TPU: over a torus axis
    double network = 1;
    double peer = 1; ///< over PCIe inside a node
    double exchange = 1, exchangeNetwork = 1; ///< all-to-all over links, over the network
    double networkLatency = 1; ///< factor on the latency of rings and trees that leave a node
    Evidence evidence = Evidence::Assumed;
    bool operator==(const CollectiveShares &) const = default;
};

/// The links of one device, nominal rates of one direction.
struct CollectiveLinks
{
    double devicesPerNode = 8;
    double domain = 8; ///< devices with fast links to each other; TPU: a slice
    BytesPerSecond network; ///< of one device's part of the NICs
    BytesPerSecond axis; ///< TPU: one torus axis, both directions
};

/// One row of the table as the machine runs it; rates in bytes/s, by nodes (one, two, more).
struct CollectiveRow
{
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring;
    CollectiveProtocol protocol = CollectiveProtocol::Simple;
    Seconds base, link, pci, network;
    double ofBus = 1;
    ByNodes channel {}, thenOf { 1, 1, 1 }, thenChannel {}, atMost {};
    int correction = -1;
    Evidence evidence = Evidence::Cited;
    std::uint16_t kinds = 0; ///< bits by CollectiveKind that it can run
};

/// Everything about chip, links, library and settings that a collective needs and no group changes.
/// Made once per plan; curves of groups point into it.
struct CollectiveMachine
{
    bool isTpu = false, isMesh = false, hasSwitch = false;
    double domain = 1;
    double linkTotal = 0; ///< all scale-up links of a device, as the library counts them
    double rings = 1, ringBus = 0; ///< rings inside a full node, and what they carry together
    /// What one compute channel moves at most, in one node and over several: felt under a limit.
    double channelRate = 0, channelRateBetween = 0;
    double pairRate = 0; ///< one device to one other over scale-up links
    double peerRate = 0; ///< over PCIe to a device of the node
    double networkRate = 0; ///< of one device's part of the NICs
    double networkChannel = 0; ///< what one ring carries over it
    double networkChannels = 1; ///< rings over that part
    double axisRate = 0; ///< TPU: an axis, both directions
    double linkOneWay = 0; ///< TPU: one link, one direction
    double plateau = 1, nvlsChannels = 0, nvlsChannelsBetween = 0, switchEfficiency = 0;
    /// Network hop of groups with one device per node, by protocol: nothing hides it.
    std::array<Seconds, 3> loneHop {};
    Bytes fill, fillHalf { 1 };
    CollectiveShares shares;
    CollectiveSettings settings;
    std::vector<CollectiveRow> rows;
    std::vector<SymmetricKernel> symmetric;
    /// Inverse of the size corrections, and a 1 for everything larger.
    std::vector<std::array<double, correctionSteps + 1>> slowdowns;
    const CollectiveConstants *constants = nullptr; ///< of the table, which outlives the machine
    Evidence evidence = Evidence::Cited; ///< of the generation and its fill
};

/// Puts together what collectives cost on this machine.
/// @param chipFamily  `ChipProfile::id`
/// @source profiles/collectives/nccl.yaml; TPU: jax-ml scaling-book, sharded matrices
CollectiveMachine collectiveMachine(const CollectiveTable &table, const Accelerator &accelerator,
    std::string_view chipFamily, const CollectiveLinks &links, const CollectiveShares &shares,
    const CollectiveSettings &settings);

/// Another NIC: nominal rate of one device's part.
void setNetworkRate(CollectiveMachine &machine, BytesPerSecond nominal);

/// Kinds of link that a collective may pass.
enum class LinkClass { ScaleUp, Torus, HostBus, Network };

/// What the bytes of a collective take on one kind of link at this rate, all others infinitely
/// fast: plain rings, no latency, nothing lost.
CollectiveMachine bareLinks(const CollectiveMachine &machine, LinkClass kind, BytesPerSecond rate);

} // namespace headroom
