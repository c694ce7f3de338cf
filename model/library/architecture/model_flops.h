#pragma once

#include "model/base/units/quantity.h"
#include "model/library/architecture/model_shape.h"
#include "model/library/architecture/parameter_count.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace headroom {

/// How a published TFLOP/s figure counts the work of a token. Stored with each measurement, since
/// the same run reads up to a fifth higher in one convention than in another.
enum class FlopsConvention {
    SixN, ///< 6 · all parameters, no attention
    FullAttention, ///< matrix products and attention over the whole square (PaLM; MaxText before
                   ///< July 2025)
    Causal ///< matrix products and the causal half (MaxText and Megatron today)
};
inline constexpr std::size_t flopsConventionCount = 3;

/// Nothing for any other name.
std::optional<FlopsConvention> flopsConvention(std::string_view name);

/// Work of the matrix products for one token, forward and backward: 6 FLOPs per parameter in a
/// product.
/// @unit FLOP per token   @source 2 forward and 4 backward per parameter, arXiv 2001.08361 §2.1
Flop linearFlopsPerToken(const ParameterCount &count);

/// Work of scores and weighted values for one token, forward and backward, all layers, when a token
/// attends to `attended` others on average.
/// @unit FLOP per token   @source 12·L·s·a·d (arXiv 2204.02311, appendix B); MLA 6·L·s·a·(dn+dr+dv)
Flop attentionFlopsPerToken(const ModelShape &shape, double attended);

/// Model FLOPs of one training token (forward and backward, no recomputation), those of
/// multi-token-prediction layers with them where such are trained. Windows count in the causal
/// convention only: the older full-square one is blind to them.
/// @unit FLOP per token
Flop modelFlopsPerToken(const ModelShape &shape, double sequence, FlopsConvention convention);

/// FLOPs of one training token with full recomputation: the layers run forward twice, the head
/// once; attention over the whole square.
/// @unit FLOP per token   @source arXiv 2104.04473 eq. 3
Flop recomputedFlopsPerToken(const ModelShape &shape, double sequence);

} // namespace headroom
