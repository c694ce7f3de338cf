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
