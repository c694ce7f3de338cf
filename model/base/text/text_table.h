#pragma once

#include <string>
#include <vector>

namespace headroom {

/// One field of a table that a command prints.
struct Cell
{
    std::string text;
    bool isLeft = false;
};
using Line = std::vector<Cell>;

/// The lines as a table, the first one its head: Markdown, or columns of plain text.
std::string table(const std::vector<Line> &lines, bool isMarkdown);

} // namespace headroom
