#include "model/library/architecture/parameter_count.h"

#include <algorithm>

namespace headroom {
namespace {

std::int64_t normSize(const ModelShape &shape)
{
    if (shape.norm == NormKind::Nonparametric)
        return 0;
    return shape.norm == NormKind::Layer && shape.normBias ? 2 * shape.hidden : shape.hidden;
}

AttentionParameters latentAttention(const ModelShape &shape, const MlaShape &mla)
{
    const std::int64_t h = shape.hidden;
    const std::int64_t a = shape.heads;
    const std::int64_t queryHead = mla.qkNopeHeadDim + mla.qkRopeHeadDim;
    const std::int64_t query
        = mla.qLoraRank > 0 ? h * mla.qLoraRank + mla.qLoraRank * a * queryHead : h * a * queryHead;
    const std::int64_t keyValue = h * (mla.kvLoraRank + mla.qkRopeHeadDim)
        + std::int64_t { mla.kvLoraRank } * a * (mla.qkNopeHeadDim + mla.vHeadDim);
    AttentionParameters count;
    count.projections = query + keyValue + a * mla.vHeadDim * h;
    count.norms = mla.qLoraRank + mla.kvLoraRank;
    return count;
}

AttentionParameters attentionOfLayer(const ModelShape &shape)
{
    const std::int64_t h = shape.hidden;
    const std::int64_t a = shape.heads;
    const std::int64_t k = shape.kvHeads;
    const std::int64_t d = shape.headDim;
    AttentionParameters count;
    if (shape.mla) {
        count = latentAttention(shape, *shape.mla);
    } else {
        count.projections = h * (a + 2 * k) * d + a * d * h;
        if (shape.attentionBias != AttentionBias::None)
            count.biases = (a + 2 * k) * d;
        if (shape.attentionBias == AttentionBias::All)
            count.biases += h;
    }
    if (shape.qkNorm == QkNorm::Head)
        count.norms += 2 * d;
    else if (shape.qkNorm == QkNorm::Full)
        count.norms += (a + k) * d;
    count.sinks = shape.attentionSinks ? a : 0;
    return count;
}

MlpParameters mlp(const ModelShape &shape, std::int64_t width)
{
    const std::int64_t inputs = shape.gatedMlp ? 2 : 1;
    MlpParameters count;
    count.matrices = (inputs + 1) * shape.hidden * width;
    count.biases = shape.mlpBias ? inputs * width + shape.hidden : 0;
    return count;
}

} // namespace

ParameterCount countParameters(const ModelShape &shape)
{
    ParameterCount count;
    count.attention = attentionOfLayer(shape);
    count.layerNorms = shape.normsPerLayer * normSize(shape);
    count.denseLayers = shape.layers;
    if (shape.moe) {
        count.expert = mlp(shape, shape.moe->ffn);
        count.routerMatrix = shape.hidden * (shape.moe->experts + (shape.moe->sharedGate ? 1 : 0));
        count.routerBias = shape.moe->routerBias ? shape.moe->experts : 0;
        count.experts = shape.moe->experts;
        count.topK = shape.moe->topK;
        count.sharedExperts = shape.moe->sharedExperts;
        count.moeLayers = shape.moe->moeLayers;
        count.denseLayers = shape.layers - shape.moe->moeLayers;
    }
    if (count.denseLayers > 0)
        count.denseMlp = mlp(shape, shape.ffn);
    count.embedding = shape.vocab * shape.hidden;
    count.positions = shape.learnedPositions * shape.hidden;
    count.embeddingNorm = shape.embeddingNorm ? normSize(shape) : 0;
    count.headMatmul = shape.vocab * shape.hidden;
    count.head = shape.tiedEmbeddings ? 0 : count.headMatmul;
    count.headBias = shape.headBias ? shape.vocab : 0;
    count.finalNorm = normSize(shape);
    count.mtpLayers = shape.mtpLayers;
    count.mtpProjection = 2 * shape.hidden * shape.hidden;
    return count;
}

std::int64_t ParameterCount::denseLayer() const
{
    return attention.total() + layerNorms + denseMlp.total();
}

std::int64_t ParameterCount::moeLayer() const
{
    return attention.total() + layerNorms + routerMatrix + routerBias
        + (std::int64_t { experts } + sharedExperts) * expert.total();
}

std::int64_t ParameterCount::activeMoeLayer() const
{
    return moeLayer() - (std::int64_t { experts } - topK) * expert.total();
}

std::int64_t ParameterCount::layers() const
{
    return denseLayers * denseLayer() + moeLayers * moeLayer();
}

std::int64_t ParameterCount::activeLayers() const
{
    return denseLayers * denseLayer() + moeLayers * activeMoeLayer();
}

std::int64_t ParameterCount::outsideLayers() const
{
    return embedding + positions + embeddingNorm + head + headBias + finalNorm;
}

std::int64_t ParameterCount::largestLayer() const
{
    return std::max(denseLayers > 0 ? denseLayer() : 0, moeLayers > 0 ? moeLayer() : 0);
}

std::int64_t ParameterCount::total() const
{
    return layers() + outsideLayers();
}

std::int64_t ParameterCount::active() const
{
    return activeLayers() + outsideLayers();
}

std::int64_t ParameterCount::mtp() const
{
    return mtpLayers * ((moeLayers > 0 ? moeLayer() : denseLayer()) + mtpProjection);
}

std::int64_t ParameterCount::activeMatmul() const
{
    const std::int64_t visited = std::int64_t { topK } + sharedExperts;
    const std::int64_t dense = attention.projections + denseMlp.matrices;
    const std::int64_t moe = attention.projections + routerMatrix + visited * expert.matrices;
    return denseLayers * dense + moeLayers * moe + headMatmul
        + mtpLayers * ((moeLayers > 0 ? moe : dense) + mtpProjection + headMatmul);
}

double approximateParameters(const ModelShape &shape)
{
    const auto h = static_cast<double>(shape.hidden);
    const double heads = static_cast<double>(shape.heads) + 2.0 * shape.kvHeads;
    double layer = h * heads * shape.headDim * 2 + 3 * h * static_cast<double>(shape.ffn);
    if (shape.mla) {
        const double widths
            = shape.mla->qkNopeHeadDim + shape.mla->qkRopeHeadDim + shape.mla->vHeadDim;
        layer += (h + shape.mla->qLoraRank + shape.mla->kvLoraRank) * shape.heads * widths;
    }
    if (shape.moe)
        layer += 3 * h * static_cast<double>(shape.moe->ffn)
            * (static_cast<double>(shape.moe->experts) + shape.moe->sharedExperts);
    return shape.layers * layer + h * static_cast<double>(2 * shape.vocab + shape.learnedPositions);
}

} // namespace headroom
