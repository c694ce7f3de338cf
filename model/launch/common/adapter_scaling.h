#pragma once

namespace headroom {

/// The scaling that adapters usually have over their rank; a plan has no field for it.
/// @source Hugging Face PEFT's and Megatron-Bridge's recipes (rank 16, alpha 32)
inline constexpr int alphaOverRank = 2;

} // namespace headroom
