#include "model/library/architecture/layer_pattern.h"
#include "model/physics/prepare.h"

#include <cmath>

namespace headroom {
namespace {

struct LinearSpec
{
    const char *id;
    double in, out;
    Cut cut;
    SavedTensor tensor;
    bool ofDense = true, ofMoe = true, isQuantised = true;
};

void add(Prepared &p, const LinearSpec &spec)
{
    if (spec.in <= 0 || spec.out <= 0 || p.linearCount >= static_cast<int>(maxLinears))
        return;
    Linear &linear = p.linears[static_cast<std::size_t>(p.linearCount++)];
    linear = { spec.id, spec.in, spec.out, spec.cut, spec.ofDense, spec.ofMoe, spec.isQuantised,
        static_cast<std::uint8_t>(spec.tensor) };
}

void addAttention(Prepared &p, const ModelShape &model)
{
    const double h = p.hidden, a = p.heads;
    if (model.mla) {
        const MlaShape &mla = *model.mla;
        const double queryHead = mla.qkNopeHeadDim + mla.qkRopeHeadDim;
        if (mla.qLoraRank > 0) {
            add(p, { "query_down", h, double(mla.qLoraRank), Cut::None, SavedTensor::MlaDown });
            add(p,
                { "query_up", double(mla.qLoraRank), a * queryHead, Cut::Column,
                    SavedTensor::Qkv });
        } else {
            add(p, { "query", h, a * queryHead, Cut::Column, SavedTensor::Qkv });
        }
        add(p,
            { "latent_down", h, double(mla.kvLoraRank + mla.qkRopeHeadDim), Cut::None,
                SavedTensor::MlaDown });
        add(p,
            { "latent_up", double(mla.kvLoraRank), a * (mla.qkNopeHeadDim + mla.vHeadDim),
                Cut::Column, SavedTensor::Qkv });
        add(p, { "out_projection", a * mla.vHeadDim, h, Cut::Row, SavedTensor::OutProj });
        return;
    }
    add(p, { "qkv", h, (a + 2 * p.kvHeads) * p.headDim, Cut::Column, SavedTensor::Qkv });
    add(p, { "out_projection", a * p.headDim, h, Cut::Row, SavedTensor::OutProj });
}

void addMlp(Prepared &p)
{
    const double h = p.hidden;
    if (p.denseLayers > 0) {
        add(p, { "mlp_in", h, p.gateFactor * p.ffn, Cut::Column, SavedTensor::MlpIn, true, false });
        add(p, { "mlp_out", p.ffn, h, Cut::Row, SavedTensor::MlpOut, true, false });
    }
    if (p.moeLayers > 0) {
        add(p, { "router", h, p.experts, Cut::None, SavedTensor::SharedIn, false, true, false });
        add(p,
            { "expert_in", h, p.gateFactor * p.expertFfn, Cut::Expert, SavedTensor::ExpertIn, false,
                true });
        add(p, { "expert_out", p.expertFfn, h, Cut::Expert, SavedTensor::ExpertOut, false, true });
        add(p,
            { "shared_in", h, p.gateFactor * p.sharedFfn, Cut::Column, SavedTensor::SharedIn, false,
                true });
        add(p, { "shared_out", p.sharedFfn, h, Cut::Row, SavedTensor::MlpOut, false, true });
    }
}

double normWidth(const ModelShape &model)
{
    return model.norm == "layernorm" && model.normBias ? 2.0 * double(model.hidden)
                                                       : double(model.hidden);
}

void countAttention(Prepared &p, const ModelShape &model)
{
    const double h = p.hidden, a = p.heads, k = p.kvHeads, d = p.headDim;
    double plain = p.normsPerLayer * normWidth(model);
    if (model.mla) {
        const MlaShape &mla = *model.mla;
        const double queryHead = mla.qkNopeHeadDim + mla.qkRopeHeadDim;
        p.attentionParameters
            = mla.qLoraRank > 0 ? mla.qLoraRank * a * queryHead : h * a * queryHead;
        p.attentionParameters
            += mla.kvLoraRank * a * (mla.qkNopeHeadDim + mla.vHeadDim) + a * mla.vHeadDim * h;
        plain += h * (mla.kvLoraRank + mla.qkRopeHeadDim) + mla.kvLoraRank;
        plain += mla.qLoraRank > 0 ? h * mla.qLoraRank + mla.qLoraRank : 0;
    } else {
        p.attentionParameters = h * (a + 2 * k) * d + a * d * h;
        if (model.attentionBias != AttentionBias::None)
            p.attentionParameters += (a + 2 * k) * d;
        if (model.attentionBias == AttentionBias::All)
            plain += h;
        plain += model.qkNorm == QkNorm::Head ? 2 * d
            : model.qkNorm == QkNorm::Full    ? (a + k) * d
                                              : 0;
    }
    plain += model.attentionSinks ? a : 0;
    p.densePlainParameters = plain;
}

void countParameters(Prepared &p, const ModelShape &model)
{
    const double h = p.hidden;
    const double matrices = p.gateFactor + 1;
    countAttention(p, model);
    const auto mlp = [&](double width, bool biased) {
        return matrices * h * width + (biased ? p.gateFactor * width + h : 0);
    };
    p.denseMlpParameters = p.denseLayers > 0 ? mlp(p.ffn, model.mlpBias) : 0;
    if (model.moe) {
        const bool biased = model.mlpBias;
        p.expertParameters = p.experts * mlp(p.expertFfn, biased);
        p.sharedMoeParameters = (p.sharedFfn > 0 ? mlp(p.sharedFfn, biased) : 0) + h * p.experts
            + (model.moe->routerBias ? p.experts : 0);
    }
    p.embeddingParameters = p.vocab * h + double(model.learnedPositions) * h
        + (model.embeddingNorm ? normWidth(model) : 0);
    // A tied head has no parameters of its own on one stage, and a copy on the last of several.
    p.headParameters = p.vocab * h;
    p.finalParameters = normWidth(model) + (model.headBias ? p.vocab : 0);

    const double layers = p.layers * (p.attentionParameters + p.densePlainParameters)
        + p.denseLayers * p.denseMlpParameters;
    const double ends
        = p.embeddingParameters + p.finalParameters + (p.isTied ? 0 : p.headParameters);
    p.parametersTotal = layers + ends + p.moeLayers * (p.expertParameters + p.sharedMoeParameters);
    const double visited = p.experts > 0 ? p.expertParameters * p.topK / p.experts : 0;
    p.parametersActive = layers + ends + p.moeLayers * (visited + p.sharedMoeParameters);
    double dense = 0, moe = 0;
    for (int i = 0; i < p.linearCount; ++i) {
        const Linear &linear = p.linears[static_cast<std::size_t>(i)];
        const double size = linear.in * linear.out * (linear.cut == Cut::Expert ? p.topK : 1);
        dense += linear.ofDense ? size : 0;
        moe += linear.ofMoe ? size : 0;
    }
    p.matmulParameters = p.denseLayers * dense + p.moeLayers * moe + p.headParameters;
    if (p.mtpLayers > 0) {
        // One more layer, a [2h, h] projection and a pass through the shared head for each.
        const double layer = p.attentionParameters + p.densePlainParameters
            + (p.moeLayers > 0 ? p.expertParameters + p.sharedMoeParameters : p.denseMlpParameters);
        p.mtpParameters = p.mtpLayers * (layer + 2 * h * h);
        p.matmulParameters
            += p.mtpLayers * ((p.moeLayers > 0 ? moe : dense) + 2 * h * h + p.headParameters);
    }
}

} // namespace

void prepareModel(Prepared &p, const ModelShape &model, const ResolvedPlan &resolved)
{
    p.layers = model.layers;
    p.hidden = double(model.hidden);
    p.ffn = double(model.ffn);
    p.heads = model.heads;
    p.kvHeads = model.kvHeads > 0 ? model.kvHeads : model.heads;
    p.headDim = model.mla ? model.mla->qkNopeHeadDim + model.mla->qkRopeHeadDim : model.headDim;
    p.valueDim = model.mla ? model.mla->vHeadDim : model.headDim;
    p.vocab = double(model.vocab);
    p.isGated = model.gatedMlp;
    p.isMla = model.mla.has_value();
    p.isTied = model.tiedEmbeddings;
    p.gateFactor = model.gatedMlp ? 2 : 1;
    p.normsPerLayer = model.normsPerLayer;
    // Clamping and biases around the gate have no fused kernel in the frameworks known.
    p.activationPasses = model.activation.find("clamped") != std::string::npos ? 3 : 1;
    p.mtpLayers = model.mtpLayers;
    if (model.moe) {
        const MoeShape &moe = *model.moe;
        p.experts = moe.experts;
        p.topK = moe.topK;
        p.expertFfn = double(moe.ffn);
        p.sharedFfn = double(moe.sharedExperts) * double(moe.ffn);
        p.moeLayers = std::min(double(moe.moeLayers > 0 ? moe.moeLayers : model.layers), p.layers);
        p.firstDenseLayers = std::min(double(moe.firstDenseLayers), p.layers - p.moeLayers);
    }
    p.denseLayers = p.layers - p.moeLayers;
    if (p.isMla) {
        p.qkElements = p.heads * model.mla->qkRopeHeadDim * 2;
        p.keyValueElements = p.heads * (p.headDim + p.valueDim);
    } else {
        p.qkElements = model.positionEmbedding == "rope" ? (p.heads + p.kvHeads) * p.headDim : 0;
        p.keyValueElements = 2 * p.kvHeads * p.headDim;
    }
    const WindowShape &window = model.window;
    p.fullAttentionShare = 1;
    if (window.tokens > 0 && window.tokens < resolved.plan.workload.sequenceLength) {
        // Counted, not a ratio: 26 layers of a pattern of six end with two more local ones.
        p.fullAttentionShare = 1 - double(localLayerCount(model)) / model.layers;
        // Chunks: a query sees half a chunk on average; a window of half the size costs the same.
        p.window = double(window.tokens) * (window.chunked ? 0.5 : 1);
    }
    addAttention(p, model);
    addMlp(p);
    countParameters(p, model);
}

} // namespace headroom
