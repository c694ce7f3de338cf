#include "model/runs/readers/python_calls.h"

#include "model/runs/text/scan.h"

#include <algorithm>
#include <vector>

namespace headroom {
namespace {

constexpr std::size_t maxProgramLines = 20'000;
constexpr std::size_t deepestCall = 8;

bool isPythonName(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || (c >= '0' && c <= '9');
    });
}

/// "name=value," into its parts; an empty name: no such line.
std::pair<std::string_view, std::string_view> fieldAssignment(std::string_view line)
{
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || line.substr(equals).starts_with("=="))
        return {};
    std::string_view name = trimmed(line.substr(0, equals));
    if (constexpr std::string_view object = "config."; name.starts_with(object))
        name.remove_prefix(object.size());
    std::string_view value = trimmed(line.substr(equals + 1));
    if (value.ends_with(','))
        value = trimmed(value.substr(0, value.size() - 1));
    return { isPythonName(name) ? name : std::string_view {}, value };
}

} // namespace

CallFields callFields(std::string_view text)
{
    CallFields fields;
    std::vector<std::string> open;
    std::int64_t number = 0;
    Scan lines { text };
    while (!lines.rest().empty() && static_cast<std::size_t>(number) < maxProgramLines) {
        const std::string_view line = trimmed(lines.until("\n"));
        ++number;
        if (line.empty() || line.front() == '#')
            continue;
        if (line.front() == ')') {
            if (!open.empty())
                open.pop_back();
            continue;
        }
        const auto [name, value] = fieldAssignment(line);
        if (line.ends_with('(')) {
            if (open.size() < deepestCall)
                open.emplace_back(name);
        } else if (!name.empty() && !open.empty() && !open.back().empty()) {
            fields[{ open.back(), std::string(name) }] = { std::string(value), number };
        }
    }
    return fields;
}

std::string unquotedPython(std::string_view value)
{
    const bool isText = value.size() >= 2 && (value.front() == '"' || value.front() == '\'')
        && value.back() == value.front();
    return std::string(isText ? value.substr(1, value.size() - 2) : value);
}

} // namespace headroom
