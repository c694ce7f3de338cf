#include "model/library/architecture/huggingface_fills.h"

#include <algorithm>
#include <array>

namespace headroom::huggingface {

using Reader = HuggingFaceReader;

void fillSizes(Reader &reader, ModelShape &shape)
{
    shape.hidden = reader.size({ "hidden_size", "n_embd", "n_embed", "d_model" });
    shape.layers = asInt(reader.size({ "num_hidden_layers", "n_layer", "n_layers" }));
    shape.heads = asInt(reader.size({ "num_attention_heads", "n_head", "n_heads" }));
    shape.vocab = reader.size({ "vocab_size" });
    shape.kvHeads = asInt(reader.size({ "num_key_value_heads" }, shape.heads));
    shape.headDim
        = asInt(reader.size({ "head_dim" }, std::max<std::int64_t>(1, shape.hidden / shape.heads)));
    shape.maxSequence = reader.size(
        { "max_position_embeddings", "n_positions", "seq_length", "max_seq_len" }, 2048);
}

/// A number of the file within bounds; `fallback` for anything else.
static double numberIn(const Document *node, double most, double fallback)
{
    return node && node->isNumber() && node->number() >= 0 && node->number() <= most
        ? node->number()
        : fallback;
}

/// Base and scaling of rotary positions; transformers 5 has both in `rope_parameters`. A file
/// without a base leaves it unknown, because the default differs from family to family, and so does
/// one whose scaling is not known here.
void fillRope(Reader &reader, RopeShape &rope)
{
    constexpr double largest = 1e12;
    const Document *newer = reader.child("rope_parameters");
    const Document *older = reader.child("rope_scaling");
    const Document *both = newer && newer->isMapping() ? newer : older;
    rope.base = numberIn(reader.child("rope_theta"), largest, 0);
    if (!both || !both->isMapping())
        return;
    rope.base = numberIn(both->find("rope_theta"), largest, rope.base);
    const Document *kind = both->find("rope_type") ? both->find("rope_type") : both->find("type");
    const std::string word = kind && kind->isScalar() ? kind->text() : "default";
    if (word == "default")
        return;
    const auto *known = std::ranges::find(ropeScalingWords, word);
    if (known == ropeScalingWords.end()) {
        rope.base = 0;
        return;
    }
    rope.scaling = static_cast<RopeScaling>(known - ropeScalingWords.begin());
    rope.factor = numberIn(both->find("factor"), largest, 1);
    rope.lowFrequency = numberIn(both->find("low_freq_factor"), largest, 1);
    rope.highFrequency = numberIn(both->find("high_freq_factor"), largest, 4);
    rope.betaFast = numberIn(both->find("beta_fast"), largest, rope.betaFast);
    rope.betaSlow = numberIn(both->find("beta_slow"), largest, rope.betaSlow);
    rope.mscale = numberIn(both->find("mscale"), largest, rope.mscale);
    rope.mscaleAllDim = numberIn(both->find("mscale_all_dim"), largest, rope.mscaleAllDim);
    rope.originalLength = static_cast<std::int64_t>(
        numberIn(both->find("original_max_position_embeddings"), largest, 0));
}

/// What Llama and its relatives share: RMSNorm, gated MLP, rotary positions.
void fillLlama(Reader &reader, ModelShape &shape)
{
    fillSizes(reader, shape);
    shape.ffn = reader.size({ "intermediate_size" });
    shape.activation = reader.word("hidden_act", "silu");
    shape.attentionBias
        = reader.flag("attention_bias", false) ? AttentionBias::All : AttentionBias::None;
    shape.mlpBias = reader.flag("mlp_bias", false);
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", false);
    shape.rotaryFraction = reader.share("partial_rotary_factor", 1);
    fillRope(reader, shape.rope);
}

/// Older GPT relatives: LayerNorm with bias, plain MLP, biases everywhere.
void fillGpt(Reader &reader, ModelShape &shape)
{
    fillSizes(reader, shape);
    shape.ffn = reader.size({ "intermediate_size", "n_inner", "ffn_dim" }, 4 * shape.hidden);
    shape.gatedMlp = false;
    shape.activation = "gelu";
    shape.norm = NormKind::Layer;
    shape.attentionBias = AttentionBias::All;
    shape.mlpBias = true;
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", true);
}

void fillWindow(Reader &reader, ModelShape &shape, std::int64_t fallback)
{
    shape.window.tokens
        = reader.isNull("sliding_window") ? 0 : reader.size({ "sliding_window" }, fallback);
}

void fillMistral(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    fillWindow(reader, shape, 4096);
}

void fillMixtral(Reader &reader, ModelShape &shape)
{
    fillLlama(reader, shape);
    fillWindow(reader, shape, 0);
    MoeShape moe;
    moe.experts = asInt(reader.size({ "num_local_experts" }, 8));
    moe.topK = asInt(reader.size({ "num_experts_per_tok" }, 2));
    moe.ffn = shape.ffn;
    shape.ffn = 0;
    shape.moe = moe;
}

MoeShape routedExperts(Reader &reader, std::initializer_list<const char *> counts)
{
    MoeShape moe;
    moe.experts = asInt(reader.size(counts));
    moe.topK = asInt(reader.size({ "num_experts_per_tok", "moe_topk", "moe_k" }));
    moe.ffn = reader.size({ "moe_intermediate_size", "intermediate_size" });
    moe.sharedExperts = asInt(reader.size({ "n_shared_experts", "moe_num_shared_experts" }, 0));
    moe.firstDenseLayers = asInt(reader.size({ "first_k_dense_replace" }, 0));
    return moe;
}

void layerNorm(ModelShape &shape, bool hasBias)
{
    shape.norm = NormKind::Layer;
    shape.normBias = hasBias;
}

void fillChatGlm(Reader &reader, ModelShape &shape)
{
    shape.hidden = reader.size({ "hidden_size" });
    shape.layers = asInt(reader.size({ "num_layers" }));
    shape.heads = asInt(reader.size({ "num_attention_heads" }));
    shape.vocab = reader.size({ "padded_vocab_size" });
    shape.headDim = asInt(reader.size({ "kv_channels" }, 128));
    const bool isGrouped = reader.flag("multi_query_attention", false);
    shape.kvHeads = isGrouped ? asInt(reader.size({ "multi_query_group_num" }, 1)) : shape.heads;
    shape.ffn = reader.size({ "ffn_hidden_size" });
    shape.maxSequence = reader.size({ "seq_length" }, 2048);
    shape.attentionBias
        = reader.flag("add_qkv_bias", true) ? AttentionBias::Qkv : AttentionBias::None;
    if (reader.flag("add_bias_linear", false))
        reader.unsupported("add_bias_linear", "true");
    if (!reader.flag("rmsnorm", true))
        layerNorm(shape, true);
    shape.rotaryFraction = 0.5;
    shape.tiedEmbeddings = reader.flag("tie_word_embeddings", false);
}

namespace {

struct Inexpressible
{
    std::string_view modelType, block;
};
constexpr std::string_view stateSpace = "state-space layers (Mamba)";
constexpr std::string_view deltaRule = "linear attention by a gated delta rule";
constexpr std::string_view lightning = "lightning (linear) attention";
constexpr std::string_view indexer = "sparse attention with an indexer";
constexpr std::string_view perLayerEmbeddings = "embeddings for each layer and AltUp";
// @source huggingface/transformers src/transformers/models/NAME/modeling_NAME.py (January 2026)
constexpr std::array inexpressible { Inexpressible { "bamba", stateSpace },
    Inexpressible { "deepseek_v32", indexer }, Inexpressible { "falcon_h1", stateSpace },
    Inexpressible { "falcon_mamba", stateSpace }, Inexpressible { "gemma3n", perLayerEmbeddings },
    Inexpressible { "gemma3n_text", perLayerEmbeddings }, Inexpressible { "glm_moe_dsa", indexer },
    Inexpressible { "granitemoehybrid", stateSpace }, Inexpressible { "jamba", stateSpace },
    Inexpressible { "kimi_linear", "Kimi's delta (linear) attention" },
    Inexpressible { "lfm2", "gated short convolutions" },
    Inexpressible { "lfm2_moe", "gated short convolutions" },
    Inexpressible { "longcat_flash", "two attentions a layer and experts that compute nothing" },
    Inexpressible { "mamba", stateSpace }, Inexpressible { "mamba2", stateSpace },
    Inexpressible { "minimax", lightning }, Inexpressible { "minimax_m1", lightning },
    Inexpressible { "minimax_text_01", lightning }, Inexpressible { "nemotron_h", stateSpace },
    Inexpressible { "olmo_hybrid", deltaRule },
    Inexpressible { "openelm", "layers of different widths" },
    Inexpressible { "plamo2", stateSpace }, Inexpressible { "qwen3_5", deltaRule },
    Inexpressible { "qwen3_5_moe", deltaRule }, Inexpressible { "qwen3_next", deltaRule },
    Inexpressible { "recurrent_gemma", "gated linear recurrences (RG-LRU)" },
    Inexpressible { "rwkv", "linear recurrences (RWKV)" },
    Inexpressible { "xlstm", "recurrent xLSTM cells" }, Inexpressible { "zamba", stateSpace },
    Inexpressible { "zamba2", stateSpace } };

} // namespace

std::string_view inexpressibleBlock(std::string_view modelType)
{
    const auto row = std::ranges::find(inexpressible, modelType, &Inexpressible::modelType);
    return row == inexpressible.end() ? std::string_view {} : row->block;
}

} // namespace headroom::huggingface
