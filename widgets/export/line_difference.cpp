#include "widgets/export/line_difference.h"

#include <QStringList>

#include <vector>

namespace headroom {
namespace {

constexpr qsizetype maxCells = 4'000'000; ///< of the comparison table, about 8 MB

} // namespace

QList<int> changedLines(const QString &before, const QString &now)
{
    const QStringList old = before.split(QLatin1Char('\n'));
    const QStringList lines = now.split(QLatin1Char('\n'));
    QList<int> changed;
    const qsizetype rows = old.size() + 1;
    const qsizetype columns = lines.size() + 1;
    if (rows * columns > maxCells) {
        for (qsizetype i = 0; i < lines.size(); ++i) {
            if (lines.at(i) != old.value(i))
                changed.append(static_cast<int>(i));
        }
        return changed;
    }
    // longest[i][j]: common lines of old from i and now from j on.
    std::vector<quint16> longest(static_cast<std::size_t>(rows * columns), 0);
    const auto at = [&](qsizetype i, qsizetype j) -> quint16 & {
        return longest[static_cast<std::size_t>(i * columns + j)];
    };
    for (qsizetype i = old.size() - 1; i >= 0; --i) {
        for (qsizetype j = lines.size() - 1; j >= 0; --j)
            at(i, j) = old.at(i) == lines.at(j) ? static_cast<quint16>(at(i + 1, j + 1) + 1)
                                                : std::max(at(i + 1, j), at(i, j + 1));
    }
    qsizetype i = 0;
    for (qsizetype j = 0; j < lines.size();) {
        if (i < old.size() && old.at(i) == lines.at(j)) {
            ++i;
            ++j;
        } else if (i < old.size() && at(i + 1, j) >= at(i, j + 1)) {
            ++i;
        } else {
            changed.append(static_cast<int>(j++));
        }
    }
    return changed;
}

} // namespace headroom
