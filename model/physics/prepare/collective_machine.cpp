#include "model/physics/prepare/collective_machine.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// A torus axis carries both directions; between slices the data-centre network.
void prepareTorus(
    CollectiveMachine &machine, const Accelerator &accelerator, const CollectiveLinks &links)
{
    machine.isTpu = true;
    machine.axisRate = links.axis.value();
    machine.linkOneWay = accelerator.ratePerLink.value();
    setNetworkRate(machine, links.network);
}

int correctionIndex(const CollectiveTable &table, const std::string &id)
{
    for (std::size_t i = 0; i < table.corrections.size(); ++i)
        if (table.corrections[i].id == id)
            return static_cast<int>(i);
    return -1;
}

constexpr std::uint16_t bit(CollectiveKind kind)
{
    return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
}

/// @source NCCL graph/tuning.cc:294-303
std::uint16_t kindsOf(CollectiveAlgorithm algorithm)
{
    constexpr std::uint16_t halves
        = bit(CollectiveKind::AllGather) | bit(CollectiveKind::ReduceScatter);
    switch (algorithm) {
    case CollectiveAlgorithm::Ring:
        return halves | bit(CollectiveKind::AllReduce) | bit(CollectiveKind::Broadcast);
    case CollectiveAlgorithm::Nvls:
        return halves | bit(CollectiveKind::AllReduce);
    case CollectiveAlgorithm::Pat:
        return halves;
    default:
        return bit(CollectiveKind::AllReduce);
    }
}

/// Rates of the generation beside the latencies of its library.
void prepareRows(CollectiveMachine &machine, const CollectiveTable &table,
    const CollectiveGeneration &generation)
{
    for (const CollectiveRate &rate : table.rates) {
        if (std::ranges::find(rate.generations, generation.id) == rate.generations.end())
            continue;
        for (const CollectiveLatency &latency : table.latencies)
            if (latency.library == generation.library && latency.algorithm == rate.algorithm
                && latency.protocol == rate.protocol)
                machine.rows.push_back({ rate.algorithm, rate.protocol, latency.base, latency.link,
                    latency.pci, latency.network, rate.ofBus, rate.channel, rate.thenOf,
                    rate.thenChannel, rate.atMost, correctionIndex(table, rate.correction),
                    weaker(rate.evidence, latency.evidence), kindsOf(rate.algorithm) });
    }
    for (const CollectiveLatency &latency : table.latencies)
        if (latency.library == generation.library && latency.algorithm == CollectiveAlgorithm::Tree)
            machine.loneHop[static_cast<std::size_t>(latency.protocol)] = latency.network;
    for (const CollectiveRow &row : machine.rows)
        if (row.algorithm == CollectiveAlgorithm::Nvls)
            machine.switchEfficiency = row.ofBus;
    for (const SymmetricKernel &kernel : table.symmetric)
        if (kernel.generation == generation.id && machine.settings.symmetricBuffers)
            machine.symmetric.push_back(kernel);
    for (const SizeCorrection &correction : table.corrections) {
        auto &slowdown = machine.slowdowns.emplace_back();
        for (std::size_t i = 0; i < correctionSteps; ++i)
            slowdown[i] = 1 / correction.shares[i];
        slowdown.back() = 1;
    }
}

/// Rings that the library's search lays over the links of one device.
void prepareRings(CollectiveMachine &machine, const CollectiveGeneration &generation)
{
    constexpr double rounding = 1e-9;
    machine.ringBus = machine.linkTotal;
    const CollectiveConstants &own = *machine.constants;
    const double each = machine.isMesh
        ? machine.linkTotal / own.meshChannels.value
        : std::max(generation.ringChannel, 1.0) / own.ringDoubling.value;
    machine.channelRate = own.channelReach.value * each;
    machine.channelRateBetween = own.channelReach.value
        * std::max(each, generation.networkChannel / own.ringDoubling.value);
    if (machine.isMesh) {
        machine.rings = own.meshChannels.value;
    } else if (generation.ringChannel > 0) {
        const double count = std::floor(machine.linkTotal / generation.ringChannel + rounding);
        // Links slower than one ring carry a slower ring.
        machine.rings = std::max(1.0, count);
        machine.ringBus = count >= 1 ? count * generation.ringChannel : machine.linkTotal;
    }
}

} // namespace

CollectiveMachine collectiveMachine(const CollectiveTable &table, const Accelerator &accelerator,
    std::string_view chipFamily, const CollectiveLinks &links, const CollectiveShares &shares,
    const CollectiveSettings &settings)
{
    CollectiveMachine machine;
    machine.shares = shares;
    machine.settings = settings;
    machine.constants = &table.constants;
    machine.domain = std::max(1.0, links.domain);
    const CollectiveGeneration *generation = table.generation(accelerator, chipFamily);
    if (!generation) {
        prepareTorus(machine, accelerator, links);
        return machine;
    }
    const CollectiveConstants &own = table.constants;
    machine.isMesh = generation->isMesh;
    machine.linkTotal = accelerator.linkRate.value() * generation->linkShare;
    prepareRings(machine, *generation);
    machine.pairRate = generation->isMesh ? machine.linkTotal / std::max(1.0, machine.domain - 1)
                                          : machine.linkTotal * own.pairShare.value;
    machine.peerRate = accelerator.hostRate.value() * own.pciShare.value;
    machine.networkChannel = generation->networkChannel;
    setNetworkRate(machine, links.network);
    machine.plateau = generation->plateau;
    machine.nvlsChannels = generation->nvlsChannels;
    machine.nvlsChannelsBetween = generation->nvlsChannelsBetween;
    // Pairs with a bridge have no switch between them.
    machine.hasSwitch = settings.inSwitch && generation->nvlsChannels > 0 && machine.domain > 2;
    machine.fill = Bytes { generation->fill.value };
    machine.fillHalf = Bytes { generation->fillHalf };
    machine.evidence = weaker(generation->evidence, generation->fill.evidence);
    prepareRows(machine, table, *generation);
    return machine;
}

void setNetworkRate(CollectiveMachine &machine, BytesPerSecond nominal)
{
    constexpr double rounding = 1e-9;
    machine.networkRate = nominal.value();
    if (!machine.isTpu)
        machine.networkRate *= machine.constants->networkShare.value;
    machine.networkChannels = machine.networkChannel > 0
        ? std::max(1.0, std::ceil(machine.networkRate / machine.networkChannel - rounding))
        : 1;
}

CollectiveMachine bareLinks(const CollectiveMachine &machine, LinkClass kind, BytesPerSecond rate)
{
    constexpr double unlimited = 1e30; ///< bytes/s
    static const CollectiveConstants nothing;
    CollectiveMachine bare;
    bare.isTpu = machine.isTpu;
    bare.constants = &nothing;
    const auto rateOf = [&](LinkClass own) { return own == kind ? rate.value() : unlimited; };
    bare.linkTotal = bare.ringBus = bare.pairRate = rateOf(LinkClass::ScaleUp);
    bare.peerRate = rateOf(LinkClass::HostBus);
    bare.networkRate = rateOf(LinkClass::Network);
    bare.axisRate = bare.linkOneWay = rateOf(LinkClass::Torus);
    CollectiveRow ring;
    ring.channel = ring.thenChannel = ring.atMost = { unlimited, unlimited, unlimited };
    for (std::size_t i = 0; i < collectiveKindNames.size(); ++i)
        ring.kinds |= bit(static_cast<CollectiveKind>(i));
    bare.rows.push_back(ring);
    return bare;
}

} // namespace headroom
