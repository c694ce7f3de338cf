#include "model/library/architecture/huggingface_config.h"
#include "model/library/architecture/huggingface_fills.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace huggingface {

using Reader = HuggingFaceReader;

static void fillQwen2(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.attentionBias = AttentionBias::Qkv;
    if (!reader.flag("use_sliding_window", false))
        return;
    const std::int64_t fullLayers = reader.size({ "max_window_layers" }, shape.layers);
    if (fullLayers < shape.layers)
        reader.unsupported("max_window_layers", std::to_string(fullLayers));
}

void fillQwen3(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    if (!reader.present("head_dim"))
        shape.headDim = 128;
    shape.qkNorm = QkNorm::Head;
}

static void fillQwenExperts(Reader &reader, ModelShape &shape)
{
    MoeShape moe;
    moe.experts = asInt(reader.size({ "num_experts" }));
    moe.topK = asInt(reader.size({ "num_experts_per_tok" }));
    moe.ffn = reader.size({ "moe_intermediate_size" });
    moe.layerInterval = asInt(reader.size({ "decoder_sparse_step" }, 1));
    if (const Document *dense = reader.child("mlp_only_layers"); dense && !dense->items().empty())
        reader.unsupported("mlp_only_layers", "a list that is not empty");
    if (const std::int64_t shared = reader.size({ "shared_expert_intermediate_size" }, 0);
        shared > 0) {
        if (shared % moe.ffn != 0)
            reader.unsupported("shared_expert_intermediate_size", std::to_string(shared));
        moe.sharedExperts = asInt(shared / moe.ffn);
        moe.sharedGate = true;
    }
    shape.moe = moe;
}

static void fillQwen2Moe(Reader &reader, ModelShape &shape)
{
    fillQwen2(reader, shape);
    fillQwenExperts(reader, shape);
}

static void fillQwen3Moe(Reader &reader, ModelShape &shape)
{
    fillQwen3(reader, shape);
    fillQwenExperts(reader, shape);
}

static void fillGemma(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    if (!reader.present("head_dim"))
        shape.headDim = 256;
    shape.activation = "gelu";
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", true);
}

void fillGemma2(Reader &reader, ModelShape &shape)
{
    fillGemma(reader, shape);
    shape.normsPerLayer = 4;
    shape.normPlacement = NormPlacement::Both;
    shape.window = { reader.size({ "sliding_window" }, 4096), false, 1, 1 };
}

/// Gemma 3 files leave out what equals the defaults of the library.
static void fillGemma3(Reader &reader, ModelShape &shape)
{
    shape.hidden = reader.size({ "hidden_size" }, 2304);
    shape.layers = asInt(reader.size({ "num_hidden_layers" }, 26));
    shape.heads = asInt(reader.size({ "num_attention_heads" }, 8));
    shape.kvHeads = asInt(reader.size({ "num_key_value_heads" }, 4));
    shape.headDim = asInt(reader.size({ "head_dim" }, 256));
    shape.vocab = reader.size({ "vocab_size" }, 262208);
    shape.ffn = reader.size({ "intermediate_size" }, 9216);
    shape.maxSequence = reader.size({ "max_position_embeddings" }, 131072);
    shape.activation = "gelu";
    shape.attentionBias
        = reader.flag("attention_bias", false) ? AttentionBias::All : AttentionBias::None;
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", true);
    shape.normsPerLayer = 4;
    shape.normPlacement = NormPlacement::Both;
    shape.qkNorm = QkNorm::Head;
    const std::int64_t window = reader.size({ "sliding_window" }, 4096);
    if (reader.readLayerTypes(shape, window))
        return;
    const std::int64_t period = reader.size({ "sliding_window_pattern" }, 6);
    shape.window = { window, false, asInt(period) - 1, 1 };
}

static void fillGpt2(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    shape.positionEmbedding = PositionEmbedding::Learned;
    shape.learnedPositions = shape.maxSequence;
}

static void fillGptNeox(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", false);
    shape.parallelBlock = reader.flag("use_parallel_residual", true);
    shape.rotaryFraction = reader.share("rotary_pct", 0.25);
    if (!reader.flag("attention_bias", true))
        shape.attentionBias = AttentionBias::None;
}

static void fillBloom(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    shape.positionEmbedding = PositionEmbedding::Alibi;
    shape.embeddingNorm = true;
}

static void fillMpt(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    const std::int64_t ratio = reader.size({ "expansion_ratio" }, 4);
    shape.ffn = ratio * shape.hidden;
    if (reader.flag("no_bias", true)) {
        shape.normBias = false;
        shape.attentionBias = AttentionBias::None;
        shape.mlpBias = false;
    }
    bool alibi = true;
    if (const Document *attention = reader.child("attn_config")) {
        Reader nested { *attention, reader.file(), reader.problems() };
        alibi = nested.flag("alibi", true);
        shape.kvHeads = asInt(nested.size({ "kv_n_heads" }, shape.heads));
        if (nested.word("attn_type", "") == "multiquery_attention")
            shape.kvHeads = 1;
        if (nested.flag("qk_ln", false))
            nested.unsupported("qk_ln", "true");
    }
    shape.positionEmbedding = alibi ? PositionEmbedding::Alibi : PositionEmbedding::Learned;
    shape.learnedPositions = alibi ? 0 : shape.maxSequence;
}

static void fillOpt(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    /// The position table keeps two rows for the padding offset.
    constexpr std::int64_t offsetRows = 2;
    shape.activation = reader.word("activation_function", "relu");
    shape.positionEmbedding = PositionEmbedding::Learned;
    shape.learnedPositions = shape.maxSequence + offsetRows;
    if (const std::int64_t width = reader.size({ "word_embed_proj_dim" }, shape.hidden);
        width != shape.hidden)
        reader.unsupported("word_embed_proj_dim", std::to_string(width));
    if (!reader.flag("enable_bias", true))
        reader.unsupported("enable_bias", "false");
    if (!reader.flag("do_layer_norm_before", true))
        reader.unsupported("do_layer_norm_before", "false");
}

static void fillFalcon(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    const bool isNew = reader.flag("new_decoder_architecture", false);
    shape.ffn = reader.size({ "ffn_hidden_size" }, 4 * shape.hidden);
    if (isNew)
        shape.kvHeads = asInt(reader.size({ "num_kv_heads", "n_head_kv" }, shape.heads));
    else
        shape.kvHeads = reader.flag("multi_query", true) ? 1 : shape.heads;
    const bool hasBias = reader.flag("bias", false);
    shape.attentionBias = hasBias ? AttentionBias::All : AttentionBias::None;
    shape.mlpBias = hasBias;
    shape.parallelBlock = isNew || reader.flag("parallel_attn", true);
    const std::int64_t newNorms = reader.size({ "num_ln_in_parallel_attn" }, 2);
    shape.normsPerLayer = isNew ? asInt(newNorms) : shape.parallelBlock ? 1 : 2;
    shape.positionEmbedding
        = reader.flag("alibi", false) ? PositionEmbedding::Alibi : PositionEmbedding::Rope;
}

void fillDeepseek(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    if (shape.attentionBias != AttentionBias::None)
        reader.unsupported("attention_bias", "true");
    MlaShape mla;
    mla.qLoraRank = asInt(reader.size({ "q_lora_rank" }, 0));
    mla.kvLoraRank = asInt(reader.size({ "kv_lora_rank" }));
    mla.qkNopeHeadDim = asInt(reader.size({ "qk_nope_head_dim" }));
    mla.qkRopeHeadDim = asInt(reader.size({ "qk_rope_head_dim" }));
    mla.vHeadDim = asInt(reader.size({ "v_head_dim" }));
    shape.mla = mla;
    shape.kvHeads = shape.heads;
    shape.headDim = mla.qkNopeHeadDim + mla.qkRopeHeadDim;
    if (!reader.present("n_routed_experts"))
        return;
    MoeShape moe;
    moe.experts = asInt(reader.size({ "n_routed_experts" }));
    moe.topK = asInt(reader.size({ "num_experts_per_tok" }));
    moe.ffn = reader.size({ "moe_intermediate_size" });
    moe.sharedExperts = asInt(reader.size({ "n_shared_experts" }, 0));
    moe.firstDenseLayers = asInt(reader.size({ "first_k_dense_replace" }, 0));
    if (const std::int64_t step = reader.size({ "moe_layer_freq" }, 1); step != 1)
        reader.unsupported("moe_layer_freq", std::to_string(step));
    moe.routerBias = reader.word("topk_method", "") == "noaux_tc";
    shape.moe = moe;
}

static void fillPhi(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", false);
    shape.headBias = true;
    shape.parallelBlock = true;
    shape.normsPerLayer = 1;
    shape.rotaryFraction = reader.share("partial_rotary_factor", 0.5);
    if (reader.flag("qk_layernorm", false))
        reader.unsupported("qk_layernorm", "true");
}

static void fillPhi3(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    fillWindow(reader, shape, 0);
}

static void fillOlmo(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.norm = NormKind::Nonparametric;
}

static void fillStarcoder2(Reader &reader, ModelShape &shape)
{
    fillGpt(reader, shape);
    fillWindow(reader, shape, 0);
    if (!reader.flag("use_bias", true)) {
        shape.attentionBias = AttentionBias::None;
        shape.mlpBias = false;
    }
}

void fillOlmo2(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    shape.normPlacement = NormPlacement::Post;
    shape.qkNorm = QkNorm::Full;
}

static void fillOlmo3(Reader &reader, ModelShape &shape)
{
    fillOlmo2(reader, shape);
    const std::int64_t window = reader.size({ "sliding_window" }, 4096);
    if (!reader.readLayerTypes(shape, window))
        shape.window = { window, false, 3, 1 };
}

static void fillGptOss(Reader &reader, ModelShape &shape)
{
    fillMixtral(reader, shape);
    shape.moe->routerBias = true;
    shape.activation = "clamped_swiglu";
    shape.attentionBias = AttentionBias::All;
    shape.mlpBias = true;
    shape.attentionSinks = true;
    const std::int64_t window = reader.size({ "sliding_window" }, 128);
    if (!reader.readLayerTypes(shape, window))
        shape.window = { window, false, 1, 1 };
}

namespace {

// Sorted by type.
constexpr std::array firstFamilies {
    HuggingFaceFamily { "bloom", fillBloom },
    HuggingFaceFamily { "deepseek_v2", fillDeepseek },
    HuggingFaceFamily { "deepseek_v3", fillDeepseek },
    HuggingFaceFamily { "falcon", fillFalcon },
    HuggingFaceFamily { "gemma", fillGemma },
    HuggingFaceFamily { "gemma2", fillGemma2 },
    HuggingFaceFamily { "gemma3", fillGemma3, true },
    HuggingFaceFamily { "gemma3_text", fillGemma3 },
    HuggingFaceFamily { "gpt2", fillGpt2 },
    HuggingFaceFamily { "gpt_neox", fillGptNeox },
    HuggingFaceFamily { "gpt_oss", fillGptOss },
    HuggingFaceFamily { "granite", fillLlama },
    HuggingFaceFamily { "kimi_k2", fillDeepseek },
    HuggingFaceFamily { "llama", fillLlama },
    HuggingFaceFamily { "mistral", fillMistral },
    HuggingFaceFamily { "mixtral", fillMixtral },
    HuggingFaceFamily { "mpt", fillMpt },
    HuggingFaceFamily { "olmo", fillOlmo },
    HuggingFaceFamily { "olmo2", fillOlmo2 },
    HuggingFaceFamily { "olmo3", fillOlmo3 },
    HuggingFaceFamily { "opt", fillOpt },
    HuggingFaceFamily { "phi", fillPhi },
    HuggingFaceFamily { "phi3", fillPhi3 },
    HuggingFaceFamily { "qwen2", fillQwen2 },
    HuggingFaceFamily { "qwen2_moe", fillQwen2Moe },
    HuggingFaceFamily { "qwen3", fillQwen3 },
    HuggingFaceFamily { "qwen3_moe", fillQwen3Moe },
    HuggingFaceFamily { "starcoder2", fillStarcoder2 },
};

} // namespace
} // namespace huggingface

const HuggingFaceFamily *huggingFaceFamily(const std::string &modelType)
{
    const auto isIt
        = [&modelType](const HuggingFaceFamily &family) { return modelType == family.modelType; };
    const auto first = std::ranges::find_if(huggingface::firstFamilies, isIt);
    if (first != huggingface::firstFamilies.end())
        return &*first;
    const auto more = huggingface::moreFamilies();
    const auto found = std::ranges::find_if(more, isIt);
    return found == more.end() ? nullptr : &*found;
}

std::vector<std::string> supportedHuggingFaceTypes()
{
    std::vector<std::string> types;
    for (const HuggingFaceFamily &family : huggingface::firstFamilies)
        types.emplace_back(family.modelType);
    for (const HuggingFaceFamily &family : huggingface::moreFamilies())
        types.emplace_back(family.modelType);
    std::ranges::sort(types);
    return types;
}

} // namespace headroom
