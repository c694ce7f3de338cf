#include "model/base/text/plain_number.h"
#include "model/frameworks/megatron/megatron_facts.h"
#include "model/frameworks/megatron/megatron_settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::books::megatron {
namespace {

Value real(double number)
{
    return Value::number(numberText(number));
}

void writeMlp(const ModelShape &model, Settings &settings)
{
    settings.set("ffn_hidden_size", model.ffn > 0 || !model.moe ? model.ffn : model.moe->ffn);
    if (model.activation == "clamped_swiglu") {
        // gpt-oss: x * sigmoid(1.702 x) * (gate + 1), both clamped at 7.
        // @source transformers, models/gpt_oss/modeling_gpt_oss.py
        settings.set("quick_geglu", true);
        settings.set("glu_linear_offset", Value::number("1.0"));
        settings.set("activation_func_clamp_value", Value::number("7.0"));
    } else if (model.gatedMlp) {
        const bool isGelu = model.activation.find("gelu") != std::string::npos;
        settings.set(isGelu ? "quick_geglu" : "swiglu", true);
    }
    const bool hasBias = model.mlpBias || model.attentionBias == AttentionBias::All;
    if (!hasBias)
        settings.set("add_bias_linear", false);
    if (!hasBias && model.attentionBias == AttentionBias::Qkv)
        settings.set("add_qkv_bias", true);
}

void writeAttention(const ModelShape &model, Settings &settings)
{
    settings.set("num_attention_heads", model.heads);
    if (model.mla) {
        settings.set("multi_latent_attention", true);
        if (model.mla->qLoraRank > 0)
            settings.set("q_lora_rank", model.mla->qLoraRank);
        settings.set("kv_lora_rank", model.mla->kvLoraRank);
        settings.set("qk_head_dim", model.mla->qkNopeHeadDim);
        settings.set("qk_pos_emb_head_dim", model.mla->qkRopeHeadDim);
        settings.set("v_head_dim", model.mla->vHeadDim);
        settings.set("qk_layernorm", true);
        return;
    }
    if (model.kvHeads != model.heads) {
        settings.set("group_query_attention", true);
        settings.set("num_query_groups", model.kvHeads);
    }
    settings.set("kv_channels", model.headDim);
    if (model.qkNorm != QkNorm::None)
        settings.set("qk_layernorm", true);
}

void writeRope(const ModelShape &model, Settings &settings)
{
    if (!megatronHasRope(model))
        return;
    const RopeShape &rope = model.rope;
    const bool isScaled = rope.scaling != RopeScaling::None;
    settings.set("rotary_base", real(rope.base));
    if (model.mla)
        settings.set("rope_type", isScaled ? "yarn" : "rope");
    if (model.mla && isScaled) {
        settings.set("rotary_scaling_factor", real(rope.factor));
        settings.set("mscale", real(rope.mscale));
        settings.set("mscale_all_dim", real(rope.mscaleAllDim));
    } else if (rope.scaling == RopeScaling::Linear) {
        settings.set("rotary_seq_len_interpolation_factor", static_cast<std::int64_t>(rope.factor));
    } else if (isScaled) {
        settings.set("use_rope_scaling", true);
        settings.set("rope_scaling_factor", real(rope.factor));
    }
}

void writePositions(const ResolvedPlan &resolved, Settings &settings)
{
    const ModelShape &model = *resolved.model;
    const std::int64_t sequence = resolved.plan.workload.sequenceLength;
    const bool isLearned = model.positionEmbedding == PositionEmbedding::Learned;
    settings.set("seq_length", sequence);
    settings.set("max_position_embeddings",
        isLearned ? std::max(sequence, model.learnedPositions) : sequence);
    settings.set("position_embedding_type",
        isLearned                                                ? "learned_absolute"
            : model.positionEmbedding == PositionEmbedding::None ? "none"
                                                                 : "rope");
    if (model.rotaryFraction != 1)
        settings.set("rotary_percent", real(model.rotaryFraction));
    if (model.positionEmbedding == PositionEmbedding::Rope)
        writeRope(model, settings);
}

/// Megatron-LM has no fixed chunks.
void writeWindow(const WindowShape &window, Settings &settings)
{
    if (window.tokens == 0 || window.chunked)
        return;
    settings.set("window_size", fmt::format("{},0", window.tokens - 1));
    if (window.globalLayers == 1)
        settings.set("window_attn_skip_freq", window.localLayers + 1);
}

/// What carries tokens to their experts, and what runs beside it.
void writeDispatch(const ResolvedPlan &resolved, Settings &settings)
{
    const PlanOptions &options = resolved.plan.options;
    const bool isHybrid = options.expertDispatcher == ExpertDispatcher::HybridEp;
    if (options.expertOverlap == Switch::On)
        settings.set("overlap_moe_expert_parallel_comm", true);
    if (options.fusedExpertMlp)
        settings.set("use_transformer_engine_op_fuser", true);
    if (megatronPadsExperts(resolved))
        settings.set("moe_pad_expert_input_to_capacity", true);
    if (!isHybrid && options.expertDispatcher != ExpertDispatcher::DeepEp)
        return settings.set("moe_token_dispatcher_type", "alltoall");
    settings.set("moe_token_dispatcher_type", "flex");
    settings.set("moe_flex_dispatcher_backend", isHybrid ? "hybridep" : "deepep");
    settings.set("moe_enable_deepep", true);
    // Both kernels take the router's probabilities in fp32 alone.
    settings.set("moe_router_dtype", "fp32");
}

/// "([0]*3+[1]*58)": which layers hold experts.
std::string expertLayers(const ModelShape &model)
{
    const MoeShape &moe = *model.moe;
    return moe.firstDenseLayers > 0
        ? fmt::format("([0]*{}+[1]*{})", moe.firstDenseLayers, model.layers - moe.firstDenseLayers)
        : std::to_string(moe.layerInterval);
}

} // namespace

void writeModel(const ResolvedPlan &resolved, Settings &settings)
{
    const ModelShape &model = *resolved.model;
    settings.set("num_layers", model.layers);
    settings.set("hidden_size", model.hidden);
    writeMlp(model, settings);
    writeAttention(model, settings);
    // Attention sinks are softmaxes with a learnable extra term.
    if (model.attentionSinks)
        settings.set("softmax_type", "learnable");
    writePositions(resolved, settings);
    writeWindow(model.window, settings);
    settings.set("normalization", model.norm == NormKind::Rms ? "RMSNorm" : "LayerNorm");
    if (!model.tiedEmbeddings)
        settings.set("untie_embeddings_and_output_weights", true);
    settings.set("attention_dropout", Value::number("0.0"));
    settings.set("hidden_dropout", Value::number("0.0"));
    if (model.mtpLayers > 0)
        settings.set("mtp_num_layers", model.mtpLayers);
}

void writeExperts(const ResolvedPlan &resolved, Settings &settings)
{
    const ModelShape &model = *resolved.model;
    if (!model.moe)
        return;
    const MoeShape &moe = *model.moe;
    const Plan &plan = resolved.plan;
    settings.set("num_experts", moe.experts);
    settings.set("moe_router_topk", moe.topK);
    settings.set("moe_ffn_hidden_size", moe.ffn);
    if (moe.firstDenseLayers > 0 || moe.layerInterval > 1)
        settings.set("moe_layer_freq", Value::number(expertLayers(model)));
    if (moe.sharedExperts > 0)
        settings.set("moe_shared_expert_intermediate_size", moe.sharedExperts * moe.ffn);
    settings.set("moe_grouped_gemm", true);
    writeDispatch(resolved, settings);
    if (moe.routerBias && model.mla) {
        // DeepSeek balances with a bias per expert instead of a loss.
        settings.set("moe_router_enable_expert_bias", true);
        settings.set("moe_router_score_function", "sigmoid");
        settings.set("moe_router_load_balancing_type", "none");
    } else {
        settings.set("moe_router_load_balancing_type", "aux_loss");
        settings.set("moe_aux_loss_coeff", Value::number("1e-2"));
        // A softmax over the one chosen expert has no gradient; Megatron-LM refuses it.
        if (moe.topK == 1)
            settings.set("moe_router_pre_softmax", true);
    }
    if (plan.options.moeCapacityFactor > 0)
        settings.set("moe_expert_capacity_factor", real(plan.options.moeCapacityFactor));
    settings.set("expert_model_parallel_size", plan.parallelism.expert);
    settings.set("expert_tensor_parallel_size", plan.parallelism.expertTensor);
}

} // namespace headroom::books::megatron
