#include "model/flags/catalogue/flag_value.h"

#include "model/base/text/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace headroom {
namespace {

// 1 and 0 as truth values of a flag: jaxlib 0.4.21 (tsl command line parser).
constexpr JaxlibVersion digitsAsBool { { 0, 4, 21, 0 } };
// "+NAME" and "-NAME" in xla_gpu_enable_command_buffer.
constexpr JaxlibVersion modifiersInLists { { 0, 4, 25, 0 } };

bool equalWords(std::string_view a, std::string_view b, bool anyCase)
{
    return anyCase ? asciiLowered(a) == asciiLowered(b) : a == b;
}

/// The words that the release takes, as far as their versions are known.
std::string acceptedWords(const FlagEntry &entry, const JaxlibVersion &version)
{
    std::string text;
    const auto add = [&](const std::string &word) { text += (text.empty() ? "" : ", ") + word; };
    for (const std::string &word : entry.values) {
        const auto later = std::ranges::find(entry.valueSince, word, &ValueVersion::value);
        if (later == entry.valueSince.end() || later->version <= version)
            add(word);
    }
    for (const ValueVersion &earlier : entry.valueUntil)
        if (version < earlier.version)
            add(earlier.value);
    return text;
}

ValueCheck checkWord(const FlagEntry &entry, std::string_view word, const JaxlibVersion &version)
{
    for (const ValueVersion &later : entry.valueSince)
        if (equalWords(word, later.value, entry.anyCase) && version < later.version)
            return { ValueFault::LaterWord, std::string { word }, {}, later.version };
    for (const ValueVersion &earlier : entry.valueUntil)
        if (equalWords(word, earlier.value, entry.anyCase)) {
            if (version < earlier.version)
                return {};
            return { ValueFault::EarlierWord, std::string { word }, acceptedWords(entry, version),
                earlier.version };
        }
    if (entry.values.empty())
        return {};
    for (const std::string &known : entry.values)
        if (equalWords(word, known, entry.anyCase))
            return {};
    for (const std::string &known : entry.values)
        if (equalWords(word, known, true))
            return { ValueFault::WrongCase, std::string { word }, known, {} };
    return { ValueFault::UnknownWord, std::string { word }, acceptedWords(entry, version), {} };
}

ValueCheck checkList(const FlagEntry &entry, std::string_view value, const JaxlibVersion &version)
{
    if (value.empty()) {
        if (entry.emptySince && version < *entry.emptySince)
            return { ValueFault::LaterWord, {}, {}, *entry.emptySince };
        const bool refusesEmpty = !entry.emptySince && !entry.values.empty();
        return refusesEmpty
            ? ValueCheck { ValueFault::UnknownWord, {}, acceptedWords(entry, version), {} }
            : ValueCheck {};
    }
    for (const std::string &word : listWords(value)) {
        std::string_view bare = word;
        const bool isModifier = entry.emptySince && (bare.front() == '+' || bare.front() == '-');
        if (isModifier) {
            if (version < modifiersInLists)
                return { ValueFault::LaterWord, word, {}, modifiersInLists };
            bare.remove_prefix(1);
        }
        ValueCheck check = checkWord(entry, bare, version);
        if (check.fault != ValueFault::None)
            return check;
    }
    return {};
}

ValueCheck checkBool(const FlagEntry &entry, std::string_view value, const JaxlibVersion &version)
{
    ValueCheck wrong { ValueFault::WrongType, std::string { value }, Message { "value-bool" }, {} };
    if (entry.isVariable())
        return parseVariableBool(value) ? ValueCheck {} : wrong;
    if (!parseFlagBool(value))
        return wrong;
    if ((value == "1" || value == "0") && version < digitsAsBool
        && entry.carrier == FlagCarrier::XlaFlags)
        return { ValueFault::LaterWord, std::string { value }, {}, digitsAsBool };
    return {};
}

std::optional<double> parseReal(std::string_view value)
{
    double number = 0;
    const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (fault != std::errc {} || end != value.data() + value.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

/// The ends of a range "0..1"; nothing for what is no range of plain numbers.
std::optional<std::array<std::string_view, 2>> rangeOf(std::string_view text)
{
    constexpr std::string_view between = "..";
    const std::size_t at = text.find(between);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::array<std::string_view, 2> ends { text.substr(0, at),
        text.substr(at + between.size()) };
    return parseReal(ends[0]) && parseReal(ends[1]) ? std::optional(ends) : std::nullopt;
}

/// A number that the flag's page does not allow.
ValueCheck outsideRange(const FlagEntry &entry, std::string_view value, double number)
{
    const auto ends = rangeOf(entry.valuesText);
    if (!ends || (number >= *parseReal((*ends)[0]) && number <= *parseReal((*ends)[1])))
        return {};
    return { ValueFault::OutOfRange, std::string { value },
        Message { "value-between", { std::string { (*ends)[0] }, std::string { (*ends)[1] } } },
        {} };
}

ValueCheck checkInteger(const FlagEntry &entry, std::string_view value)
{
    const std::optional<long long> number = parseFlagInteger(value);
    if (!number) {
        const bool hasDigitsOnly = !value.empty()
            && value.find_first_not_of("0123456789", value.front() == '-' ? 1 : 0)
                == std::string_view::npos;
        return { hasDigitsOnly ? ValueFault::OutOfRange : ValueFault::WrongType,
            std::string { value }, Message { "value-integer" }, {} };
    }
    if (entry.integerBits == 32
        && (*number > std::numeric_limits<std::int32_t>::max()
            || *number < std::numeric_limits<std::int32_t>::min()))
        return { ValueFault::OutOfRange, std::string { value }, Message { "value-32-bit" }, {} };
    return outsideRange(entry, value, static_cast<double>(*number));
}

ValueCheck checkReal(const FlagEntry &entry, std::string_view value)
{
    const std::optional<double> number = parseReal(value);
    if (!number)
        return { ValueFault::WrongType, std::string { value }, Message { "value-number" }, {} };
    return outsideRange(entry, value, *number);
}

/// "kEnabled" and "ENABLED", "DETECTION_MODE_NONE" and "none" are the same word of an enumeration.
std::string enumCore(std::string_view word)
{
    if (word.size() > 1 && word[0] == 'k' && word[1] >= 'A' && word[1] <= 'Z')
        word.remove_prefix(1);
    const std::string core = asciiLowered(word);
    return core == "true" ? "enabled" : core == "false" ? "disabled" : core;
}

bool sameEnum(std::string_view a, std::string_view b)
{
    const std::string first = enumCore(a);
    const std::string second = enumCore(b);
    if (first == second)
        return true;
    const auto endsWithWord = [](const std::string &text, const std::string &word) {
        return text.size() > word.size() && text.ends_with(word)
            && text[text.size() - word.size() - 1] == '_';
    };
    return endsWithWord(first, second) || endsWithWord(second, first);
}

std::vector<std::string> sortedLower(std::string_view value)
{
    std::vector<std::string> words;
    for (const std::string &word : listWords(value))
        words.push_back(asciiLowered(word));
    std::ranges::sort(words);
    return words;
}

} // namespace

std::optional<bool> parseFlagBool(std::string_view value)
{
    if (value == "1")
        return true;
    if (value == "0")
        return false;
    if (value.size() != 4 && value.size() != 5)
        return std::nullopt;
    const std::string word = asciiLowered(value);
    if (word == "true")
        return true;
    if (word == "false")
        return false;
    return std::nullopt;
}

std::optional<bool> parseVariableBool(std::string_view value)
{
    if (value.size() > 5)
        return std::nullopt;
    const std::string word = asciiLowered(value);
    for (const char *yes : { "1", "true", "t", "yes", "y", "on" })
        if (word == yes)
            return true;
    for (const char *no : { "0", "false", "f", "no", "n", "off" })
        if (word == no)
            return false;
    return std::nullopt;
}

std::optional<long long> parseFlagInteger(std::string_view value)
{
    long long number = 0;
    const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (fault != std::errc {} || end != value.data() + value.size())
        return std::nullopt;
    return number;
}

std::vector<std::string> listWords(std::string_view value)
{
    std::vector<std::string> words;
    const bool isHistory
        = value.find(',') == std::string_view::npos && value.find('+', 1) != std::string_view::npos;
    const char separator = isHistory ? '+' : ',';
    while (!value.empty()) {
        const std::size_t end = std::min(value.find(separator), value.size());
        if (end > 0)
            words.emplace_back(value.substr(0, end));
        value.remove_prefix(std::min(end + 1, value.size()));
    }
    return words;
}

ValueCheck checkValue(const FlagEntry &entry, std::string_view value, const JaxlibVersion &version)
{
    switch (entry.type) {
    case FlagType::Bool:
        return checkBool(entry, value, version);
    case FlagType::Integer:
        return checkInteger(entry, value);
    case FlagType::Real:
        return checkReal(entry, value);
    case FlagType::Enum:
        // The TPU compiler takes kEnabled, ENABLED and true alike; its parser is closed.
        return entry.carrier == FlagCarrier::LibtpuArgs ? ValueCheck {}
                                                        : checkWord(entry, value, version);
    case FlagType::List:
        return checkList(entry, value, version);
    case FlagType::Text:
        break;
    }
    return {};
}

bool sameValue(const FlagEntry &entry, std::string_view a, std::string_view b)
{
    if (a == b)
        return true;
    switch (entry.type) {
    case FlagType::Bool: {
        const auto read = entry.isVariable() ? parseVariableBool : parseFlagBool;
        const std::optional<bool> first = read(a);
        return first && first == read(b);
    }
    case FlagType::Integer: {
        const std::optional<long long> first = parseFlagInteger(a);
        return first && first == parseFlagInteger(b);
    }
    case FlagType::Real: {
        const std::optional<double> first = parseReal(a);
        return first && first == parseReal(b);
    }
    case FlagType::Enum:
        return sameEnum(a, b);
    case FlagType::List:
        return sortedLower(a) == sortedLower(b);
    case FlagType::Text:
        break;
    }
    return false;
}

bool isDefaultValue(const FlagEntry &entry, std::string_view value, const JaxlibVersion &version)
{
    const FlagStatus status = statusAt(entry, version);
    if (status.presence != FlagPresence::Present)
        return false;
    if (!entry.isVariable())
        return status.hasDefault && status.isKnown && sameValue(entry, value, status.defaultValue);
    const bool isNumberOrBool = entry.type == FlagType::Bool || entry.type == FlagType::Integer
        || entry.type == FlagType::Real;
    const std::string &usual = status.hasDefault ? status.defaultValue : entry.defaultText;
    const std::string firstWord = usual.substr(0, usual.find(' '));
    const bool depends
        = usual.find(" in ") != std::string::npos || usual.find("when") != std::string::npos;
    return isNumberOrBool && !firstWord.empty() && !depends && sameValue(entry, value, firstWord);
}

} // namespace headroom
