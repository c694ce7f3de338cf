#include "collective_fixture.h"
#include "model/physics/collectives/collective_links.h"

using namespace headroom;

namespace {

using Kind = CollectiveKind;
using Algorithm = CollectiveAlgorithm;
using Protocol = CollectiveProtocol;

} // namespace

/// What single algorithms send and occupy, whether or not a machine chooses them.
class CollectiveBytesTest : public QObject
{
    Q_OBJECT

private slots:
    void bytesOfEachAlgorithm();
    void channelsOfSmallOperations();
    void torusNeighbours();

private:
    CollectiveFixture m_fixture;
};

/// Also of algorithms that these machines seldom choose.
void CollectiveBytesTest::bytesOfEachAlgorithm()
{
    const Bytes bytes { 1e9 };
    const auto compare = [&](const char *accelerator, Kind kind, Algorithm algorithm, double nodes,
                             double link, double peer, double network) {
        const CollectiveMachine machine = m_fixture.machine(accelerator);
        const LinkBytes sent = linkBytes(
            machine, kind, algorithm, CollectiveFixture::group(machine, 8, nodes), bytes);
        QCOMPARE(sent.link / bytes, link);
        QCOMPARE(sent.peer / bytes, peer);
        QCOMPARE(sent.network / bytes, network);
    };
    const double chain = 2 * 7 / 8.0, tree = 2 * 3 / 4.0 / 8;
    compare("h100-sxm", Kind::AllReduce, Algorithm::Tree, 4, chain, 0, tree);
    compare("l40s", Kind::AllReduce, Algorithm::Tree, 4, 0, chain, tree);
    compare("h100-sxm", Kind::AllReduce, Algorithm::Nvls, 4, 9 / 8.0, 0, 1 / 8.0);
    compare("h100-sxm", Kind::AllGather, Algorithm::Nvls, 1, 1, 0, 0);
    compare("h100-sxm", Kind::AllReduce, Algorithm::NvlsTree, 4, 9 / 8.0, 0, tree);
    compare("h100-sxm", Kind::AllReduce, Algorithm::CollnetChain, 4, chain, 0, 1 / 8.0);
    compare("l40s", Kind::AllReduce, Algorithm::CollnetDirect, 4, 0, chain, 1 / 8.0);
    compare("h100-sxm", Kind::AllGather, Algorithm::Pat, 4, 0, 0, 31 / 32.0);
    // A switch adds up only what is summed; without one every rank sends its parts.
    compare("h100-sxm", Kind::AllReduce, Algorithm::Symmetric, 1, 9 / 8.0, 0, 0);
    compare("h100-sxm", Kind::AllGather, Algorithm::Symmetric, 1, 7 / 8.0, 0, 0);
    compare("a100-80-sxm", Kind::AllReduce, Algorithm::Symmetric, 1, 2 * 7 / 8.0, 0, 0);
}

/// A channel each 512 threads of 64 bytes (Simple) or 8 (LL; around a ring 8 for each rank), or 640
/// of 8 (LL128).
void CollectiveBytesTest::channelsOfSmallOperations()
{
    CollectiveLine line {};
    line.channels = 24;
    const auto channels = [&](Algorithm algorithm, Protocol protocol, double bytes) {
        line.algorithm = algorithm;
        line.protocol = protocol;
        return operationChannels(line, 8, Bytes { bytes });
    };
    QCOMPARE(channels(Algorithm::Ring, Protocol::Simple, 20 * 32768), 20.0);
    QCOMPARE(channels(Algorithm::Ring, Protocol::Simple, 20 * 32768 + 1), 21.0);
    QCOMPARE(channels(Algorithm::Ring, Protocol::Simple, 1), 1.0);
    QCOMPARE(channels(Algorithm::Ring, Protocol::Simple, 1e9), 24.0);
    QCOMPARE(channels(Algorithm::Ring, Protocol::LowLatency, 20 * 32768 + 1), 21.0);
    QCOMPARE(channels(Algorithm::Tree, Protocol::LowLatency, 20 * 4096 + 1), 21.0);
    QCOMPARE(channels(Algorithm::Tree, Protocol::LowLatency128, 20 * 5120 + 1), 21.0);
    QCOMPARE(channels(Algorithm::Nvls, Protocol::Simple, 1), 24.0);
}

/// One link one way to the neighbour, with a hop; between slices the network of one chip.
void CollectiveBytesTest::torusNeighbours()
{
    const CollectiveMachine machine = m_fixture.machine("tpu-v5p");
    const auto seconds = [&](double local, double slices) {
        return CollectiveCurve(
            machine, Kind::SendReceive, CollectiveFixture::group(machine, local, slices))
            .seconds(Bytes { 1e9 })
            .value();
    };
    QCOMPARE(seconds(2, 1), 1e9 / 90e9 + 1e-6);
    QCOMPARE(seconds(1, 2), 1e9 / 6.25e9);
}

QTEST_GUILESS_MAIN(CollectiveBytesTest)
#include "tst_collective_bytes.moc"
