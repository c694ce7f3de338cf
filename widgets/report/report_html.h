#pragma once

#include <QString>
#include <QStringList>

namespace headroom {

/// The pieces that a report is made of, as rich text.
QString reportHeading(const QString &text);
/// A row of a table: the first cell to the left, figures to the right.
QString reportRow(const QStringList &cells, const QString &tag = QStringLiteral("td"));
QString reportTable(const QString &rows);
/// Of sentences; empty without any.
QString reportList(const QStringList &sentences);

} // namespace headroom
