#pragma once

#include "model/library/profiles/profile_library.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Words that name something of the library.
struct FoundName
{
    std::string id;
    std::size_t at = 0, count = 0;
};

/// Words that name a machine type.
struct FoundMachine
{
    std::shared_ptr<const Machine> machine;
    std::size_t count = 0;
};

/// The words of a text in lower case: letters, digits and points; "8xh100" and "tp8" are taken
/// apart, "1,024" is one number. A word that was understood can be marked as used.
class WordList
{
public:
    static constexpr std::size_t maxText = 1u << 16; ///< bytes; more is not read

    WordList(std::string_view text, const ProfileLibrary &library);

    std::size_t size() const { return m_words.size(); }
    const std::string &text(std::size_t at) const { return m_words[at].text; }
    std::string singular(std::size_t at) const; ///< "h100" for "h100s"
    std::int64_t line(std::size_t at) const { return m_words[at].line; }
    bool isUsed(std::size_t at) const { return at >= m_words.size() || m_words[at].isUsed; }
    bool isJoined(std::size_t at) const { return m_words[at].isJoined; } ///< to the next by a dash
    /// Whether a comma, a semicolon or the end of a line stands behind the word.
    bool endsClause(std::size_t at) const { return at >= m_words.size() || m_words[at].endsClause; }
    void use(std::size_t at, std::size_t count);

    /// The word as a number: digits, a decimal point, k, m or b behind them ("k" is `thousand`);
    /// "one" to "eight", "single".
    std::optional<double> number(std::size_t at, double thousand) const;

    /// Whether the word there is one of these.
    bool isAt(std::size_t at, const std::vector<std::string_view> &words) const;
    /// The number at a place, past words that only lead to it, and where it is.
    std::optional<double> numberFrom(std::size_t at, const std::vector<std::string_view> &passed,
        double thousand, std::size_t &where) const;
    /// Where the number of what these words name is, if there is one: "16 p5.48xlarge",
    /// "16 x p5.48xlarge", "p5.48xlarge x 16".
    std::optional<std::size_t> countOf(std::size_t at, std::size_t count) const;

    /// The longest run of words that is an id or other name of a model, of a chip.
    std::optional<FoundName> findModel() const;
    std::optional<FoundName> findChip() const;
    /// The machine type that the words from there on name, by words that a dash joins or by one
    /// with a point: "a3-highgpu-8g", "p5.48xlarge".
    std::optional<FoundMachine> findMachine(std::size_t at) const;
    /// The nearest word that ids of models begin with, "qwen", before a size if there is one. The
    /// id found is that word.
    std::optional<FoundName> findFamily(std::size_t size) const;
    /// Parameters that a word names, "1.3B"; 0: it is no number of that size, or one of tokens.
    double parameters(std::size_t at) const;
    /// Whether a size right behind a model's name is not that of the model: "GPT-3 1.3B".
    bool isOtherSize(const FoundName &model) const;

private:
    struct Word
    {
        std::string text;
        std::int64_t line = 1;
        bool isJoined = false;
        bool endsClause = false;
        bool isUsed = false;
    };
    using Names = std::vector<std::pair<std::string, std::string>>; ///< squeezed name → id, sorted

    void add(std::string word, std::int64_t line);
    std::optional<FoundName> longest(const Names &names, bool isChip) const;
    bool isNextToChipWord(std::size_t at, std::size_t count) const;

    std::vector<Word> m_words;
    const ProfileLibrary &m_library;
};

} // namespace headroom
