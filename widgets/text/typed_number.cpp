#include "widgets/text/typed_number.h"

#include "model/base/text/plain_number.h"

#include <QLocale>
#include <QRegularExpression>

#include <cmath>

namespace headroom {
namespace {

constexpr double digitsLimit = 1e18; ///< whole numbers up to here are written without exponent

std::optional<double> finiteNumber(const QString &text)
{
    const auto value = plainNumber(text.toStdString());
    return value && std::isfinite(*value) ? value : std::nullopt;
}

/// As a field takes it: integer fields know no exponent.
QString withoutExponent(double value)
{
    return value == std::floor(value) && std::abs(value) <= digitsLimit
        ? QString::number(value, 'f', 0)
        : QString::number(value, 'g', QLocale::FloatingPointShortest);
}

/// With the digits that files have, and one kind of blank: a keyboard may give those of another
/// script.
QString withPlainLetters(const QString &typed)
{
    QString text;
    for (const QChar letter : typed.trimmed())
        text += letter.isDigit() ? QChar(u'0' + letter.digitValue())
            : letter.isSpace()   ? QChar(u' ')
                                 : letter;
    return text;
}

/// Takes away the letter at the end; gives the power of a thousand that it stands for.
int takePower(QString &text)
{
    static const QString letters = QStringLiteral("kmbt");
    if (text.size() < 2)
        return 0;
    const QChar last = text.back().toLower();
    const QChar before = text.at(text.size() - 2);
    const auto power = static_cast<int>(letters.indexOf(last)) + 1;
    if (power == 0 || !(before.isDigit() || before.isSpace()))
        return 0;
    text = text.chopped(1).trimmed();
    return power;
}

/// Decimal powers move the point, so that 8.03B has no rounding.
std::optional<double> scaled(const QString &plain, int power, Thousand thousand)
{
    if (power == 0 || plain.contains(QLatin1Char('e'), Qt::CaseInsensitive))
        return power == 0 ? finiteNumber(plain) : std::nullopt;
    if (thousand == Thousand::Decimal)
        return finiteNumber(QStringLiteral("%1e%2").arg(plain).arg(3 * power));
    const auto value = finiteNumber(plain);
    return value ? std::optional { *value * std::pow(static_cast<double>(thousand), power) }
                 : std::nullopt;
}

/// Takes away what sets thousands apart. One comma or point alone may be a decimal mark.
QString withoutGroups(const QString &text)
{
    static const QRegularExpression groups(
        QStringLiteral("^[+-]?\\d{1,3}([ '\u2019,.])\\d{3}(?:\\1\\d{3})*(?!\\1)(?:[.,]\\d*)?$"));
    const QRegularExpressionMatch match = groups.match(text);
    if (!match.hasMatch())
        return text;
    const QString mark = match.captured(1);
    const bool mayBeDecimal = mark == QLatin1String(".") || mark == QLocale().decimalPoint();
    const bool hasFraction
        = text.lastIndexOf(QRegularExpression(QStringLiteral("[.,]"))) > text.lastIndexOf(mark);
    if (mayBeDecimal && text.count(mark) == 1 && !hasFraction)
        return text;
    return QString(text).remove(mark);
}

} // namespace

TypedNumber typedNumber(const QString &typed, Thousand thousand)
{
    static const QRegularExpression oneGroup(QStringLiteral("^[+-]?[1-9]\\d{0,2}\\.\\d{3}$"));
    const QLocale locale;
    QString text = withPlainLetters(typed);
    if (locale.groupSeparator() == QLatin1String(".") && oneGroup.match(text).hasMatch())
        return { typed, true };
    const int power = takePower(text);
    QString plain = withoutGroups(text);
    if (plain.count(locale.decimalPoint()) == 1 && !plain.contains(QLatin1Char('.')))
        plain.replace(locale.decimalPoint(), QLatin1String("."));
    const auto value = scaled(plain, power, thousand);
    if (!value)
        return { power == 0 && plainNumber(plain.toStdString()) ? plain : typed, false };
    const bool isPlain = power == 0 && !plain.contains(QLatin1Char('e'), Qt::CaseInsensitive);
    return { isPlain ? plain : withoutExponent(*value), false };
}

std::optional<double> typedValue(const QString &typed, Thousand thousand)
{
    const TypedNumber number = typedNumber(typed, thousand);
    return number.isAmbiguous ? std::nullopt : finiteNumber(number.plain);
}

QString shownNumber(const QString &plain)
{
    const auto value = finiteNumber(plain);
    if (!value)
        return plain;
    QString shown = plain.contains(QLatin1Char('e')) ? withoutExponent(*value) : plain;
    return shown.replace(QLatin1Char('.'), QLocale().decimalPoint());
}

QString groupedNumber(const QString &shown)
{
    static const QRegularExpression longNumber(QStringLiteral("^-?(\\d{5,})(?:[.,]\\d+)?$"));
    const QLocale locale;
    const QRegularExpressionMatch match = longNumber.match(shown);
    if (!match.hasMatch() || locale.numberOptions() & QLocale::OmitGroupSeparator)
        return shown;
    const QString own = locale.groupSeparator();
    const QString mark = own == QLatin1String(".") ? QString(QChar(0x202f)) : own; // a narrow blank
    QString grouped = shown;
    for (qsizetype end = match.capturedEnd(1) - 3; end > match.capturedStart(1); end -= 3)
        grouped.insert(end, mark);
    return grouped;
}

} // namespace headroom
