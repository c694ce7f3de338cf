#pragma once

#include <QString>

#include <optional>

namespace headroom {

/// What k, M, B and T after a number stand for: powers of this.
enum class Thousand {
    Decimal = 1000, ///< 15B tokens
    Binary = 1024 ///< sequences: a context of 8k has 8192 tokens
};

/// A number as the user types it: 1e12, 1.5e12, 1T, 15B, 8k, 1,000,000, 1 000 000. The decimal mark
/// is the one that results are shown with (0,5 where they read 54,0), or a point, as in files.
/// Blanks, apostrophes, commas and points may set thousands apart. Where the language does so with
/// a point, 1.000 could be either number, and is refused.
struct TypedNumber
{
    QString plain; ///< with a decimal point, as the plan takes it; other text as it was typed
    bool isAmbiguous = false;
};

TypedNumber typedNumber(const QString &typed, Thousand thousand = Thousand::Decimal);

/// The value of what was typed; nothing when it is no finite number, or could be either of two.
std::optional<double> typedValue(const QString &typed, Thousand thousand = Thousand::Decimal);

/// A number of the plan with the decimal mark that results are shown with, whole numbers without
/// exponent; other text as it is.
QString shownNumber(const QString &plain);

/// The same with thousands set apart from five digits on, so that zeros need not be counted; never
/// with a point, which could be read as a decimal mark. Other text as it is.
QString groupedNumber(const QString &shown);

} // namespace headroom
