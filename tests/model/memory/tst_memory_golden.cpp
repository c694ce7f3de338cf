#include "model/memory/closed_form.h"
#include "model/units/quantity.h"

#include <QTest>

using namespace headroom;

/// Published activation and state sizes of arXiv 2205.05198, exact.
class MemoryGoldenTest : public QObject
{
    Q_OBJECT

private slots:
    void activations_data();
    void activations();
    void scoreFactor();
    void interleaving();
    void stateOfThePaper();
    void logits();
};

void MemoryGoldenTest::activations_data()
{
    QTest::addColumn<double>("microBatch");
    QTest::addColumn<double>("hidden");
    QTest::addColumn<double>("heads");
    QTest::addColumn<double>("layers");
    QTest::addColumn<double>("pipeline");
    QTest::addColumn<double>("chunks");
    QTest::addColumn<double>("none");
    QTest::addColumn<double>("selective");
    QTest::addColumn<double>("full");
    QTest::newRow("22B") << 4.0 << 6144.0 << 64.0 << 48.0 << 1.0 << 1.0 << 59.25 << 9.5625 << 4.5;
    QTest::newRow("175B") << 1.0 << 12288.0 << 96.0 << 96.0 << 8.0 << 3.0 << 66.84375 << 12.3515625
                          << 5.8125;
    QTest::newRow("530B") << 1.0 << 20480.0 << 128.0 << 105.0 << 35.0 << 3.0 << 114.0234375
                          << 23.076171875 << 10.859375;
    QTest::newRow("1T") << 1.0 << 25600.0 << 160.0 << 128.0 << 64.0 << 1.0 << 131.25 << 26.5625
                        << 12.5;
}

void MemoryGoldenTest::activations()
{
    QFETCH(double, microBatch);
    QFETCH(double, hidden);
    QFETCH(double, heads);
    QFETCH(double, layers);
    QFETCH(double, pipeline);
    QFETCH(double, chunks);
    ClosedFormCase own { 2048, microBatch, hidden, heads, layers, 8, pipeline, chunks, false };
    QTEST(inGib(Bytes { closedFormActivationBytes(own, ClosedFormRecompute::None) }), "none");
    QTEST(inGib(Bytes { closedFormActivationBytes(own, ClosedFormRecompute::Full) }), "full");
    own.sequenceParallel = true;
    QTEST(inGib(Bytes { closedFormActivationBytes(own, ClosedFormRecompute::Selective) }),
        "selective");
}

void MemoryGoldenTest::scoreFactor()
{
    QVERIFY(std::abs(5.0 * 64 * 2048 / 6144 - 106.667) < 0.001);
    const ClosedFormCase own { 2048, 4, 6144, 64, 48, 8, 1, 1, false };
    QCOMPARE(
        inGib(Bytes { closedFormActivationBytes(own, ClosedFormRecompute::Selective) }), 29.25);
    ClosedFormCase sharded = own;
    sharded.sequenceParallel = true;
    QCOMPARE(
        inGib(Bytes { closedFormActivationBytes(sharded, ClosedFormRecompute::None) }), 39.5625);
}

void MemoryGoldenTest::interleaving()
{
    ClosedFormCase own;
    own.layers = 1;
    own.pipeline = 8;
    own.chunks = 3;
    QVERIFY(std::abs(closedFormLayersHeld(own) - 1.291667) < 1e-6);
    own.chunks = 5;
    QCOMPARE(closedFormLayersHeld(own), 1.175);
}

void MemoryGoldenTest::stateOfThePaper()
{
    const auto perDevice = [](double layers, double hidden, double devices) {
        return inGib(Bytes { 18.0 * 12 * layers * hidden * hidden / devices });
    };
    QCOMPARE(perDevice(48, 6144, 8), 45.5625);
    QCOMPARE(perDevice(96, 12288, 64), 45.5625);
    QCOMPARE(perDevice(105, 20480, 280), 31.640625);
    QCOMPARE(perDevice(128, 25600, 512), 32.958984375);
    QVERIFY(std::abs(inGib(Bytes { 11e9 * 18 }) - 184.402) < 0.001);
}

void MemoryGoldenTest::logits()
{
    QCOMPARE(inGib(Bytes { 2.0 * 8192 * 128256 * 4 }), 7.828125);
    QCOMPARE(inGib(Bytes { 2.0 * 8192 * 128256 * 12 }), 23.484375);
}

QTEST_GUILESS_MAIN(MemoryGoldenTest)
#include "tst_memory_golden.moc"
