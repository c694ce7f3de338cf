#include "model/flags/explain_name.h"

namespace headroom {
namespace {

constexpr std::size_t textWidth = 96;

/// Breaks a line at blanks.
std::string wrapped(const std::string &text, const std::string &indent, const std::string &first)
{
    std::string result = first;
    std::size_t column = first.size();
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::size_t length = end - at;
        if (column > indent.size() && column + 1 + length > textWidth) {
            result += '\n' + indent;
            column = indent.size();
        } else if (column > first.size() || (column > indent.size() && at > 0)) {
            result += ' ';
            ++column;
        }
        result += text.substr(at, length);
        column += length;
        at = end + 1;
    }
    return result + '\n';
}

} // namespace

std::string explanationText(const Explanation &explanation)
{
    std::string text = explanation.name + " (" + explanation.kind + ")\n"
        + wrapped(explanation.says, "  ", "  ");
    for (const ExplanationSection &section : explanation.sections) {
        text += '\n' + section.title + '\n';
        for (const std::string &line : section.lines)
            text += section.lines.size() > 1 ? wrapped(line, "    ", "  - ")
                                             : wrapped(line, "  ", "  ");
    }
    if (!explanation.links.empty())
        text += "\nLinks\n";
    for (const FlagLink &link : explanation.links)
        text += "  - " + link.title + ": " + link.url + '\n';
    return text;
}

std::string explanationMarkdown(const Explanation &explanation)
{
    std::string text
        = "## `" + explanation.name + "` (" + explanation.kind + ")\n\n" + explanation.says + '\n';
    for (const ExplanationSection &section : explanation.sections) {
        text += "\n**" + section.title + "**\n\n";
        for (const std::string &line : section.lines)
            text += (section.lines.size() > 1 ? "- " : "") + line + '\n';
    }
    if (!explanation.links.empty())
        text += "\n**Links**\n\n";
    for (const FlagLink &link : explanation.links)
        text += "- [" + link.title + "](" + link.url + ")\n";
    return text;
}

Document explanationDocument(const Explanation &explanation)
{
    Document document = Document::mapping({ { "name", explanation.name },
        { "kind", explanation.kind }, { "sentence", explanation.says } });
    for (const ExplanationSection &section : explanation.sections) {
        Document lines = Document::sequence();
        for (const std::string &line : section.lines)
            lines.append(line);
        document.set(section.id, std::move(lines));
    }
    Document links = Document::sequence();
    for (const FlagLink &link : explanation.links)
        links.append(Document::mapping({ { "title", link.title }, { "url", link.url } }));
    document.set("see_also", std::move(links));
    return document;
}

} // namespace headroom
