#include "model/intake/python_arguments.h"

#include "model/base/text/ascii.h"
#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr std::size_t maxProgram = 1u << 20; ///< bytes; the rest is not read
constexpr std::size_t maxArguments = 20'000;
constexpr std::size_t maxDepth = 64; ///< of brackets
constexpr std::size_t maxValue = 1u << 14; ///< bytes of an argument; of a longer one the beginning

bool isNameLetter(char c)
{
    return isAsciiLetterOrDigit(c) || c == '_';
}

/// Splits a program into the arguments of its calls and its assignments.
class ArgumentScanner
{
public:
    explicit ArgumentScanner(std::string_view text)
        : m_text(text.substr(0, maxProgram))
    { }

    std::vector<PythonArgument> scan()
    {
        m_line = 1;
        bool isStart = true; // of an argument, or of a line outside of brackets
        std::string name;
        for (std::size_t at = 0; at < m_text.size() && m_found.size() < maxArguments;) {
            const char letter = m_text[at];
            if (letter == '#' || letter == '"' || letter == '\'') {
                if (letter != '#' && isStart)
                    takeFirst(at);
                const std::size_t end = pass(at);
                count(at, end);
                at = end;
                isStart = isStart && letter == '#';
                name.clear();
            } else if (isNameLetter(letter)) {
                const std::size_t end = nameEnd(at);
                name = m_text.substr(at, end - at);
                if (isStart)
                    takeArgument(at, end);
                at = end;
                isStart = false;
            } else {
                step(at, name, isStart);
                ++at;
            }
        }
        return std::move(m_found);
    }

private:
    struct Open
    {
        char bracket;
        std::string call;
        std::size_t at = 0;
        bool isFirst = true; ///< nothing behind it yet
    };

    /// Past a comment or a string, which one or three marks enclose.
    std::size_t pass(std::size_t at) const
    {
        const char mark = m_text[at];
        if (mark == '#')
            return std::min(m_text.find('\n', at), m_text.size());
        const std::string three(3, mark);
        if (m_text.substr(at).starts_with(three)) {
            const std::size_t end = m_text.find(three, at + 3);
            return end == std::string_view::npos ? m_text.size() : end + 3;
        }
        for (std::size_t i = at + 1; i < m_text.size() && m_text[i] != '\n'; ++i)
            if (m_text[i] == '\\')
                ++i;
            else if (m_text[i] == mark)
                return i + 1;
        return std::min(m_text.find('\n', at), m_text.size());
    }

    std::size_t nameEnd(std::size_t at) const
    {
        while (at < m_text.size()
            && (isNameLetter(m_text[at])
                || (m_text[at] == '.' && at + 1 < m_text.size() && isNameLetter(m_text[at + 1]))))
            ++at;
        return at;
    }

    void count(std::size_t from, std::size_t to)
    {
        m_line += std::count(m_text.begin() + static_cast<std::ptrdiff_t>(from),
            m_text.begin() + static_cast<std::ptrdiff_t>(to), '\n');
    }

    void step(std::size_t at, std::string &name, bool &isStart)
    {
        const char letter = m_text[at];
        if (letter == '\n') {
            ++m_line;
            isStart = isStart || m_open.empty();
            name = m_open.empty() ? std::string {} : name;
        } else if (letter == '(' || letter == '[' || letter == '{') {
            if (letter == '(' && !name.empty())
                m_found.push_back({ name, {}, {}, m_line, at, at });
            if (m_open.size() < maxDepth)
                m_open.push_back({ letter, letter == '(' ? name : std::string {}, at });
            isStart = letter == '(';
            name.clear();
        } else if (letter == ')' || letter == ']' || letter == '}') {
            if (!m_open.empty())
                m_open.pop_back();
            isStart = false;
            name.clear();
        } else if (letter == ',') {
            if (!m_open.empty())
                m_open.back().isFirst = false;
            isStart = !m_open.empty() && m_open.back().bracket == '(';
            name.clear();
        } else if (letter != ' ' && letter != '\t' && letter != '\r' && letter != '\\') {
            isStart = false;
            name.clear();
        }
    }

    /// The end of a value that begins at `at`: a comma or bracket that closes, or the line's end.
    std::size_t valueEnd(std::size_t at) const
    {
        std::size_t depth = 0;
        const std::size_t last = std::min(m_text.size(), at + maxValue);
        while (at < last) {
            const char letter = m_text[at];
            if (letter == '#' || letter == '"' || letter == '\'') {
                if (letter == '#' && depth == 0)
                    return at;
                at = pass(at);
                continue;
            }
            if (letter == '(' || letter == '[' || letter == '{')
                ++depth;
            else if (letter == ')' || letter == ']' || letter == '}') {
                if (depth == 0)
                    return at;
                --depth;
            } else if (depth == 0
                && ((letter == ',' && !m_open.empty()) || (letter == '\n' && m_open.empty())))
                return at;
            ++at;
        }
        return last;
    }

    std::string call() const
    {
        return m_open.empty() || m_open.back().bracket != '(' ? std::string {} : m_open.back().call;
    }

    void take(std::string_view name, std::size_t nameAt, std::size_t at)
    {
        m_found.push_back(
            { call(), std::string(name), trimmed(m_text.substr(at, valueEnd(at) - at)), m_line,
                nameAt, m_open.empty() ? 0 : m_open.back().at });
    }

    /// "name = value" and "name: type = value", else an argument without a name.
    void takeArgument(std::size_t at, std::size_t end)
    {
        std::size_t next = end;
        const auto skipBlanks = [&] {
            while (next < m_text.size() && (m_text[next] == ' ' || m_text[next] == '\t'))
                ++next;
        };
        skipBlanks();
        if (next < m_text.size() && m_text[next] == ':') {
            const std::size_t line = std::min(m_text.find('\n', next), m_text.size());
            const std::size_t equals = m_text.find('=', next);
            if (equals < line)
                next = equals;
        }
        const bool isAssignment = next + 1 < m_text.size() && m_text[next] == '='
            && m_text[next + 1] != '=' && m_text.substr(at, end - at).find('.') == m_text.npos;
        if (!isAssignment)
            return takeFirst(at);
        ++next;
        skipBlanks();
        take(m_text.substr(at, end - at), at, next);
    }

    void takeFirst(std::size_t at)
    {
        if (!call().empty() && m_open.back().isFirst)
            take(firstArgument, at, at);
    }

    std::string_view m_text;
    std::vector<Open> m_open;
    std::vector<PythonArgument> m_found;
    std::int64_t m_line = 1;
};

} // namespace

std::vector<PythonArgument> pythonArguments(std::string_view text)
{
    return ArgumentScanner(text).scan();
}

std::string_view lastName(std::string_view dotted)
{
    return dotted.substr(dotted.rfind('.') + 1);
}

bool isPythonText(std::string_view text)
{
    const char mark = text.empty() ? ' ' : text.front();
    return text.size() >= 2 && (mark == '"' || mark == '\'') && text.back() == mark
        && text.substr(1, text.size() - 2).find(mark) == text.npos;
}

std::optional<std::string> pythonValue(
    std::string_view text, const PythonVariables &variables, int depth)
{
    text = trimmed(text);
    if (text.empty() || depth < 0)
        return std::nullopt;
    if (isPythonText(text))
        return std::string(text.substr(1, text.size() - 2));
    if (text.front() == '[' && text.back() == ']')
        return std::string(text);
    std::string digits(text);
    std::erase(digits, '_');
    if (const auto number = wholeNumberText(digits))
        return digits;
    if (text == "True" || text == "False")
        return std::string(text);
    if (text.starts_with("not ")) {
        const auto value = pythonValue(text.substr(4), variables, depth - 1);
        return !value ? value : std::optional<std::string> { *value == "True" ? "False" : "True" };
    }
    // Chips of the last years have bfloat16: unsloth's is_bfloat16_supported(), torch's own.
    if (text.ends_with("bf16_supported()") || text.ends_with("bfloat16_supported()"))
        return "True";
    for (const char *wrap : { "int(", "str(", "float(", "field(default=", "field(default = " })
        if (text.starts_with(wrap)) {
            std::string_view inner = text.substr(std::string_view(wrap).size());
            return pythonValue(inner.substr(0, inner.find_first_of(",)")), variables, depth - 1);
        }
    for (const char *sign : { "//", "*" }) {
        const std::size_t at = text.find(sign);
        if (at == text.npos)
            continue;
        const auto a = pythonValue(text.substr(0, at), variables, depth - 1);
        const auto b
            = pythonValue(text.substr(at + std::string_view(sign).size()), variables, depth - 1);
        const double left = a ? wholeNumberText(*a).value_or(0) : 0;
        const double right = b ? wholeNumberText(*b).value_or(0) : 0;
        if (!(left > 0) || !(right > 0))
            return std::nullopt;
        const double result = *sign == '*' ? left * right : std::floor(left / right);
        return fmt::format("{:.0f}", result);
    }
    if (!std::ranges::all_of(text, [](char c) { return isNameLetter(c) || c == '.'; }))
        return std::nullopt;
    const std::string_view name = lastName(text);
    if (name == "bfloat16" || name == "float16" || name == "float32")
        return std::string(name);
    const auto variable = variables.find(name);
    if (variable == variables.end() || trimmed(variable->second) == text)
        return std::nullopt;
    return pythonValue(variable->second, variables, depth - 1);
}

} // namespace headroom
