#include "model/wording/messages.h"

#include <array>

namespace headroom {
namespace {

// Ids never change once released: exports, lessons, charts and translations refer to them.
constexpr std::array rows {
    MessageTemplate { "does-not-fit",
        "The plan needs {0} per device where {1} are available: {2} too much.",
        "Recompute more activations, use a smaller micro-batch, or shard the state over more "
        "devices." },
};

} // namespace

std::span<const MessageTemplate> findingMessages()
{
    return rows;
}

} // namespace headroom
