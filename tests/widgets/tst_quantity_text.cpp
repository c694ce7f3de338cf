#include "model/base/units/format_quantity.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"

#include <QLocale>
#include <QTest>

using namespace headroom;

class QuantityTextTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void aRangeNamesItsUnitOnce_data()
    {
        QTest::addColumn<QString>("range");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QString &range, const char *text) {
            QTest::newRow(name) << range << QString::fromUtf8(text);
        };
        row("memory",
            rangeText(gibText(Bytes { 61.3 * bytesPerGib }), gibText(Bytes { 71.9 * bytesPerGib })),
            "61.3–71.9\u00a0GiB");
        row("negative",
            rangeText(gibText(Bytes { -2 * bytesPerGib }), gibText(Bytes { 3 * bytesPerGib })),
            "\u22122.0–3.0\u00a0GiB");
        row("both negative",
            rangeText(gibText(Bytes { -3 * bytesPerGib }), gibText(Bytes { -2 * bytesPerGib })),
            "\u22123.0 … \u22122.0\u00a0GiB");
        row("other units", rangeText(secondsText(Seconds { 0.9 }), secondsText(Seconds { 1.2 })),
            "900.0\u00a0ms–1.20\u00a0s");
        row("share", rangeText(shareText(0.317), shareText(0.4)), "31.7–40.0\u00a0%");
        row("days", rangeText(daysText(36), daysText(45.4)), "36.0–45.4 days");
        row("no unit", rangeText(countText(249), countText(314)), "249–314");
        row("dollars", rangeText(moneyText(900), moneyText(1100)), "$\u2009900–1100");
        row("no price", moneyText(0), "\u2014");
        row("thousands", rangeText(roughMoneyText(70985), roughMoneyText(89807)),
            "$\u200971.0–89.8\u00a0K");
        row("millions", rangeText(moneyText(2.21e6), moneyText(2.79e6)), "$\u20092.21–2.79\u00a0M");
    }
    void aRangeNamesItsUnitOnce()
    {
        QFETCH(QString, range);
        QFETCH(QString, text);
        QCOMPARE(range, text);
    }

    /// A number of a derivation is said in the words of its unit.
    void valuesAreSaidByTheirUnit_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("exact");
        const auto row = [](double value, const char *unit, const char *text, const char *exact) {
            QTest::newRow(unit) << value << QString::fromLatin1(unit) << QString::fromUtf8(text)
                                << QString::fromUtf8(exact);
        };
        row(3.0 * bytesPerGib, "bytes", "3.00\u00a0GiB", "3221225472\u00a0B");
        row(3.0 * bytesPerGib, "B", "3.00\u00a0GiB", "3221225472\u00a0B");
        row(0.25, "seconds", "250.0\u00a0ms", "0.25\u00a0s");
        row(0.25, "s", "250.0\u00a0ms", "0.25\u00a0s");
        row(9.89e14, "FLOP/s", "989.0\u00a0TFLOP/s", "989000000000000\u00a0FLOP/s");
        row(2.5e15, "FLOP", "2.50\u00a0PFLOP", "2.5e+15\u00a0FLOP");
        row(5e10, "bytes/s", "50.0\u00a0GB/s", "50000000000\u00a0B/s");
        row(5e10, "B/s", "50.0\u00a0GB/s", "50000000000\u00a0B/s");
        row(0.375, "", "0.375", "0.375");
        row(0.375, "1", "0.375", "0.375");
        row(4096, "tokens", "4096\u00a0tokens", "4096\u00a0tokens");
    }
    void valuesAreSaidByTheirUnit()
    {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QFETCH(QString, text);
        QFETCH(QString, exact);
        QCOMPARE(valueText(value, unit), text);
        QCOMPARE(exactText(value, unit), exact);
    }

    /// As people say them: hours, not tens of thousands of seconds; times, not hundreds of percent.
    void numbersAreThoseThatPeopleSay()
    {
        QCOMPARE(secondsText(Seconds { 599 }), QStringLiteral("599.0\u00a0s"));
        QCOMPARE(secondsText(Seconds { 1104 }), QStringLiteral("18.4\u00a0min"));
        QCOMPARE(secondsText(Seconds { 66310 }), QStringLiteral("18.4\u00a0h"));
        QCOMPARE(secondsText(Seconds { 64800 }), QStringLiteral("18\u00a0h"));
        QCOMPARE(formatSeconds(Seconds { 64800 }), std::string("18 h"));
        QCOMPARE(formatSeconds(Seconds { 17.055 }), std::string("17.055 s"));
        QCOMPARE(fasterText(1, 3.341), QStringLiteral("3.3 × as long"));
        QCOMPARE(fasterText(1, 1.12), QStringLiteral("12\u00a0% slower"));
        QCOMPARE(fasterText(1.264, 1), QStringLiteral("26\u00a0% faster"));
        QCOMPARE(fasterText(1.034, 1), QStringLiteral("3.4\u00a0% faster"));
        QCOMPARE(fasterText(3.3, 1), QStringLiteral("3.3 × as fast"));
        QCOMPARE(ratioChangeText(1, 1.5), QStringLiteral("+50.0\u00a0%"));
        QCOMPARE(ratioChangeText(1, 9.194), QStringLiteral("9.2\u00a0×"));
        QCOMPARE(shortCountText(46.7e9), QStringLiteral("46.7\u00a0B"));
    }
};

QTEST_MAIN(QuantityTextTest)
#include "tst_quantity_text.moc"
