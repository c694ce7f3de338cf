#include "model/plan/machine_comment.h"

#include "model/base/text/plain_number.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr std::string_view mark = "# Machine: ";
constexpr std::size_t lastLine = 64; ///< comments at the top are shorter
constexpr std::size_t longestId = 40;
constexpr double maxDevices = 1e6;

bool isId(std::string_view text)
{
    const auto isPart = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    };
    return !text.empty() && text.size() <= longestId && std::ranges::all_of(text, isPart);
}

std::int64_t countIn(std::string_view text)
{
    const double number = plainNumber(text).value_or(0);
    return number >= 1 && number <= maxDevices ? static_cast<std::int64_t>(number) : 0;
}

std::optional<MachineComment> machineOf(std::string_view words)
{
    MachineComment machine { {}, 0, 0 };
    while (!words.empty()) {
        const std::string_view word = words.substr(0, words.find(' '));
        words.remove_prefix(std::min(word.size() + 1, words.size()));
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string_view name = word.substr(0, equals);
        const std::string_view value = word.substr(std::min(equals + 1, word.size()));
        if (name == "accelerator" && isId(value))
            machine.accelerator = value;
        else if (name == "devices_per_node")
            machine.devicesPerNode = countIn(value);
        else if (name == "nodes")
            machine.nodes = countIn(value);
    }
    if (machine.accelerator.empty() || machine.devicesPerNode == 0 || machine.nodes == 0)
        return std::nullopt;
    return machine;
}

} // namespace

std::string machineCommentText(const HardwareChoice &hardware)
{
    return fmt::format("Machine: accelerator={} devices_per_node={} nodes={}", hardware.accelerator,
        hardware.devicesPerNode, hardware.nodes);
}

std::optional<MachineComment> machineCommentOf(std::string_view text)
{
    for (std::size_t line = 0; line < lastLine && !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view comment = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (comment.ends_with('\r'))
            comment.remove_suffix(1);
        if (comment.starts_with(mark))
            return machineOf(comment.substr(mark.size()));
    }
    return std::nullopt;
}

} // namespace headroom
