#include "model/base/document/document.h"
#include "model/base/text/ascii.h"
#include "model/base/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Readers take a longer text before a colon for no key (YAML 1.2.2, 7.4.2: 1024 characters).
constexpr std::size_t longestPlainKey = 1000;

bool readsBackAsText(std::string_view text)
{
    const Result<Document> node = parseYaml(text, "");
    return node && node->kind() == Document::Kind::Text && node->text() == text;
}

bool hasHiddenCharacter(std::string_view text)
{
    for (std::size_t position = 0; position < text.size();)
        if (utf8Length(text, position) == 0 || mustBeEscaped(takeCodePoint(text, position)))
            return true;
    return false;
}

std::string quoted(std::string_view text)
{
    constexpr std::uint32_t replacement = 0xFFFD; // of a byte that is no UTF-8
    std::string result = "\"";
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t start = position;
        const bool isText = utf8Length(text, position) > 0;
        const std::uint32_t code = takeCodePoint(text, position);
        if (code == '"' || code == '\\')
            (result += '\\') += static_cast<char>(code);
        else if (code == '\n')
            result += "\\n";
        else if (code == '\t')
            result += "\\t";
        else if (isText && code < 0x20)
            result += fmt::format("\\x{:02x}", code);
        else if (!isText || mustBeEscaped(code))
            result += fmt::format("\\u{:04x}", isText ? code : replacement);
        else
            result += text.substr(start, position - start);
    }
    return result + '"';
}

std::string scalar(const Document &node)
{
    switch (node.kind()) {
    case Document::Kind::Boolean:
        return node.boolean() ? "true" : "false";
    case Document::Kind::Integer:
        return std::to_string(node.integer());
    case Document::Kind::Real: {
        if (!std::isfinite(node.number()))
            return std::isnan(node.number()) ? ".nan" : node.number() < 0 ? "-.inf" : ".inf";
        std::string text = fmt::format("{}", node.number());
        // YAML 1.1 readers take an exponent for a number only after a decimal point.
        if (const auto exponent = text.find('e'); exponent != std::string::npos) {
            if (text.find('.') == std::string::npos)
                text.insert(exponent, ".0");
        } else if (text.find('.') == std::string::npos)
            text += ".0";
        return text;
    }
    case Document::Kind::Text:
        return yamlScalar(node.text());
    default:
        return "null";
    }
}

bool isShortList(const Document &node)
{
    for (const Document &item : node.items())
        if (item.isMapping() || item.isSequence())
            return false;
    return true;
}

void write(const Document &node, int indent, std::string &out);

void writeMember(const Document &value, int indent, std::string &out)
{
    const bool isBlock = (value.isMapping() && !value.members().empty())
        || (value.isSequence() && !isShortList(value));
    if (isBlock) {
        out += '\n';
        write(value, indent + 2, out);
    } else if (value.isMapping()) {
        out += " {}\n";
    } else if (value.isSequence()) {
        out += " [";
        for (std::size_t i = 0; i < value.items().size(); ++i)
            out += (i > 0 ? ", " : "") + scalar(value.items()[i]);
        out += "]\n";
    } else {
        out += ' ' + scalar(value) + '\n';
    }
}

void write(const Document &node, int indent, std::string &out)
{
    const std::string space(static_cast<std::size_t>(indent), ' ');
    for (const auto &[key, value] : node.members()) {
        const std::string name = yamlScalar(key);
        out += space + (name.size() <= longestPlainKey ? name : "? " + name + '\n' + space) + ':';
        writeMember(value, indent, out);
    }
    for (const Document &item : node.items()) {
        out += space + '-';
        if (item.isMapping() && !item.members().empty()) {
            std::string block;
            write(item, indent + 2, block);
            out += ' ' + block.substr(static_cast<std::size_t>(indent) + 2);
        } else {
            writeMember(item, indent, out);
        }
    }
}

} // namespace

std::string yamlScalar(std::string_view text)
{
    // Words that YAML 1.1 readers (PyYAML, OmegaConf) take for something else are quoted too.
    static constexpr std::string_view legacyWords[] { "y", "n", "yes", "no", "on", "off", "Y", "N",
        "Yes", "No", "On", "Off", "YES", "NO", "ON", "OFF", "TRUE", "FALSE", "Null", "NULL", "<<",
        "=" };
    const bool isLegacyWord
        = std::find(std::begin(legacyWords), std::end(legacyWords), text) != std::end(legacyWords);
    const bool startsLikeNumber = !text.empty()
        && (isAsciiDigit(text[0]) || text[0] == '.' || text[0] == '+' || text[0] == '-');
    const bool hasSpecial = text.find_first_of(":#{}[],&*!|>'\"%@`\\") != std::string_view::npos
        || hasHiddenCharacter(text);
    if (text.empty() || isLegacyWord || startsLikeNumber || hasSpecial || text.front() == ' '
        || text.front() == '?' || text.back() == ' ' || !readsBackAsText(text))
        return quoted(text);
    return std::string { text };
}

std::string writeYaml(const Document &document)
{
    if (document.isScalar() || document.isNull())
        return scalar(document) + '\n';
    if ((document.isMapping() && document.members().empty())
        || (document.isSequence() && document.items().empty()))
        return document.isMapping() ? "{}\n" : "[]\n";
    std::string out;
    write(document, 0, out);
    return out;
}

} // namespace headroom
