#include "key_tables.h"

#include "model/base/document/document.h"

#include <QtGlobal>

namespace headroom {
namespace {

/// Fields of CSV text, quotes doubled inside quoted ones.
std::vector<std::vector<std::string>> csvRows(const std::string &text)
{
    std::vector<std::vector<std::string>> rows { { "" } };
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isQuoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
            rows.back().back() += text[++i];
        else if (c == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && c == ',')
            rows.back().emplace_back();
        else if (!isQuoted && c == '\n')
            rows.push_back({ "" });
        else
            rows.back().back() += c;
    }
    rows.pop_back();
    return rows;
}

std::vector<TableRow> readTable(const std::string &name)
{
    const Result<std::string> text
        = readTextFile(std::string(HEADROOM_TEST_DATA) + "/launch/" + name + ".csv");
    if (!text)
        qFatal("no table %s", name.c_str());
    const auto rows = csvRows(*text);
    std::vector<TableRow> table;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        TableRow row;
        for (std::size_t column = 0; column < rows[0].size() && column < rows[i].size(); ++column)
            row[rows[0][column]] = rows[i][column];
        table.push_back(std::move(row));
    }
    return table;
}

} // namespace

const std::vector<TableRow> &keyTable(const std::string &name)
{
    static std::map<std::string, std::vector<TableRow>> tables;
    const auto known = tables.find(name);
    return known != tables.end() ? known->second
                                 : tables.emplace(name, readTable(name)).first->second;
}

const TableRow *keyRow(
    const std::string &table, const std::string &column, const std::string &value)
{
    for (const TableRow &row : keyTable(table))
        if (row.at(column) == value)
            return &row;
    return nullptr;
}

std::set<std::string> choicesOf(const std::string &text)
{
    std::set<std::string> choices;
    std::string word;
    const bool isList = !text.empty() && text.front() == '[';
    for (const char c : isList ? text.substr(1, text.size() - 2) : text) {
        if ((isList && (c == '\'' || c == ' ')) || (!isList && c == ' '))
            continue;
        if (c == (isList ? ',' : '|')) {
            choices.insert(word);
            word.clear();
        } else {
            word += c;
        }
    }
    if (!text.empty())
        choices.insert(word);
    return choices;
}

} // namespace headroom
