#pragma once

#include <QString>

#include <optional>

namespace headroom {

/// A number as the user types it. The decimal mark is the one that results are shown with (0,5
/// where they read 54,0), or a point, as in files. Marks between thousands are not taken. Where the
/// language sets thousands apart with a point, 1.000 could be either number, and is refused.
struct TypedNumber
{
    QString plain; ///< with a decimal point, as the plan takes it; other text as it was typed
    bool isAmbiguous = false;
};

TypedNumber typedNumber(const QString &typed);

/// The value of what was typed; nothing when it is no finite number, or could be either of two.
std::optional<double> typedValue(const QString &typed);

/// A number of the plan with the decimal mark that results are shown with; other text as it is.
QString shownNumber(const QString &plain);

} // namespace headroom
