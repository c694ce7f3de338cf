#pragma once

#include "model/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// The machine of a plan as a line of a comment says it: most frameworks' own files have no word
/// for the chip. Exports write the line, readers of scripts and configurations take it back.
struct MachineComment
{
    std::string accelerator; ///< id of a chip's profile
    std::int64_t devicesPerNode = 1;
    std::int64_t nodes = 1;
    bool operator==(const MachineComment &) const = default;
};

/// "Machine: accelerator=h100-sxm devices_per_node=8 nodes=4", without the mark of a comment.
std::string machineCommentText(const HardwareChoice &hardware);

/// The first such line among the comments ("# …") at the top of a text; nothing where there is
/// none, or where it was changed into something else.
std::optional<MachineComment> machineCommentOf(std::string_view text);

} // namespace headroom
