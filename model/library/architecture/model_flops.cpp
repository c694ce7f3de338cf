#include "model/library/architecture/model_flops.h"

#include "model/library/architecture/layer_pattern.h"

#include <array>

namespace headroom {
namespace {

/// 2 forward, 4 backward: each parameter of a product costs a multiply and an add per token and
/// direction.
constexpr double flopsPerMatmulParameter = 6;

struct ConventionName
{
    FlopsConvention convention;
    const char *name;
};
constexpr std::array<ConventionName, flopsConventionCount> conventionNames {
    ConventionName { FlopsConvention::SixN, "6N" },
    ConventionName { FlopsConvention::FullAttention, "full" },
    ConventionName { FlopsConvention::Causal, "causal" },
};

} // namespace

std::optional<FlopsConvention> flopsConvention(std::string_view name)
{
    for (const ConventionName &row : conventionNames)
        if (row.name == name)
            return row.convention;
    return std::nullopt;
}

Flop linearFlopsPerToken(const ParameterCount &count)
{
    return Flop { flopsPerMatmulParameter * static_cast<double>(count.activeMatmul()) };
}

Flop attentionFlopsPerToken(const ModelShape &shape, double attended)
{
    const double headWidths = shape.mla
        ? shape.mla->qkNopeHeadDim + shape.mla->qkRopeHeadDim + shape.mla->vHeadDim
        : 2.0 * shape.headDim;
    const int layers = shape.layers + shape.mtpLayers;
    return Flop { flopsPerMatmulParameter * layers * attended * shape.heads * headWidths };
}

Flop modelFlopsPerToken(const ModelShape &shape, double sequence, FlopsConvention convention)
{
    const ParameterCount count = countParameters(shape);
    if (convention == FlopsConvention::SixN)
        return Flop { flopsPerMatmulParameter * static_cast<double>(count.active()) };
    const double attended
        = convention == FlopsConvention::Causal ? meanAttendedTokens(shape, sequence) : sequence;
    return linearFlopsPerToken(count) + attentionFlopsPerToken(shape, attended);
}

Flop recomputedFlopsPerToken(const ModelShape &shape, double sequence)
{
    const ParameterCount count = countParameters(shape);
    const double heads = 1 + shape.mtpLayers;
    const Flop head { flopsPerMatmulParameter * heads * static_cast<double>(count.headMatmul) };
    const Flop all = linearFlopsPerToken(count) + attentionFlopsPerToken(shape, sequence);
    constexpr double passes = 4.0 / 3; // forward, backward (twice the work) and forward again
    return (all - head) * passes + head;
}

} // namespace headroom
