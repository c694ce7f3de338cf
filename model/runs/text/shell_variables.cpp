#include "model/runs/text/shell_variables.h"

#include "model/lint/shell_scanner.h"
#include "model/runs/text/scan.h"

#include <cmath>
#include <optional>

namespace headroom {
namespace {

using Variables = std::map<std::string, std::string>;

constexpr int deepestExpansion = 8; ///< fallbacks inside fallbacks
constexpr std::size_t maxExpanded = 1u << 16; ///< characters

std::optional<std::string> expanded(std::string_view text, const Variables &variables, int depth);

/// Whole-number arithmetic inside "$((" and "))"; names of variables with or without "$".
class Arithmetic
{
public:
    Arithmetic(std::string_view text, const Variables &variables, int depth)
        : m_text(text)
        , m_variables(variables)
        , m_depth(depth)
    { }

    std::optional<std::int64_t> value()
    {
        const std::optional<std::int64_t> sum = readSum(0);
        skipBlanks();
        return m_at == m_text.size() ? sum : std::nullopt;
    }

private:
    static constexpr int deepestBrackets = 32;

    void skipBlanks()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }
    bool accept(char letter)
    {
        skipBlanks();
        const bool isHere = m_at < m_text.size() && m_text[m_at] == letter;
        m_at += isHere ? 1 : 0;
        return isHere;
    }

    std::optional<std::int64_t> readSum(int depth)
    {
        std::optional<std::int64_t> left = readProduct(depth);
        while (left) {
            const int sign = accept('+') ? 1 : accept('-') ? -1 : 0;
            if (sign == 0)
                return left;
            const auto right = readProduct(depth);
            left = right ? bounded(static_cast<double>(*left) + sign * static_cast<double>(*right))
                         : std::nullopt;
        }
        return left;
    }

    std::optional<std::int64_t> readProduct(int depth)
    {
        std::optional<std::int64_t> left = readOperand(depth);
        while (left) {
            const char sign = accept('*') ? '*' : accept('/') ? '/' : accept('%') ? '%' : ' ';
            if (sign == ' ')
                return left;
            const auto right = readOperand(depth);
            if (!right || (sign != '*' && *right == 0))
                return std::nullopt;
            left = sign == '*' ? bounded(static_cast<double>(*left) * static_cast<double>(*right))
                               : std::optional { sign == '/' ? *left / *right : *left % *right };
        }
        return left;
    }

    std::optional<std::int64_t> readOperand(int depth)
    {
        if (accept('(')) {
            const auto inner = depth < deepestBrackets ? readSum(depth + 1) : std::nullopt;
            return inner && accept(')') ? inner : std::nullopt;
        }
        skipBlanks();
        const std::size_t from = m_at;
        if (m_at < m_text.size() && isShellNameStart(m_text[m_at])) {
            while (m_at < m_text.size() && isShellNameLetter(m_text[m_at]))
                ++m_at;
            return number(expanded(
                "${" + std::string(m_text.substr(from, m_at - from)) + "}", m_variables, m_depth));
        }
        while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9')
            ++m_at;
        return number(std::string(m_text.substr(from, m_at - from)));
    }

    static std::optional<std::int64_t> number(const std::optional<std::string> &text)
    {
        const auto value = text ? wholeNumberText(*text) : std::nullopt;
        return value && *value == std::floor(*value) ? bounded(*value) : std::nullopt;
    }
    static std::optional<std::int64_t> bounded(double value)
    {
        constexpr double most = 1e15;
        return std::abs(value) <= most ? std::optional { static_cast<std::int64_t>(value) }
                                       : std::nullopt;
    }

    std::string_view m_text;
    const Variables &m_variables;
    int m_depth;
    std::size_t m_at = 0;
};

/// Where the bracket that is open at `from` closes; npos: nowhere.
std::size_t closing(std::string_view text, std::size_t from, char open, char close)
{
    int depth = 0;
    for (std::size_t i = from; i < text.size(); ++i) {
        depth += text[i] == open ? 1 : text[i] == close ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return std::string_view::npos;
}

/// Values were expanded when the script set them.
std::optional<std::string> valueOf(std::string_view name, const Variables &variables)
{
    const auto value = variables.find(std::string(name));
    return value == variables.end() ? std::nullopt : std::optional { value->second };
}

/// "NAME", "NAME:-fallback", "NAME-fallback", "NAME:=fallback" between braces.
std::optional<std::string> bracedValue(
    std::string_view inner, const Variables &variables, int depth)
{
    std::size_t end = 0;
    while (end < inner.size() && isShellNameLetter(inner[end]))
        ++end;
    if (end == 0)
        return std::nullopt; // lengths, indirect names
    if (const auto known = valueOf(inner.substr(0, end), variables))
        return end == inner.size() || inner[end] == ':' || inner[end] == '-' ? known : std::nullopt;
    std::string_view rest = inner.substr(end);
    for (const char *mark : { ":-", ":=", "-" })
        if (rest.starts_with(mark))
            return expanded(rest.substr(std::string_view(mark).size()), variables, depth + 1);
    return std::nullopt; // arrays, parts, patterns
}

/// The value of the expansion whose "$" stands at `at`, and how many characters it takes.
std::optional<std::string> valueAt(
    std::string_view text, std::size_t at, const Variables &variables, int depth, std::size_t &size)
{
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("$((")) {
        const std::size_t close = closing(text, at + 1, '(', ')');
        if (close == std::string_view::npos || close < at + 5)
            return std::nullopt;
        size = close + 1 - at;
        std::string inner(text.substr(at + 3, close - at - 4));
        for (std::size_t mark = inner.find('$'); mark != std::string::npos; mark = inner.find('$'))
            if (mark + 1 < inner.size() && inner[mark + 1] == '{') {
                std::size_t taken = 0;
                const auto value = valueAt(inner, mark, variables, depth + 1, taken);
                if (!value)
                    return std::nullopt;
                inner.replace(mark, taken, *value);
            } else {
                inner.erase(mark, 1);
            }
        const auto value = Arithmetic(inner, variables, depth + 1).value();
        return value ? std::optional { std::to_string(*value) } : std::nullopt;
    }
    if (rest.starts_with("${")) {
        const std::size_t close = closing(text, at + 1, '{', '}');
        if (close == std::string_view::npos)
            return std::nullopt;
        size = close + 1 - at;
        return bracedValue(text.substr(at + 2, close - at - 2), variables, depth);
    }
    std::size_t end = at + 1;
    while (end < text.size() && isShellNameLetter(text[end]))
        ++end;
    size = end - at;
    return end > at + 1 ? valueOf(text.substr(at + 1, end - at - 1), variables) : std::nullopt;
}

std::optional<std::string> expanded(std::string_view text, const Variables &variables, int depth)
{
    if (depth > deepestExpansion)
        return std::nullopt;
    std::string all;
    for (std::size_t i = 0; i < text.size() && all.size() <= maxExpanded;) {
        if (text[i] == '`')
            return std::nullopt; // the output of a command
        if (text[i] != '$') {
            all += text[i++];
            continue;
        }
        std::size_t size = 0;
        const auto value = valueAt(text, i, variables, depth, size);
        if (!value || size == 0)
            return std::nullopt;
        all += *value;
        i += size;
    }
    return all.size() <= maxExpanded ? std::optional { std::move(all) } : std::nullopt;
}

} // namespace

bool expandVariables(std::string &text, const std::map<std::string, std::string> &variables)
{
    std::optional<std::string> whole = expanded(text, variables, 0);
    if (whole)
        text = *std::move(whole);
    return whole.has_value();
}

} // namespace headroom
