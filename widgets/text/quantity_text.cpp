#include "widgets/text/quantity_text.h"

#include "model/base/units/calendar.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

struct Step
{
    double size;
    const char *unit;
};

/// The texts of this file for translators.
struct QuantityTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::QuantityText)
};

/// Three to four significant digits, so that columns of figures stay readable.
int decimalsFor(double value)
{
    const double size = std::abs(value);
    return size >= 999.5 || size == 0 ? 0 : size >= 99.95 ? 1 : size >= 9.995 ? 2 : 3;
}

QString withUnit(double value, const QString &unit, int decimals)
{
    QString number = QLocale().toString(value, 'f', decimals);
    if (number.startsWith(QLatin1Char('-')))
        number[0] = QChar(0x2212); // as in signedText
    return QStringLiteral("%1\u00a0%2").arg(number, unit);
}

template <std::size_t count> QString scaled(double value, const std::array<Step, count> &steps)
{
    const double size = std::abs(value);
    for (const Step &step : steps) {
        if (size >= step.size * 0.9995) {
            const double shown = value / step.size;
            return withUnit(shown, QString::fromUtf8(step.unit), std::min(2, decimalsFor(shown)));
        }
    }
    const Step &last = steps.back();
    return withUnit(value / last.size, QString::fromUtf8(last.unit), value == 0 ? 0 : 2);
}

constexpr std::array<Step, 5> byteSteps { {
    { bytesPerGib * 1024.0, "TiB" },
    { bytesPerGib, "GiB" },
    { bytesPerMib, "MiB" },
    { 1024.0, "KiB" },
    { 1.0, "B" },
} };
constexpr std::array<Step, 4> timeSteps { { { 1.0, "s" }, { 1e-3, "ms" }, { 1e-6, "µs" },
    { 1e-9, "ns" } } };
constexpr double toldTwice = 2; ///< from this ratio on people say "2 ×", not "100 % more"
constexpr std::array<Step, 4> rateSteps { {
    { 1e15, "PFLOP/s" },
    { 1e12, "TFLOP/s" },
    { 1e9, "GFLOP/s" },
    { 1.0, "FLOP/s" },
} };
constexpr std::array<Step, 6> flopSteps { {
    { 1e21, "ZFLOP" },
    { 1e18, "EFLOP" },
    { 1e15, "PFLOP" },
    { 1e12, "TFLOP" },
    { 1e9, "GFLOP" },
    { 1.0, "FLOP" },
} };

/// What is shown as nothing has no sign.
QString signedText(double change, const QString &magnitude)
{
    if (std::ranges::none_of(magnitude, [](QChar letter) { return letter.digitValue() > 0; }))
        return QStringLiteral("±0");
    return (change > 0 ? QStringLiteral("+") : QStringLiteral("\u2212")) + magnitude;
}

} // namespace

QString localAmount(const Amount &amount)
{
    const double value = amount.value;
    const double mib = value / bytesPerMib;
    switch (amount.kind) {
    case Amount::Memory:
        return bytesText(Bytes { value });
    case Amount::Mebibytes:
        return mib >= 1024 && std::fmod(mib, 1024) == 0
            ? withUnit(mib / 1024, QStringLiteral("GiB"), 0)
            : withUnit(mib, QStringLiteral("MiB"), fewDecimals(mib));
    case Amount::Gibibytes:
        return gibText(Bytes { value });
    case Amount::Duration:
        return secondsText(Seconds { value });
    case Amount::Share:
        return shareText(value);
    case Amount::WholePercent:
        return withUnit(value * 100, QStringLiteral("%"), 0);
    case Amount::Gain:
        return value < smallestGain ? QStringLiteral("<") + shareText(0.001)
                                    : QStringLiteral("+") + shareText(value);
    case Amount::Count:
        return countText(value);
    case Amount::LargeCount:
        return shortCountText(value);
    case Amount::Factor:
        break;
    }
    return QLocale().toString(value, 'f', fewDecimals(value));
}

QString bytesText(Bytes amount)
{
    return scaled(amount.value(), byteSteps);
}

QString gibText(Bytes amount)
{
    return withUnit(inGib(amount), QStringLiteral("GiB"), 1);
}

QString gibNumber(Bytes amount)
{
    return QLocale().toString(inGib(amount), 'f', 1);
}

QString secondsText(Seconds time)
{
    if (time.value() == 0)
        return withUnit(0, QString::fromUtf8(timeSteps.front().unit), 0);
    const double size = std::abs(time.value());
    if (size >= minutesFrom) {
        const bool isHours = size >= hoursFrom;
        const double shown = time.value() / (isHours ? secondsPerHour : secondsPerMinute);
        return withUnit(
            shown, isHours ? QuantityTexts::tr("h") : QuantityTexts::tr("min"), fewDecimals(shown));
    }
    return scaled(time.value(), timeSteps);
}

QString flopRateText(FlopPerSecond rate)
{
    return scaled(rate.value(), rateSteps);
}

QString bandwidthText(BytesPerSecond rate)
{
    const double shown = rate.value() / bytesPerGb;
    return withUnit(shown, QStringLiteral("GB/s"), std::min(1, decimalsFor(shown)));
}

QString flopText(Flop work)
{
    return scaled(work.value(), flopSteps);
}

QString shareText(double fraction)
{
    return withUnit(fraction * 100.0, QStringLiteral("%"), 1);
}

QString roughShareText(double fraction)
{
    constexpr double wholeFrom = 0.0995; ///< from here on the first decimal says nothing
    return withUnit(fraction * 100.0, QStringLiteral("%"), std::abs(fraction) < wholeFrom ? 1 : 0);
}

QString fasterText(double before, double after)
{
    const double rate = before / after;
    if (rate >= toldTwice) //: A step against another: "3.3 × as fast".
        return QuantityTexts::tr("%1 × as fast").arg(QLocale().toString(rate, 'f', 1));
    if (rate > 1)
        return QuantityTexts::tr("%1 faster").arg(roughShareText(rate - 1));
    const double length = after / before;
    if (length >= toldTwice) //: A step against another: "3.3 × as long".
        return QuantityTexts::tr("%1 × as long").arg(QLocale().toString(length, 'f', 1));
    return QuantityTexts::tr("%1 slower").arg(roughShareText(length - 1));
}

QString countText(double count)
{
    return QLocale().toString(count, 'f', count == std::floor(count) ? 0 : 2);
}

QString shortCountText(double count)
{
    //: Short scale: thousand, million, billion, trillion.
    const std::array<std::pair<double, QString>, 4> steps { {
        { 1e12, QuantityTexts::tr("T") },
        { 1e9, QuantityTexts::tr("B") },
        { 1e6, QuantityTexts::tr("M") },
        { 1e3, QuantityTexts::tr("K") },
    } };
    for (const auto &[size, unit] : steps) {
        if (std::abs(count) >= size * 0.9995)
            return withUnit(count / size, unit, std::max(0, decimalsFor(count / size) - 1));
    }
    return QLocale().toString(count, 'g', 4);
}

QString moneyText(double dollars)
{
    constexpr double million = 1e6; ///< dollars; from here on single dollars say nothing
    if (!(dollars > 0))
        return QStringLiteral("\u2014"); // no price is known
    return QStringLiteral("$\u2009%1")
        .arg(dollars < million ? QLocale().toString(dollars, 'f', dollars < 100 ? 2 : 0)
                               : shortCountText(dollars));
}

QString roughMoneyText(double dollars)
{
    constexpr double thousands = 1e4; ///< dollars; below, the digits are few enough
    return dollars < thousands ? moneyText(dollars)
                               : QStringLiteral("$\u2009%1").arg(shortCountText(dollars));
}

QString numberText(double value, int significant)
{
    if (value == std::floor(value) && std::abs(value) < 1e15)
        return QLocale().toString(value, 'f', 0);
    if (std::abs(value) >= std::pow(10, significant) && std::abs(value) < 1e15)
        return QLocale().toString(value, 'f', 0); // 2,490, not 2.49e+03
    return QLocale().toString(value, 'g', significant);
}

QString valueText(double value, const QString &unit)
{
    if (unit == QLatin1String("bytes") || unit == QLatin1String("B"))
        return bytesText(Bytes { value });
    if (unit == QLatin1String("seconds") || unit == QLatin1String("s"))
        return secondsText(Seconds { value });
    if (unit == QLatin1String("FLOP/s"))
        return flopRateText(FlopPerSecond { value });
    if (unit == QLatin1String("FLOP"))
        return flopText(Flop { value });
    if (unit == QLatin1String("bytes/s") || unit == QLatin1String("B/s"))
        return bandwidthText(BytesPerSecond { value });
    if (unit.isEmpty() || unit == QLatin1String("1"))
        return numberText(value, 6);
    return QStringLiteral("%1\u00a0%2")
        .arg(numberText(value, 6), modelText("model/units", unit.toStdString()));
}

QString exactText(double value, const QString &unit)
{
    const double size = std::abs(value);
    const bool isPlain = value == 0 || (size >= 1e-4 && size < 1e15);
    const QString number
        = QLocale().toString(value, isPlain ? 'f' : 'g', QLocale::FloatingPointShortest);
    if (unit.isEmpty() || unit == QLatin1String("1"))
        return number;
    const QString symbol = unit == QLatin1String("bytes") ? QStringLiteral("B")
        : unit == QLatin1String("seconds")                ? QStringLiteral("s")
        : unit == QLatin1String("bytes/s")                ? QStringLiteral("B/s")
                                           : modelText("model/units", unit.toStdString());
    return QStringLiteral("%1\u00a0%2").arg(number, symbol);
}

QString rangeText(const QString &low, const QString &high)
{
    const qsizetype unit
        = std::max(high.lastIndexOf(QChar(0x00a0)), high.lastIndexOf(QLatin1Char(' ')));
    const QString shared = unit < 0 ? QString() : high.mid(unit);
    const bool sharesUnit = unit >= 0 && low.endsWith(shared);
    const QString from = sharesUnit ? low.chopped(shared.size()) : low;
    const QString dollars = QStringLiteral("$\u2009");
    const bool isMoney = low.startsWith(dollars) && high.startsWith(dollars);
    const QString to = isMoney ? high.mid(dollars.size()) : high;
    // A dash beside a minus sign reads as one more of them.
    const bool isNegative = to.startsWith(QChar(0x2212));
    return from + (isNegative ? QStringLiteral(" \u2026 ") : QStringLiteral("\u2013")) + to;
}

QString intervalNote(const QString &low, const QString &high)
{
    //: The interval that holds the true value with 80 % probability.
    return QuantityTexts::tr("80 %: %1").arg(rangeText(low, high));
}

QString bytesChangeText(Bytes change)
{
    return signedText(change.value(), bytesText(Bytes { std::abs(change.value()) }));
}

QString secondsChangeText(Seconds change)
{
    return signedText(change.value(), secondsText(Seconds { std::abs(change.value()) }));
}

QString shareChangeText(double change)
{
    //: Unit of a difference between two percentages (percentage points).
    return signedText(change, withUnit(std::abs(change) * 100.0, QuantityTexts::tr("pp"), 1));
}

QString ratioChangeText(double before, double after)
{
    if (before == 0)
        return {};
    const double change = after / before - 1.0;
    if (after / before >= toldTwice)
        return QStringLiteral("%1\u00a0×").arg(QLocale().toString(after / before, 'f', 1));
    return signedText(change, shareText(std::abs(change)));
}

} // namespace headroom
