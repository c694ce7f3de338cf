#include "model/launch/megatron_layout.h"

#include <fmt/format.h>

namespace headroom {

std::string megatronLayout(const std::vector<int> &layers, int predictionHeads)
{
    std::string text = "E";
    for (std::size_t depth = 0; depth < layers.size(); ++depth) {
        text += depth == 0 ? "" : "|";
        text += layers[depth] == 0 ? "" : fmt::format("t*{}", layers[depth]);
    }
    // The loss must be last, and all prediction heads on one stage; with it they need no other.
    return text + std::string(static_cast<std::size_t>(predictionHeads), 'm') + "L";
}

} // namespace headroom
