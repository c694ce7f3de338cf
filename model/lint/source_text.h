#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A place in a text: 1-based, columns count characters.
struct TextPosition
{
    int line = 1;
    int column = 1;
    bool operator==(const TextPosition &) const = default;
};

/// Maps byte offsets of a text to lines and columns.
class TextLines
{
public:
    explicit TextLines(std::string_view text);
    TextPosition position(std::size_t offset) const;
    std::size_t lineStart(std::size_t offset) const; ///< offset of the first byte of its line
    std::size_t lineEnd(std::size_t offset) const; ///< offset just behind its line break

private:
    std::size_t charactersBefore(std::size_t offset) const;

    std::string_view m_text;
    std::vector<std::uint32_t> m_starts;
    std::vector<std::uint32_t> m_characters; ///< before each block, so that long lines cost nothing
};

/// What a program sees of a piece of source after quotes, escapes and line continuations, with the
/// place of each byte in the source. Bytes that come from an expansion ($X, f"{x}") are opaque:
/// they keep their spelling, but nobody knows their value.
class DecodedText
{
public:
    const std::string &text() const { return m_text; }
    bool empty() const { return m_text.empty(); }
    std::size_t size() const { return m_text.size(); }
    bool hasOpaque() const { return m_hasOpaque; }

    void add(char byte, std::size_t offset, bool isOpaque = false);
    /// Bytes that stand in the source as they are.
    void add(std::string_view bytes, std::size_t offset, bool isOpaque = false);
    void append(const DecodedText &other);
    DecodedText from(std::size_t start) const;

    /// Gives the text away; nothing else may be asked afterwards.
    std::string takeText() { return std::move(m_text); }

    std::size_t offsetOf(std::size_t index) const; ///< place of a byte in the source
    bool isOpaque(std::size_t index) const;

private:
    /// Bytes that follow each other in text and source.
    struct Run
    {
        std::size_t start; ///< in the text
        std::size_t offset; ///< in the source
        bool isOpaque;
    };
    const Run &runOf(std::size_t index) const;
    std::size_t runCount() const { return m_text.empty() ? 0 : 1 + m_more.size(); }
    const Run &run(std::size_t i) const { return i == 0 ? m_first : m_more[i - 1]; }
    std::size_t runEnd(std::size_t i) const
    {
        return i < m_more.size() ? m_more[i].start : m_text.size();
    }

    std::string m_text;
    Run m_first { 0, 0, false }; ///< most words need no other, and then nothing is allocated
    std::vector<Run> m_more;
    bool m_hasOpaque = false;
};

/// Source bytes [from, to) to be replaced.
struct TextEdit
{
    std::size_t from = 0;
    std::size_t to = 0;
    std::string text;
    bool operator==(const TextEdit &) const = default;
};

/// Applies edits that do not overlap; of overlapping ones the first wins.
std::string applyEdits(std::string_view text, std::vector<TextEdit> edits);

/// Valid UTF-8 without control characters and of bounded length, for messages.
std::string printable(std::string_view text, std::size_t most = 120);

} // namespace headroom
