#pragma once

#include "model/base/units/format_quantity.h"

#include <QString>

namespace headroom {

/// The formatter of each dimension for the screen: the units of model/units, the number format of
/// the user's locale. Memory is always shown in binary units.
/// The amount of a message.
QString localAmount(const Amount &amount);
QString bytesText(Bytes amount);
QString gibText(Bytes amount); ///< always GiB, one decimal: "61.4 GiB"
QString gibNumber(Bytes amount); ///< "61.4"
/// "3.21 s", "812.4 ms"; from ten minutes on "18.4 min", from two hours on "18 h".
QString secondsText(Seconds time);
QString flopRateText(FlopPerSecond rate);
QString bandwidthText(BytesPerSecond rate);
QString flopText(Flop work);
QString shareText(double fraction);
/// As people say a share: "26 %", "3.4 %" from 0.034.
QString roughShareText(double fraction);
/// How a duration compares with another: "26 % faster", "3.3 × as fast"; "12 % slower", "3.3 × as
/// long".
QString fasterText(double before, double after); ///< "41.3 %"
QString countText(double count); ///< "8,030,261,248"
QString shortCountText(double count); ///< "8.03 B"
QString moneyText(double dollars);
/// Three or four digits, for the ends of an interval: $ 71.0 K.
QString roughMoneyText(double dollars);
QString numberText(double value, int significant = 4);
/// A value of a derivation in its unit ("bytes", "seconds", "FLOP/s", "1" …).
QString valueText(double value, const QString &unit);
/// The same with all its digits, in the unit that it is counted in: "58,012,345,678 B".
QString exactText(double value, const QString &unit);

/// "61.3–71.9 GiB": both ends as written, the unit once where they share it.
QString rangeText(const QString &low, const QString &high);
/// The interval that holds the true value with 80 % probability, as a note: "80 %: 61.3–71.9 GiB".
QString intervalNote(const QString &low, const QString &high);

/// A change with its sign: "+3.2 GiB", "−41 ms", "±0".
QString bytesChangeText(Bytes change);
QString secondsChangeText(Seconds change);
QString shareChangeText(double change); ///< in percentage points
/// Relative change of a positive quantity: "+12.3 %"; from twice on the ratio: "3.3 ×".
QString ratioChangeText(double before, double after);

} // namespace headroom
