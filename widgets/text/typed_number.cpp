#include "widgets/text/typed_number.h"

#include "model/base/text/plain_number.h"

#include <QLocale>
#include <QRegularExpression>

#include <cmath>

namespace headroom {
namespace {

bool isNumber(const QString &text)
{
    return plainNumber(text.toStdString()).has_value();
}

/// With the digits that files have: a keyboard may give those of another script.
QString withPlainDigits(const QString &typed)
{
    QString text;
    for (const QChar letter : typed.trimmed())
        text += letter.isDigit() ? QChar(u'0' + letter.digitValue()) : letter;
    return text;
}

} // namespace

TypedNumber typedNumber(const QString &typed)
{
    static const QRegularExpression groups(QStringLiteral("^[+-]?[1-9]\\d{0,2}(\\.\\d{3})+$"));
    const QLocale locale;
    const QString text = withPlainDigits(typed);
    if (locale.groupSeparator() == QLatin1String(".") && groups.match(text).hasMatch())
        return { typed, true };
    QString plain = text;
    if (plain.count(locale.decimalPoint()) == 1 && !plain.contains(QLatin1Char('.')))
        plain.replace(locale.decimalPoint(), QLatin1String("."));
    return { isNumber(plain) ? plain : typed, false };
}

std::optional<double> typedValue(const QString &typed)
{
    const TypedNumber number = typedNumber(typed);
    const auto value = plainNumber(number.plain.toStdString());
    return number.isAmbiguous || !value || !std::isfinite(*value) ? std::nullopt : value;
}

QString shownNumber(const QString &plain)
{
    QString shown = plain;
    return isNumber(plain) ? shown.replace(QLatin1Char('.'), QLocale().decimalPoint()) : plain;
}

} // namespace headroom
