#include "model/base/text/text_table.h"

#include <algorithm>

namespace headroom {
namespace {

std::string markdownTable(const std::vector<Line> &lines)
{
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        text += "|";
        for (const Cell &cell : lines[i])
            text += " " + cell.text + " |";
        text += "\n";
        if (i > 0)
            continue;
        text += "|";
        for (const Cell &cell : lines[i])
            text += cell.isLeft ? " --- |" : " ---: |";
        text += "\n";
    }
    return text;
}

/// Characters, not bytes.
std::size_t width(const std::string &text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; }));
}

std::string plainTable(const std::vector<Line> &lines)
{
    std::vector<std::size_t> widths;
    for (const Line &line : lines)
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (i == widths.size())
                widths.push_back(0);
            widths[i] = std::max(widths[i], width(line[i].text));
        }
    std::string text;
    for (const Line &line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string padding(widths[i] - width(line[i].text), ' ');
            row += "  " + (line[i].isLeft ? line[i].text + padding : padding + line[i].text);
        }
        text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

} // namespace

std::string table(const std::vector<Line> &lines, bool isMarkdown)
{
    return isMarkdown ? markdownTable(lines) : plainTable(lines);
}

} // namespace headroom
