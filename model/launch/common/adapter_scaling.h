#pragma once

#include "model/plan/tuning.h"

#include <cmath>

namespace headroom {

/// The scaling that adapters usually have over their rank; a plan has no field for it.
/// @source Hugging Face PEFT's and Megatron-Bridge's recipes (rank 16, alpha 32)
inline constexpr int alphaOverRank = 2;
/// The same over the root of the rank: at rank 64 both scale by two.
/// @source rsLoRA (arXiv 2312.03732): alpha stays where the rank grows
inline constexpr int rankStabilizedAlpha = 16;

/// lora_alpha for a program that knows rank-stabilized scaling.
inline int adapterAlpha(const Tuning &tuning)
{
    return tuning.rankStabilized ? rankStabilizedAlpha : alphaOverRank * tuning.rank;
}
/// For one that divides by the rank whatever the plan says.
inline double alphaByRank(const Tuning &tuning)
{
    return tuning.rankStabilized ? rankStabilizedAlpha * std::sqrt(double(tuning.rank))
                                 : alphaOverRank * tuning.rank;
}

/// What a README says of it, in words.
inline const char *adapterScalingNote(const Tuning &tuning)
{
    return tuning.rankStabilized
        ? "The adapters are scaled by 16 over the root of the rank, and lora_dropout is 0: a plan "
          "has neither. The estimate counts dropout in front of the adapters, as most runs have "
          "it, so this run needs a little less memory and time."
        : "lora_alpha is 2 times the rank and lora_dropout is 0: a plan has neither. The estimate "
          "counts dropout in front of the adapters, as most runs have it, so this run needs "
          "a little less memory and time.";
}

} // namespace headroom
