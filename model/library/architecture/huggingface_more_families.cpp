#include "model/library/architecture/huggingface_fills.h"

#include <algorithm>
#include <array>

// Families since 2023 beside Llama's own. @source huggingface/transformers
// src/transformers/models/NAME/configuration_NAME.py and modeling_NAME.py (January 2026), and for
// baichuan, chatglm, dbrx, internlm, internlm2 and qwen the code beside their weights on the hub

namespace headroom::huggingface {
namespace {
using Reader = HuggingFaceReader;

/// Non-gated MLP with a squared ReLU.
void fillArcee(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.gatedMlp = false;
    shape.activation = "relu2";
}

void fillBaichuan(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    constexpr std::int64_t widthOf13b = 5120; // which alone has linear biases for positions
    if (shape.hidden == widthOf13b)
        shape.positionEmbedding = PositionEmbedding::Alibi;
}

/// LayerNorm without bias, attention and MLP read the same input.
void fillCohere(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    layerNorm(shape, false);
    shape.normsPerLayer = 1;
    shape.parallelBlock = true;
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", true);
    if (reader.flag("use_qk_norm", false))
        reader.unsupported("use_qk_norm", "true");
}

void fillCohere2(Reader &reader, ModelShape &shape)
{
    fillCohere(reader, shape);
    const std::int64_t window = reader.size({ "sliding_window" }, 4096);
    if (reader.readLayerTypes(shape, window))
        return;
    const std::int64_t period = reader.size({ "sliding_window_pattern" }, 4);
    shape.window = { window, false, asInt(period) - 1, 1 };
}

void fillDbrx(Reader &reader, ModelShape &shape)
{
    shape.hidden = reader.size({ "d_model" });
    shape.layers = asInt(reader.size({ "n_layers" }));
    shape.heads = asInt(reader.size({ "n_heads" }));
    shape.headDim = asInt(std::max<std::int64_t>(1, shape.hidden / shape.heads));
    shape.kvHeads = shape.heads;
    shape.vocab = reader.size({ "vocab_size" });
    shape.maxSequence = reader.size({ "max_seq_len" }, 2048);
    layerNorm(shape, false);
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", false);
    if (const Document *attention = reader.child("attn_config")) {
        Reader nested { *attention, reader.file(), reader.problems() };
        shape.kvHeads = asInt(nested.size({ "kv_n_heads" }, shape.heads));
    }
    const Document *experts = reader.child("ffn_config");
    if (!experts)
        return reader.unsupported("ffn_config", "(absent)");
    Reader nested { *experts, reader.file(), reader.problems() };
    MoeShape moe;
    moe.experts = asInt(nested.size({ "moe_num_experts" }));
    moe.topK = asInt(nested.size({ "moe_top_k" }));
    moe.ffn = nested.size({ "ffn_hidden_size" });
    shape.moe = moe;
}

void fillDots1(Reader &reader, ModelShape &shape)
{
    fillQwen3(reader, shape);
    shape.moe = routedExperts(reader, { "n_routed_experts" });
    shape.moe->routerBias = true;
}

void fillErnie(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    const bool hasBias = reader.flag("use_bias", false);
    shape.attentionBias = hasBias ? AttentionBias::All : AttentionBias::None;
    shape.mlpBias = hasBias;
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", true);
}

void fillErnieMoe(Reader &reader, ModelShape &shape)
{
    fillErnie(reader, shape);
    MoeShape moe = routedExperts(reader, { "moe_num_experts" });
    moe.firstDenseLayers = asInt(reader.size({ "moe_layer_start_index" }, 1));
    moe.layerInterval = asInt(reader.size({ "moe_layer_interval" }, 1));
    moe.routerBias = reader.flag("moe_use_aux_free", true);
    const std::int64_t last = reader.size({ "moe_layer_end_index" }, shape.layers - 1);
    if (last != shape.layers - 1)
        reader.unsupported("moe_layer_end_index", std::to_string(last));
    shape.moe = moe;
}

/// Norms behind both halves, and on queries and keys.
void fillExaone4(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.normPlacement = NormPlacement::Post;
    shape.qkNorm = QkNorm::Head;
    const std::int64_t window
        = reader.isNull("sliding_window") ? 0 : reader.size({ "sliding_window" }, 0);
    if (window > 0 && !reader.readLayerTypes(shape, window))
        shape.window = { window, false, 3, 1 };
}

void fillFlexOlmo(Reader &reader, ModelShape &shape)
{
    fillOlmo2(reader, shape);
    shape.moe = routedExperts(reader, { "num_experts" });
    shape.ffn = 0;
}

void fillGlm(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.attentionBias
        = reader.flag("attention_bias", false) ? AttentionBias::Qkv : AttentionBias::None;
    shape.rotaryFraction = reader.share("partial_rotary_factor", 0.5);
}

void fillGlm4(Reader &reader, ModelShape &shape)
{
    fillGlm(reader, shape);
    shape.normsPerLayer = 4;
    shape.normPlacement = NormPlacement::Both;
}

void fillGlm4Moe(Reader &reader, ModelShape &shape)
{
    fillGlm(reader, shape);
    shape.qkNorm = reader.flag("use_qk_norm", false) ? QkNorm::Head : QkNorm::None;
    shape.moe = routedExperts(reader, { "n_routed_experts" });
    shape.moe->routerBias = true;
}

/// GLM's experts over latent attention.
void fillGlm4MoeLite(Reader &reader, ModelShape &shape)
{
    fillDeepseek(reader, shape);
    if (shape.moe)
        shape.moe->routerBias = true;
}

void fillGptBigCode(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    if (reader.flag("multi_query", true))
        shape.kvHeads = 1;
    shape.positionEmbedding = PositionEmbedding::Learned;
    shape.learnedPositions = shape.maxSequence;
}

/// GPT-J and CodeGen: one norm a layer, no bias in the attention, one in the head.
void fillGptJ(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    shape.attentionBias = AttentionBias::None;
    shape.parallelBlock = true;
    shape.normsPerLayer = 1;
    shape.headBias = true;
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", false);
    const std::int64_t rotated = reader.size({ "rotary_dim" }, 64);
    shape.rotaryFraction = std::min(1.0, static_cast<double>(rotated) / shape.headDim);
}

void fillGraniteMoe(Reader &reader, ModelShape &shape)
{
    fillMixtral(reader, shape);
    const std::int64_t shared = reader.size({ "shared_intermediate_size" }, 0);
    if (shared % shape.moe->ffn != 0)
        reader.unsupported("shared_intermediate_size", std::to_string(shared));
    shape.moe->sharedExperts = asInt(shared / shape.moe->ffn);
}

void fillHunyuan(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.qkNorm = reader.flag("use_qk_norm", true) ? QkNorm::Head : QkNorm::None;
}

void fillHunyuanMoe(Reader &reader, ModelShape &shape)
{
    fillHunyuan(reader, shape);
    const Document *perLayer = reader.child("num_shared_expert");
    MoeShape moe;
    moe.experts = asInt(reader.size({ "num_experts" }));
    if (const Document *top = reader.child("moe_topk"); top && top->isSequence())
        moe.topK = top->items().empty() ? 1 : asInt(top->items().front().integer());
    else
        moe.topK = asInt(reader.size({ "moe_topk" }, 1));
    moe.sharedExperts = perLayer && perLayer->isNumber() ? asInt(perLayer->integer()) : 1;
    moe.ffn = shape.ffn;
    shape.moe = moe;
}

void fillInternLm(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.attentionBias = reader.flag("bias", true) ? AttentionBias::All : AttentionBias::None;
}

void fillInternLm2(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.attentionBias = reader.flag("bias", false) ? AttentionBias::All : AttentionBias::None;
}

void fillInternLm3(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.mlpBias = reader.flag("bias", false);
    if (reader.flag("qkv_bias", false))
        shape.attentionBias = shape.mlpBias ? AttentionBias::All : AttentionBias::Qkv;
}

/// Chunks in three of four layers; the fourth sees everything.
void fillLlama4(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    MoeShape moe;
    moe.experts = asInt(reader.size({ "num_local_experts" }, 16));
    moe.topK = asInt(reader.size({ "num_experts_per_tok" }, 1));
    moe.sharedExperts = 1;
    moe.ffn = shape.ffn;
    moe.layerInterval = asInt(reader.size({ "interleave_moe_layer_step" }, 1));
    shape.ffn = reader.size({ "intermediate_size_mlp" }, 16384);
    if (moe.layerInterval == 1)
        shape.ffn = 0;
    shape.moe = moe;
    shape.window = { reader.size({ "attention_chunk_size" }, 8192), true, 3, 1 };
}

void fillMinimaxM2(Reader &reader, ModelShape &shape)
{
    fillMixtral(reader, shape);
    shape.moe->routerBias = true;
    if (reader.flag("use_qk_norm", true))
        shape.qkNorm = QkNorm::Full;
    const std::int64_t rotated = reader.size({ "rotary_dim" }, shape.headDim);
    shape.rotaryFraction = std::min(1.0, static_cast<double>(rotated) / shape.headDim);
}

void fillNemotron(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    layerNorm(shape, true);
    shape.gatedMlp = false;
    shape.activation = "relu2";
    shape.rotaryFraction = reader.share("partial_rotary_factor", 0.5);
}

void fillOlmoe(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.qkNorm = QkNorm::Full;
    shape.moe = routedExperts(reader, { "num_experts" });
    shape.ffn = 0;
}

void fillOrion(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    layerNorm(shape, true);
}

void fillPhiMoe(Reader &reader, ModelShape &shape)
{
    fillMixtral(reader, shape);
    layerNorm(shape, true);
    shape.headBias = reader.flag("lm_head_bias", false);
}

/// Its intermediate_size counts gate and up projection.
void fillQwen(Reader &reader, ModelShape &shape)
{
    fillSizes(reader, shape);
    fillRope(reader, shape.rope);
    shape.ffn = reader.size({ "intermediate_size" }) / 2;
    shape.attentionBias = AttentionBias::Qkv;
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", false);
}

void fillSeedOss(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    const bool hasBias = reader.flag("attention_bias", true);
    const bool isOutBiased = reader.flag("attention_out_bias", false);
    shape.attentionBias = !hasBias ? AttentionBias::None
        : isOutBiased              ? AttentionBias::All
                                   : AttentionBias::Qkv;
}

void fillSmolLm3(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", true);
    if (reader.flag("use_sliding_window", false))
        fillWindow(reader, shape, 0);
}

void fillStableLm(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    layerNorm(shape, true);
    shape.attentionBias
        = reader.flag("use_qkv_bias", false) ? AttentionBias::Qkv : AttentionBias::None;
    shape.rotaryFraction = reader.share("partial_rotary_factor", 0.25);
    shape.parallelBlock = reader.flag("use_parallel_residual", false);
    if (shape.parallelBlock)
        shape.normsPerLayer = 1;
    if (reader.flag("qk_layernorm", false))
        reader.unsupported("qk_layernorm", "true");
}

/// Gemma 2 without norms behind its halves, and a window in every layer's turn.
void fillVaultGemma(Reader &reader, ModelShape &shape)
{
    fillGemma2(reader, shape);
    shape.normsPerLayer = 2;
    shape.normPlacement = NormPlacement::Pre;
    shape.window = {};
    reader.readLayerTypes(shape, reader.size({ "sliding_window" }, 4096));
}

void fillCwm(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    const std::int64_t window = reader.size({ "sliding_window" }, 8192);
    // One layer of four sees everything, the first of them.
    if (const Document *types = reader.child("layer_types"); types && types->isSequence())
        shape.window = { window, false, 3, 1 };
}

constexpr std::array families {
    HuggingFaceFamily { "aquila", fillLlama },
    HuggingFaceFamily { "arcee", fillArcee },
    HuggingFaceFamily { "baichuan", fillBaichuan },
    HuggingFaceFamily { "chatglm", fillChatGlm },
    HuggingFaceFamily { "codegen", fillGptJ },
    HuggingFaceFamily { "cohere", fillCohere },
    HuggingFaceFamily { "cohere2", fillCohere2 },
    HuggingFaceFamily { "cwm", fillCwm },
    HuggingFaceFamily { "dbrx", fillDbrx },
    HuggingFaceFamily { "dots1", fillDots1 },
    HuggingFaceFamily { "ernie4_5", fillErnie },
    HuggingFaceFamily { "ernie4_5_moe", fillErnieMoe },
    HuggingFaceFamily { "exaone4", fillExaone4 },
    HuggingFaceFamily { "flex_olmo", fillFlexOlmo },
    HuggingFaceFamily { "glm", fillGlm },
    HuggingFaceFamily { "glm4", fillGlm4 },
    HuggingFaceFamily { "glm4_moe", fillGlm4Moe },
    HuggingFaceFamily { "glm4_moe_lite", fillGlm4MoeLite },
    HuggingFaceFamily { "gpt_bigcode", fillGptBigCode },
    HuggingFaceFamily { "gptj", fillGptJ },
    HuggingFaceFamily { "granitemoe", fillGraniteMoe },
    HuggingFaceFamily { "granitemoeshared", fillGraniteMoe },
    HuggingFaceFamily { "helium", fillLlama },
    HuggingFaceFamily { "hunyuan_v1_dense", fillHunyuan },
    HuggingFaceFamily { "hunyuan_v1_moe", fillHunyuanMoe },
    HuggingFaceFamily { "internlm", fillInternLm },
    HuggingFaceFamily { "internlm2", fillInternLm2 },
    HuggingFaceFamily { "internlm3", fillInternLm3 },
    HuggingFaceFamily { "llama4", fillLlama4, true },
    HuggingFaceFamily { "llama4_text", fillLlama4 },
    HuggingFaceFamily { "minimax_m2", fillMinimaxM2 },
    HuggingFaceFamily { "ministral", fillMistral },
    HuggingFaceFamily { "mistral3", fillMistral, true },
    HuggingFaceFamily { "nemotron", fillNemotron },
    HuggingFaceFamily { "olmoe", fillOlmoe },
    HuggingFaceFamily { "orion", fillOrion },
    HuggingFaceFamily { "phimoe", fillPhiMoe },
    HuggingFaceFamily { "qwen", fillQwen },
    HuggingFaceFamily { "seed_oss", fillSeedOss },
    HuggingFaceFamily { "smollm3", fillSmolLm3 },
    HuggingFaceFamily { "stablelm", fillStableLm },
    HuggingFaceFamily { "vaultgemma", fillVaultGemma },
};

} // namespace

std::span<const HuggingFaceFamily> moreFamilies()
{
    return families;
}

} // namespace headroom::huggingface
