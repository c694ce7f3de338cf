#include "model/estimate/dimension_fit.h"

#include "model/base/wording/messages.h"
#include "model/estimate/step_operations.h"
#include "model/physics/compute/gemm_shapes.h"
#include "model/physics/compute/vocabulary.h"
#include "model/plan/held_vocabulary.h"

#include <array>
#include <cmath>

namespace headroom {
namespace {

constexpr double tensorCoreBytes = 16; ///< NVIDIA, AMD: least contiguous operand of matrix units

enum class Dimension { Hidden, Ffn, ExpertFfn, Vocabulary, AttentionWidth, HeadSize, Tokens };
constexpr std::array dimensionIds { "hidden", "ffn", "expert_ffn", "vocabulary", "attention_width",
    "head_size", "tokens" };

/// The plan with one dimension of its model, or its sequence, set to `value`.
ResolvedPlan withDimension(const ResolvedPlan &resolved, Dimension dimension, double value)
{
    ResolvedPlan changed = resolved;
    ModelShape shape = *resolved.model;
    const auto whole = static_cast<std::int64_t>(std::llround(value));
    const Parallelism &own = resolved.plan.parallelism;
    switch (dimension) {
    case Dimension::Hidden:
        shape.hidden = whole;
        break;
    case Dimension::Ffn:
        shape.ffn = whole;
        break;
    case Dimension::ExpertFfn:
        shape.moe->ffn = whole;
        break;
    case Dimension::Vocabulary:
        shape.vocab = whole;
        break;
    case Dimension::AttentionWidth: {
        const int heads = static_cast<int>(whole) / shape.headDim;
        shape.kvHeads = shape.kvHeads == shape.heads ? heads : shape.kvHeads;
        shape.heads = heads;
        break;
    }
    case Dimension::HeadSize:
        shape.headDim = static_cast<int>(whole);
        break;
    case Dimension::Tokens:
        changed.plan.workload.sequenceLength
            = static_cast<std::int64_t>(std::llround(value * own.context / own.microBatch));
        break;
    }
    changed.model = std::make_shared<const ModelShape>(std::move(shape));
    return changed;
}

/// What devices hold of a dimension.
struct Part
{
    double value = 0; ///< of the whole model
    double share = 1; ///< parts that a device holds one of
    double grain = 1; ///< smallest change of the whole
};

struct Trial
{
    FlopPerSecond rate; ///< model FLOPs per device
    Seconds step;
};

Trial trial(const Prepared &p, const Candidate &c)
{
    const Evaluation evaluation = evaluate(p, c);
    return { evaluation.modelFlopPerDevice / evaluation.step, evaluation.step };
}

/// Predicts the neighbours of a dimension and fills in what is better. A vocabulary only grows: its
/// tokenizer has so many tokens.
void findBetter(DimensionFit &fit, Dimension dimension, const Estimator &estimator,
    const ResolvedPlan &resolved, const Prepared &p, double step)
{
    const Candidate c = planCandidate(resolved.plan);
    const FlopPerSecond now = trial(p, c).rate;
    const double down = std::floor(fit.value / step) * step, up = down + step;
    const bool mayShrink = dimension != Dimension::Vocabulary && down > 0;
    const bool downIsNearer = fit.value - down < up - fit.value;
    double bestGain = -1;
    for (const double value : { downIsNearer ? down : up, downIsNearer ? up : down }) {
        if (value < fit.value && !mayShrink)
            continue;
        const ResolvedPlan changed = withDimension(resolved, dimension, value);
        const Trial then = trial(estimator.prepare(changed, p.stack, p.flags), c);
        const double gain = then.rate / now - 1;
        if (gain <= bestGain)
            continue;
        bestGain = fit.gain = gain;
        fit.better = value;
        fit.step = then.step;
        if (gain > 0)
            break; // the nearer one will do
    }
}

Bytes elementOf(const Prepared &p)
{
    const RecipeCosts &recipe = p.recipes.front();
    return recipe.isLow ? recipe.elementBytes : p.computeBytes;
}

} // namespace

DimensionMultiple dimensionMultiple(const Accelerator &accelerator, Bytes element)
{
    if (accelerator.kind == AcceleratorKind::Tpu) {
        const double side = std::max(1, accelerator.mxuDimension);
        return { side, side };
    }
    const double least = tensorCoreBytes / element.value();
    return { least, std::max(least, accelerator.tileAlignment * 2 / element.value()) };
}

std::vector<DimensionFit> dimensionFits(
    const Estimator &estimator, const ResolvedPlan &resolved, const Prepared &p)
{
    const Candidate c = planCandidate(resolved.plan);
    const Layout layout = makeLayout(p, c);
    const DimensionMultiple multiple = dimensionMultiple(resolved.accelerator, elementOf(p));
    const double t = c.tensor;
    const ModelShape &shape = *resolved.model;
    const HeldVocabulary held { resolved.framework(), shape };
    std::vector<DimensionFit> fits;
    const auto check = [&](Dimension dimension, const Part &part, DimensionMultiple own) {
        if (part.value <= 0)
            return;
        DimensionFit fit;
        fit.id = dimensionIds[static_cast<std::size_t>(dimension)];
        const bool isVocabulary = dimension == Dimension::Vocabulary;
        fit.label = messageText({ "dimension-" + fit.id });
        fit.value = part.value;
        fit.perDevice = (isVocabulary ? paddedVocabulary(p, c) : part.value) / part.share;
        fit.least = own.least;
        fit.best = own.best;
        fit.isAligned = std::fmod(fit.perDevice, own.best) == 0
            || (isVocabulary && held.isPadded(shape)); // nothing is left to advise
        fit.better = part.value;
        if (!fit.isAligned) {
            double step = own.best * part.share;
            while (std::fmod(step, part.grain) != 0 && step < 1e9)
                step += own.best * part.share;
            findBetter(fit, dimension, estimator, resolved, p, step);
        }
        fits.push_back(std::move(fit));
    };
    check(Dimension::Hidden, { p.hidden }, multiple);
    check(Dimension::Ffn, { p.ffn, t }, multiple);
    if (p.moeLayers > 0)
        check(Dimension::ExpertFfn, { p.expertFfn, layout.expertTensor }, multiple);
    if (!p.isMla) {
        const double group
            = shape.headDim * (shape.kvHeads < shape.heads ? std::max(1, shape.kvHeads) : 1.0);
        check(Dimension::AttentionWidth, { p.heads * p.headDim, t, group }, multiple);
        check(Dimension::HeadSize, { p.headDim }, multiple);
    }
    check(Dimension::Vocabulary, { p.vocab, t }, multiple);
    const DimensionMultiple rows = p.isTpu ? DimensionMultiple { tpuRows, tpuRows } : multiple;
    check(Dimension::Tokens, { layout.tokens, 1, std::max(1.0, c.microBatch / c.context) }, rows);
    return fits;
}

TileFit tileFit(const Prepared &p, const Gemm &gemm)
{
    const TileCover cover = bestTile(p, gemm.m, gemm.n, gemm.batch);
    const GemmTile tile = cover.tile ? *cover.tile : GemmTile { tpuRows, p.mxu, 1 };
    TileFit fit;
    fit.m = gemm.m;
    fit.k = gemm.k;
    fit.n = gemm.n;
    fit.batch = gemm.batch;
    fit.tileRows = tile.rows;
    fit.tileColumns = tile.columns;
    fit.tiles = cover.tiles;
    fit.waves = cover.waves;
    fit.filled = cover.waves > 0 ? cover.tiles / (cover.waves * p.computeUnits) : 1;
    fit.useful = cover.use / tile.efficiency;
    return fit;
}

std::vector<TileFit> tileFits(const Prepared &p, const Candidate &c)
{
    const Layout layout = makeLayout(p, c);
    std::vector<TileFit> fits;
    for (const Linear &linear : p.matrices()) {
        TileFit fit = tileFit(p, layerGemm(p, c, layout, linear));
        fit.id = linear.id;
        fit.label = operationLabel(linear.id);
        fits.push_back(std::move(fit));
    }
    return fits;
}

} // namespace headroom
