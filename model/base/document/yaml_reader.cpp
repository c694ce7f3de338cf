#include "model/base/document/yaml_reading.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <sstream>

// yaml-cpp 0.7 keeps duplicates, follows aliases, drops a second document and reads NUL and broken
// UTF-8 without a word, so the text is checked before and the tree while it is copied.
namespace headroom {
namespace {

constexpr std::size_t largestText = 32u << 20; ///< bytes; shipped profiles stay far below
constexpr int deepestNesting = 64;

std::string at(const std::string &name, int line)
{
    return name + ":" + std::to_string(line);
}

/// Length of the valid UTF-8 sequence that starts at `position`, or 0.
std::size_t utf8Length(std::string_view text, std::size_t position)
{
    const auto lead = static_cast<unsigned char>(text[position]);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xF5 ? 0
        : lead >= 0xF0                      ? 4
        : lead >= 0xE0                      ? 3
        : lead >= 0xC2                      ? 2
                                            : 0;
    if (length == 0 || position + length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((static_cast<unsigned char>(text[position + i]) & 0xC0) != 0x80)
            return 0;
    const auto second = static_cast<unsigned char>(text[position + 1]);
    const bool isOverlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool isOutside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
    return isOverlong || isOutside ? 0 : length;
}

/// Size, encoding, control characters and flow nesting, before the parser sees the text.
std::optional<Error> textProblem(std::string_view text, const std::string &name)
{
    if (text.size() > largestText)
        return Error { "file-too-large", name, { std::to_string(largestText >> 20) } };
    int line = 1;
    int flowDepth = 0;
    std::size_t indent = 0;
    bool isLineStart = true;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        const std::size_t length = utf8Length(text, i);
        if (length == 0)
            return Error { "not-utf8", at(name, line), {} };
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\n' && c != '\t' && c != '\r') || byte == 0x7F)
            return Error { "control-character", at(name, line), { std::to_string(byte) } };
        flowDepth += (c == '[' || c == '{') ? 1 : (c == ']' || c == '}') ? -1 : 0;
        if (isLineStart && (c == ' ' || c == '-'))
            ++indent;
        else
            isLineStart = false;
        if (flowDepth > deepestNesting || indent > 4 * deepestNesting)
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

class Copier
{
public:
    Copier(const std::string &name, Errors &problems)
        : m_name(name)
        , m_problems(problems)
    { }

    Document copy(const YAML::Node &node, int depth)
    {
        const int line = node.Mark().line + 1;
        if (depth > deepestNesting) {
            m_problems.push_back(
                { "nested-too-deep", at(m_name, line), { std::to_string(deepestNesting) } });
            return {};
        }
        Document result;
        if (node.IsScalar())
            result = node.Tag() == "!" ? Document { node.Scalar() } : plainScalar(node.Scalar());
        else if (node.IsSequence())
            result = copySequence(node, depth);
        else if (node.IsMap())
            result = copyMapping(node, depth);
        const std::string &tag = node.Tag();
        if (!tag.empty() && tag != "!" && tag != "?")
            m_problems.push_back({ "yaml-tag", at(m_name, line), { tag } });
        result.setLine(line);
        return result;
    }

private:
    Document copySequence(const YAML::Node &node, int depth)
    {
        Document result = Document::sequence();
        for (const auto &item : node)
            result.append(copy(item, depth + 1));
        return result;
    }

    Document copyMapping(const YAML::Node &node, int depth)
    {
        std::vector<Document::Member> members;
        std::set<std::string> seen;
        for (const auto &pair : node) {
            const int line = pair.first.Mark().line + 1;
            if (!pair.first.IsScalar()) {
                m_problems.push_back({ "yaml-key-not-text", at(m_name, line), {} });
                continue;
            }
            const std::string &key = pair.first.Scalar();
            if (key == "<<")
                m_problems.push_back({ "yaml-alias", at(m_name, line), {} });
            else if (!seen.insert(key).second)
                m_problems.push_back({ "duplicate-key", at(m_name, line), { key } });
            else {
                members.emplace_back(key, copy(pair.second, depth + 1));
                members.back().second.setLine(line);
            }
        }
        return Document::mapping(std::move(members));
    }

    const std::string &m_name;
    Errors &m_problems;
};

/// Aliases would let a small file stand for a huge tree; none of our files needs one.
class AliasFinder : public YAML::EventHandler
{
public:
    void OnDocumentStart(const YAML::Mark &mark) override
    {
        if (++documents == 2)
            secondDocumentLine = mark.line + 1;
    }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark &, YAML::anchor_t) override { }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t) override
    {
        if (aliasLine == 0)
            aliasLine = mark.line + 1;
    }
    void OnScalar(
        const YAML::Mark &, const std::string &, YAML::anchor_t, const std::string &) override
    { }
    void OnSequenceStart(
        const YAML::Mark &, const std::string &, YAML::anchor_t, YAML::EmitterStyle::value) override
    { }
    void OnSequenceEnd() override { }
    void OnMapStart(
        const YAML::Mark &, const std::string &, YAML::anchor_t, YAML::EmitterStyle::value) override
    { }
    void OnMapEnd() override { }

    int documents = 0;
    int secondDocumentLine = 0;
    int aliasLine = 0;
};

/// Only text with the characters of an alias or a second document pays for the extra pass.
std::optional<Error> structureProblem(const std::string &text, const std::string &name)
{
    const bool mayHaveAlias
        = text.find(" *") != std::string::npos || text.find("[*") != std::string::npos;
    const bool mayHaveDocuments
        = text.find("---") != std::string::npos || text.find("...") != std::string::npos;
    if (!mayHaveAlias && !mayHaveDocuments)
        return std::nullopt;
    std::istringstream stream { text };
    YAML::Parser parser { stream };
    AliasFinder finder;
    while (parser.HandleNextDocument(finder) && finder.documents < 2) { }
    if (finder.aliasLine != 0)
        return Error { "yaml-alias", at(name, finder.aliasLine), {} };
    if (finder.secondDocumentLine != 0)
        return Error { "yaml-second-document", at(name, finder.secondDocumentLine), {} };
    return std::nullopt;
}

} // namespace

YamlReading readYaml(std::string_view text, const std::string &name)
{
    if (auto problem = textProblem(text, name))
        return { std::nullopt, { *std::move(problem) } };
    try {
        const std::string copy { text };
        if (auto problem = structureProblem(copy, name))
            return { std::nullopt, { *std::move(problem) } };
        YamlReading reading;
        reading.tree = Copier { name, reading.problems }.copy(YAML::Load(copy), 0);
        return reading;
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
