#include "model/runs/readers/config_files.h"

#include "model/plan/machine_comment.h"
#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <memory>

namespace headroom {
namespace {

std::string factText(const Document &node)
{
    if (node.isNull())
        return {};
    if (node.kind() == Document::Kind::Text)
        return node.text();
    return writeJson(node, 0);
}

void addNode(
    const Document &node, const std::string &path, const TextPlace &place, ConfigFacts &facts)
{
    if (!node.isMapping()) {
        facts.set(path, factText(node), place.file, place.line + std::max(node.line(), 1) - 1);
        return;
    }
    for (const auto &[key, child] : node.members())
        addNode(child, path.empty() ? key : path + '.' + key, place, facts);
}

/// Rewrites a Python literal as JSON.
class PythonToJson
{
public:
    explicit PythonToJson(std::string_view text)
        : m_text(text)
    { }

    std::string run()
    {
        while (m_at < m_text.size()) {
            const char letter = m_text[m_at];
            if (letter == '\'' || letter == '"')
                addText(letter);
            else if (letter == '(' || letter == ')')
                addClosing(letter == '(' ? '[' : ']');
            else if (letter == ']' || letter == '}')
                addClosing(letter);
            else if (!addWord())
                m_json += m_text[m_at++];
        }
        return std::move(m_json);
    }

private:
    /// A comma may stand before the end of a list in Python.
    void addClosing(char letter)
    {
        if (letter == ']' || letter == '}') {
            const std::size_t last = m_json.find_last_not_of(" \t");
            if (last != std::string::npos && m_json[last] == ',')
                m_json.erase(last);
        }
        m_json += letter;
        ++m_at;
    }

    void addText(char quote)
    {
        m_json += '"';
        ++m_at;
        while (m_at < m_text.size() && m_text[m_at] != quote) {
            const char letter = m_text[m_at++];
            if (letter == '"')
                m_json += "\\\"";
            else if (letter == '\\' && m_at < m_text.size())
                addEscape(m_text[m_at++]);
            else
                m_json += letter;
        }
        ++m_at;
        m_json += '"';
    }

    void addEscape(char letter)
    {
        if (letter == '\'')
            m_json += '\'';
        else if (letter == 'x') // a byte; JSON wants four digits
            m_json += "\\u00";
        else
            (m_json += '\\') += letter;
    }

    bool addWord()
    {
        struct Word
        {
            std::string_view python, json;
        };
        for (const Word &word :
            { Word { "True", "true" }, Word { "False", "false" }, Word { "None", "null" } })
            if (m_text.substr(m_at).starts_with(word.python)) {
                m_json += word.json;
                m_at += word.python.size();
                return true;
            }
        return false;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_json;
};

/// Counts braces outside texts.
class BraceCounter
{
public:
    void add(std::string_view text)
    {
        for (const char letter : text) {
            if (m_isEscaped)
                m_isEscaped = false;
            else if (m_isText && letter == '\\')
                m_isEscaped = true;
            else if (letter == '"')
                m_isText = !m_isText;
            else if (!m_isText && letter == '{')
                ++m_depth;
            else if (!m_isText && letter == '}')
                --m_depth;
        }
    }
    bool isClosed() const { return m_depth <= 0; }

private:
    int m_depth = 0;
    bool m_isText = false, m_isEscaped = false;
};

struct JsonBlock
{
    std::string text;
    int rank = -1;
    std::int64_t line = 0;
    BraceCounter braces;
    std::function<ConfigFacts &(LogReader &)> facts;

    bool take(LogReader &log, const CleanLine &next)
    {
        constexpr std::size_t maxJson = 1u << 20;
        if (next.rank != rank)
            return true;
        text += '\n';
        text += next.text;
        braces.add(next.text);
        if (!braces.isClosed() && text.size() < maxJson)
            return true;
        const Result<Document> tree = parseJson(text, log.file());
        if (tree)
            addTree(*tree, { log.file(), line }, facts(log));
        else
            log.unrecognised(line, { "run-config-broken", {} });
        return false;
    }
};

} // namespace

void addMachineComment(std::string_view text, const TextPlace &place, ConfigFacts &facts)
{
    const std::optional<MachineComment> machine = machineCommentOf(text);
    if (!machine)
        return;
    const auto set = [&](const char *fact, const std::string &value) {
        if (!facts.has(fact))
            facts.set(fact, value, place.file, place.line);
    };
    set("device_name", machine->accelerator);
    set("devices_per_node", std::to_string(machine->devicesPerNode));
    set("nodes", std::to_string(machine->nodes));
}

void addTree(const Document &tree, const TextPlace &place, ConfigFacts &facts)
{
    addNode(tree, {}, place, facts);
}

std::optional<Document> pythonLiteral(std::string_view text)
{
    Result<Document> tree = parseJson(PythonToJson(text).run(), {});
    return tree ? std::optional { std::move(*tree) } : std::nullopt;
}

void addPythonDictionary(std::string_view text, const TextPlace &place, ConfigFacts &facts)
{
    const std::optional<Document> tree = pythonLiteral(text.substr(0, text.rfind('}') + 1));
    if (tree && tree->isMapping())
        addTree(*tree, { place.file, place.line }, facts);
}

LogReader::Block jsonBlock(
    std::string begun, const CleanLine &first, std::function<ConfigFacts &(LogReader &)> facts)
{
    auto block = std::make_shared<JsonBlock>();
    block->braces.add(begun);
    block->text = std::move(begun);
    block->rank = first.rank;
    block->line = first.number;
    block->facts = std::move(facts);
    return [block](LogReader &log, const CleanLine &line) { return block->take(log, line); };
}

} // namespace headroom
