#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

// What the texts of lessons must keep to.
namespace headroom {

/// The text without templates, constants, code blocks, code spans and link targets.
inline std::string proseOf(std::string_view text)
{
    static constexpr std::pair<std::string_view, std::string_view> pairs[] { { "{{", "}}" },
        { "[[", "]]" }, { "```", "```" }, { "`", "`" }, { "](", ")" } };
    std::string prose;
    while (!text.empty()) {
        const auto *pair = std::ranges::find_if(
            pairs, [text](const auto &candidate) { return text.starts_with(candidate.first); });
        if (pair == std::end(pairs)) {
            prose += text.front();
            text.remove_prefix(1);
            continue;
        }
        const std::size_t close = text.find(pair->second, pair->first.size());
        prose += ' ';
        text.remove_prefix(
            close == std::string_view::npos ? text.size() : close + pair->second.size());
    }
    return prose;
}

/// Numbers that stand in the text as they are: outside templates, marked constants, code and names
/// such as H100 or ZeRO-3. Lessons must not have any.
inline std::vector<std::string> typedNumbers(std::string_view text)
{
    const std::string prose = proseOf(text);
    std::vector<std::string> found;
    const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t i = 0; i < prose.size(); ++i) {
        if (!isDigit(prose[i]))
            continue;
        const std::size_t begin = i;
        while (i < prose.size() && (isDigit(prose[i]) || prose[i] == '.' || prose[i] == ','))
            ++i;
        // A digit that belongs to a name (H100, fp8, ZeRO-3, 8-bit, llama3) is no number.
        const auto joins = [](char c) {
            return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
        };
        const bool inName = (begin > 0 && joins(prose[begin - 1]))
            || (i < prose.size() && joins(prose[i]) && isDigit(prose[i - 1]));
        const bool listItem = (begin == 0 || prose[begin - 1] == '\n') && prose[i - 1] == '.';
        if (!inName && !listItem)
            found.push_back(prose.substr(begin, i - begin));
    }
    return found;
}

/// The templates of a text in order; a translation has the same ones.
inline std::vector<std::string> lessonTemplates(std::string_view text)
{
    std::vector<std::string> templates;
    for (std::size_t open = text.find("{{"); open != std::string_view::npos;
         open = text.find("{{", open + 2)) {
        const std::size_t close = text.find("}}", open);
        if (close == std::string_view::npos)
            break;
        templates.emplace_back(text.substr(open + 2, close - open - 2));
    }
    return templates;
}

} // namespace headroom
