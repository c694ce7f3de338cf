#include "model/base/units/format_quantity.h"

#include <QTest>

using namespace headroom;

#ifndef Q_MOC_RUN // moc 6.4 does not parse concepts
template <class T, class U>
concept Addable = requires(T a, U b)
{
    a + b;
};
static_assert(!std::is_convertible_v<double, Bytes>);
static_assert(!Addable<Bytes, Seconds>);
#endif
static_assert(gib(2).value() == 2147483648.0);
static_assert((gib(1) / gbytesPerSecond(1.073741824)).value() == 1.0);

class FormatQuantityTest : public QObject
{
    Q_OBJECT

private slots:
    void bytes_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << 0.0 << "0 B";
        QTest::newRow("a few bytes") << 17.0 << "17 B";
        QTest::newRow("layer of Llama 3 8B in bf16") << 436224000.0 << "416.0 MiB";
        QTest::newRow("usable H100") << 79.1 * bytesPerGib << "79.10 GiB";
        QTest::newRow("negative headroom") << -1.5 * bytesPerGib << "-1.50 GiB";
    }
    void bytes()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(formatBytes(Bytes { value })), text);
    }

    void seconds_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << 0.0 << "0 s";
        QTest::newRow("step") << 13.75 << "13.750 s";
        QTest::newRow("collective") << 0.0124 << "12.4 ms";
        QTest::newRow("latency") << 1.2e-5 << "12.0 µs";
    }
    void seconds()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(formatSeconds(Seconds { value })), text);
    }

    void countsAreGrouped()
    {
        QCOMPARE(formatCount(8030261248), std::string { "8,030,261,248" });
        QCOMPARE(formatCount(-999), std::string { "-999" });
        QCOMPARE(formatCount(1000), std::string { "1,000" });
    }

    void ratesSayTheirUnit()
    {
        QCOMPARE(formatBandwidth(gbytesPerSecond(450)), std::string { "450.0 GB/s" });
        QCOMPARE(formatFlopRate(tflopPerSecond(989.4)), std::string { "989.4 TFLOP/s" });
        QCOMPARE(formatShare(0.4643), std::string { "46.4 %" });
        QCOMPARE(formatFlop(Flop { 1.5e18 }), std::string { "1.50 EFLOP" });
    }
};

QTEST_GUILESS_MAIN(FormatQuantityTest)
#include "tst_format_quantity.moc"
