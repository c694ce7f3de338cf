#pragma once

#include <QList>
#include <QString>

namespace headroom {

/// Lines of `now` (zero-based) that `before` does not have at that place: the longest common
/// subsequence stays unmarked. Very long texts are compared by position.
QList<int> changedLines(const QString &before, const QString &now);

} // namespace headroom
