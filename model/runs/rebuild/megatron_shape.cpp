#include "model/runs/rebuild/megatron_shape.h"

#include "model/runs/rebuild/model_match.h"
#include "model/runs/rebuild/model_names.h"
#include "model/runs/text/scan.h"

#include <algorithm>

namespace headroom {
namespace {

/// A switch of Megatron-LM that is set to anything but False.
bool isOn(const ConfigFacts &config, std::string_view key)
{
    return config.has(key) && config.flag(key).value_or(true);
}

int megatronCount(const ConfigFacts &config, const char *key, int fallback = 0)
{
    constexpr std::int64_t most = 10'000'000;
    const auto value = config.integer(key);
    return value && *value > 0 && *value <= most ? static_cast<int>(*value) : fallback;
}

/// "([0]*3+[1]*58)", a period, or a list of zeros and ones.
void readExpertLayers(const ConfigFacts &config, MoeShape &moe)
{
    const std::string pattern = config.text("moe_layer_freq", "1");
    if (const auto period = wholeNumberText(pattern)) {
        moe.layerInterval = std::max(1, static_cast<int>(*period));
        return;
    }
    if (const auto dense = integerBehind(pattern, "[0]*"); dense && *dense > 0) {
        moe.firstDenseLayers = static_cast<int>(std::min<std::int64_t>(*dense, 100'000));
        return;
    }
    for (const char letter : pattern) {
        if (letter == '1')
            break;
        moe.firstDenseLayers += letter == '0' ? 1 : 0;
    }
}

void readMegatronExperts(const ConfigFacts &config, ModelShape &shape)
{
    if (megatronCount(config, "num_experts") <= 1)
        return;
    MoeShape moe;
    moe.experts = megatronCount(config, "num_experts");
    moe.topK = megatronCount(config, "moe_router_topk", 2);
    moe.ffn = megatronCount(config, "moe_ffn_hidden_size", static_cast<int>(shape.ffn));
    if (moe.ffn > 0)
        moe.sharedExperts = megatronCount(config, "moe_shared_expert_intermediate_size")
            / static_cast<int>(moe.ffn);
    readExpertLayers(config, moe);
    moe.routerBias = isOn(config, "moe_router_enable_expert_bias");
    moe.moeLayers = (shape.layers - moe.firstDenseLayers) / std::max(moe.layerInterval, 1);
    if (moe.firstDenseLayers == 0 && moe.layerInterval == 1)
        shape.ffn = 0;
    shape.moe = moe;
}

void readAttention(const ConfigFacts &config, ModelShape &shape)
{
    shape.heads = megatronCount(config, "num_attention_heads");
    // The number of groups has a default, which holds only with the switch.
    shape.kvHeads = isOn(config, "group_query_attention")
        ? megatronCount(config, "num_query_groups", shape.heads)
        : shape.heads;
    shape.headDim = megatronCount(
        config, "kv_channels", shape.heads > 0 ? static_cast<int>(shape.hidden / shape.heads) : 0);
    if (isOn(config, "qk_layernorm"))
        shape.qkNorm = QkNorm::Head;
    if (!isOn(config, "multi_latent_attention"))
        return;
    shape.qkNorm = QkNorm::None;
    shape.mla = MlaShape { megatronCount(config, "q_lora_rank"),
        megatronCount(config, "kv_lora_rank", 32), megatronCount(config, "qk_head_dim", 128),
        megatronCount(config, "qk_pos_emb_head_dim", 64),
        megatronCount(config, "v_head_dim", 128) };
}

void readTraits(const ConfigFacts &config, ModelShape &shape)
{
    const bool isQuick = isOn(config, "quick_geglu");
    shape.gatedMlp = isOn(config, "swiglu") || isQuick;
    shape.activation = shape.gatedMlp && !isQuick ? "silu" : "gelu";
    shape.norm
        = config.text("normalization", "LayerNorm") == "RMSNorm" ? NormKind::Rms : NormKind::Layer;
    shape.tiedEmbeddings = !isOn(config, "untie_embeddings_and_output_weights");
    const bool hasBias = !config.has("add_bias_linear") || isOn(config, "add_bias_linear");
    shape.mlpBias = hasBias;
    shape.attentionBias = hasBias      ? AttentionBias::All
        : isOn(config, "add_qkv_bias") ? AttentionBias::Qkv
                                       : AttentionBias::None;
    const std::string position = config.text("position_embedding_type",
        isOn(config, "use_rotary_position_embeddings") ? "rope" : "learned_absolute");
    shape.positionEmbedding = position == "learned_absolute" ? PositionEmbedding::Learned
        : position == "none"                                 ? PositionEmbedding::None
                                                             : PositionEmbedding::Rope;
    if (shape.positionEmbedding == PositionEmbedding::Learned)
        shape.learnedPositions
            = megatronCount(config, "max_position_embeddings", megatronCount(config, "seq_length"));
    shape.mtpLayers = megatronCount(config, "mtp_num_layers");
    if (const auto window = config.list("window_size"); !window.empty())
        shape.window.tokens = static_cast<std::int64_t>(
            std::max(wholeNumberText(window.front()).value_or(-1), -1.0) + 1);
    if (const int skip = megatronCount(config, "window_attn_skip_freq"); skip > 1) {
        shape.window.localLayers = skip - 1;
        shape.window.globalLayers = 1;
    }
}

} // namespace

std::optional<ModelShape> rebuildMegatronModel(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    ModelShape shape;
    shape.layers = megatronCount(config, "num_layers");
    shape.hidden = megatronCount(config, "hidden_size");
    if (shape.layers == 0 || shape.hidden == 0) {
        // Programs over Megatron-LM take the shape from the checkpoint that they name.
        if (const std::string id = modelIdOf(config.text("model"), rebuild.library); !id.empty()) {
            rebuildNamedModel(rebuild, config.text("model"));
            return std::nullopt;
        }
        rebuild.draft.note({ "run-model-unknown", {} });
        return std::nullopt;
    }
    shape.ffn = megatronCount(config, "ffn_hidden_size", static_cast<int>(4 * shape.hidden));
    readAttention(config, shape);
    readTraits(config, shape);
    readMegatronExperts(config, shape);
    shape.vocab = megatronCount(
        config, "vocab_size", static_cast<int>(rebuild.facts().integer("vocab_size").value_or(0)));
    if (shape.vocab == 0)
        if (const auto named
            = rebuild.library.model(modelIdOf(config.text("tokenizer_model"), rebuild.library)))
            shape.vocab = (*named)->vocab;
    std::string hints = rebuild.trace.name;
    for (const char *key : { "tokenizer_model", "load", "save", "wandb_exp_name",
             "one_logger_run_name", "tensorboard_dir" })
        hints += ' ' + config.text(key);
    for (const RunSource &source : rebuild.trace.sources)
        hints += ' ' + source.file;
    rebuildModel(rebuild, shape, hints);
    return shape;
}

} // namespace headroom
