#include "model/flags/explain/explain_name.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace headroom {
namespace {

constexpr std::size_t textWidth = 96;

/// A run of text that stays together: a word, or one Chinese character with what follows it
/// closely.
struct Piece
{
    std::string text;
    std::size_t columns = 0;
    bool followsBlank = false;
};

bool isWide(std::string_view text, std::size_t at)
{
    // UTF-8 lead bytes of U+2E80 to U+FFFF: Chinese characters and their full-width punctuation.
    const auto lead = static_cast<unsigned char>(text[at]);
    return lead >= 0xe3 && lead <= 0xef
        && (lead != 0xef || static_cast<unsigned char>(text[at + 1]) >= 0xbc);
}

/// Punctuation that may not begin a line.
bool closes(std::string_view character)
{
    static constexpr std::string_view closing[]
        = { "，", "。", "；", "：", "、", "）", "！", "？", "”", "》" };
    return std::ranges::find(closing, character) != std::end(closing);
}

/// Punctuation that may not end a line.
bool opens(std::string_view character)
{
    static constexpr std::string_view opening[] = { "（", "“", "《" };
    return std::ranges::find(opening, character) != std::end(opening);
}

std::vector<Piece> pieces(std::string_view text)
{
    std::vector<Piece> result;
    bool isAfterBlank = false, isAfterWide = false, isAfterOpening = false;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            isAfterBlank = true;
            ++at;
            continue;
        }
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t wanted = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
        const std::string_view character = text.substr(at, wanted);
        const bool wide = character.size() == 3 && isWide(text, at);
        const bool isNew = result.empty() || isAfterBlank
            || ((wide || isAfterWide) && !closes(character) && !isAfterOpening);
        if (isNew)
            result.push_back({ {}, 0, isAfterBlank && !result.empty() });
        result.back().text += character;
        result.back().columns += wide ? 2 : character.size();
        isAfterBlank = false;
        isAfterWide = wide;
        isAfterOpening = opens(character);
        at += character.size();
    }
    return result;
}

/// Breaks a line at blanks and between Chinese characters.
std::string wrapped(const std::string &text, const std::string &indent, const std::string &first)
{
    std::string result = first;
    std::size_t column = first.size();
    for (const Piece &piece : pieces(text)) {
        const std::size_t gap = piece.followsBlank ? 1 : 0;
        if (column > indent.size() && column + gap + piece.columns > textWidth) {
            result += '\n' + indent;
            column = indent.size();
        } else {
            result.append(gap, ' ');
            column += gap;
        }
        result += piece.text;
        column += piece.columns;
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
        text += '\n' + explanation.linksTitle + '\n';
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
        text += "\n**" + explanation.linksTitle + "**\n\n";
    for (const FlagLink &link : explanation.links)
        text += "- [" + link.title + "](" + link.url + ")\n";
    return text;
}

namespace {

Document effectDocument(const FlagTermEffect &effect)
{
    return Document::mapping({ { "term", effect.term }, { "direction", effect.direction },
        { "evidence", evidenceNames[static_cast<std::size_t>(effect.evidence)] },
        { "text", effect.text },
        { "witness",
            Document::mapping(
                { { "plan", effect.witness.plan }, { "set", Document::texts(effect.witness.set) },
                    { "off", effect.witness.off }, { "on", effect.witness.on } }) } });
}

/// `until` is the first release that is free of it; empty: none is known.
Document statusDocument(const FlagReport &report)
{
    const FlagConflict &rule = report.rule;
    return Document::mapping({ { "from", rule.since ? rule.since->text() : std::string {} },
        { "until", rule.until ? rule.until->text() : std::string {} },
        { "state", reportedStateNames[static_cast<std::size_t>(report.state)] },
        { "chip", report.chip }, { "text", rule.why }, { "source", report.source } });
}

} // namespace

Document explanationDocument(const Explanation &explanation)
{
    Document document = Document::mapping({ { "name", explanation.name },
        { "kind", explanation.kind }, { "sentence", explanation.says } });
    for (const ExplanationSection &section : explanation.sections)
        document.set(section.id, Document::texts(section.lines));
    if (explanation.kind == "flag" || explanation.kind == "variable") {
        Document effects = Document::sequence();
        for (const FlagTermEffect &effect : explanation.effects)
            effects.append(effectDocument(effect));
        document.set("effects", std::move(effects));
        Document status = Document::sequence();
        for (const FlagReport &report : explanation.reports)
            status.append(statusDocument(report));
        document.set("status", std::move(status));
    }
    Document links = Document::sequence();
    for (const FlagLink &link : explanation.links)
        links.append(Document::mapping({ { "title", link.title }, { "url", link.url } }));
    document.set("see_also", std::move(links));
    return document;
}

} // namespace headroom
