#include "input_mutator.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

constexpr std::size_t longestInput = 64u << 10; ///< bytes; longer ones are cut
constexpr std::size_t longestPiece = 200; ///< bytes that are copied or removed at once

const std::vector<std::string> &words()
{
    static const std::vector<std::string> all { "{", "}", "[", "]", "\"", "'", ":", ": ", ",",
        "\n- ", "\n  ", "\t", "#", "|", ">", "&a", "*a", "<<: ", "!!str ", "---\n", "...\n", "\r\n",
        "\\", "\\u0000", "\\ud800", "\xff", "\xc3", "\xef\xbb\xbf", "\xe2\x80\xae", "$", "$(", "`",
        "=", "==", "--", " -", "\x1b[31m", std::string(1, '\0'), "null", "true", "~", "if(", "min(",
        "^", "%", "..", "../", "/", "NaN", "inf", "-inf", std::string(300, '('),
        std::string(300, '['), std::string(4000, 'a') };
    return all;
}

const std::vector<std::string> &numbers()
{
    static const std::vector<std::string> all { "0", "-0", "-1", "1", "2", "3", "7", "0.5", "1e308",
        "1e309", "-1e309", "1e-320", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "18446744073709551616", "2147483648", "4294967296", "65536", "0x10",
        "010", "1_000", "1,000", ".5", "5.", "1e", "+1", "00", "1e17", "100000000" };
    return all;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

InputMutator::InputMutator(std::vector<std::string> seeds, unsigned seed)
    : m_seeds(std::move(seeds))
    , m_engine(seed)
{ }

std::string InputMutator::next()
{
    std::string text = m_seeds[below(m_seeds.size())];
    if (text.size() > longestInput)
        text.resize(longestInput);
    const std::size_t changes = 1 + below(below(4) == 0 ? 16 : 4);
    for (std::size_t i = 0; i < changes; ++i)
        changeOnce(text);
    return text;
}

void InputMutator::changeOnce(std::string &text)
{
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = below(std::min(longestPiece, text.size() - at + 1));
    switch (below(9)) {
    case 0:
        if (at < text.size())
            text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
    case 1:
        if (at < text.size())
            text[at] = static_cast<char>(m_engine());
        break;
    case 2:
        text.erase(at, length);
        break;
    case 3:
        text.insert(below(text.size() + 1), text.substr(at, length));
        break;
    case 4:
        text.insert(at, words()[below(words().size())]);
        break;
    case 5: {
        const std::string &other = m_seeds[below(m_seeds.size())];
        const std::size_t from = below(other.size() + 1);
        text.insert(at, other.substr(from, below(longestPiece)));
        break;
    }
    case 6:
        changeLines(text);
        break;
    default:
        changeNumber(text);
    }
}

/// Another number in the place of one that is there.
void InputMutator::changeNumber(std::string &text)
{
    const auto start = text.begin() + static_cast<std::ptrdiff_t>(below(text.size() + 1));
    const auto first = std::find_if(start, text.end(), isDigit);
    const auto last = std::find_if_not(first, text.end(), isDigit);
    text.replace(first, last, numbers()[below(numbers().size())]);
}

/// A line is taken out, and perhaps put in elsewhere or twice.
void InputMutator::changeLines(std::string &text)
{
    const std::size_t at = below(text.size() + 1);
    const std::size_t before = text.rfind('\n', at);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (begin > end)
        return;
    const std::string line = text.substr(begin, end - begin) + '\n';
    if (below(2) == 0)
        text.erase(begin, std::min(line.size(), text.size() - begin));
    const std::size_t other = text.find('\n', below(text.size() + 1));
    if (other != std::string::npos && below(3) > 0)
        text.insert(other + 1, line);
}

} // namespace headroom
