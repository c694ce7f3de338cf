#include "model/runs/text/number_pairs.h"

#include "model/base/text/ascii.h"
#include "model/base/units/calendar.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace headroom {
namespace {

/// What a letter does between the numbers of a line.
enum Letter : std::uint8_t {
    WordLetter = 1, ///< of names and numbers
    DigitLetter = 2,
    JointLetter = 4, ///< joins a key to its number, or surrounds both
    CutLetter = 8, ///< ends what a key can reach back to
};

constexpr std::array<std::uint8_t, 256> lettersOf()
{
    std::array<std::uint8_t, 256> letters {};
    const auto add = [&letters](std::string_view texts, std::uint8_t what) {
        for (const char letter : texts)
            letters[static_cast<unsigned char>(letter)] |= what;
    };
    for (int byte = 0; byte < 128; ++byte) {
        const char letter = static_cast<char>(byte);
        if (isAsciiLetterOrDigit(letter))
            letters[static_cast<std::size_t>(byte)] |= WordLetter;
        if (isAsciiDigit(letter))
            letters[static_cast<std::size_t>(byte)] |= DigitLetter;
    }
    add("_", WordLetter);
    add(" :='\"\t>-", JointLetter);
    add("|,;{:=\t", CutLetter);
    return letters;
}

bool is(char letter, Letter what)
{
    static constexpr std::array<std::uint8_t, 256> letters = lettersOf();
    return (letters[static_cast<unsigned char>(letter)] & what) != 0;
}

bool isWord(char letter)
{
    return is(letter, WordLetter);
}

bool isJoint(char letter)
{
    return is(letter, JointLetter);
}

/// The words that end `before`, up to the mark that separates them from what came earlier.
std::string_view keyOf(std::string_view before)
{
    while (!before.empty() && isJoint(before.back()))
        before.remove_suffix(1);
    if (!before.empty() && (before.back() == '(' || before.back() == '['))
        return {};
    std::size_t begin = 0;
    int depth = 0; // of brackets that close inside the key: "time per iteration (ms)"
    for (std::size_t i = before.size(); i-- > 0 && begin == 0;) {
        const char letter = before[i];
        if (letter == ')' || letter == ']')
            ++depth;
        const bool opens = letter == '(' || letter == '[';
        if (opens && depth > 0)
            --depth;
        else if (opens || is(letter, CutLetter)
            || (letter == ' ' && i > 0 && (before[i - 1] == ' ' || before[i - 1] == '-')))
            begin = i + 1;
    }
    std::string_view key = before.substr(begin);
    while (!key.empty() && (isJoint(key.front()) || key.front() == ')' || key.front() == ']'))
        key.remove_prefix(1);
    return key;
}

/// "11.5K", "85.8G" of nanotron: letters that scale, where no other letter follows.
double multiplierOf(std::string_view unit)
{
    return unit.size() == 1 ? letterScale(unit.front()) : 1;
}

/// Letters, slashes and per cent behind a number, after one blank only where they are a unit.
std::string_view unitOf(std::string_view rest)
{
    static constexpr std::array<std::string_view, 24> words { "ms", "s", "sec", "secs", "seconds",
        "GiB", "GB", "MiB", "MB", "it/s", "s/it", "billion", "s/step", "s/iter", "sec/step",
        "sec/it", "step/s", "steps/s", "samples/s", "samples/sec", "tokens/s", "tokens/sec",
        "tok/s", "tok/sec" };
    const auto lengthOf = [](std::string_view text) {
        std::size_t end = 0;
        while (
            end < text.size() && (isAsciiLetter(text[end]) || text[end] == '/' || text[end] == '%'))
            ++end;
        while (end > 0 && text[end - 1] == '/')
            --end; // "5K / 10K"
        return end;
    };
    if (rest.empty() || rest.front() != ' ')
        return rest.substr(0, lengthOf(rest));
    const std::string_view next = rest.substr(1), word = next.substr(0, lengthOf(next));
    return std::ranges::find(words, word) == words.end() ? std::string_view {} : word;
}

/// "5:13:22" or "00:29": hours, minutes and seconds behind the first part.
bool takeClock(Scan &scan, double &value)
{
    Scan parts { scan };
    if (!parts.accept(":") || parts.rest().size() < 2 || !isAsciiDigit(parts.rest()[0])
        || !isAsciiDigit(parts.rest()[1]))
        return false;
    const auto second = parts.number();
    if (!second)
        return false;
    Scan third { parts };
    if (third.accept(":") && third.rest().size() >= 2 && isAsciiDigit(third.rest()[0]))
        if (const auto seconds = third.number()) {
            value = value * secondsPerHour + *second * secondsPerMinute + *seconds;
            scan = third;
            return true;
        }
    value = value * secondsPerMinute + *second;
    scan = parts;
    return true;
}

double secondsOfUnit(std::string_view unit)
{
    return unit == "d" ? secondsPerDay
        : unit == "h"  ? secondsPerHour
        : unit == "m"  ? secondsPerMinute
        : unit == "s"  ? 1
                       : 0;
}

/// "1m 8s", "4d 2h 13m 1s": further parts of a time.
void takeParts(Scan &scan, NumberPair &pair)
{
    double scale = secondsOfUnit(pair.unit), total = pair.value * scale;
    if (scale <= 1)
        return;
    Scan parts { scan };
    bool hasMore = false;
    for (;;) {
        Scan next { parts };
        next.skipBlanks();
        const auto value = next.rest().empty() || !isAsciiDigit(next.rest().front())
            ? std::nullopt
            : next.number();
        const std::string_view unit = value ? unitOf(next.rest()) : std::string_view {};
        const double own = secondsOfUnit(unit);
        if (!value || own <= 0 || own >= scale)
            break;
        total += *value * own;
        scale = own;
        parts = Scan { next.rest().substr(unit.size()) };
        hasMore = true;
    }
    if (!hasMore)
        return;
    pair.value = total;
    pair.unit = "s";
    pair.isDuration = true;
    scan = parts;
}

} // namespace

bool nextNumber(std::string_view text, std::size_t &at, std::size_t &from, NumberPair &pair)
{
    for (; at < text.size(); ++at) {
        if (!is(text[at], DigitLetter))
            continue;
        if (at > 0 && (isWord(text[at - 1]) || text[at - 1] == '.')) {
            while (at + 1 < text.size() && (isWord(text[at + 1]) || text[at + 1] == '.'))
                ++at; // "rank0", "fp8", versions
            continue;
        }
        const std::size_t begin
            = at > from && text[at - 1] == '-' && (at < 2 || !isWord(text[at - 2])) ? at - 1 : at;
        Scan scan { text.substr(begin) };
        const auto value = scan.number();
        if (!value)
            continue;
        pair = { keyOf(text.substr(from, begin - from)), *value, {}, 0, false, {} };
        if (takeClock(scan, pair.value)) {
            pair.isDuration = true;
            pair.unit = "s";
        } else {
            pair.unit = unitOf(scan.rest());
            const std::string_view rest = scan.rest();
            scan = Scan { rest.substr(static_cast<std::size_t>(
                pair.unit.data() ? pair.unit.data() + pair.unit.size() - rest.data() : 0)) };
            if (const double scale = multiplierOf(pair.unit); scale != 1) {
                pair.value *= scale;
                pair.unit = {};
            }
            takeParts(scan, pair);
        }
        Scan total { scan };
        total.skipBlanks();
        if (total.accept("/")) {
            total.skipBlanks();
            if (!total.rest().empty() && isAsciiDigit(total.rest().front()))
                if (const auto whole = total.number()) {
                    pair.total = *whole;
                    scan = total;
                }
        }
        at = from = text.size() - scan.rest().size();
        pair.rest = scan.rest();
        return true;
    }
    return false;
}

} // namespace headroom
