#pragma once

#include "model/library/stacks/chip_profile.h"
#include "model/plan/plan.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// What such a choice decides: one row of a table.
struct AttentionTraits
{
    AttentionChoice id;
    std::string_view name; ///< of plan files: "flash-2"
    std::optional<AttentionKernel> kernel; ///< nothing: the stack's own
    bool isFlash; ///< a FlashAttention of Dao's library
    bool limitsHeads; ///< takes heads of at most 256 elements
    bool isOffered; ///< plans may name it
};

/// All rows, in the order of the enumeration.
std::span<const AttentionTraits> allAttentions();
const AttentionTraits &attentionTraits(AttentionChoice id);
inline std::string nameOf(AttentionChoice id)
{
    return std::string { attentionTraits(id).name };
}
/// The kernel behind the choice; `usual` is the stack's own.
AttentionKernel attentionKernel(AttentionChoice id, AttentionKernel usual);
/// Whether a chip runs it, as far as its compute capability is known.
/// @source Dao-AILab/flash-attention, README.md (1.x: Turing on, 2: Ampere on, 3: Hopper alone);
/// cuDNN and Transformer Engine, attention/utils.py (fused attention: Ampere on)
bool takesAttention(const Accelerator &chip, AttentionChoice id);
/// The choice itself where the chip runs it, else the one that is usual there.
AttentionChoice attentionOn(const Accelerator &chip, AttentionChoice id);

} // namespace headroom
