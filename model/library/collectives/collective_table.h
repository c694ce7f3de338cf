#pragma once

#include "model/base/outcome/result.h"
#include "model/base/units/evidence.h"
#include "model/library/collectives/collective_kinds.h"
#include "model/library/hardware/accelerator.h"
#include "model/library/profiles/data_directories.h"

namespace headroom {

/// A number of a table, with how it is known; p10 and p90 bound one that is not cited.
struct SourcedNumber
{
    double value = 0;
    Evidence evidence = Evidence::Assumed;
    double p10 = 0, p90 = 0;
    std::string source;
    bool operator==(const SourcedNumber &) const = default;
};

/// Values for one node, two nodes and more.
using ByNodes = std::array<double, 3>;

/// Latency of an algorithm with a protocol in one library.
struct CollectiveLatency
{
    std::string library;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring;
    CollectiveProtocol protocol = CollectiveProtocol::Simple;
    Seconds base; ///< once
    Seconds link, pci, network; ///< per hop
    Evidence evidence = Evidence::Cited;
    std::string source;
    bool operator==(const CollectiveLatency &) const = default;
};

/// Rate of an algorithm with a protocol on some generations:
/// r = min(ofBus·bus, channels·channel); min(thenOf·r, channels·thenChannel, atMost).
/// @unit bytes/s; infinite where there is no limit
struct CollectiveRate
{
    std::vector<std::string> generations;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring;
    CollectiveProtocol protocol = CollectiveProtocol::Simple;
    double ofBus = 1;
    ByNodes channel {}, thenOf { 1, 1, 1 }, thenChannel {}, atMost {};
    std::string correction; ///< empty: none
    Evidence evidence = Evidence::Cited;
    std::string source;
    bool operator==(const CollectiveRate &) const = default;
};

/// Kernel on symmetric memory.
struct SymmetricKernel
{
    std::string generation;
    CollectiveProtocol protocol = CollectiveProtocol::Simple;
    std::vector<CollectiveKind> kinds;
    Seconds base;
    double peak = 0; ///< bytes/s
    double channel = 0; ///< bytes/s of one channel
    double multicastChannels = 0; ///< of all devices together, where the switch multicasts
    Evidence evidence = Evidence::Cited;
    std::string source;
    bool operator==(const SymmetricKernel &) const = default;
};

/// Steps of a size correction, 64 B to 512 MiB.
inline constexpr std::size_t correctionSteps = 24;

/// Share of the rate that is left at 64 B · 2^i.
struct SizeCorrection
{
    std::string id;
    std::array<double, correctionSteps> shares {};
    Evidence evidence = Evidence::Cited;
    std::string source;
    bool operator==(const SizeCorrection &) const = default;
};

/// Chips for which the library knows one set of rates. @unit bytes/s, bytes
struct CollectiveGeneration
{
    std::string id, library;
    std::vector<std::string> chips; ///< families of stacks/chips.yaml
    std::vector<std::string> accelerators; ///< these alone, before the families
    bool isMesh = false; ///< a link to each peer: a smaller group has fewer
    double linkShare = 0.8; ///< of a link's nominal rate
    double ringChannel = 0; ///< rate of one ring inside a node; 0: rings fill the links
    double networkChannel = 0; ///< rate of one ring over a NIC
    double nvlsChannels = 0, nvlsChannelsBetween = 0; ///< compute channels, one node and several
    double plateau = 1; ///< on the latency of Simple all-reduce rings over nodes
    SourcedNumber fill; ///< bytes that a large message lacks to full speed
    double fillHalf = 0; ///< size of the message that lacks half of it
    Evidence evidence = Evidence::Cited;
    std::string source;
    bool operator==(const CollectiveGeneration &) const = default;
};

/// Numbers that hold for all generations, under their keys in the file; SI units inside.
struct CollectiveConstants
{
    SourcedNumber pciShare, networkShare, networkOverhead, simpleOverheadFactor, nvlsMaxRanks;
    SourcedNumber collnetArity, patHopDivisor, patRank, symmetricLlFactor;
    SourcedNumber maxChannels, ringDoubling, meshChannels, channelReach;
    SourcedNumber pairShare, pairFill, pairFillHalf;
    SourcedNumber exchangeBase, exchangePeer, exchangeNetworkPeer;
    SourcedNumber networkFill, networkFillHalf;
    SourcedNumber torusHop;
    SourcedNumber benchmarkStart, frameworkStart, efaStart;
    bool operator==(const CollectiveConstants &) const = default;
};

/// Rates and kernels that a generation may have.
inline constexpr std::size_t maxCollectiveRows = 16;

/// NCCL's and RCCL's own cost model as a table (profiles/collectives/nccl.yaml). Immutable after
/// loading.
struct CollectiveTable
{
    std::string id, version, source;
    std::vector<CollectiveLatency> latencies;
    std::vector<CollectiveRate> rates;
    std::vector<SymmetricKernel> symmetric;
    std::vector<SizeCorrection> corrections;
    std::vector<CollectiveGeneration> generations;
    CollectiveConstants constants;

    /// Reads collectives/nccl.yaml; a file of the user's folder wins.
    static Result<CollectiveTable> load(const DataDirectories &directories);
    /// Generation of an accelerator, by its name or the family of its chip (`ChipProfile::id`).
    /// Unknown families are taken by vendor: the newest generation of its library. TPUs have none.
    const CollectiveGeneration *generation(
        const Accelerator &accelerator, std::string_view chipFamily) const;
    bool operator==(const CollectiveTable &) const = default;
};

} // namespace headroom
