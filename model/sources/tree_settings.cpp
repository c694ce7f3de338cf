#include "model/sources/placed_settings.h"

#include "model/base/text/ascii.h"
#include "model/runs/text/scan.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t maxSettings = 65'536;
constexpr int deepest = 64;

std::size_t lineEndOf(std::string_view text, std::size_t at)
{
    return std::min(text.find('\n', at), text.size());
}

TextSpan trimmedSpan(std::string_view text, TextSpan span)
{
    while (span.from < span.to && isAsciiSpace(text[span.from]))
        ++span.from;
    while (span.to > span.from && isAsciiSpace(text[span.to - 1]))
        --span.to;
    return span;
}

/// The value up to a comment: a "#" inside quotes is none; one of YAML follows a blank.
TextSpan valueSpan(std::string_view text, std::size_t from, std::size_t end, bool needsBlank)
{
    char quote = '\0';
    std::size_t to = end;
    for (std::size_t i = from; i < end; ++i) {
        const char letter = text[i];
        if (quote != '\0') {
            if (letter == '\\' && quote == '"')
                ++i;
            else if (letter == quote)
                quote = '\0';
        } else if ((letter == '"' || letter == '\'')) {
            quote = letter;
        } else if (letter == '#' && (!needsBlank || i == from || isAsciiSpace(text[i - 1]))) {
            to = i;
            break;
        }
    }
    return trimmedSpan(text, { from, to });
}

/// Without the quotes around it.
TextSpan unquoted(std::string_view text, TextSpan span)
{
    const bool isQuoted = span.to - span.from >= 2 && !span.isEmpty()
        && (text[span.from] == '"' || text[span.from] == '\'')
        && text[span.to - 1] == text[span.from];
    return isQuoted ? TextSpan { span.from + 1, span.to - 1 } : span;
}

int openBrackets(std::string_view text)
{
    int open = 0;
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (quote != '\0')
            quote = letter == quote ? '\0' : quote;
        else if (letter == '"' || letter == '\'')
            quote = letter;
        else if (letter == '#')
            i = std::min(text.find('\n', i), text.size() - 1);
        else if (letter == '[' || letter == '{')
            ++open;
        else if (letter == ']' || letter == '}')
            --open;
    }
    return open;
}

/// The value grows over lines until its brackets close.
TextSpan closed(std::string_view text, TextSpan value)
{
    while (value.to < text.size() && value.to - value.from < maxSettings
        && openBrackets(value.of(text)) > 0)
        value.to = lineEndOf(text, value.to + 1);
    return trimmedSpan(text, value);
}

PlacedValue treeValue(std::string_view text, TextSpan span)
{
    PlacedValue value;
    value.at = value.held = unquoted(text, span);
    value.text = value.at.of(text);
    value.isKnown = value.text.find("${") == std::string::npos; // OmegaConf's
    return value;
}

/// Where a key ends: before a colon that a blank or the line's end follows.
std::size_t yamlColon(std::string_view text, std::size_t from, std::size_t end)
{
    if (from < end && (text[from] == '"' || text[from] == '\'')) {
        const std::size_t close = text.find(text[from], from + 1);
        const std::size_t colon = text.find(':', std::min(close, end));
        return close < end && colon < end
                && trimmed(text.substr(close + 1, colon - close - 1)).empty()
            ? colon
            : std::string_view::npos;
    }
    for (std::size_t i = from; i < end; ++i) {
        if (text[i] == '#' && i > from && isAsciiSpace(text[i - 1]))
            break;
        if (text[i] == ':' && (i + 1 == end || isAsciiSpace(text[i + 1])))
            return i;
    }
    return std::string_view::npos;
}

/// Mappings that are open at a line, by their indentation.
struct OpenMapping
{
    std::size_t indent;
    std::string path; ///< with a final dot
    bool isListed;
    std::size_t group;
};

} // namespace

void placeYaml(PlacedFile &file)
{
    file.syntax = SourceSyntax::Yaml;
    const std::string_view text = file.text;
    std::vector<OpenMapping> open { { 0, {}, false, 0 } };
    std::size_t groups = 1;
    std::size_t blockIndent = std::string_view::npos; ///< of the key of a "|" or ">" text
    for (std::size_t at = 0; at < text.size() && file.settings.size() < maxSettings;) {
        std::size_t end = lineEndOf(text, at);
        std::size_t from = at;
        while (from < end && text[from] == ' ')
            ++from;
        const std::size_t indent = from - at;
        const std::string_view line = trimmed(text.substr(from, end - from));
        const std::size_t lineAt = at;
        at = end + 1;
        if (line.empty() || (blockIndent != std::string_view::npos && indent > blockIndent))
            continue;
        blockIndent = std::string_view::npos;
        if (line.front() == '#')
            continue;
        if (line == "---" || line == "...") {
            open.assign(1, { 0, {}, false, groups++ });
            continue;
        }
        std::size_t column = indent;
        bool isItem = false;
        while (from + 1 < end && text[from] == '-' && text[from + 1] == ' ') {
            isItem = true;
            from += 2;
            while (from < end && text[from] == ' ')
                ++from;
            column = from - lineAt;
        }
        while (open.size() > 1 && open.back().indent > (isItem ? indent : column))
            open.pop_back();
        if (isItem && !(open.back().isListed && open.back().indent == column)
            && open.size() < static_cast<std::size_t>(deepest))
            open.push_back({ column, open.back().path + "[].", true, groups++ });
        const std::size_t colon = yamlColon(text, from, end);
        if (colon == std::string_view::npos)
            continue;
        while (open.size() > 1 && open.back().indent > column)
            open.pop_back();
        PlacedSetting setting;
        setting.form = SettingForm::Yaml;
        setting.keyAt = unquoted(text, trimmedSpan(text, { from, colon }));
        setting.isListed = open.back().isListed;
        setting.group = open.back().group;
        setting.key = open.back().path + std::string(setting.keyAt.of(text));
        TextSpan value = valueSpan(text, colon + 1, end, true);
        const std::string_view start = value.of(text);
        if (start.starts_with("|") || start.starts_with(">")) {
            blockIndent = column;
            setting.whole = { from, value.to };
        } else if (start.empty()) {
            setting.whole = { from, colon + 1 };
            if (open.size() < static_cast<std::size_t>(deepest))
                open.push_back({ column + 1, setting.key + ".", open.back().isListed, groups++ });
        } else {
            if (start.front() == '[' || start.front() == '{')
                value = closed(text, value);
            setting.values.push_back(treeValue(text, value));
            setting.whole = { from, value.to };
            at = std::max(at, lineEndOf(text, value.to) + 1);
        }
        file.settings.push_back(std::move(setting));
    }
}

void placeToml(PlacedFile &file)
{
    file.syntax = SourceSyntax::Toml;
    const std::string_view text = file.text;
    std::string table;
    std::size_t group = 0;
    bool isListed = false;
    for (std::size_t at = 0; at < text.size() && file.settings.size() < maxSettings;) {
        const std::size_t end = lineEndOf(text, at);
        const TextSpan line = valueSpan(text, at, end, false);
        at = end + 1;
        if (line.isEmpty())
            continue;
        if (text[line.from] == '[') {
            const std::string_view name = line.of(text);
            isListed = name.starts_with("[[");
            const std::size_t inner = std::min(name.find_first_not_of('['), name.size());
            table = trimmed(name.substr(inner, name.find(']') - inner));
            ++group;
            continue;
        }
        const std::size_t equals = text.find('=', line.from);
        if (equals >= line.to)
            continue;
        PlacedSetting setting;
        setting.form = SettingForm::Toml;
        setting.keyAt = unquoted(text, trimmedSpan(text, { line.from, equals }));
        setting.key = (table.empty() ? "" : table + '.') + std::string(setting.keyAt.of(text));
        setting.group = group;
        setting.isListed = isListed;
        TextSpan value = closed(text, trimmedSpan(text, { equals + 1, line.to }));
        setting.values.push_back(treeValue(text, value));
        setting.whole = { line.from, value.to };
        at = std::max(at, lineEndOf(text, value.to) + 1);
        file.settings.push_back(std::move(setting));
    }
}

namespace {

/// Walks a JSON text that a parser has accepted.
class JsonPlacer
{
public:
    explicit JsonPlacer(PlacedFile &file)
        : m_file(file)
        , m_text(file.text)
    { }

    void run() { walk({}, 0, false); }

private:
    void skipBlanks()
    {
        while (m_at < m_text.size() && isAsciiSpace(m_text[m_at]))
            ++m_at;
    }

    TextSpan string()
    {
        const std::size_t from = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != '"')
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        m_at = std::min(m_at + 1, m_text.size());
        return { from, m_at };
    }

    TextSpan walk(const std::string &path, int depth, bool isListed)
    {
        skipBlanks();
        const std::size_t from = m_at;
        if (m_at >= m_text.size() || depth > deepest)
            m_at = m_text.size();
        else if (m_text[m_at] == '{')
            walkMapping(path, depth, isListed);
        else if (m_text[m_at] == '[')
            walkList(path, depth);
        else if (m_text[m_at] == '"')
            string();
        else
            while (m_at < m_text.size() && !isAsciiSpace(m_text[m_at]) && m_text[m_at] != ','
                && m_text[m_at] != '}' && m_text[m_at] != ']')
                ++m_at;
        return { from, m_at };
    }

    void walkList(const std::string &path, int depth)
    {
        ++m_at;
        for (;;) {
            skipBlanks();
            if (m_at >= m_text.size())
                return;
            if (m_text[m_at] == ']' || m_text[m_at] == ',') {
                if (m_text[m_at++] == ']')
                    return;
                continue;
            }
            const std::size_t before = m_at;
            walk(path + "[].", depth + 1, true);
            m_at = std::max(m_at, before + 1);
        }
    }

    void walkMapping(const std::string &path, int depth, bool isListed)
    {
        const std::size_t group = m_groups++;
        ++m_at;
        for (;;) {
            skipBlanks();
            if (m_at >= m_text.size())
                return;
            if (m_text[m_at] == '}') {
                ++m_at;
                return;
            }
            if (m_text[m_at] != '"') {
                ++m_at;
                continue;
            }
            const TextSpan key = string();
            skipBlanks();
            if (m_at < m_text.size() && m_text[m_at] == ':')
                ++m_at;
            skipBlanks();
            PlacedSetting setting;
            setting.form = SettingForm::Json;
            setting.keyAt = unquoted(m_text, key);
            setting.key = path + std::string(setting.keyAt.of(m_text));
            setting.group = group;
            setting.isListed = isListed;
            const bool isMapping = m_at < m_text.size() && m_text[m_at] == '{';
            const std::size_t place = m_file.settings.size();
            if (place >= maxSettings) {
                m_at = m_text.size();
                return;
            }
            m_file.settings.push_back(setting);
            const TextSpan value = walk(setting.key + '.', depth + 1, isListed);
            PlacedSetting &placed = m_file.settings[place];
            placed.whole = { key.from, value.to };
            if (!isMapping)
                placed.values.push_back(treeValue(m_text, value));
        }
    }

    PlacedFile &m_file;
    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_groups = 0;
};

} // namespace

void placeJson(PlacedFile &file)
{
    file.syntax = SourceSyntax::Json;
    JsonPlacer(file).run();
}

} // namespace headroom
