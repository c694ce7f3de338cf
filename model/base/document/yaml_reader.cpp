#include "model/base/document/yaml_reading.h"
#include "model/base/text/utf8.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <sstream>

// yaml-cpp 0.7 keeps duplicates, follows aliases, drops a second document, reads NUL and broken
// UTF-8 without a word and keeps a whole flow list as tokens, so the text is checked and its marks
// are counted before, and the tree is built from events, which end the reading early.
namespace headroom {
namespace {

constexpr std::size_t deepestIndent
    = 4 * deepestNesting; ///< blanks and dashes before a line's text

std::string at(const std::string &name, int line)
{
    return name + ":" + std::to_string(line);
}

/// Size, encoding, control characters, indentation and marks, before the parser sees the text.
std::optional<Error> textProblem(std::string_view text, const std::string &name)
{
    if (text.size() > largestDocument)
        return Error { "file-too-large", name, { std::to_string(largestDocument >> 20) } };
    int line = 1;
    std::size_t indent = 0;
    std::size_t marks = 0; // no fewer than there are entries
    bool isLineStart = true;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        const std::size_t length = utf8Length(text, i);
        if (length == 0)
            return Error { "not-utf8", at(name, line), {} };
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\n' && c != '\t' && c != '\r') || byte == 0x7F)
            return Error { "control-character", at(name, line), { std::to_string(byte) } };
        marks += std::string_view { "\n,:[{-?" }.find(c) != std::string_view::npos ? 1 : 0;
        if (marks > maxEntries)
            return Error { "too-many-entries", at(name, line), { std::to_string(maxEntries) } };
        if (isLineStart && (c == ' ' || c == '-'))
            ++indent;
        else
            isLineStart = false;
        if (indent > deepestIndent)
            return Error { "nested-too-deep", at(name, line), { std::to_string(deepestNesting) } };
        if (c == '\n') {
            ++line;
            indent = 0;
            isLineStart = true;
        }
        i += length;
    }
    return std::nullopt;
}

bool parseInteger(const std::string &text, std::int64_t &value)
{
    const char *begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const char *end = text.data() + text.size();
    const auto [rest, status] = std::from_chars(begin, end, value);
    return status == std::errc {} && rest == end && begin != end;
}

bool parseReal(const std::string &text, double &value)
{
    if (text.find_first_not_of("0123456789+-.eE") != std::string::npos
        || text.find_first_of("0123456789") == std::string::npos)
        return false;
    const char *begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const char *end = text.data() + text.size();
    const auto [rest, status] = std::from_chars(begin, end, value);
    if (status == std::errc::result_out_of_range)
        value = INFINITY;
    return (status == std::errc {} || status == std::errc::result_out_of_range) && rest == end;
}

/// Plain scalars become typed by the YAML 1.2 core schema: `010` is ten and `yes` is a text.
Document plainScalar(const std::string &text)
{
    std::int64_t integer = 0;
    double real = 0;
    Document node;
    if (text.empty() || text == "~" || text == "null")
        return node;
    if (text == "true" || text == "True" || text == "false" || text == "False")
        node = Document { text[0] == 't' || text[0] == 'T' };
    else if (parseInteger(text, integer))
        node = Document { integer };
    else if (parseReal(text, real))
        node = Document { real };
    else if (text == ".inf" || text == "-.inf" || text == ".nan")
        node = Document { text == ".nan" ? std::nan("")
                : text[0] == '-'         ? -std::numeric_limits<double>::infinity()
                                         : std::numeric_limits<double>::infinity() };
    else
        return Document { text };
    node.setSpelling(text);
    return node;
}

/// Thrown through the parser to end it.
struct GiveUp
{
    Error problem;
};

/// Builds the tree from the events of one document.
class YamlTreeBuilder : public YAML::EventHandler
{
public:
    YamlTreeBuilder(const std::string &name, Errors &problems)
        : m_name(name)
        , m_problems(problems)
    { }

    Document takeTree() { return std::move(m_root); }

    void OnDocumentStart(const YAML::Mark &mark) override
    {
        if (m_hasDocument)
            giveUp("yaml-second-document", mark);
        m_hasDocument = true;
    }
    void OnDocumentEnd() override { }
    /// Aliases would let a small file stand for a huge tree; none of our files needs one.
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t) override { giveUp("yaml-alias", mark); }
    void OnNull(const YAML::Mark &mark, YAML::anchor_t) override { add({}, mark); }
    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t,
        const std::string &value) override
    {
        // The parser's \_ and \N give bytes of Latin-1, and \0 ends a text elsewhere.
        if (!isUtf8(value) || value.find('\0') != std::string::npos)
            giveUp("yaml-escape", mark);
        const bool isPlain = tag != "!";
        if (awaitsKey())
            takeKey(value, isPlain, mark);
        else
            add(isPlain ? plainScalar(value) : Document { value }, mark);
        checkTag(tag, mark);
    }
    void OnSequenceStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t,
        YAML::EmitterStyle::value) override
    {
        open(Document::sequence(), tag, mark);
    }
    void OnSequenceEnd() override { close(Document::sequence(std::move(m_open.back().items))); }
    void OnMapStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t,
        YAML::EmitterStyle::value) override
    {
        open(Document::mapping(), tag, mark);
    }
    void OnMapEnd() override { close(Document::mapping(std::move(m_open.back().members))); }

private:
    struct Open
    {
        bool isMapping = false;
        YAML::Mark mark;
        std::vector<Document> items;
        std::vector<Document::Member> members;
        std::set<std::string> seen;
        std::string key;
        int keyLine = 0;
        bool hasKey = false; ///< of a mapping: the next node is a value
        bool dropsValue = false; ///< its key was refused
    };

    [[noreturn]] void giveUp(const char *id, const YAML::Mark &mark, Operands args = {})
    {
        throw GiveUp { { id, at(m_name, mark.line + 1), std::move(args) } };
    }

    void report(const char *id, const YAML::Mark &mark, Operands args = {})
    {
        addProblem(m_problems, { id, at(m_name, mark.line + 1), std::move(args) });
    }

    void checkTag(const std::string &tag, const YAML::Mark &mark)
    {
        if (!tag.empty() && tag != "!" && tag != "?")
            report("yaml-tag", mark, { tag });
    }

    bool awaitsKey() const
    {
        return !m_open.empty() && m_open.back().isMapping && !m_open.back().hasKey;
    }

    void takeKey(const std::string &key, bool isPlain, const YAML::Mark &mark)
    {
        Open &mapping = m_open.back();
        mapping.hasKey = true;
        mapping.dropsValue = true;
        if (isPlain && key == "<<")
            report("yaml-alias", mark);
        else if (!mapping.seen.insert(key).second)
            report("duplicate-key", mark, { key });
        else
            mapping.dropsValue = false;
        mapping.key = key;
        mapping.keyLine = mark.line + 1;
    }

    void open(const Document &empty, const std::string &tag, const YAML::Mark &mark)
    {
        if (m_open.size() >= deepestNesting)
            giveUp("nested-too-deep", mark, { std::to_string(deepestNesting) });
        checkTag(tag, mark);
        m_open.emplace_back();
        m_open.back().isMapping = empty.isMapping();
        m_open.back().mark = mark;
    }

    void close(Document node)
    {
        const YAML::Mark mark = m_open.back().mark;
        m_open.pop_back();
        add(std::move(node), mark);
    }

    /// A complete node becomes the root, an item, a value, or a key that is none.
    void add(Document node, const YAML::Mark &mark)
    {
        node.setLine(mark.line + 1);
        if (m_open.empty()) {
            m_root = std::move(node);
            return;
        }
        Open &parent = m_open.back();
        if (!parent.isMapping) {
            parent.items.push_back(std::move(node));
        } else if (!parent.hasKey) {
            report("yaml-key-not-text", mark);
            parent.hasKey = parent.dropsValue = true;
        } else {
            parent.hasKey = false;
            node.setLine(parent.keyLine);
            if (!parent.dropsValue)
                parent.members.emplace_back(std::move(parent.key), std::move(node));
        }
    }

    const std::string &m_name;
    Errors &m_problems;
    std::vector<Open> m_open;
    Document m_root;
    bool m_hasDocument = false;
};

} // namespace

YamlReading readYaml(std::string_view text, const std::string &name)
{
    if (auto problem = textProblem(text, name))
        return { std::nullopt, { *std::move(problem) } };
    try {
        std::istringstream stream { std::string { text } };
        YAML::Parser parser { stream };
        YamlReading reading;
        YamlTreeBuilder builder { name, reading.problems };
        while (parser.HandleNextDocument(builder)) { }
        reading.tree = builder.takeTree();
        return reading;
    } catch (GiveUp &reason) {
        return { std::nullopt, { std::move(reason.problem) } };
    } catch (const YAML::Exception &fault) {
        return { std::nullopt,
            { { "yaml-syntax", at(name, fault.mark.line + 1), { fault.msg } } } };
    } catch (const std::exception &fault) {
        return { std::nullopt, { { "yaml-syntax", name, { fault.what() } } } };
    }
}

Result<Document> parseYaml(std::string_view text, const std::string &name)
{
    YamlReading reading = readYaml(text, name);
    if (!reading.problems.empty())
        return std::move(reading.problems);
    return *std::move(reading.tree);
}

} // namespace headroom
