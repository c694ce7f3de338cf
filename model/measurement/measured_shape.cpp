#include "model/measurement/measured_shape.h"

#include "model/library/architecture/layer_pattern.h"
#include "model/library/architecture/parameter_count.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::int64_t whole(const std::optional<double> &value, std::int64_t fallback)
{
    return value && *value >= 1 ? static_cast<std::int64_t>(std::llround(*value)) : fallback;
}

/// Layers of a plain transformer with that many parameters: (P − V·h) / (per layer).
double layersFromParameters(const ModelShape &shape, double billions)
{
    const double h = double(shape.hidden);
    const double attention = h * (shape.heads + 2.0 * shape.kvHeads) * shape.headDim
        + double(shape.heads) * shape.headDim * h;
    const double layer = attention + (shape.gatedMlp ? 3 : 2) * h * double(shape.ffn);
    return std::round((billions * 1e9 - double(shape.vocab) * h) / layer);
}

/// Share of its parameters that a run's own count may differ by from that of a shape it speaks of:
/// billions with three digits, positions and biases counted or not. ASSUMED
constexpr double countTolerance = 0.01;

/// Whether a run's count of parameters is that of a model whose head is its embedding, and not that
/// of one with both.
bool saysTied(ModelShape shape, double billions)
{
    const auto isCount = [&](bool tied) {
        shape.tiedEmbeddings = tied;
        const double counted = double(countParameters(shape).total());
        return std::abs(billions * 1e9 / counted - 1) <= countTolerance;
    };
    return isCount(true) && !isCount(false);
}

void applyExperts(ModelShape &shape, const Measurement &row)
{
    if (!row.experts || *row.experts < 2) {
        if (row.layers && !shape.moe && row.ffnHidden)
            shape.ffn = whole(row.ffnHidden, shape.ffn);
        return;
    }
    MoeShape moe = shape.moe.value_or(MoeShape {});
    moe.experts = static_cast<int>(*row.experts);
    moe.topK = static_cast<int>(whole(row.topK, std::max(1, moe.topK)));
    moe.ffn = whole(row.ffnHidden, moe.ffn > 0 ? moe.ffn : shape.ffn);
    // A run that counts its experts has a layer of them, however few layers it has.
    moe.firstDenseLayers = std::min(moe.firstDenseLayers, shape.layers - 1);
    shape.moe = moe;
    shape.moe->moeLayers = expertLayerCount(shape);
}

} // namespace

std::optional<ModelShape> measuredShape(
    const Measurement &row, const ModelShape *profile, bool &isIncomplete, std::string &lacking)
{
    ModelShape shape;
    if (profile) {
        shape = *profile;
    } else {
        shape.id = row.modelName.empty() ? "measured" : row.modelName;
        shape.name = shape.id;
        shape.family = "unknown";
        shape.positionEmbedding = PositionEmbedding::None;
        shape.vocab = 50304;
        isIncomplete = isIncomplete || !row.vocab;
    }
    shape.hidden = whole(row.hidden, shape.hidden);
    const bool isMla = shape.mla.has_value();
    shape.heads = static_cast<int>(whole(row.heads, shape.heads));
    if (shape.hidden <= 0) {
        lacking = "lacks:hidden";
        return std::nullopt;
    }
    if (shape.heads <= 0)
        shape.heads = static_cast<int>(std::max<std::int64_t>(1, shape.hidden / 128));
    if (!isMla) {
        const bool sameHeads = profile && profile->heads == shape.heads;
        shape.kvHeads
            = static_cast<int>(whole(row.kvHeads, sameHeads ? shape.kvHeads : shape.heads));
        const std::int64_t usual = sameHeads && profile->hidden == shape.hidden
            ? shape.headDim
            : std::max<std::int64_t>(1, shape.hidden / shape.heads);
        shape.headDim = static_cast<int>(whole(row.headDim, usual));
    } else {
        shape.kvHeads = shape.heads;
    }
    shape.vocab = whole(row.vocab, shape.vocab);
    shape.gatedMlp = row.gatedMlp.value_or(shape.gatedMlp);
    if (!row.experts || *row.experts < 2) {
        const bool sameWidth = profile && profile->hidden == shape.hidden && profile->ffn > 0;
        const std::int64_t usual = sameWidth ? shape.ffn
            : shape.gatedMlp                 ? shape.hidden * 8 / 3
                                             : shape.hidden * 4;
        shape.ffn = whole(row.ffnHidden, usual);
        if (!(profile && profile->moe))
            shape.moe.reset();
    }
    if (row.layers) {
        shape = withLayers(std::move(shape), static_cast<int>(*row.layers));
    } else if (row.paramsTotalB && !shape.moe) {
        shape.layers = static_cast<int>(layersFromParameters(shape, *row.paramsTotalB));
        isIncomplete = true;
    }
    if (shape.layers <= 0 || shape.layers > 100000) {
        lacking = "lacks:layers";
        return std::nullopt;
    }
    applyExperts(shape, row);
    if (!profile && row.paramsTotalB && row.layers)
        shape.tiedEmbeddings = saysTied(shape, *row.paramsTotalB);
    return shape;
}

} // namespace headroom
