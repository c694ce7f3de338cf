#include "model/runs/rebuild/maxtext_shape.h"

#include "model/runs/rebuild/model_match.h"

#include <algorithm>

// The shape keys of MaxText: what model/launch/maxtext/maxtext_model.cpp writes, read backwards.

namespace headroom {
namespace {

/// A size under its resolved name ("emb_dim"), which a full dump has, or as it was set.
std::int64_t size(const ConfigFacts &config, const std::string &name, std::int64_t fallback)
{
    if (const auto resolved = config.integer(name); resolved && *resolved > 0)
        return *resolved;
    const auto base = config.integer("base_" + name);
    return base && *base > 0 ? *base : fallback;
}

int maxtextCount(const ConfigFacts &config, const char *key, int fallback)
{
    constexpr std::int64_t most = 1'000'000;
    const auto value = config.integer(key);
    return value && *value > 0 && *value <= most ? static_cast<int>(*value) : fallback;
}

void readMaxtextExperts(const ConfigFacts &config, ModelShape &shape)
{
    if (maxtextCount(config, "num_experts", 1) <= 1) {
        if (config.has("num_experts"))
            shape.moe.reset();
        return;
    }
    MoeShape moe = shape.moe.value_or(MoeShape {});
    moe.experts = maxtextCount(config, "num_experts", moe.experts);
    moe.topK = maxtextCount(config, "num_experts_per_tok", std::max(moe.topK, 1));
    moe.ffn = size(config, "moe_mlp_dim", moe.ffn > 0 ? moe.ffn : shape.ffn);
    moe.sharedExperts = maxtextCount(config, "shared_experts", moe.sharedExperts);
    moe.firstDenseLayers = maxtextCount(config, "first_num_dense_layers", moe.firstDenseLayers);
    moe.layerInterval = maxtextCount(config, "interleave_moe_layer_step", moe.layerInterval);
    moe.routerBias = config.flag("routed_bias").value_or(moe.routerBias);
    moe.moeLayers = (shape.layers - moe.firstDenseLayers) / std::max(moe.layerInterval, 1);
    // The dense width only repeats the experts' where no layer is dense.
    if (moe.firstDenseLayers == 0 && moe.layerInterval == 1)
        shape.ffn = 0;
    shape.moe = moe;
}

void readLatent(const ConfigFacts &config, ModelShape &shape)
{
    if (config.text("attention_type") != "mla")
        return;
    MlaShape mla = shape.mla.value_or(MlaShape {});
    mla.qLoraRank = maxtextCount(config, "q_lora_rank", mla.qLoraRank);
    mla.kvLoraRank = maxtextCount(config, "kv_lora_rank", mla.kvLoraRank);
    mla.qkNopeHeadDim = maxtextCount(config, "qk_nope_head_dim", mla.qkNopeHeadDim);
    mla.qkRopeHeadDim = maxtextCount(config, "qk_rope_head_dim", mla.qkRopeHeadDim);
    mla.vHeadDim = maxtextCount(config, "v_head_dim", mla.vHeadDim);
    shape.mla = mla;
}

/// What the decoder block decides beside the keys.
void readBlock(const ConfigFacts &config, ModelShape &shape)
{
    const std::string block = config.text("decoder_block");
    if (block == "gpt3") {
        shape.norm = NormKind::Layer;
        shape.positionEmbedding = PositionEmbedding::Learned;
        shape.attentionBias = AttentionBias::All;
        shape.mlpBias = true;
        shape.learnedPositions = maxtextCount(config, "trainable_position_size", 0);
    }
    if (block.starts_with("gemma2") || block.starts_with("gemma3"))
        shape.normsPerLayer = 4;
    if (block == "qwen2")
        shape.attentionBias = AttentionBias::Qkv;
    if (block == "gpt_oss")
        shape.attentionBias = AttentionBias::All;
    shape.attentionSinks = config.flag("attention_sink").value_or(false);
    if (config.flag("use_qk_norm").value_or(false))
        shape.qkNorm = QkNorm::Head;
    if (block == "olmo3")
        shape.qkNorm = QkNorm::Full;
    if (block != "llama2" && maxtextCount(config, "sliding_window_size", 0) > 0)
        shape.window.tokens = maxtextCount(config, "sliding_window_size", 0);
}

/// Base and scaling of rotary positions. Llama 3's scaling is built in.
/// @source MaxText 0.2.4, layers/embeddings.py (LLaMARotaryEmbedding)
void readRope(const ConfigFacts &config, ModelShape &shape)
{
    RopeShape &rope = shape.rope;
    const std::string type = config.text("rope_type");
    rope.base = maxtextCount(config, "rope_max_timescale", 0);
    if (rope.base == 0)
        return;
    if (const double factor = config.number("rope_linear_scaling_factor").value_or(1); factor > 1) {
        rope.scaling = RopeScaling::Linear;
        rope.factor = factor;
    }
    if (type.starts_with("llama3.1") && config.flag("rope_use_scale").value_or(true)) {
        rope.scaling = RopeScaling::Llama3;
        rope.factor = 8;
        rope.originalLength = 8192;
    }
    if (type != "yarn")
        return;
    rope.scaling = RopeScaling::Yarn;
    rope.factor = maxtextCount(config, "rope_factor", 40);
    rope.betaFast = maxtextCount(config, "beta_fast", 32);
    rope.betaSlow = maxtextCount(config, "beta_slow", 1);
    rope.originalLength = maxtextCount(config, "original_max_position_embeddings", 4096);
    if (shape.mla)
        rope.mscale = rope.mscaleAllDim = config.number("mscale").value_or(1);
}

/// The sizes that the configuration names, over those of `shape`.
void readSizes(const ConfigFacts &config, ModelShape &shape)
{
    const bool pairsLayers = config.text("decoder_block") == "gemma2";
    const std::int64_t factor = pairsLayers ? 2 : 1;
    const auto narrowed = [](std::int64_t value) {
        return static_cast<int>(std::clamp<std::int64_t>(value, 0, 1'000'000));
    };
    shape.layers = narrowed(size(config, "num_decoder_layers", shape.layers / factor) * factor);
    shape.hidden = size(config, "emb_dim", shape.hidden);
    shape.heads = narrowed(size(config, "num_query_heads", shape.heads));
    shape.kvHeads = narrowed(size(config, "num_kv_heads", shape.kvHeads));
    shape.headDim = maxtextCount(config, "head_dim", shape.headDim);
    if (shape.ffn > 0 || !shape.moe)
        shape.ffn = size(config, "mlp_dim", shape.ffn);
    if (const auto tied = config.flag("logits_via_embedding"))
        shape.tiedEmbeddings = *tied;
    if (const auto activations = config.list("mlp_activations"); !activations.empty()) {
        shape.gatedMlp = std::ranges::find(activations, "linear") != activations.end();
        shape.activation = activations.front();
    }
    if (config.has("mtp_num_layers"))
        shape.mtpLayers = maxtextCount(config, "mtp_num_layers", 0);
    if (shape.heads > 0 && shape.headDim == 0)
        shape.headDim = static_cast<int>(shape.hidden / shape.heads);
}

/// The profile that MaxText's name stands for; several may share it, then the one so called.
std::shared_ptr<const ModelShape> namedModel(const std::string &name, const ProfileLibrary &library)
{
    if (name.empty() || name == "default")
        return nullptr;
    std::shared_ptr<const ModelShape> found;
    for (const std::string &id : library.modelIds())
        if (const auto model = library.model(id); model && (*model)->maxtextModelName == name)
            if (!found || id == name)
                found = *model;
    return found;
}

} // namespace

void rebuildMaxTextModel(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const std::string name = config.text("model_name");
    const auto profile = namedModel(name, rebuild.library);
    ModelShape shape = profile ? *profile : ModelShape {};
    readSizes(config, shape);
    if (profile) {
        // Its own file sets the rest; only sizes can have been overridden.
        const auto vocab = config.integer("vocab_size");
        const bool isOwn = !vocab || *vocab == profile->maxtextVocab || *vocab == profile->vocab;
        shape.vocab = isOwn ? profile->vocab : *vocab;
        if (isSameShape(shape, *profile)) {
            rebuild.draft.set("model", profile->id, FieldOrigin::Read);
            return;
        }
        shape.id = shape.name = shape.maxtextModelName = shape.note = {};
        shape.publishedParameters = shape.publishedActiveParameters = 0;
    } else {
        if (!config.has("base_emb_dim") && !config.has("emb_dim"))
            return rebuild.draft.note({ "run-model-unknown", {} });
        shape.vocab = config.integer("vocab_size").value_or(32000); // default of base.yml
        readLatent(config, shape);
        readBlock(config, shape);
        readMaxtextExperts(config, shape);
        readRope(config, shape);
    }
    rebuildModel(rebuild, shape, name + ' ' + rebuild.trace.name);
}

} // namespace headroom
