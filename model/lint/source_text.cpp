#include "model/lint/source_text.h"

#include "model/base/text/utf8.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t blockBytes = 64;

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

} // namespace

TextLines::TextLines(std::string_view text)
    : m_text(text)
{
    m_starts.push_back(0);
    std::uint32_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % blockBytes == 0)
            m_characters.push_back(characters);
        characters += startsCharacter(text[i]);
        if (text[i] == '\n')
            m_starts.push_back(static_cast<std::uint32_t>(i + 1));
    }
}

std::size_t TextLines::charactersBefore(std::size_t offset) const
{
    if (m_characters.empty())
        return 0;
    const std::size_t block = std::min(offset / blockBytes, m_characters.size() - 1);
    std::size_t count = m_characters[block];
    for (std::size_t i = block * blockBytes; i < offset; ++i)
        count += startsCharacter(m_text[i]);
    return count;
}

std::size_t TextLines::lineStart(std::size_t offset) const
{
    return *std::prev(std::ranges::upper_bound(m_starts, static_cast<std::uint32_t>(offset)));
}

std::size_t TextLines::lineEnd(std::size_t offset) const
{
    const auto next = std::ranges::upper_bound(m_starts, static_cast<std::uint32_t>(offset));
    return next == m_starts.end() ? m_text.size() : *next;
}

TextPosition TextLines::position(std::size_t offset) const
{
    offset = std::min(offset, m_text.size());
    const auto next = std::ranges::upper_bound(m_starts, static_cast<std::uint32_t>(offset));
    TextPosition position;
    position.line = static_cast<int>(next - m_starts.begin());
    position.column
        += static_cast<int>(charactersBefore(offset) - charactersBefore(*std::prev(next)));
    return position;
}

void DecodedText::add(std::string_view bytes, std::size_t offset, bool isOpaque)
{
    if (bytes.empty())
        return;
    if (m_text.empty()) {
        m_first = { 0, offset, isOpaque };
    } else {
        const Run &last = m_more.empty() ? m_first : m_more.back();
        const bool continues
            = last.isOpaque == isOpaque && last.offset + (m_text.size() - last.start) == offset;
        if (!continues)
            m_more.push_back({ m_text.size(), offset, isOpaque });
    }
    m_text += bytes;
    m_hasOpaque = m_hasOpaque || isOpaque;
}

void DecodedText::add(char byte, std::size_t offset, bool isOpaque)
{
    add(std::string_view { &byte, 1 }, offset, isOpaque);
}

void DecodedText::append(const DecodedText &other)
{
    for (std::size_t i = 0; i < other.runCount(); ++i) {
        const Run &next = other.run(i);
        add(std::string_view { other.m_text }.substr(next.start, other.runEnd(i) - next.start),
            next.offset, next.isOpaque);
    }
}

DecodedText DecodedText::from(std::size_t start) const
{
    DecodedText rest;
    for (std::size_t i = 0; i < runCount(); ++i) {
        const Run &next = run(i);
        const std::size_t begin = std::max(start, next.start);
        if (begin < runEnd(i))
            rest.add(std::string_view { m_text }.substr(begin, runEnd(i) - begin),
                next.offset + (begin - next.start), next.isOpaque);
    }
    return rest;
}

const DecodedText::Run &DecodedText::runOf(std::size_t index) const
{
    if (m_more.empty() || index < m_more.front().start)
        return m_first;
    return *std::prev(std::ranges::upper_bound(m_more, index, {}, &Run::start));
}

std::size_t DecodedText::offsetOf(std::size_t index) const
{
    const Run &run = runOf(index);
    return run.offset + (index - run.start);
}

bool DecodedText::isOpaque(std::size_t index) const
{
    return m_hasOpaque && runOf(index).isOpaque;
}

std::string applyEdits(std::string_view text, std::vector<TextEdit> edits)
{
    std::ranges::stable_sort(edits, {}, &TextEdit::from);
    std::string result;
    std::size_t done = 0;
    for (const TextEdit &edit : edits) {
        if (edit.from < done || edit.to < edit.from || edit.to > text.size())
            continue;
        result += text.substr(done, edit.from - done);
        result += edit.text;
        done = edit.to;
    }
    result += text.substr(done);
    return result;
}

std::string printable(std::string_view text, std::size_t most)
{
    const bool isPlain = text.size() <= most
        && std::ranges::all_of(text, [](char byte) { return byte >= 0x20 && byte < 0x7F; });
    if (isPlain)
        return std::string { text };
    std::string result;
    while (!text.empty()) {
        if (result.size() >= most)
            return result + "…";
        const std::size_t length = utf8Length(text, 0);
        const unsigned char first = static_cast<unsigned char>(text[0]);
        if (length == 0)
            result += "\xEF\xBF\xBD";
        else if (first < 0x20 || first == 0x7F)
            result += ' ';
        else
            result += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return result;
}

} // namespace headroom
