#pragma once

#include <optional>

namespace headroom {

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
