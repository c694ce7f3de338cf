#include "collective_fixture.h"
#include "model/physics/collectives/collective_links.h"

#include <cmath>

using namespace headroom;

namespace {

using Kind = CollectiveKind;
using Algorithm = CollectiveAlgorithm;
using Protocol = CollectiveProtocol;

} // namespace

/// What settings leave of algorithms and channels, and sends between pairs, which the library has
/// no time for.
class CollectiveSettingsTest : public QObject
{
    Q_OBJECT

private slots:
    void whatNothingRunsGoesRound();
    void channelsOfTwoRings();
    void pairs_data();
    void pairs();
    void limitedPairs();
    void meshesSendOverTheLinksOfTheGroup();
    void channelsOfSmallOperations();
    void kernelsOnSymmetricMemory();
    void fewFastRingsTakeMoreChannels();

private:
    CollectiveFixture m_fixture;
};

/// Settings that leave nothing which can run a kind: the library stops, a plan is shown with plain
/// rings, whatever is allowed for others.
void CollectiveSettingsTest::whatNothingRunsGoesRound()
{
    const auto only = [](Algorithm algorithm, Protocol protocol) {
        CollectiveSettings settings;
        settings.algorithms = static_cast<std::uint16_t>(1U << static_cast<unsigned>(algorithm));
        settings.protocols = static_cast<std::uint16_t>(1U << static_cast<unsigned>(protocol));
        return settings;
    };
    const CollectiveMachine rings
        = m_fixture.machine("h100-sxm", only(Algorithm::Ring, Protocol::Simple));
    const CollectiveMachine trees
        = m_fixture.machine("h100-sxm", only(Algorithm::Tree, Protocol::LowLatency));
    const CollectiveGroup group = CollectiveFixture::group(rings, 8, 4);
    for (const Kind kind : { Kind::AllGather, Kind::ReduceScatter, Kind::Broadcast }) {
        const CollectiveCurve curve(trees, kind, group);
        QCOMPARE(curve.lines().size(), std::size_t { 1 });
        QCOMPARE(curve.lines().front().algorithm, Algorithm::Ring);
        QCOMPARE(curve.lines().front().protocol, Protocol::Simple);
        QCOMPARE(curve.seconds(gib(1)), CollectiveCurve(rings, kind, group).seconds(gib(1)));
    }
    const CollectiveCurve sum(trees, Kind::AllReduce, group);
    QCOMPARE(sum.lines().front().algorithm, Algorithm::Tree);
    // With everything allowed, no kind meets an algorithm that cannot run it.
    const CollectiveMachine all = m_fixture.machine("h100-sxm");
    const CollectiveCurve gathers(all, Kind::AllGather, group);
    for (const CollectiveLine &line : gathers.lines())
        QVERIFY(line.algorithm == Algorithm::Ring);
}

/// A channel is half a ring; over nodes it carries what the wider of its two rings does.
void CollectiveSettingsTest::channelsOfTwoRings()
{
    CollectiveTable table = m_fixture.table();
    const Accelerator &chip = m_fixture.accelerator("h100-sxm");
    for (CollectiveGeneration &generation : table.generations) {
        generation.ringChannel = 30e9;
        generation.networkChannel = 20e9;
    }
    const auto rates = [&] {
        CollectiveLinks links;
        links.network = BytesPerSecond { 50e9 };
        const CollectiveMachine machine = collectiveMachine(table, chip, "hopper", links, {}, {});
        return std::pair { machine.channelRate, machine.channelRateBetween };
    };
    const double reach = table.constants.channelReach.value;
    QCOMPARE(rates(), (std::pair { reach * 15e9, reach * 15e9 }));
    for (CollectiveGeneration &generation : table.generations)
        generation.networkChannel = 50e9;
    QCOMPARE(rates(), (std::pair { reach * 15e9, reach * 25e9 }));
    // As many rings over a NIC as it feeds: 48 GB/s each of an H100.
    CollectiveMachine machine = m_fixture.machine("h100-sxm");
    const auto rings = [&](double nominal) {
        setNetworkRate(machine, BytesPerSecond { nominal * 1e9 });
        return machine.networkChannels;
    };
    QCOMPARE(rings(50), 1.0);
    QCOMPARE(rings(51), 2.0);
    QCOMPARE(rings(100), 2.0);
    QCOMPARE(rings(200), 4.0);
    QCOMPARE(rings(12.5), 1.0);
}

void CollectiveSettingsTest::pairs_data()
{
    QTest::addColumn<QString>("accelerator");
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("local"), QTest::addColumn<double>("nodes");
    QTest::addColumn<double>("latency"); ///< microseconds
    QTest::addColumn<double>("rate"); ///< GB/s
    const auto row = [](const char *name, const char *accelerator, Kind kind, double local,
                         double nodes, double latency, double rate) {
        QTest::newRow(name) << accelerator << static_cast<int>(kind) << local << nodes << latency
                            << rate;
    };
    const double links = 450 * 0.824, nic = 48, pcie = 24;
    row("one pair", "h100-sxm", Kind::SendReceive, 2, 1, 6.6 + 0.6, links * 0.78);
    row("two nodes", "h100-sxm", Kind::SendReceive, 1, 2, 6.6 + 5, nic);
    row("no links", "l40s", Kind::SendReceive, 2, 1, 6.6 + 0.6, pcie);
    row("in a node", "h100-sxm", Kind::AllToAll, 8, 1, 6.6 + 7 * 0.6, links * 8 / 7);
    row("over nodes", "h100-sxm", Kind::AllToAll, 8, 4, 6.6 + 7 * 0.6 + 24, nic * 32 / 24);
    row("one of each node", "h100-sxm", Kind::AllToAll, 1, 4, 6.6 + 3, nic * 4 / 3);
    row("bridged pairs", "a100-80-pcie", Kind::AllToAll, 8, 1, 6.6 + 7 * 0.6, pcie * 8 / 6);
}

void CollectiveSettingsTest::pairs()
{
    QFETCH(QString, accelerator);
    QFETCH(int, kind);
    QFETCH(double, local);
    QFETCH(double, nodes);
    QFETCH(double, latency);
    QFETCH(double, rate);
    const CollectiveMachine machine = m_fixture.machine(accelerator.toStdString());
    CollectiveGroup group = CollectiveFixture::group(machine, local, nodes);
    const auto line = [&] {
        const CollectiveCurve curve(machine, static_cast<Kind>(kind), group);
        return curve.lines().front();
    };
    QCOMPARE(line().algorithm, Algorithm::Pairs);
    QCOMPARE(line().latency, latency * 1e-6);
    QVERIFY2(std::abs(line().perByte * rate * 1e9 - 1) < 1e-3,
        qPrintable(QString::number(1e-9 / line().perByte)));
    // What a message lacks to full speed: of two devices on links that of pairs.
    const CollectiveConstants &own = *machine.constants;
    const bool isPair = static_cast<Kind>(kind) == Kind::SendReceive && group.span.inside > 1;
    const double missing = nodes > 1 ? own.networkFill.value
        : isPair                     ? own.pairFill.value
                                     : machine.fill.value();
    QCOMPARE(line().fill, missing * line().perByte);
    const double alone = line().perByte;
    group.sharing = 2; // the NICs with another group
    QCOMPARE(line().perByte, nodes > 1 ? 2 * alone : alone);
}

/// 24 channels for the 12 rings of an H100, 32 for pairs: the next power of two. With four, each
/// carries so much of a ring.
void CollectiveSettingsTest::limitedPairs()
{
    CollectiveSettings settings;
    const auto line = [&](Kind kind, double local, double nodes) {
        const CollectiveMachine machine = m_fixture.machine("h100-sxm", settings);
        const CollectiveCurve curve(machine, kind, CollectiveFixture::group(machine, local, nodes));
        return curve.lines().front();
    };
    QCOMPARE(line(Kind::AllToAll, 8, 1).channels, 32.0F);
    settings.maxPairChannels = 4;
    const CollectiveMachine machine = m_fixture.machine("h100-sxm", settings);
    const double inNode = 4 * machine.channelRate, between = 4 * machine.channelRateBetween;
    QVERIFY(between > inNode && inNode < machine.pairRate);
    QCOMPARE(line(Kind::AllToAll, 8, 1).channels, 4.0F);
    QCOMPARE(line(Kind::SendReceive, 2, 1).perByte, 1 / inNode);
    QCOMPARE(line(Kind::AllToAll, 8, 1).perByte, 7 / 8.0 / inNode);
    // The NIC is slower than the channels that are left.
    QCOMPARE(line(Kind::SendReceive, 1, 2).perByte, 1 / machine.networkRate);
    settings.maxPairChannels = 1;
    QCOMPARE(line(Kind::AllToAll, 8, 1).perByte, 7 / 8.0 / machine.channelRate);
    settings = {};
    settings.maxChannels = 4; // of collectives alone
    QCOMPARE(line(Kind::AllToAll, 8, 1).channels, 32.0F);
}

/// Seven links to seven neighbours: a group of four has three of them.
void CollectiveSettingsTest::meshesSendOverTheLinksOfTheGroup()
{
    const CollectiveMachine machine = m_fixture.machine("mi300x");
    const auto perByte = [&](Kind kind, double local) {
        const CollectiveCurve curve(machine, kind, CollectiveFixture::group(machine, local));
        return curve.lines().front().perByte;
    };
    const double link = machine.linkTotal / 7;
    QCOMPARE(perByte(Kind::AllToAll, 8), 1 / 8.0 / link);
    QCOMPARE(perByte(Kind::AllToAll, 4), 1 / 4.0 / link);
    QCOMPARE(perByte(Kind::SendReceive, 2), 1 / link);
}

/// Each thread of a channel has 64 bytes with Simple, 8 a rank or 8 with low latency; 512 threads,
/// 640 with the wide protocol. What is in the switch takes all its channels at once.
void CollectiveSettingsTest::channelsOfSmallOperations()
{
    CollectiveLine line { 0, 0, 0, -1, Algorithm::Ring, Protocol::Simple, Evidence::Cited, 24 };
    const auto channels = [&](Algorithm algorithm, Protocol protocol, double bytes) {
        line.algorithm = algorithm;
        line.protocol = protocol;
        return operationChannels(line, 8, Bytes { bytes });
    };
    QCOMPARE(channels(Algorithm::Ring, Protocol::Simple, 3 * 512 * 64), 3.0);
    QCOMPARE(channels(Algorithm::Ring, Protocol::Simple, 3 * 512 * 64 + 1), 4.0);
    QCOMPARE(channels(Algorithm::Ring, Protocol::Simple, 1), 1.0);
    QCOMPARE(channels(Algorithm::Ring, Protocol::Simple, 1e9), 24.0);
    QCOMPARE(channels(Algorithm::Ring, Protocol::LowLatency, 3 * 512 * 8 * 8), 3.0);
    QCOMPARE(channels(Algorithm::Tree, Protocol::LowLatency, 3 * 512 * 8), 3.0);
    QCOMPARE(channels(Algorithm::Ring, Protocol::LowLatency128, 3 * 640 * 8), 3.0);
    QCOMPARE(channels(Algorithm::Nvls, Protocol::Simple, 1), 24.0);
}

/// One kernel that moves what the links carry. A sum goes there and back over them, or through a
/// switch that adds up and multicasts, which only the plain protocol uses; low latency sends
/// everything to everybody.
void CollectiveSettingsTest::kernelsOnSymmetricMemory()
{
    CollectiveSettings settings;
    settings.symmetricBuffers = true;
    CollectiveMachine machine = m_fixture.machine("h100-sxm", settings);
    QVERIFY(!machine.symmetric.empty());
    for (const CollectiveRow &row : machine.rows)
        if (row.algorithm == Algorithm::Nvls)
            QCOMPARE(machine.switchEfficiency, row.ofBus);
    SymmetricKernel kernel = machine.symmetric.front();
    kernel.kinds = { Kind::AllReduce, Kind::AllGather };
    kernel.peak = 1e15; // never what limits
    kernel.base = {}; // nor what is left out for a later start
    const auto perByte = [&](Protocol protocol, Kind kind, bool hasSwitch) {
        kernel.protocol = protocol;
        machine.symmetric = { kernel };
        machine.hasSwitch = hasSwitch;
        machine.switchEfficiency = 0.8;
        const CollectiveGroup group = CollectiveFixture::group(machine, 8);
        const CollectiveCurve curve(machine, kind, group);
        for (const CollectiveLine &line : curve.lines())
            if (line.algorithm == Algorithm::Symmetric)
                return line.perByte * groupLinks(machine, group).node;
        return 0.0;
    };
    QCOMPARE(perByte(Protocol::Simple, Kind::AllReduce, false), 2 * 7 / 8.0);
    QCOMPARE(perByte(Protocol::Simple, Kind::AllReduce, true), 9 / 8.0 / 0.8);
    QCOMPARE(perByte(Protocol::Simple, Kind::AllGather, true), 7 / 8.0);
    const double more = machine.constants->symmetricLlFactor.value;
    QCOMPARE(perByte(Protocol::LowLatency, Kind::AllReduce, true), 8 * more);
    QCOMPARE(perByte(Protocol::LowLatency, Kind::AllGather, true), more);
    // Four channels of eight, each of which does a little more alone.
    kernel.channel = kernel.peak / 8;
    machine.settings.maxChannels = 4;
    const double share = 4 * machine.constants->channelReach.value / 8;
    QVERIFY(share < 0.8);
    QCOMPARE(perByte(Protocol::Simple, Kind::AllReduce, false), 2 * 7 / 8.0 / share);
}

/// Rings over NICs of more than 45 GB/s take their channels twice where a switch adds up and fewer
/// than sixteen are taken; a kernel that multicasts takes those of all ranks together.
void CollectiveSettingsTest::fewFastRingsTakeMoreChannels()
{
    CollectiveMachine machine = m_fixture.machine("h100-sxm");
    machine.networkChannels = 1;
    const double doubled = machine.constants->ringDoubling.value;
    const auto channels = [&](double gbytes, double ranks) {
        machine.networkRate = gbytes * 1e9;
        return groupLinks(machine, CollectiveFixture::group(machine, ranks, 2)).computeChannels;
    };
    QCOMPARE(channels(44, 4), 4 * doubled);
    QCOMPARE(channels(46, 4), 2 * 4 * doubled);
    QCOMPARE(channels(46, 8), 8 * doubled); // sixteen
    machine.nvlsChannels = 0;
    QCOMPARE(channels(46, 4), 4 * doubled);

    CollectiveSettings settings;
    settings.symmetricBuffers = true;
    machine = m_fixture.machine("h100-sxm", settings);
    SymmetricKernel kernel = machine.symmetric.front();
    kernel.kinds = { Kind::AllReduce };
    kernel.protocol = Protocol::Simple;
    kernel.multicastChannels = 36;
    machine.symmetric = { kernel };
    machine.hasSwitch = true;
    const CollectiveCurve curve(machine, Kind::AllReduce, CollectiveFixture::group(machine, 8));
    const auto line
        = std::ranges::find(curve.lines(), Algorithm::Symmetric, &CollectiveLine::algorithm);
    QVERIFY(line != curve.lines().end());
    QCOMPARE(double(line->channels), 5.0); // of 4.5
}

QTEST_APPLESS_MAIN(CollectiveSettingsTest)
#include "tst_collective_settings.moc"
