#include "model/library/architecture/layer_pattern.h"
#include "model/physics/prepare/prepare.h"
#include "model/plan/held_vocabulary.h"

#include <algorithm>
#include <array>

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
            { "expert_in", h, p.gateFactor * p.expertFfn, Cut::ExpertColumn, SavedTensor::ExpertIn,
                false, true });
        add(p,
            { "expert_out", p.expertFfn, h, Cut::ExpertRow, SavedTensor::ExpertOut, false, true });
        add(p,
            { "shared_in", h, p.gateFactor * p.sharedFfn, Cut::Column, SavedTensor::SharedIn, false,
                true });
        add(p, { "shared_out", p.sharedFfn, h, Cut::Row, SavedTensor::MlpOut, false, true });
    }
}

/// Attention weights that tensor parallelism cuts: all projections and their biases but the
/// low-rank ones on the way down and the bias behind the output projection, which every rank holds.
double cutAttention(const ModelShape &model, const AttentionParameters &own)
{
    const auto all = static_cast<double>(own.projections + own.biases);
    const auto h = static_cast<double>(model.hidden);
    if (model.mla)
        return all - h * (model.mla->qLoraRank + model.mla->kvLoraRank + model.mla->qkRopeHeadDim);
    return model.attentionBias == AttentionBias::All ? all - h : all;
}

/// Parameters by what shards them, and the model's FLOPs: counted by the library, sorted here.
void countModel(Prepared &p, const ModelShape &model, double sequence)
{
    const ParameterCount count = headroom::countParameters(model);
    const auto number = [](std::int64_t parameters) { return static_cast<double>(parameters); };
    p.attentionParameters = cutAttention(model, count.attention);
    p.densePlainParameters
        = number(count.attention.total() + count.layerNorms) - p.attentionParameters;
    p.denseMlpParameters = number(count.denseMlp.total());
    p.expertParameters = number(count.experts * count.expert.total());
    p.sharedMoeParameters = number(
        count.sharedExperts * count.expert.total() + count.routerMatrix + count.routerBias);
    const double padding = (p.vocab - number(model.vocab)) * p.hidden;
    p.embeddingParameters
        = number(count.embedding + count.positions + count.embeddingNorm) + padding;
    // A tied head has no parameters of its own on one stage, and a copy on the last of several.
    p.headParameters = number(count.headMatmul) + padding;
    p.finalParameters = number(count.finalNorm + count.headBias);
    p.mtpParameters = number(count.mtp());
    p.parametersTotal = number(count.total());
    p.parametersActive = number(count.active());
    p.matmulParameters = number(count.activeMatmul());
    for (std::size_t i = 0; i < flopsConventionCount; ++i)
        p.flopPerToken[i] = modelFlopsPerToken(model, sequence, static_cast<FlopsConvention>(i));
}

/// Keys that queries attend to; chunks and windows count only where they bind.
void countKeys(Prepared &p, const ModelShape &model, double sequence)
{
    p.fullAttentionShare = 1;
    p.modelKeys = meanAttendedTokens(model, sequence);
    if (model.window.tokens <= 0 || static_cast<double>(model.window.tokens) >= sequence)
        return;
    // Counted, not a ratio: 26 layers of a pattern of six end with two more local ones.
    p.fullAttentionShare = 1 - double(localLayerCount(model)) / model.layers;
    p.localKeys = attendedTokens(sequence, model.window, true);
}

/// Families whose Hugging Face code computes GELU by NewGELUActivation ("gelu_new"), which no
/// kernel of torch's does at once.
/// @source transformers activations.py; configuration_gpt2.py, _gptj.py, _phi.py (activation)
bool writesOutActivation(const ModelShape &model)
{
    constexpr std::array families { "gpt2", "gptj", "phi" };
    return !model.gatedMlp && model.activation == "gelu"
        && std::ranges::find(families, model.family) != families.end();
}

/// Groups that routers pick before experts, by family and number of experts; the models' plain
/// files leave them out because no parameter depends on them.
/// @source config.json of DeepSeek-V2 (n_group 8, topk_group 3) and DeepSeek-V3 (8, 4); of their
/// smaller relatives, Kimi K2 and Moonlight 1 and 1
struct GroupedRouter
{
    const char *family;
    int experts;
    double groups, limit;
};
constexpr std::array groupedRouters { GroupedRouter { "deepseek", 160, 8, 3 },
    GroupedRouter { "deepseek", 256, 8, 4 } };

void setRouterGroups(Prepared &p, const ModelShape &model)
{
    for (const GroupedRouter &router : groupedRouters)
        if (model.family == router.family && model.moe->experts == router.experts) {
            p.routerGroups = router.groups;
            p.groupLimit = router.limit;
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
    const HeldVocabulary held { resolved.framework(), model };
    p.vocab = double(held.rows);
    const bool hasOwnStep = held.step > 0 && p.stack.vocabularyStep > 0;
    p.vocabularyStep = hasOwnStep ? p.stack.vocabularyStep : double(held.step);
    p.isGated = model.gatedMlp;
    p.isMla = model.mla.has_value();
    p.isTied = model.tiedEmbeddings;
    p.gateFactor = model.gatedMlp ? 2 : 1;
    p.hasRmsNorm = model.norm == NormKind::Rms;
    // The last norm's input and output; kernel by kernel also its input in 32 bit.
    p.finalSavedBytes = 2 * p.computeBytes;
    if (runsKernelByKernel(p) && p.hasRmsNorm)
        p.finalSavedBytes += elementBytes(NumberFormat::Fp32);
    p.writesOutActivation = writesOutActivation(model);
    p.normsPerLayer = model.normsPerLayer;
    // The bias behind the experts is added in 32 bit by kernels of its own; XLA and fused experts
    // add it inside their GEMMs. Counted is the forward pass alone, the backward pass being
    // twice it. @source Megatron-Core experts.py (_apply_bias)
    constexpr Bytes forwardBytes { 28 }, backwardBytes { 36 }; // an element
    if (model.moe && model.mlpBias && !p.expertIsAxis && !p.options.fusedExpertMlp)
        p.expertBiasBytes = (forwardBytes + backwardBytes) / 3;
    p.mtpLayers = model.mtpLayers;
    if (model.moe) {
        const MoeShape &moe = *model.moe;
        p.experts = moe.experts;
        p.topK = moe.topK;
        setRouterGroups(p, model);
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
        p.qkElements = model.positionEmbedding == PositionEmbedding::Rope
            ? (p.heads + p.kvHeads) * p.headDim
            : 0;
        p.keyValueElements = 2 * p.kvHeads * p.headDim;
    }
    addAttention(p, model);
    addMlp(p);
    const Workload &workload = resolved.plan.workload;
    p.documentTokens
        = documentTokens(workload.packing, static_cast<double>(workload.sequenceLength));
    countKeys(p, model, p.documentTokens);
    countModel(p, model, p.documentTokens);
}

} // namespace headroom
