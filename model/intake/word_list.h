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

/// The words of a text in lower case: letters, digits and points; "8xh100" and "tp8" are taken
/// apart, "1,024" is one number. A word that was understood can be marked as used.
class WordList
{
public:
    static constexpr std::size_t maxText = 1u << 16; ///< bytes; more is not read

    WordList(std::string_view text, const ProfileLibrary &library);

    std::size_t size() const { return m_words.size(); }
    const std::string &text(std::size_t at) const { return m_words[at].text; }
    std::int64_t line(std::size_t at) const { return m_words[at].line; }
    bool isUsed(std::size_t at) const { return at >= m_words.size() || m_words[at].isUsed; }
    bool isJoined(std::size_t at) const { return m_words[at].isJoined; } ///< to the next by a dash
    void use(std::size_t at, std::size_t count);

    /// The word as a number: digits, a decimal point, k, m or b behind them ("k" is `thousand`);
    /// "one" to "eight", "single".
    std::optional<double> number(std::size_t at, double thousand) const;

    /// The longest run of words that is an id or other name of a model, of a chip.
    std::optional<FoundName> findModel() const;
    std::optional<FoundName> findChip() const;
    /// The machine type of which that word is an id or other name; nullptr: none.
    std::shared_ptr<const Machine> findMachine(std::size_t at) const;
    /// The first word that ids of models begin with: "qwen". The id found is that word.
    std::optional<FoundName> findFamily() const;

private:
    struct Word
    {
        std::string text;
        std::int64_t line = 1;
        bool isJoined = false;
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
