#include "model/runs/readers/config_files.h"

#include "model/runs/text/scan.h"

#include <algorithm>

namespace headroom {
namespace {

/// The line up to a comment; "#" inside a text is none.
std::string_view withoutComment(std::string_view line)
{
    char quote = '\0';
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char letter = line[i];
        if (quote != '\0') {
            if (letter == '\\' && quote == '"')
                ++i;
            else if (letter == quote)
                quote = '\0';
        } else if (letter == '"' || letter == '\'') {
            quote = letter;
        } else if (letter == '#') {
            return line.substr(0, i);
        }
    }
    return line;
}

/// Brackets that are open behind the text.
int openBrackets(std::string_view text)
{
    int open = 0;
    char quote = '\0';
    for (const char letter : text) {
        if (quote != '\0')
            quote = letter == quote ? '\0' : quote;
        else if (letter == '"' || letter == '\'')
            quote = letter;
        else if (letter == '[')
            ++open;
        else if (letter == ']')
            --open;
    }
    return open;
}

std::string_view bareKey(std::string_view key)
{
    key = trimmed(key);
    const bool isQuoted = key.size() >= 2 && key.front() == '"' && key.back() == '"';
    return isQuoted ? key.substr(1, key.size() - 2) : key;
}

} // namespace

void addToml(std::string_view text, const std::string &file, ConfigFacts &facts,
    const std::function<void(std::int64_t line)> &onProblem)
{
    constexpr std::size_t maxValue = 1u << 16;
    Scan lines { text };
    std::int64_t number = 0;
    std::string table;
    while (!lines.rest().empty()) {
        const std::string_view line = trimmed(withoutComment(lines.until("\n")));
        const std::int64_t first = ++number;
        if (line.empty())
            continue;
        if (line.front() == '[') {
            const std::size_t inner = std::min(line.find_first_not_of('['), line.size());
            table = trimmed(line.substr(inner, line.find(']') - inner));
            continue;
        }
        Scan scan { line };
        const std::string_view key = bareKey(scan.until("="));
        std::string value(trimmed(scan.rest()));
        while (openBrackets(value) > 0 && !lines.rest().empty() && value.size() < maxValue) {
            value += ' ';
            value += trimmed(withoutComment(lines.until("\n")));
            ++number;
        }
        if (key.empty() || value.empty())
            onProblem(first);
        else
            facts.set(table.empty() ? std::string(key) : table + '.' + std::string(key), value,
                file, first);
    }
}

} // namespace headroom
