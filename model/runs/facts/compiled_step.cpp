#include "model/runs/facts/compiled_step.h"

#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

constexpr std::size_t maxRows = 1000, maxWords = 32, longestWord = 80;
constexpr double maxCompiledBytes = 1e18, maxCompiledRuns = 1e15, maxCompiledDevices = 1e7;

struct MemoryWord
{
    std::string_view word;
    Bytes CompiledMemory::*member;
};
constexpr std::array memoryWords { MemoryWord { "argument", &CompiledMemory::arguments },
    MemoryWord { "output", &CompiledMemory::outputs },
    MemoryWord { "alias", &CompiledMemory::aliased },
    MemoryWord { "temp", &CompiledMemory::temporary }, MemoryWord { "code", &CompiledMemory::code },
    MemoryWord { "host", &CompiledMemory::host } };

double bounded(std::string_view text, double most)
{
    const std::optional<double> value = wholeNumberText(text);
    return value && *value >= 0 && *value <= most ? *value : 0;
}

/// A word that may stand between semicolons.
std::string plainWord(std::string_view text)
{
    std::string word(text.substr(0, longestWord));
    std::ranges::replace_if(
        word, [](char c) { return c == ';' || c == '|' || static_cast<unsigned char>(c) < ' '; },
        ' ');
    return word;
}

/// "128x17179869184", with "?" behind it where it is not sure.
void readCollective(std::string_view name, std::string_view value, CompiledStep &step)
{
    const std::size_t slash = name.find('/'), cross = value.find('x');
    const auto kind = compiledKind(name.substr(0, slash));
    if (!kind || slash == std::string_view::npos || cross == std::string_view::npos
        || step.collectives.size() >= maxRows)
        return;
    CompiledCollective row;
    row.kind = *kind;
    row.isSure = !value.ends_with('?');
    if (!row.isSure)
        value.remove_suffix(1);
    row.group = static_cast<int>(bounded(name.substr(slash + 1), maxCompiledDevices));
    row.count = bounded(value.substr(0, cross), maxCompiledRuns);
    row.bytes = Bytes { bounded(value.substr(cross + 1), maxCompiledBytes) };
    step.collectives.push_back(row);
}

} // namespace

std::optional<CollectiveKind> compiledKind(std::string_view word)
{
    // HLO's word for sends between pairs.
    if (word == "collective_permute")
        return CollectiveKind::SendReceive;
    const auto found = std::ranges::find(collectiveKindNames, word);
    if (found == collectiveKindNames.end())
        return std::nullopt;
    return static_cast<CollectiveKind>(found - collectiveKindNames.begin());
}

std::string compiledText(const CompiledStep &step)
{
    if (step.isEmpty())
        return {};
    std::string text = "on=" + plainWord(step.backEnd);
    if (!step.topology.empty())
        text += ";topology=" + plainWord(step.topology);
    if (step.devices > 0)
        text += fmt::format(";devices={}", step.devices);
    for (const MemoryWord &row : memoryWords)
        if (step.memory.*row.member > Bytes {})
            text += fmt::format(";{}={:.0f}", row.word, (step.memory.*row.member).value());
    for (const std::string &word : step.substituted)
        text += ";instead=" + plainWord(word);
    for (const CompiledCollective &row : step.collectives)
        text += fmt::format(";{}/{}={:.0f}x{:.0f}{}",
            collectiveKindNames[static_cast<std::size_t>(row.kind)], row.group, row.count,
            row.bytes.value(), row.isSure ? "" : "?");
    return text;
}

CompiledStep parseCompiled(std::string_view text)
{
    CompiledStep step;
    for (Scan scan { text }; !scan.rest().empty();) {
        const std::string_view part = scan.until(";");
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            continue;
        const std::string_view name = part.substr(0, equals), value = part.substr(equals + 1);
        const auto memory = std::ranges::find(memoryWords, name, &MemoryWord::word);
        if (memory != memoryWords.end())
            step.memory.*memory->member = Bytes { bounded(value, maxCompiledBytes) };
        else if (name == "on")
            step.backEnd = plainWord(value);
        else if (name == "topology")
            step.topology = plainWord(value);
        else if (name == "devices")
            step.devices = static_cast<int>(bounded(value, maxCompiledDevices));
        else if (name == "instead" && step.substituted.size() < maxWords)
            step.substituted.push_back(plainWord(value));
        else
            readCollective(name, value, step);
    }
    return step;
}

} // namespace headroom
