#include "model/library/hardware/slice_shapes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace headroom {
namespace {

using Sides = std::vector<int>;

/// Appends every way to write `chips` as a product of so many sides, none below `least`.
void collectSides(Sides &begun, int chips, int least, int missing, std::vector<Sides> &all)
{
    if (missing == 1) {
        if (chips >= least) {
            begun.push_back(chips);
            all.push_back(begun);
            begun.pop_back();
        }
        return;
    }
    for (int side = least; side <= chips / side; ++side)
        if (chips % side == 0) {
            begun.push_back(side);
            collectSides(begun, chips / side, side, missing - 1, all);
            begun.pop_back();
        }
}

} // namespace

std::vector<std::string> sliceShapes(const Accelerator &chip, int chips)
{
    std::vector<std::string> shapes;
    if (chip.torusDimensions < 1 || chips < 1)
        return shapes;
    std::vector<Sides> all;
    Sides begun;
    collectSides(begun, chips, 1, chip.torusDimensions, all);
    const auto longest = std::ranges::max_element(chip.podTopology);
    if (longest != chip.podTopology.end())
        std::erase_if(all, [&](const Sides &sides) { return sides.back() > *longest; });
    std::ranges::stable_sort(all, {}, [](const Sides &sides) { return sides.back(); });
    for (const Sides &sides : all)
        shapes.push_back(fmt::format("{}", fmt::join(sides, "x")));
    return shapes;
}

} // namespace headroom
