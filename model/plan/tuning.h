#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace headroom {

/// What the optimizer updates: every weight, or small matrices beside frozen ones.
/// @source LoRA (arXiv 2106.09685); QLoRA (arXiv 2305.14314)
enum class TuningMethod : std::uint8_t { Full, Lora, Qlora };

/// Matrices of a layer that get adapters. Shared experts belong to Mlp; router, embedding and head
/// get none.
enum class TuningTarget : std::uint8_t { Attention, Mlp, Experts, All };

/// Number format that the frozen matrices are kept in. Auto: 16 bits for LoRA, nf4 for QLoRA.
enum class BaseFormat : std::uint8_t { Auto, Bf16, Fp8, Nf4, Int8 };

/// How a model is tuned. Without adapters the other fields say nothing.
struct Tuning
{
    TuningMethod method = TuningMethod::Full;
    int rank = 16; ///< inner width r of an adapter
    std::vector<TuningTarget> targets { TuningTarget::All }; ///< in the order of the enumeration
    BaseFormat base = BaseFormat::Auto;

    bool isAdapted() const { return method != TuningMethod::Full; }
    /// Whether matrices of this kind get adapters.
    bool adapts(TuningTarget target) const
    {
        for (const TuningTarget own : targets)
            if (own == target || own == TuningTarget::All)
                return true;
        return false;
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

/// What the sequences of a batch are made of.
struct Packing
{
    /// Mean length of the documents that are packed into a sequence, each attending to itself alone
    /// (block-diagonal); none: a sequence is one document.
    std::optional<double> meanTokens;
    double sharePadding = 0; ///< of the tokens that are computed and teach nothing
    bool operator==(const Packing &) const = default;
};

/// Tokens that a document has on average: what attention reaches over.
inline double documentTokens(const Packing &packing, double sequence)
{
    return packing.meanTokens && *packing.meanTokens < sequence ? *packing.meanTokens : sequence;
}

/// Share of the computed tokens that the model learns from.
inline double usefulShare(const Packing &packing)
{
    return 1 - packing.sharePadding;
}

} // namespace headroom
