#include "model/base/document/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace headroom {
namespace {

bool readsBackAsText(std::string_view text)
{
    const Result<Document> node = parseYaml(text, "");
    return node && node->kind() == Document::Kind::Text && node->text() == text;
}

std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (result += '\\') += c;
        else if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (byte < 0x20 || byte == 0x7F)
            result += fmt::format("\\x{:02x}", byte);
        else
            result += c;
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
        out += space + yamlScalar(key) + ':';
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
    // Words that YAML 1.1 readers (PyYAML, OmegaConf) take for booleans or numbers are quoted too.
    static constexpr std::string_view legacyWords[] { "y", "n", "yes", "no", "on", "off", "Y", "N",
        "Yes", "No", "On", "Off", "YES", "NO", "ON", "OFF", "TRUE", "FALSE", "Null", "NULL" };
    const bool isLegacyWord
        = std::find(std::begin(legacyWords), std::end(legacyWords), text) != std::end(legacyWords);
    const bool startsLikeNumber = !text.empty()
        && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '.'
            || text[0] == '+' || text[0] == '-');
    const bool hasSpecial
        = text.find_first_of(":#{}[],&*!|>'\"%@`\\\n\t") != std::string_view::npos;
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
