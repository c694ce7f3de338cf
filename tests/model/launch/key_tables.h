#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace headroom {

using TableRow = std::map<std::string, std::string>;

/// Rows of a CSV under tests/data/launch, by column.
const std::vector<TableRow> &keyTable(const std::string &name);
/// The row with that value in that column, or nullptr.
const TableRow *keyRow(
    const std::string &table, const std::string &column, const std::string &value);

/// Values joined with "|", or listed as ['a', 'b'].
std::set<std::string> choicesOf(const std::string &text);

} // namespace headroom
