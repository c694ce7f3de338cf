#include "collective_fixture.h"

#include <cmath>
#include <random>

using namespace headroom;

namespace {

using Kind = CollectiveKind;

constexpr std::array<const char *, 10> gpus { "h100-sxm", "a100-80-sxm", "b200", "gb200", "v100",
    "mi300x", "l40s", "a100-80-pcie", "mi250x", "h100-pcie" };

} // namespace

/// What holds for every machine, group and size.
class CollectiveLawsTest : public QObject
{
    Q_OBJECT

private slots:
    void laws();
    void largerThanHalves();
    void choosesTheLeastOfWhatIsAllowed();

private:
    CollectiveFixture m_fixture;
};

/// Over 400 machines, groups and settings: a larger message never takes less time, a machine
/// with links or network of twice the rate no more, and twice as many of several nodes no less.
void CollectiveLawsTest::laws()
{
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same every time
    for (int i = 0; i < 400; ++i) {
        const Accelerator &chip = m_fixture.accelerator(gpus[random() % gpus.size()]);
        CollectiveSettings settings;
        settings.inSwitch = random() % 2 != 0;
        settings.networkSums = random() % 4 == 0;
        settings.symmetricBuffers = random() % 4 == 0;
        settings.maxChannels = random() % 3 == 0 ? static_cast<int>(random() % 33) : 0;
        const CollectiveMachine machine = m_fixture.machine(chip, settings);
        Accelerator faster = chip, wider = chip;
        faster.linkRate = BytesPerSecond { 2 * chip.linkRate.value() };
        wider.nicRate = BytesPerSecond { 2 * chip.nicRate.value() };
        const CollectiveMachine fasterMachine = m_fixture.machine(faster, settings);
        const CollectiveMachine widerMachine = m_fixture.machine(wider, settings);
        const double most = std::max<double>(chip.devicesPerNode, chip.scaleUpDomain);
        const CollectiveGroup group = CollectiveFixture::group(machine,
            std::min<double>(1 << random() % 7, most), static_cast<double>(1 << random() % 8));
        const CollectiveGroup twice
            = CollectiveFixture::group(machine, group.span.insideNode, 2 * group.span.domains);
        for (std::size_t k = 0; k < collectiveKindNames.size(); ++k) {
            const auto kind = static_cast<Kind>(k);
            const CollectiveCurve curve(machine, kind, group);
            const CollectiveCurve faster2(fasterMachine, kind, group);
            const CollectiveCurve wider2(widerMachine, kind, group);
            const CollectiveCurve longer(machine, kind, twice);
            double last = 0;
            for (double power = 5; power < 36; power += 0.37) {
                const Bytes bytes { std::exp2(power) };
                const double seconds = curve.seconds(bytes).value();
                const double bound = seconds * (1 + 1e-12);
                QVERIFY(seconds >= last * (1 - 1e-12));
                QVERIFY2(faster2.seconds(bytes).value() <= bound, chip.id.c_str());
                QVERIFY2(wider2.seconds(bytes).value() <= bound, chip.id.c_str());
                // The first step onto the network has corrections of its own.
                if (group.span.domains > 1)
                    QVERIFY2(longer.seconds(bytes).value() >= seconds * (1 - 1e-12),
                        qPrintable(QStringLiteral("%1 of %2 bytes on %3 of %4 and twice as many")
                                       .arg(collectiveKindNames[k])
                                       .arg(bytes.value())
                                       .arg(group.span.domains)
                                       .arg(chip.id.c_str())));
                QCOMPARE(curve.cost(bytes).seconds.value(), seconds);
                last = seconds;
            }
        }
    }
}

/// An all-reduce costs no more than the two halves that would make it: exactly inside a node; over
/// nodes NCCL itself counts up to 1.45 times that (its plateau of rings, its corrections of trees,
/// PAT for halves alone). And where bandwidth decides, no less than either half.
void CollectiveLawsTest::largerThanHalves()
{
    std::mt19937 random(2); // NOLINT(cert-msc51-cpp)
    for (int i = 0; i < 400; ++i) {
        const Accelerator &chip = m_fixture.accelerator(gpus[random() % gpus.size()]);
        CollectiveSettings settings;
        settings.inSwitch = random() % 2 != 0;
        settings.symmetricBuffers = random() % 4 == 0;
        const CollectiveMachine machine = m_fixture.machine(chip, settings);
        const double most = std::max<double>(chip.devicesPerNode, chip.scaleUpDomain);
        const double nodes = static_cast<double>(1 << random() % 7);
        const double local = std::min<double>(1 << random() % 7, most);
        if (local * nodes < 2)
            continue;
        const CollectiveGroup group = CollectiveFixture::group(machine, local, nodes);
        const CollectiveCurve sum(machine, Kind::AllReduce, group);
        const CollectiveCurve gather(machine, Kind::AllGather, group);
        const CollectiveCurve scatter(machine, Kind::ReduceScatter, group);
        for (double power = 6; power < 36; power += 0.7) {
            const Bytes bytes { std::exp2(power) };
            const double one = gather.seconds(bytes).value();
            const double halves = one + scatter.seconds(bytes).value();
            const double whole = sum.seconds(bytes).value();
            QVERIFY2(whole <= halves * (nodes > 1 ? 1.45 : 1 + 1e-9), chip.id.c_str());
            if (gather.cost(bytes).latency.value() < 0.02 * one)
                QVERIFY2(whole >= 0.97 * one, chip.id.c_str());
        }
    }
}

void CollectiveLawsTest::choosesTheLeastOfWhatIsAllowed()
{
    for (const char *id : { "h100-sxm", "b200", "a100-80-sxm" })
        for (const double nodes : { 1.0, 2.0, 16.0 })
            for (const Kind kind : { Kind::AllReduce, Kind::AllGather })
                for (double power = 8; power < 35; power += 1.3) {
                    const Bytes bytes { std::exp2(power) };
                    const CollectiveMachine all = m_fixture.machine(id);
                    const CollectiveGroup group = CollectiveFixture::group(all, 8, nodes);
                    const CollectiveCost chosen = CollectiveCurve(all, kind, group).cost(bytes);
                    for (std::size_t a = 0; a < collectiveAlgorithmNames.size(); ++a)
                        for (std::size_t p = 0; p < collectiveProtocolNames.size(); ++p) {
                            CollectiveSettings settings;
                            settings.algorithms = static_cast<std::uint16_t>(1U << a);
                            settings.protocols = static_cast<std::uint16_t>(1U << p);
                            const CollectiveMachine alone = m_fixture.machine(id, settings);
                            const CollectiveCost cost
                                = CollectiveCurve(alone, kind, group).cost(bytes);
                            // What is not there falls back to rings with Simple. The fill of one
                            // row alone follows its own rate and is no less.
                            QVERIFY(cost.seconds.value() >= chosen.seconds.value() * (1 - 1e-12));
                            if (static_cast<std::size_t>(chosen.algorithm) == a
                                && static_cast<std::size_t>(chosen.protocol) == p)
                                QVERIFY(cost.algorithm == chosen.algorithm);
                        }
                }
}

QTEST_APPLESS_MAIN(CollectiveLawsTest)
#include "tst_collective_laws.moc"
