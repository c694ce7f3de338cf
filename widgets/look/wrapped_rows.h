#pragma once

class QAbstractItemView;
class QTableView;

namespace headroom {

/// Gives each row of a list or tree a little air above and below its text.
void addAir(QAbstractItemView &view);

/// Lets the rows of a table of sentences grow with their text, with air above and below it, and
/// follow the width of the columns. Beyond `maxRows` rows each keeps one line, which costs less.
void wrapRows(QTableView &table, int maxRows = 200);

} // namespace headroom
