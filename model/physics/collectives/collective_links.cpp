#include "model/physics/collectives/collective_links.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom {
namespace {

using Algorithm = CollectiveAlgorithm;
using Kind = CollectiveKind;

/// SMs of rings: doubled after the search, and again where a few fast rings leave a node.
/// @source NCCL graph/connect.cc:460, 480-483
double computeChannels(const CollectiveMachine &machine, const GroupLinks &links)
{
    const CollectiveConstants &own = *machine.constants;
    if (machine.isMesh)
        return links.channels;
    double count = links.channels * own.ringDoubling.value;
    constexpr double fastRing = 45e9, few = 16;
    const bool isRecent = machine.nvlsChannels > 0;
    if (isRecent && links.nodes > 1 && count < few
        && machine.networkRate / machine.networkChannels > fastRing)
        count *= 2;
    return std::min(count, own.maxChannels.value);
}

} // namespace

BytesPerSecond channelLimit(const CollectiveMachine &machine, const GroupLinks &links, int most)
{
    return BytesPerSecond { most > 0
            ? most * (links.nodes > 1 ? machine.channelRateBetween : machine.channelRate)
            : std::numeric_limits<double>::infinity() };
}

GroupLinks groupLinks(const CollectiveMachine &machine, const CollectiveGroup &group)
{
    GroupLinks links;
    const GroupSpan &span = group.span;
    const CollectiveShares &shares = machine.shares;
    links.size = span.size;
    links.local = span.insideNode;
    links.nodes = std::max(1.0, span.domains);
    links.depth = links.nodes > 1 ? std::floor(std::log2(links.nodes)) : 0;
    links.column = links.nodes <= 1 ? 0 : links.nodes <= 2 ? 1 : 2;
    links.isFast = span.inside > 1 && span.inside >= span.insideNode;
    links.usesPci = span.insideNode > span.inside;
    links.hasSwitch = machine.hasSwitch && links.isFast;
    const double part = machine.isMesh ? (span.inside - 1) / std::max(1.0, machine.domain - 1) : 1;
    const double link = machine.ringBus * part * shares.link, peer = machine.peerRate * shares.peer;
    links.node = span.insideNode <= 1 ? std::numeric_limits<double>::infinity()
        : links.isFast                ? link
        : span.inside > 1             ? std::min(link, peer)
                                      : peer;
    links.network = machine.networkRate * shares.network * span.insideNode / group.sharing;
    links.bus = links.nodes > 1 ? std::min(links.node, links.network) : links.node;
    links.channels = links.nodes > 1 ? span.insideNode * machine.networkChannels
        : links.isFast               ? std::max(1.0, machine.rings * part)
                                     : 1;
    links.computeChannels = computeChannels(machine, links);
    links.limit = channelLimit(machine, links, machine.settings.maxChannels).value();
    links.bus = std::min(links.bus, links.limit);
    return links;
}

namespace {

/// A ring closes in one node, else it leaves each node once.
LinkBytes ringBytes(const GroupLinks &links, const GroupSpan &span, Bytes sent)
{
    const double edges = links.nodes > 1 ? links.local - 1 : links.local;
    const double fast = links.isFast ? edges : links.local - links.local / span.inside;
    return { sent * fast / links.local, sent * std::max(0.0, edges - fast) / links.local,
        links.nodes > 1 ? sent / links.local : Bytes {} };
}

LinkBytes torusBytes(Kind kind, const GroupSpan &span, Bytes bytes)
{
    const double passes = kind == Kind::AllReduce ? 2 : 1;
    const Bytes inside
        = span.inside > 1 ? passes * bytes * (span.inside - 1) / span.inside : Bytes {};
    if (kind == Kind::SendReceive)
        return { span.domains <= 1 ? bytes : Bytes {}, {}, span.domains <= 1 ? Bytes {} : bytes };
    const Bytes outside = passes * bytes * (span.domains - 1) / span.domains;
    return { inside, {}, kind == Kind::AllToAll ? outside : outside / span.inside };
}

LinkBytes pairBytes(Kind kind, const GroupLinks &links, const GroupSpan &span, Bytes bytes)
{
    if (kind == Kind::SendReceive)
        return { links.nodes <= 1 && span.inside > 1 ? bytes : Bytes {},
            links.nodes <= 1 && span.inside <= 1 ? bytes : Bytes {},
            links.nodes > 1 ? bytes : Bytes {} };
    return { bytes * (span.inside - 1) / span.size,
        bytes * (span.insideNode - span.inside) / span.size,
        bytes * (span.size - span.insideNode) / span.size };
}

} // namespace

LinkBytes linkBytes(const CollectiveMachine &machine, CollectiveKind kind,
    CollectiveAlgorithm algorithm, const CollectiveGroup &group, Bytes bytes)
{
    const GroupSpan &span = group.span;
    if (span.size <= 1)
        return {};
    if (algorithm == Algorithm::Torus)
        return torusBytes(kind, span, bytes);
    const GroupLinks links = groupLinks(machine, group);
    const double n = links.size, local = links.local;
    const Bytes sent = bytes * (kind == Kind::AllReduce ? 2 : 1) * (n - 1) / n;
    const Bytes chain = 2 * bytes * (local - 1) / local; // up and down inside a node
    const double onLinks = links.isFast ? 1 : 0;
    switch (algorithm) {
    case Algorithm::Tree:
        return { chain * onLinks, chain * (1 - onLinks),
            2 * bytes * (links.nodes - 1) / links.nodes / local };
    case Algorithm::Nvls:
        return { kind == Kind::AllReduce ? bytes * (1 + 1 / local) : bytes, {},
            links.nodes > 1 ? bytes / local : Bytes {} };
    case Algorithm::NvlsTree:
        return { bytes * (1 + 1 / local), {}, 2 * bytes * (links.nodes - 1) / links.nodes / local };
    case Algorithm::CollnetDirect:
    case Algorithm::CollnetChain:
        return { chain * onLinks, chain * (1 - onLinks), bytes / local };
    case Algorithm::Pat:
        return { {}, {}, sent };
    case Algorithm::Symmetric:
        return { kind == Kind::AllReduce && links.hasSwitch ? bytes * (1 + 1 / n) : sent, {}, {} };
    case Algorithm::Pairs:
        return pairBytes(kind, links, span, bytes);
    case Algorithm::Ring:
    case Algorithm::Torus:
        break;
    }
    return ringBytes(links, span, sent);
}

double operationChannels(const CollectiveLine &line, double ranks, Bytes bytes)
{
    if (line.algorithm != Algorithm::Ring && line.algorithm != Algorithm::Tree)
        return line.channels;
    constexpr double widest = 640, usual = 512; // threads
    constexpr double bytesOfSimple = 64, bytesOfLow = 8; // per thread
    const bool isLow = line.protocol == CollectiveProtocol::LowLatency;
    const double threads = line.protocol == CollectiveProtocol::LowLatency128 ? widest : usual;
    const double perThread = line.protocol == CollectiveProtocol::Simple ? bytesOfSimple
        : isLow && line.algorithm == Algorithm::Ring                     ? bytesOfLow * ranks
                                                                         : bytesOfLow;
    return std::clamp<double>(
        std::ceil(bytes.value() / (threads * perThread)), 1, std::max(1.0F, line.channels));
}

} // namespace headroom
