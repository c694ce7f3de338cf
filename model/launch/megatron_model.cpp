#include "model/launch/megatron_arguments.h"

#include "model/launch/shell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Whether Megatron-Bridge's Gemma2ModelProvider says what is special about the layers: norms,
/// activation, windows in turn, caps of logits. @source Megatron-Bridge of 2026-08-22,
/// models/gemma/gemma2_provider.py
bool isBridgedGemma2(const LaunchSpec &spec)
{
    return spec.target == "nemo" && hasGemma2Blocks(spec.model());
}

void addAttentionShape(const ModelShape &model, ArgumentGroups &arguments)
{
    arguments.option("--num-attention-heads", model.heads);
    if (model.mla) {
        arguments.flag("--multi-latent-attention");
        if (model.mla->qLoraRank > 0)
            arguments.option("--q-lora-rank", model.mla->qLoraRank);
        arguments.option("--kv-lora-rank", model.mla->kvLoraRank);
        arguments.option("--qk-head-dim", model.mla->qkNopeHeadDim);
        arguments.option("--qk-pos-emb-head-dim", model.mla->qkRopeHeadDim);
        arguments.option("--v-head-dim", model.mla->vHeadDim);
        arguments.flag("--qk-layernorm");
        return;
    }
    if (model.kvHeads != model.heads) {
        arguments.flag("--group-query-attention");
        arguments.option("--num-query-groups", model.kvHeads);
    }
    arguments.option("--kv-channels", model.headDim);
    if (model.qkNorm != QkNorm::None)
        arguments.flag("--qk-layernorm");
}

void addRope(const ModelShape &model, ArgumentGroups &arguments, ExportDraft &draft)
{
    if (!megatronHasRope(model))
        return draft.note(
            "The base of the model's rotary positions is not known, or Megatron-LM's arguments do "
            "not hold their scaling: Megatron's defaults stand. They change the loss, not the "
            "speed.");
    const RopeShape &rope = model.rope;
    const bool isScaled = rope.scaling != RopeScaling::None;
    arguments.option("--rotary-base", numberText(rope.base));
    if (model.mla)
        arguments.option("--rope-type", isScaled ? "yarn" : "rope");
    if (model.mla && isScaled) {
        arguments.option("--rotary-scaling-factor", numberText(rope.factor));
        arguments.option("--mscale", numberText(rope.mscale));
        arguments.option("--mscale-all-dim", numberText(rope.mscaleAllDim));
    } else if (isScaled) {
        arguments.flag("--use-rope-scaling");
        arguments.option("--rope-scaling-factor", numberText(rope.factor));
    }
}

void addPositions(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const ModelShape &model = spec.model();
    const std::int64_t sequence = spec.plan().workload.sequenceLength;
    const bool isLearned = model.positionEmbedding == PositionEmbedding::Learned;
    arguments.option("--seq-length", sequence);
    arguments.option("--max-position-embeddings",
        isLearned ? std::max(sequence, model.learnedPositions) : sequence);
    arguments.option("--position-embedding-type",
        isLearned                                                ? "learned_absolute"
            : model.positionEmbedding == PositionEmbedding::None ? "none"
                                                                 : "rope");
    if (model.rotaryFraction != 1)
        arguments.option("--rotary-percent", numberText(model.rotaryFraction));
    if (model.positionEmbedding == PositionEmbedding::Rope)
        addRope(model, arguments, draft);
}

void addWindow(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const ModelShape &model = spec.model();
    if (model.window.tokens == 0)
        return;
    if (model.window.chunked)
        return draft.note(
            "The model attends in fixed chunks; Megatron-LM has none, so attention is full.");
    arguments.option("--window-size", fmt::format("{},0", model.window.tokens - 1));
    if (model.window.globalLayers == 1 && !isBridgedGemma2(spec))
        arguments.option("--window-attn-skip-freq", model.window.localLayers + 1);
}

void addMlp(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const ModelShape &model = spec.model();
    const std::int64_t ffn = model.ffn > 0 || !model.moe ? model.ffn : model.moe->ffn;
    arguments.option("--ffn-hidden-size", ffn);
    const bool isGelu = model.activation.find("gelu") != std::string::npos;
    if (model.activation == "clamped_swiglu") {
        // gpt-oss: x * sigmoid(1.702 x) * (gate + 1), both clamped at 7.
        // @source transformers, models/gpt_oss/modeling_gpt_oss.py
        arguments.flag("--quick-geglu");
        arguments.option("--glu-linear-offset", "1.0");
        arguments.option("--activation-func-clamp-value", "7.0");
    } else if (model.gatedMlp && !isBridgedGemma2(spec)) {
        arguments.flag(isGelu ? "--quick-geglu" : "--swiglu");
        if (isGelu)
            draft.note("Gated GELU is Megatron-LM's quick approximation of it.");
    }
    const bool hasBias = model.mlpBias || model.attentionBias == AttentionBias::All;
    if (!hasBias)
        arguments.flag("--disable-bias-linear");
    if (!hasBias && model.attentionBias == AttentionBias::Qkv)
        arguments.flag("--add-qkv-bias");
}

/// "([0]*3+[1]*58)": which layers hold experts.
std::string expertLayers(const ModelShape &model)
{
    const MoeShape &moe = *model.moe;
    if (moe.firstDenseLayers > 0)
        return fmt::format(
            "([0]*{}+[1]*{})", moe.firstDenseLayers, model.layers - moe.firstDenseLayers);
    return std::to_string(moe.layerInterval);
}

} // namespace

void addMegatronModel(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const ModelShape &model = spec.model();
    arguments.start("MODEL");
    arguments.option("--num-layers", model.layers);
    arguments.option("--hidden-size", model.hidden);
    addMlp(spec, arguments, draft);
    addAttentionShape(model, arguments);
    // Attention sinks are softmaxes with a learnable extra term.
    if (model.attentionSinks)
        arguments.option("--softmax-type", "learnable");
    addPositions(spec, arguments, draft);
    addWindow(spec, arguments, draft);
    arguments.option("--normalization", model.norm == NormKind::Rms ? "RMSNorm" : "LayerNorm");
    if (!model.tiedEmbeddings)
        arguments.flag("--untie-embeddings-and-output-weights");
    arguments.option("--attention-dropout", "0.0");
    arguments.option("--hidden-dropout", "0.0");
    if (model.mtpLayers > 0)
        arguments.option("--mtp-num-layers", model.mtpLayers);
}

void addMegatronExperts(const LaunchSpec &spec, ArgumentGroups &arguments, ExportDraft &draft)
{
    const ModelShape &model = spec.model();
    if (!model.moe)
        return;
    const MoeShape &moe = *model.moe;
    const Plan &plan = spec.plan();
    arguments.start("EXPERTS");
    arguments.option("--num-experts", moe.experts);
    arguments.option("--moe-router-topk", moe.topK);
    arguments.option("--moe-ffn-hidden-size", moe.ffn);
    if (moe.firstDenseLayers > 0 || moe.layerInterval > 1)
        arguments.option("--moe-layer-freq", expertLayers(model));
    if (moe.sharedExperts > 0)
        arguments.option("--moe-shared-expert-intermediate-size", moe.sharedExperts * moe.ffn);
    arguments.flag("--moe-grouped-gemm");
    addMegatronDispatch(spec, arguments, draft);
    if (moe.routerBias && model.mla) {
        // DeepSeek balances with a bias per expert instead of a loss.
        arguments.flag("--moe-router-enable-expert-bias");
        arguments.option("--moe-router-score-function", "sigmoid");
        arguments.option("--moe-router-load-balancing-type", "none");
    } else {
        arguments.option("--moe-router-load-balancing-type", "aux_loss");
        arguments.option("--moe-aux-loss-coeff", "1e-2");
        // A softmax over the one chosen expert has no gradient; Megatron-LM refuses it.
        if (moe.topK == 1)
            arguments.flag("--moe-router-pre-softmax");
    }
    if (plan.options.moeCapacityFactor > 0)
        arguments.option(
            "--moe-expert-capacity-factor", numberText(plan.options.moeCapacityFactor));
    arguments.option("--expert-model-parallel-size", plan.parallelism.expert);
    arguments.option("--expert-tensor-parallel-size", plan.parallelism.expertTensor);
}

} // namespace headroom
