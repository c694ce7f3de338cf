#pragma once

#include "model/plan/tuning_kinds.h"

#include <cstdint>
#include <vector>

namespace headroom {

/// What is trained whole next to adapters (PEFT's modules_to_save).
enum class TrainedWhole : std::uint8_t { None, Embedding, Head, Both };

/// What the loss compares: each token with the next one, or two answers to a prompt with how likely
/// a frozen reference finds them. @source Direct Preference Optimization (arXiv 2305.18290)
enum class TuningObjective : std::uint8_t { NextToken, Dpo };

/// The group that a projection belongs to; a group is its own.
inline TuningTarget groupOf(TuningTarget target)
{
    return target < TuningTarget::Query ? target
        : target < TuningTarget::Gate   ? TuningTarget::Attention
                                        : TuningTarget::Mlp;
}

/// How a model is tuned. Without adapters only the objective says anything.
struct Tuning
{
    TuningMethod method = TuningMethod::Full;
    int rank = 16; ///< inner width r of an adapter
    std::vector<TuningTarget> targets { TuningTarget::All }; ///< in the order of the enumeration
    BaseFormat base = BaseFormat::Auto;
    TrainedWhole trained = TrainedWhole::None;
    bool dora = false; ///< a trained magnitude for each output. @source DoRA (arXiv 2402.09353)
    bool rankStabilized = false; ///< scaled by 1/sqrt(r). @source rsLoRA (arXiv 2312.03732)
    TuningObjective objective = TuningObjective::NextToken;

    bool isAdapted() const { return method != TuningMethod::Full; }
    /// Whether all matrices of this kind get adapters.
    bool adapts(TuningTarget target) const
    {
        for (const TuningTarget own : targets)
            if (own == target || own == groupOf(target) || own == TuningTarget::All)
                return true;
        return false;
    }
    /// Whether any matrix of this group does.
    bool adaptsPart(TuningTarget group) const
    {
        for (const TuningTarget own : targets)
            if (groupOf(own) == group || own == TuningTarget::All)
                return true;
        return false;
    }
    bool trainsEmbedding() const
    {
        return isAdapted() && (trained == TrainedWhole::Embedding || trained == TrainedWhole::Both);
    }
    bool trainsHead() const
    {
        return isAdapted() && (trained == TrainedWhole::Head || trained == TrainedWhole::Both);
    }
    /// The format of the frozen matrices, `Auto` resolved.
    BaseFormat storedBase() const
    {
        if (base != BaseFormat::Auto)
            return base;
        return method == TuningMethod::Qlora ? BaseFormat::Nf4 : BaseFormat::Bf16;
    }
    bool operator==(const Tuning &) const = default;
};

} // namespace headroom
