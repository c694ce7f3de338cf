#include "model/physics/collectives/collective_curve.h"

#include "model/physics/collectives/collective_links.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

using Algorithm = CollectiveAlgorithm;
using Kind = CollectiveKind;
using Protocol = CollectiveProtocol;

/// @source NCCL graph/tuning.cc:383-437
Seconds rowLatency(
    const CollectiveMachine &machine, const CollectiveRow &row, Kind kind, const GroupLinks &links)
{
    const CollectiveConstants &own = *machine.constants;
    const Seconds hop = links.usesPci ? row.pci : row.link;
    const Seconds between
        = links.local > 1 ? row.network : machine.loneHop[static_cast<std::size_t>(row.protocol)];
    const bool isSimple = row.protocol == Protocol::Simple;
    switch (row.algorithm) {
    case Algorithm::Tree:
        return row.base + 2 * ((links.local - 1) * hop + links.depth * between);
    case Algorithm::Nvls:
        return row.link + (links.nodes > 1 ? row.network : Seconds {});
    case Algorithm::NvlsTree:
        return row.base + row.link + 2 * links.depth * row.network;
    case Algorithm::CollnetDirect:
        return row.base + row.network
            + 2
            * (std::min(1.0, links.local - 1) * hop
                + (links.local - 1) * Seconds { own.collnetArity.value });
    case Algorithm::CollnetChain:
        return row.base + 2 * (links.local - 1) * hop + row.network;
    case Algorithm::Pat:
        return row.base + links.depth * between / own.patHopDivisor.value
            + Seconds { links.size * own.patRank.value };
    default:
        break;
    }
    if (kind == Kind::Broadcast)
        return row.base + (links.nodes > 1 ? between : hop);
    const Seconds posts { own.networkOverhead.value
        * (isSimple ? own.simpleOverheadFactor.value : 1) };
    const Seconds step = links.nodes > 1 ? std::max(hop, posts) : hop;
    const double passes = kind == Kind::AllReduce ? 2 : 1;
    // NCCL raises it above 64 bytes a rank and channel; below, Simple is never the cheapest.
    const double plateau
        = links.nodes > 1 && isSimple && kind == Kind::AllReduce ? machine.plateau : 1;
    return plateau
        * (row.base + passes * ((links.size - links.nodes) * step + (links.nodes - 1) * between));
}

/// Bytes of the operation per second; 0 where the row cannot run it.
/// @source NCCL graph/tuning.cc:306-383. What the search makes of the links for NVLS is taken from
/// what its traffic needs, a device reading its whole buffer and storing one part more: the rates
/// of 5 to 8 H200 and B200 come out within 2 %.
double rowRate(
    const CollectiveMachine &machine, const CollectiveRow &row, Kind kind, const GroupLinks &links)
{
    const double n = links.size, local = links.local;
    const bool isSum = kind == Kind::AllReduce;
    const bool isHalf = kind == Kind::AllGather || kind == Kind::ReduceScatter;
    const double ring = isSum ? n / (2 * (n - 1)) : isHalf ? n / (n - 1) : 1;
    const auto limited = [&](double bus) {
        const double first = std::min(row.ofBus * bus, links.channels * row.channel[links.column]);
        return std::min({ first * row.thenOf[links.column],
            links.channels * row.thenChannel[links.column], row.atMost[links.column] });
    };
    const auto inSwitch = [&] { return row.ofBus * links.node * local / (local + 1); };
    switch (row.algorithm) {
    case Algorithm::Ring:
        if (row.protocol == Protocol::LowLatency128 && links.usesPci)
            return {};
        return limited(links.bus) * ring;
    case Algorithm::Tree:
        if ((row.protocol == Protocol::LowLatency128 && links.usesPci)
            || (machine.isMesh && links.nodes <= 1 && row.protocol == Protocol::Simple))
            return {};
        return limited(links.bus) / 2;
    case Algorithm::Nvls:
        if (!links.hasSwitch)
            return {};
        if (isHalf)
            return links.nodes <= 1 && n <= machine.constants->nvlsMaxRanks.value
                ? row.ofBus * links.node * (n - 1) / n
                : 0;
        if (links.nodes <= 1)
            return inSwitch();
        return machine.settings.networkSums
            ? std::min(inSwitch() * 2 * (local - 1) / local, links.network) * ring
            : 0;
    case Algorithm::NvlsTree: {
        if (!links.hasSwitch || links.nodes <= 1)
            return {};
        const double outside = links.network * (links.nodes <= 2 ? 2 : 1);
        return std::min({ inSwitch() * 2 * (local - 1) / local, outside,
                   local * row.channel[links.column] })
            * ring;
    }
    case Algorithm::CollnetDirect:
    case Algorithm::CollnetChain: {
        if (!machine.settings.networkSums || links.nodes <= 1)
            return {};
        const double perRing = local / links.channels;
        const double crowd = row.algorithm == Algorithm::CollnetDirect ? (perRing + 1) / 2 : 1;
        return row.ofBus
            * std::min({ links.node / std::max(1.0, crowd), 2 * links.network, links.limit }) / 2;
    }
    case Algorithm::Pat:
        return local <= 1 ? row.ofBus * links.bus : 0;
    default:
        return {};
    }
}

/// SMs that an operation takes of so many, and the share of its rate that a limit on them leaves.
struct ChannelUse
{
    ChannelUse(const CollectiveMachine &machine, double full, int most)
        : count(static_cast<float>(most > 0 ? std::min<double>(full, most) : full))
        , share(most > 0 ? std::min(1.0, most * machine.constants->channelReach.value / full) : 1)
    { }
    float count = 1;
    double share = 1;
};

} // namespace

CollectiveCurve::CollectiveCurve(
    const CollectiveMachine &machine, CollectiveKind kind, const CollectiveGroup &group)
    : m_start(machine.settings.start)
    , m_fillHalf(machine.fillHalf)
    , m_slowdowns(&machine.slowdowns)
    , m_machine(&machine)
    , m_kind(kind)
    , m_group(group)
{
    if (group.span.size <= 1)
        return;
    if (machine.isTpu) {
        addTorus();
        return;
    }
    if (kind == Kind::AllToAll || kind == Kind::SendReceive) {
        addPairs();
        return;
    }
    addRows();
    addSymmetric();
}

void CollectiveCurve::add(const CollectiveLine &line)
{
    if (m_count < m_lines.size())
        m_lines[m_count++] = line;
}

void CollectiveCurve::addRows()
{
    const CollectiveMachine &machine = *m_machine;
    const GroupLinks links = groupLinks(machine, m_group);
    const double late = links.nodes > 1 ? machine.shares.networkLatency : 1;
    const Evidence known = weaker(machine.evidence, machine.shares.evidence);
    double fastest = std::numeric_limits<double>::infinity();
    // Where nothing allowed can run the kind, the library stops; a plan is shown with plain rings.
    for (const bool isFallback : { false, true }) {
        for (const CollectiveRow &row : machine.rows) {
            if ((row.kinds >> static_cast<unsigned>(m_kind) & 1) == 0)
                continue;
            const bool isPlain
                = row.algorithm == Algorithm::Ring && row.protocol == Protocol::Simple;
            if (isFallback ? !isPlain : !machine.settings.allows(row.algorithm, row.protocol))
                continue;
            const double rate = rowRate(machine, row, m_kind, links);
            if (rate <= 0)
                continue;
            const bool isSwitched
                = row.algorithm == Algorithm::Nvls || row.algorithm == Algorithm::NvlsTree;
            const double full = !isSwitched ? links.computeChannels
                : links.nodes > 1           ? machine.nvlsChannelsBetween
                                            : machine.nvlsChannels;
            const ChannelUse channels(machine, full, machine.settings.maxChannels);
            const double perByte = 1 / (isSwitched ? rate * channels.share : rate);
            fastest = std::min(fastest, perByte);
            add({ late * rowLatency(machine, row, m_kind, links).value(), perByte, 0,
                static_cast<std::int16_t>(row.correction), row.algorithm, row.protocol,
                weaker(known, row.evidence), channels.count });
        }
        if (m_count > 0)
            break;
    }
    const CollectiveConstants &own = *machine.constants;
    const Bytes missing = links.nodes > 1 ? Bytes { own.networkFill.value } : machine.fill;
    m_fillHalf = links.nodes > 1 ? Bytes { own.networkFillHalf.value } : machine.fillHalf;
    for (std::size_t i = 0; i < m_count; ++i)
        m_lines[i].fill = missing.value() * fastest;
    prune();
}

/// Leaves out lines that are never the cheapest: another starts earlier and runs faster.
void CollectiveCurve::prune()
{
    const auto isBeaten = [this](const CollectiveLine &line) {
        return std::ranges::any_of(lines(), [&](const CollectiveLine &other) {
            return &other != &line && other.slowdown < 0 && other.latency <= line.latency
                && other.perByte <= line.perByte
                && (other.latency < line.latency || other.perByte < line.perByte);
        });
    };
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_count; ++i)
        if (!isBeaten(m_lines[i]))
            m_lines[kept++] = m_lines[i];
    m_count = kept;
}

/// @source NCCL sym_kernels.cc:336-419: the kernel's bytes over the rate of the links, or of the
/// switch. Its smooth corner is drawn sharp, up to 1 us above it.
void CollectiveCurve::addSymmetric()
{
    const CollectiveMachine &machine = *m_machine;
    if (machine.symmetric.empty())
        return;
    const GroupLinks links = groupLinks(machine, m_group);
    if (links.nodes > 1 || !links.isFast)
        return;
    const double n = links.size, part = (n - 1) / n;
    const bool isSum = m_kind == Kind::AllReduce;
    for (const SymmetricKernel &kernel : machine.symmetric) {
        if (std::ranges::find(kernel.kinds, m_kind) == kernel.kinds.end()
            || !machine.settings.allows(Algorithm::Symmetric, kernel.protocol))
            continue;
        const bool isMulticast = links.hasSwitch && kernel.protocol == Protocol::Simple;
        const ChannelUse channels(machine,
            std::ceil(isMulticast ? kernel.multicastChannels / n : kernel.peak / kernel.channel),
            machine.settings.maxChannels);
        const double rate = std::min(kernel.peak, links.node) * channels.share;
        const double traffic = kernel.protocol == Protocol::LowLatency
            ? machine.constants->symmetricLlFactor.value * (isSum ? n : 1)
            : isSum ? 2 * part
                    : part;
        double perByte = traffic / rate;
        if (isSum && isMulticast)
            perByte = std::min(
                perByte, (n + 1) / n / (machine.switchEfficiency * links.node * channels.share));
        add({ kernel.base.value(), perByte, 0, -1, Algorithm::Symmetric, kernel.protocol,
            weaker(kernel.evidence, machine.shares.evidence), channels.count });
    }
}

/// NCCL has no time for sends between pairs: the links they share, and a start per peer.
void CollectiveCurve::addPairs()
{
    const CollectiveMachine &machine = *m_machine;
    const CollectiveConstants &own = *machine.constants;
    const CollectiveShares &shares = machine.shares;
    const GroupSpan &span = m_group.span;
    const GroupLinks links = groupLinks(machine, m_group);
    CollectiveLine line { 0, 0, 0, -1, Algorithm::Pairs, Protocol::Simple, Evidence::Assumed, 0 };
    Bytes missing = links.nodes > 1 ? Bytes { own.networkFill.value } : machine.fill;
    m_fillHalf = links.nodes > 1 ? Bytes { own.networkFillHalf.value } : machine.fillHalf;
    if (m_kind == Kind::SendReceive) {
        const bool isFast = links.nodes <= 1 && span.inside > 1;
        const double rate = links.nodes > 1 ? machine.networkRate * shares.network / m_group.sharing
            : isFast                        ? machine.pairRate * shares.link
                                            : machine.peerRate * shares.peer;
        line.perByte = 1 / rate;
        line.latency = own.exchangeBase.value
            + (links.nodes > 1 ? machine.loneHop[0].value() : own.exchangePeer.value);
        if (isFast && !machine.isMesh) {
            missing = Bytes { own.pairFill.value };
            m_fillHalf = Bytes { own.pairFillHalf.value };
        }
    } else {
        const double fast = machine.isMesh
            ? machine.linkTotal * (span.inside - 1) / std::max(1.0, machine.domain - 1)
            : machine.linkTotal;
        const LinkBytes one = linkBytes(machine, m_kind, Algorithm::Pairs, m_group, Bytes { 1 });
        const double link = one.link.value(), peer = one.peer.value(), net = one.network.value();
        line.perByte = std::max({ link > 0 ? link / (fast * shares.exchange) : 0,
            peer > 0 ? peer / (machine.peerRate * shares.peer) : 0,
            net > 0 ? net * m_group.sharing / (machine.networkRate * shares.exchangeNetwork) : 0 });
        line.latency = own.exchangeBase.value + (links.local - 1) * own.exchangePeer.value
            + (links.size - links.local) * own.exchangeNetworkPeer.value;
    }
    const int most = machine.settings.maxPairChannels;
    const double sent = m_kind == Kind::SendReceive ? 1 : (links.size - 1) / links.size;
    line.perByte = std::max(line.perByte, sent / channelLimit(machine, links, most).value());
    // A power of two, at least as many as rings. @source NCCL graph/paths.cc:989-1003
    const auto full = std::bit_ceil(static_cast<unsigned>(links.computeChannels));
    line.channels = ChannelUse(machine, full, most).count;
    line.fill = missing.value() * line.perByte;
    add(line);
}

/// Inside a slice both directions of each axis work; between slices each chip sends its part.
/// @source jax-ml scaling-book, sharded matrices
void CollectiveCurve::addTorus()
{
    const CollectiveMachine &machine = *m_machine;
    const GroupSpan &span = m_group.span;
    const double axes = std::max(1.0, m_group.axes), inside = span.inside;
    const double hop = machine.constants->torusHop.value;
    const CollectiveShares &shares = machine.shares;
    const double between = machine.networkRate * shares.network / m_group.sharing;
    CollectiveLine line { 0, 0, 0, -1, Algorithm::Torus, Protocol::Simple,
        weaker(Evidence::Cited, machine.shares.evidence), 0 };
    if (m_kind == Kind::SendReceive) {
        const bool isInside = span.domains <= 1;
        line.perByte = isInside ? 1 / (machine.linkOneWay * shares.link) : 1 / between;
        line.latency = isInside ? hop : 0;
        add(line);
        return;
    }
    const bool isExchange = m_kind == Kind::AllToAll;
    const double passes = m_kind == Kind::AllReduce ? 2 : 1;
    if (inside > 1) {
        // Axes pass on what is not theirs: of each axis' length a quarter.
        const double through
            = isExchange ? std::pow(inside, 1 / axes) / 4 : (inside - 1) / inside / axes;
        line.perByte = passes * through / (machine.axisRate * shares.link);
        line.latency = passes * hop * inside / (2 * axes);
    }
    if (span.domains > 1)
        line.perByte += passes * (span.domains - 1) / span.domains
            / (isExchange ? between : between * inside);
    add(line);
}

CollectiveCost CollectiveCurve::cost(Bytes bytes) const
{
    CollectiveCost cost;
    if (m_count == 0 || !(bytes > Bytes {}))
        return cost;
    const Size size(bytes, m_fillHalf);
    const CollectiveLine *best = m_lines.data();
    for (const CollectiveLine &line : lines())
        if (lineSeconds(line, size) < lineSeconds(*best, size))
            best = &line;
    cost.algorithm = best->algorithm;
    cost.protocol = best->protocol;
    cost.seconds = m_start + lineSeconds(*best, size);
    cost.latency = m_start + Seconds { best->latency };
    const LinkBytes sent = linkBytes(*m_machine, m_kind, best->algorithm, m_group, bytes);
    cost.link = sent.link;
    cost.peer = sent.peer;
    cost.network = sent.network;
    cost.channels = operationChannels(*best, m_group.span.size, bytes);
    cost.evidence = best->evidence;
    return cost;
}

Seconds CollectiveCurve::latency() const
{
    if (m_count == 0)
        return {};
    const auto least = std::ranges::min_element(lines(), {}, &CollectiveLine::latency);
    return m_start + Seconds { least->latency };
}

} // namespace headroom
