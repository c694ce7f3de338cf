#include "model/intake/post_parts.h"

#include "model/base/text/ascii.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t maxParts = 64;
constexpr std::size_t maxLooked = 1u << 16; ///< lines that are looked at for nothing

bool isKeyLetter(char letter)
{
    return isAsciiLetterOrDigit(letter) || letter == '_' || letter == '-' || letter == '.';
}

/// The key in front of `mark`; empty: there is none.
std::string_view keyOf(std::string_view line, char mark)
{
    const std::size_t end = line.find(mark);
    if (end == std::string_view::npos)
        return {};
    const std::string_view key = trimmed(line.substr(0, end));
    return !key.empty() && std::ranges::all_of(key, isKeyLetter) ? key : std::string_view {};
}

/// "[training]", alone in its line.
bool isTable(std::string_view line)
{
    line = trimmed(line);
    const std::size_t name = std::min(line.find_first_not_of('['), line.size());
    return name > 0 && name < line.size() && isAsciiLetter(line[name]) && line.back() == ']'
        && std::ranges::all_of(
            line.substr(name), [](char letter) { return isKeyLetter(letter) || letter == ']'; });
}

bool isRemark(std::string_view line)
{
    line = trimmed(line);
    return line.empty() || line.front() == '#';
}

/// Lines from there on that may be one configuration, and how many of them are; 0: none.
struct Block
{
    std::size_t looked = 0, taken = 0;
};

Block tomlLines(const Lines &lines, std::size_t from)
{
    if (!isTable(lines[from]))
        return {};
    std::size_t end = from + 1, keys = 0;
    bool isInside = false; // an array over several lines
    for (; end < lines.size(); ++end) {
        const std::string_view line = trimmed(lines[end]);
        const bool isKey = !isInside && !keyOf(line, '=').empty();
        if (!isInside && !isKey && !isTable(line) && !isRemark(line))
            break;
        keys += isKey;
        if (isKey && line.ends_with('['))
            isInside = true;
        else if (isInside && line.starts_with(']'))
            isInside = false;
    }
    return { end - from, keys > 0 && !isInside ? end - from : 0 };
}

Block yamlLines(const Lines &lines, std::size_t from)
{
    constexpr std::size_t minKeys = 4;
    // Keys of configurations begin with a small letter, headings of a list ("Torch: 2.5") do not.
    const bool isSmall = !lines[from].empty() && isAsciiLetter(lines[from].front())
        && asciiLower(lines[from].front()) == lines[from].front();
    if (!isYamlKey(lines[from]) || !isSmall)
        return {};
    std::size_t end = from, keys = 0;
    for (; end < lines.size(); ++end) {
        const std::string_view line = lines[end];
        const bool isDeeper = line.starts_with(' ') || line.starts_with("- ");
        if (!isYamlKey(line) && !isDeeper && !isRemark(line))
            break;
        keys += isYamlKey(line);
    }
    return { end - from, keys >= minKeys ? end - from : 0 };
}

Block jsonLines(const Lines &lines, std::size_t from)
{
    if (trimmed(lines[from]) != "{")
        return {};
    int depth = 0;
    for (std::size_t end = from; end < lines.size(); ++end) {
        bool isText = false;
        char before = ' ';
        for (const char letter : lines[end]) {
            isText = isText != (letter == '"' && before != '\\');
            depth += isText ? 0 : (letter == '{') - (letter == '}');
            before = letter;
        }
        if (depth <= 0)
            return { end + 1 - from, end + 1 - from };
    }
    return { lines.size() - from, 0 };
}

/// A program among sentences goes on to the end of the text: its lines have no common form. It
/// begins with "import torch", "import numpy as np" or "from peft import LoraConfig".
Block pythonLines(const Lines &lines, std::size_t from)
{
    Scan line { lines[from] };
    const bool isFrom = line.accept("from ");
    if (!isFrom && !line.accept("import "))
        return {};
    const std::string_view name = line.until(" "), rest = line.rest();
    const bool isImport
        = isFrom ? rest.starts_with("import ") : rest.empty() || rest.starts_with("as ");
    const bool isName = !name.empty() && std::ranges::all_of(name, isKeyLetter);
    return { 1, isImport && isName ? lines.size() - from : 0 };
}

struct BlockKind
{
    Block (*find)(const Lines &lines, std::size_t from);
    std::string_view ending;
};
constexpr std::array blockKinds { BlockKind { tomlLines, ".toml" },
    BlockKind { yamlLines, ".yaml" }, BlockKind { jsonLines, ".json" },
    BlockKind { pythonLines, ".py" } };

/// What stands behind ``` and how a file of it ends.
/// @source GitHub Linguist, languages.yml (names and aliases)
std::string_view endingOf(std::string_view language)
{
    using Row = std::pair<std::string_view, std::string_view>;
    static constexpr std::array rows { Row { "toml", ".toml" }, Row { "yaml", ".yaml" },
        Row { "yml", ".yaml" }, Row { "json", ".json" }, Row { "python", ".py" },
        Row { "py", ".py" }, Row { "bash", ".sh" }, Row { "sh", ".sh" }, Row { "shell", ".sh" },
        Row { "zsh", ".sh" } };
    const auto row = std::ranges::find(rows, asciiLowered(trimmed(language)), &Row::first);
    return row == rows.end() ? std::string_view {} : row->second;
}

class PostReader
{
public:
    explicit PostReader(std::string_view text)
    {
        Scan scan { text };
        while (!scan.rest().empty()) {
            std::string_view line = scan.until("\n");
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            m_lines.push_back(line);
        }
    }

    Post read()
    {
        for (std::size_t at = 0; at < m_lines.size();)
            if (const std::size_t taken = m_parts.size() < maxParts ? take(at) : 0; taken > 0) {
                at += taken;
            } else {
                addWords(at);
                ++at;
            }
        const bool isOneFile = m_parts.size() == 1 && !m_isMarked && trimmed(m_words).empty();
        if (m_parts.empty() || isOneFile)
            return {};
        m_parts.push_back({ {}, std::move(m_words) });
        return { std::move(m_parts), m_isMarked };
    }

private:
    /// How many lines of remarks stand there; a heading of Markdown is none.
    std::size_t remarksBefore(std::size_t at) const
    {
        std::size_t end = at;
        if (m_lines[at].starts_with('#') && !m_lines[at].starts_with("##"))
            while (end < m_lines.size() && isRemark(m_lines[end]))
                ++end;
        return end - at;
    }

    /// How many lines the part that begins there has; 0: it is a sentence.
    std::size_t take(std::size_t at)
    {
        const std::string_view start = trimmed(m_lines[at]);
        for (const std::string_view fence : { "```", "~~~" })
            if (start.starts_with(fence)) {
                std::size_t end = at + 1;
                while (end < m_lines.size() && !trimmed(m_lines[end]).starts_with(fence))
                    ++end;
                m_isMarked = true;
                add(at + 1, end, endingOf(start.substr(fence.size())));
                const std::size_t count = std::min(end + 1, m_lines.size()) - at;
                m_words.append(count, '\n');
                return count;
            }
        return takeBlock(at);
    }

    std::size_t takeBlock(std::size_t at)
    {
        if (m_looked >= maxLooked)
            return 0;
        const std::size_t head = remarksBefore(at);
        m_looked += head;
        if (at + head >= m_lines.size())
            return 0;
        for (const BlockKind &kind : blockKinds) {
            const Block block = kind.find(m_lines, at + head);
            const std::size_t count = head + block.taken;
            if (block.taken == 0) {
                m_looked += block.looked;
                continue;
            }
            add(at, at + count, kind.ending);
            m_words.append(count, '\n');
            return count;
        }
        return 0;
    }

    void add(std::size_t from, std::size_t to, std::string_view ending)
    {
        PostPart part { std::string(ending), std::string(from, '\n') };
        for (std::size_t i = from; i < to; ++i)
            part.text += std::string(m_lines[i]) + '\n';
        if (!trimmed(part.text).empty())
            m_parts.push_back(std::move(part));
    }

    /// A command in `…` is a part, too.
    void addWords(std::size_t at)
    {
        Scan line { m_lines[at] };
        bool isInside = false;
        while (!line.rest().empty()) {
            const bool closes = line.rest().find('`') != std::string_view::npos;
            const std::string_view piece = line.until("`");
            if (isInside && closes && piece.find(" --") != std::string_view::npos
                && m_parts.size() < maxParts) {
                m_isMarked = true;
                m_parts.push_back({ ".sh", std::string(at, '\n') + std::string(piece) + '\n' });
            } else {
                m_words += piece;
            }
            isInside = !isInside;
        }
        m_words += '\n';
    }

    Lines m_lines;
    std::vector<PostPart> m_parts;
    std::string m_words;
    std::size_t m_looked = 0;
    bool m_isMarked = false;
};

} // namespace

bool isYamlKey(std::string_view line)
{
    if (line.starts_with(' ') || keyOf(line, ':').empty())
        return false;
    const std::size_t behind = line.find(':') + 1;
    return behind == line.size() || line[behind] == ' ';
}

bool startsAsYaml(std::string_view text)
{
    Scan lines { text };
    while (!lines.rest().empty())
        if (const auto line = trimmed(lines.until("\n"));
            !line.empty() && line.front() != '#' && line != "---")
            return isYamlKey(line);
    return false;
}

Post postOf(std::string_view text)
{
    return PostReader(text).read();
}

} // namespace headroom
