#include "model/flags/catalogue/sweep_values.h"

#include "model/base/text/ascii.h"
#include "model/base/text/plain_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// Words that leave the choice to the program, so that they mean what another word does.
bool leavesOpen(std::string_view word)
{
    constexpr std::array<std::string_view, 4> open { "default", "unknown", "auto", "unspecified" };
    const std::string lowered = asciiLowered(word);
    return std::ranges::any_of(open, [&](std::string_view end) { return lowered.ends_with(end); });
}

/// The newest default as a number; nothing where it is given in words.
std::optional<double> numberByDefault(const FlagEntry &entry)
{
    const std::string &text
        = entry.defaults.empty() ? entry.defaultText : entry.defaults.back().value;
    return plainNumber(text);
}

/// The first two numbers of "0|1|2"; empty: the values are no such list.
std::string ofListedNumbers(const std::string &values)
{
    const std::size_t end = values.find('|');
    if (end == std::string::npos)
        return {};
    const std::string first = values.substr(0, end);
    const std::string second
        = values.substr(end + 1, values.find_first_of("| ", end + 1) - end - 1);
    return plainNumber(first) && plainNumber(second) ? first + ',' + second : std::string {};
}

std::string ofNumbers(const FlagEntry &entry)
{
    if (const std::string listed = ofListedNumbers(entry.valuesText); !listed.empty())
        return listed;
    const double first = numberByDefault(entry).value_or(0);
    if (entry.type == FlagType::Real)
        return fmt::format("{:g},{:g}", first, first > 0 ? first / 2 : 0.5);
    const auto whole = static_cast<long long>(std::clamp(first, -1e15, 1e15));
    return fmt::format("{},{}", whole, whole > 0 ? 2 * whole : 1);
}

} // namespace

std::string sweepValues(const FlagEntry &entry, const FlagTexts *texts)
{
    if (texts && !texts->effects.empty()) {
        const FlagWitness &witness = texts->effects.front().witness;
        return witness.off + ',' + witness.on;
    }
    switch (entry.type) {
    case FlagType::Bool:
        return "false,true";
    case FlagType::Integer:
    case FlagType::Real:
        return ofNumbers(entry);
    case FlagType::Enum: {
        std::vector<std::string> words = entry.values;
        std::erase_if(words, [](const std::string &word) { return leavesOpen(word); });
        return words.size() >= 2 ? words[0] + ',' + words[1] : std::string {};
    }
    case FlagType::List:
    case FlagType::Text:
        break;
    }
    return {};
}

} // namespace headroom
