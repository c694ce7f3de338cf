#include "model/intake/words/word_list.h"

#include "model/base/text/ascii.h"
#include "model/base/text/plain_number.h"
#include "model/library/architecture/parameter_count.h"
#include "model/runs/rebuild/model_names.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr std::size_t maxWordsRead = 4096;

/// A name without what people leave out or write in another way: dashes, "gb" or "g" behind a
/// memory.
std::string squeezed(std::string_view name)
{
    std::string text;
    std::string part;
    const auto finish = [&] {
        if (part == "gb" || part == "nvidia" || part == "geforce" || part == "tesla")
            part.clear();
        if (part.size() > 1 && isAsciiDigit(part[0]))
            part.resize(part.size() - (part.ends_with("gb") ? 2 : part.ends_with("g") ? 1 : 0));
        text += part;
        part.clear();
    };
    for (const char letter : name)
        if (isAsciiLetterOrDigit(letter) || letter == '.')
            part += asciiLower(letter);
        else
            finish();
    finish();
    return text;
}

/// "h100s": several.
std::string singularOf(const std::string &word)
{
    const bool isPlural = word.size() > 2 && word.back() == 's'
        && (isAsciiDigit(word[word.size() - 2]) || word == "h100sxms");
    return isPlural ? word.substr(0, word.size() - 1) : word;
}

} // namespace

WordList::WordList(std::string_view text, const ProfileLibrary &library)
    : m_library(library)
{
    text = text.substr(0, maxText);
    std::string word;
    std::int64_t line = 1;
    for (std::size_t i = 0; i < text.size() && m_words.size() < maxWordsRead; ++i) {
        const char letter = text[i];
        const bool isInNumber = i > 0 && i + 3 < text.size() && isAsciiDigit(text[i - 1])
            && isAsciiDigit(text[i + 1]) && isAsciiDigit(text[i + 2]) && isAsciiDigit(text[i + 3]);
        if (isAsciiLetterOrDigit(letter)
            || (letter == '.' && !word.empty() && i + 1 < text.size()
                && isAsciiDigit(text[i + 1]))) {
            word += asciiLower(letter);
        } else if (letter == ',' && isInNumber) {
            continue; // groups of three digits
        } else {
            add(std::move(word), line);
            word.clear();
            if (letter == '-' && !m_words.empty())
                m_words.back().isJoined = true;
            if ((letter == ',' || letter == ';' || letter == '\n') && !m_words.empty())
                m_words.back().endsClause = true;
            // "2/gpu"
            if (letter == '/' && i > 0 && i + 1 < text.size() && isAsciiDigit(text[i - 1])
                && isAsciiLetter(text[i + 1]))
                add("per", line);
            // The sign of multiplication in UTF-8.
            if (letter == '*' || (letter == '\xc3' && i + 1 < text.size() && text[i + 1] == '\x97'))
                add("x", line);
            line += letter == '\n' ? 1 : 0;
        }
    }
    add(std::move(word), line);
}

std::string WordList::singular(std::size_t at) const
{
    return singularOf(m_words[at].text);
}

void WordList::add(std::string word, std::int64_t line)
{
    if (word.empty())
        return;
    // "8xh100", "2x8", "4x": a number times something.
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits > 0 && digits < word.size() && word[digits] == 'x'
        && (digits + 1 == word.size() || isAsciiLetter(word[digits + 1]) || digits <= 4)) {
        // "8x7b" is a size of experts.
        const bool isSize = word.back() == 'b';
        if (!isSize) {
            add(word.substr(0, digits), line);
            add("x", line);
            return add(word.substr(digits + 1), line);
        }
    }
    // "x8": so many of what stands before. "tp8", "mbs2", "zero3": a setting and its number.
    for (const char *prefix :
        { "x", "tp", "pp", "dp", "cp", "ep", "mbs", "gbs", "fsdp", "zero", "bs", "ga", "r" }) {
        const std::size_t size = std::string_view(prefix).size();
        const bool isVersion = word == "fsdp1" || word == "fsdp2"; // of PyTorch's program
        if (word.size() > size && word.starts_with(prefix) && !isVersion
            && std::ranges::all_of(word.substr(size), isAsciiDigit)) {
            m_words.push_back({ prefix, line });
            m_words.push_back({ word.substr(size), line });
            return;
        }
    }
    m_words.push_back({ std::move(word), line });
}

void WordList::use(std::size_t at, std::size_t count)
{
    for (std::size_t i = at; i < std::min(at + count, m_words.size()); ++i)
        m_words[i].isUsed = true;
}

std::optional<double> WordList::number(std::size_t at, double thousand) const
{
    if (at >= m_words.size())
        return std::nullopt;
    static constexpr std::array<std::string_view, 8> counts { "one", "two", "three", "four", "five",
        "six", "seven", "eight" };
    const std::string &word = m_words[at].text;
    if (const auto count = std::ranges::find(counts, word); count != counts.end())
        return static_cast<double>(count - counts.begin() + 1);
    if (word == "single")
        return 1;
    std::size_t length = 0;
    const double value = leadingNumber(word, &length);
    if (length == 0 || !isAsciiDigit(word[0]) || !(value <= 1e15))
        return std::nullopt;
    const std::string_view rest = std::string_view(word).substr(length);
    constexpr double million = 1e6, billion = 1e9;
    const double factor = rest.empty() ? 1
        : rest == "k"                  ? thousand
        : rest == "m"                  ? million
        : rest == "b"                  ? billion
                                       : 0;
    return factor > 0 ? std::optional { value * factor } : std::nullopt;
}

bool WordList::isAt(std::size_t at, const std::vector<std::string_view> &words) const
{
    return at < m_words.size() && std::ranges::find(words, m_words[at].text) != words.end();
}

std::optional<double> WordList::numberFrom(std::size_t at,
    const std::vector<std::string_view> &passed, double thousand, std::size_t &where) const
{
    constexpr std::size_t maxPassed = 4;
    for (std::size_t i = at; i < m_words.size() && i < at + maxPassed; ++i) {
        where = i;
        if (const auto found = number(i, thousand))
            return found;
        if (!isAt(i, passed))
            return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::size_t> WordList::countOf(std::size_t at, std::size_t count) const
{
    const std::size_t behind = at + count + 1, before = isAt(at - 1, { "x" }) ? at - 2 : at - 1;
    for (const std::size_t place : { isAt(behind - 1, { "x" }) ? behind : m_words.size(), before })
        if (!isUsed(place) && number(place, 1))
            return place;
    return std::nullopt;
}

/// Whether a word beside that one speaks of chips, or counts them.
bool WordList::isNextToChipWord(std::size_t at, std::size_t count) const
{
    const auto isWord = [this](std::size_t i) {
        static constexpr std::array words { "gpu", "gpus", "tesla", "nvidia", "card", "cards",
            "colab", "kaggle", "x" };
        return i < m_words.size() && std::ranges::find(words, m_words[i].text) != words.end();
    };
    return isWord(at + count) || (at > 0 && (isWord(at - 1) || number(at - 1, 1)));
}

std::optional<FoundName> WordList::longest(const Names &names, bool isChip) const
{
    constexpr std::size_t maxWordsOfName = 6, minLetters = 4, minOfChip = 3;
    std::optional<FoundName> best;
    std::size_t bestSize = 0;
    const auto look = [&](const std::string &name, std::size_t at, std::size_t count) {
        // "v4" alone may be the version of anything; "T4 GPU" and "2 L4" are chips.
        const bool isShort = name.size() < (isChip ? minOfChip : minLetters)
            && !(isChip && isNextToChipWord(at, count));
        if (name.size() <= bestSize || isShort)
            return;
        const auto row = std::ranges::lower_bound(names, name, {}, &Names::value_type::first);
        if (row == names.end() || row->first != name)
            return;
        best = FoundName { row->second, at, count };
        bestSize = name.size();
    };
    for (std::size_t at = 0; at < m_words.size(); ++at) {
        std::string all;
        for (std::size_t count = 1; count <= maxWordsOfName && at + count <= m_words.size();
             ++count) {
            const std::size_t last = at + count - 1;
            if (m_words[last].isUsed)
                break;
            const std::string before = all + (count > 1 ? "-" : "");
            all = before + singular(last);
            look(squeezed(all), at, count);
            if (const std::string whole = before + m_words[last].text; whole != all)
                look(squeezed(whole), at, count); // "L40S" is no plural
            // "8B Llama 3"
            if (!isChip && count > 1) {
                const std::size_t dash = all.find('-');
                look(squeezed(all.substr(dash + 1) + '-' + all.substr(0, dash)), at, count);
            }
        }
    }
    return best;
}

std::optional<FoundName> WordList::findModel() const
{
    Names names;
    for (const std::string &id : m_library.modelIds()) {
        names.emplace_back(squeezed(id), id);
        // With its publisher, where it has one: "Qwen/Qwen-7B" is that of 2023, "Qwen 7B" is not.
        for (const std::string &alias : m_library.modelAliases(id))
            names.emplace_back(squeezed(alias), id);
    }
    std::ranges::stable_sort(names, {}, &Names::value_type::first);
    return longest(names, false);
}

std::optional<FoundName> WordList::findFamily(std::size_t size) const
{
    const std::vector<std::string> ids = m_library.modelIds();
    std::optional<FoundName> found;
    for (std::size_t at = 0; at < m_words.size() && !(found && at > size); ++at)
        if (const std::string family = familyOf(m_words[at].text, ids); !family.empty())
            found = FoundName { family, at, 1 };
    return found;
}

double WordList::parameters(std::size_t at) const
{
    constexpr double minParameters = 1e7, maxParameters = 1e13;
    const double size = number(at, 1).value_or(0);
    const bool isOfTokens = isAt(at + 1, { "tokens", "token", "tok" });
    return size >= minParameters && size <= maxParameters && !isOfTokens ? size : 0;
}

bool WordList::isOtherSize(const FoundName &model) const
{
    constexpr double sameSize = 1.3; // ASSUMED: how far a name rounds
    const std::size_t at = model.at + model.count;
    const double told = at < m_words.size() ? parameters(at) : 0;
    const auto shape = m_library.model(model.id);
    if (told == 0 || !shape)
        return false;
    const double own = static_cast<double>(countParameters(**shape).total()) / told;
    return own > sameSize || own * sameSize < 1;
}

std::optional<FoundMachine> WordList::findMachine(std::size_t at) const
{
    constexpr std::size_t maxWordsOfMachine = 4;
    std::optional<FoundMachine> best;
    std::string name;
    for (std::size_t count = 1; count <= maxWordsOfMachine && at + count <= m_words.size();
         ++count) {
        const Word &last = m_words[at + count - 1];
        if (last.isUsed)
            break;
        name += (count > 1 ? "-" : "") + last.text;
        const bool isType = count > 1 || last.text.find('.') != std::string::npos;
        if (const auto machine = m_library.machine(name); isType && machine)
            best = FoundMachine { *machine, count };
        if (!last.isJoined)
            break;
    }
    return best;
}

std::optional<FoundName> WordList::findChip() const
{
    Names names;
    for (const std::string &id : m_library.acceleratorIds()) {
        names.emplace_back(squeezed(id), id);
        for (const std::string &alias : m_library.acceleratorAliases(id))
            names.emplace_back(squeezed(alias), id);
    }
    std::ranges::stable_sort(names, {}, &Names::value_type::first);
    return longest(names, true);
}

} // namespace headroom
