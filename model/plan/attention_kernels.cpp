#include "model/plan/attention_kernels.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr std::array attentionTable {
    AttentionTraits {
        AttentionChoice::Unfused, "unfused", AttentionKernel::Unfused, false, false, true },
    AttentionTraits { AttentionChoice::Flash, "flash", {}, true, true, true },
    AttentionTraits {
        AttentionChoice::Flash1, "flash-1", AttentionKernel::Flash1, true, true, false },
    AttentionTraits {
        AttentionChoice::Flash2, "flash-2", AttentionKernel::Flash2, true, true, true },
    AttentionTraits {
        AttentionChoice::Flash3, "flash-3", AttentionKernel::Flash3, true, true, true },
    AttentionTraits { AttentionChoice::CudnnFlash, "cudnn-flash", AttentionKernel::CudnnFlash,
        false, true, true },
    AttentionTraits {
        AttentionChoice::Splash, "splash", AttentionKernel::Splash, false, false, true },
};

constexpr bool attentionsAreInOrder()
{
    for (std::size_t i = 0; i < attentionTable.size(); ++i)
        if (attentionTable[i].id != static_cast<AttentionChoice>(i))
            return false;
    return true;
}
static_assert(attentionsAreInOrder());

} // namespace

std::span<const AttentionTraits> allAttentions()
{
    return attentionTable;
}

const AttentionTraits &attentionTraits(AttentionChoice id)
{
    return attentionTable[static_cast<std::size_t>(id)];
}

AttentionKernel attentionKernel(AttentionChoice id, AttentionKernel usual)
{
    return attentionTraits(id).kernel.value_or(usual);
}

bool takesAttention(const Accelerator &chip, AttentionChoice id)
{
    const bool isTpu = chip.kind == AcceleratorKind::Tpu;
    using enum AttentionChoice;
    switch (id) {
    case Unfused:
    case Flash:
        return true;
    case Splash:
        return isTpu;
    case Flash1:
        return !isTpu && chip.mayBeSince(capability::turing);
    case Flash2:
        return !isTpu && chip.mayBeSince(capability::ampere);
    case Flash3:
        return chip.isNvidia() && chip.mayBeSince(capability::hopper)
            && chip.mayBeBefore(capability::blackwell);
    case CudnnFlash:
        return chip.isNvidia() && chip.mayBeSince(capability::ampere);
    }
    return false;
}

AttentionChoice attentionOn(const Accelerator &chip, AttentionChoice id)
{
    if (takesAttention(chip, id))
        return id;
    // The usual kernel of each kind of chip first; Flash stands for whatever there is.
    using enum AttentionChoice;
    constexpr std::array usual { Splash, CudnnFlash, Flash2, Flash };
    return *std::ranges::find_if(
        usual, [&chip](AttentionChoice other) { return takesAttention(chip, other); });
}

} // namespace headroom
