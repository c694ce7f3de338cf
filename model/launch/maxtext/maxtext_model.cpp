#include "model/launch/maxtext/maxtext_config.h"

#include "model/frameworks/maxtext/maxtext_blocks.h"
#include "model/frameworks/maxtext/maxtext_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

/// Run keys that a model file of MaxText owns: the override file would lose against it silently,
/// so another value must go to the command line.
struct OwnedKey
{
    std::string_view model;
    std::string_view key;
    std::string_view value; ///< what the model file sets
};
constexpr std::array ownedKeys {
    OwnedKey { "gpt3-175b", "opt_type", "adam_pax" },
    OwnedKey { "gpt3-22b", "opt_type", "adam_pax" },
    OwnedKey { "gpt3-6b", "opt_type", "adam_pax" },
    OwnedKey { "gpt3-52k", "opt_type", "adam_pax" },
    OwnedKey { "gpt3-22b", "max_target_length", "1024" },
    OwnedKey { "gpt3-6b", "max_target_length", "1024" },
    OwnedKey { "gpt3-52k", "attention", "dot_product" },
    OwnedKey { "envy-test", "megablox", "false" },
    OwnedKey { "envy-test", "sparse_matmul", "false" },
    OwnedKey { "qwen3-omni-30b-a3b", "scan_layers", "false" },
    OwnedKey { "qwen3-vl-30b-a3b", "scan_layers", "false" },
};

/// Blocks that look at the size of a window, each in the pattern of its model; the others attend to
/// the whole sequence. @source MaxText 0.2.2, src/maxtext/models
bool hasWindows(std::string_view block)
{
    constexpr std::array blocks { "gemma2", "gemma3", "gpt_oss", "olmo3" };
    return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
}

void tellUnusedWindow(const ModelShape &model, ExportDraft &draft)
{
    draft.note(fmt::format(
        "MaxText attends to the whole sequence here: the model's window of {} tokens, which the "
        "prediction counts, goes unused.",
        model.window.tokens));
}

/// MaxText counts a Gemma 2 layer as a local and a global one together.
int maxtextLayers(const ModelShape &model, std::string_view block)
{
    return block == "gemma2" ? model.layers / 2 : model.layers;
}

Document activations(const ModelShape &model)
{
    const std::string word = model.activation.find("gelu") != std::string::npos ? "gelu" : "silu";
    std::vector<Document> list { Document(word) };
    if (model.gatedMlp)
        list.emplace_back("linear");
    return Document::sequence(std::move(list));
}

void addExpertShape(std::vector<MaxTextSetting> &keys, const ModelShape &model)
{
    const MoeShape &moe = *model.moe;
    keys.push_back({ "num_experts", moe.experts });
    keys.push_back({ "num_experts_per_tok", moe.topK });
    keys.push_back({ "base_moe_mlp_dim", moe.ffn });
    if (moe.sharedExperts > 0)
        keys.push_back({ "shared_experts", moe.sharedExperts });
    if (moe.firstDenseLayers > 0)
        keys.push_back({ "first_num_dense_layers", moe.firstDenseLayers });
    if (moe.routerBias)
        keys.push_back({ "routed_bias", true });
    if (moe.layerInterval > 1)
        keys.push_back({ "interleave_moe_layer_step", moe.layerInterval });
}

void addLatentShape(std::vector<MaxTextSetting> &keys, const MlaShape &mla)
{
    keys.push_back({ "attention_type", "mla" });
    keys.push_back({ "q_lora_rank", mla.qLoraRank });
    keys.push_back({ "kv_lora_rank", mla.kvLoraRank });
    keys.push_back({ "qk_nope_head_dim", mla.qkNopeHeadDim });
    keys.push_back({ "qk_rope_head_dim", mla.qkRopeHeadDim });
    keys.push_back({ "v_head_dim", mla.vHeadDim });
}

void addBlockDetails(
    std::vector<MaxTextSetting> &keys, const ModelShape &model, const std::string &block)
{
    if (model.mla)
        addLatentShape(keys, *model.mla);
    else
        keys.push_back({ "head_dim", model.headDim });
    if (model.moe)
        addExpertShape(keys, model);
    if (block == "gpt3") {
        keys.push_back({ "fused_qkv", true });
        keys.push_back({ "trainable_position_size", model.learnedPositions });
    }
    if (model.normsPerLayer == 4) {
        keys.push_back({ "use_post_attn_norm", true });
        keys.push_back({ "use_post_ffw_norm", true });
    }
    if (block == "qwen3" || block == "qwen3_moe" || block == "gemma3")
        keys.push_back({ "use_qk_norm", true });
    if (block == "qwen2" || block == "gpt_oss")
        keys.push_back({ "attention_bias", true });
    if (block == "gpt_oss") {
        keys.push_back({ "attention_sink", true });
        keys.push_back({ "mlp_bias", true });
    }
    if (model.window.tokens > 0 && hasWindows(block))
        keys.push_back({ "sliding_window_size", model.window.tokens });
}

bool isCount(double value)
{
    return value > 0 && value == std::floor(value);
}

/// YaRN as the model files of gpt-oss and DeepSeek write it; latent attention scales its logits.
bool addYarn(std::vector<MaxTextSetting> &keys, const ModelShape &model, std::string_view release)
{
    const RopeShape &rope = model.rope;
    const bool isWhole = isCount(rope.factor) && isCount(rope.betaFast) && isCount(rope.betaSlow)
        && rope.originalLength > 0;
    if (!isWhole || !maxtextKnowsKey("rope_interleave", release)
        || (model.mla && rope.mscale != rope.mscaleAllDim))
        return false;
    const auto factor = static_cast<std::int64_t>(rope.factor);
    keys.push_back({ "rope_type", "yarn" });
    keys.push_back({ "max_position_embeddings", rope.originalLength * factor });
    keys.push_back({ "original_max_position_embeddings", rope.originalLength });
    keys.push_back({ "rope_factor", factor });
    keys.push_back({ "beta_fast", static_cast<std::int64_t>(rope.betaFast) });
    keys.push_back({ "beta_slow", static_cast<std::int64_t>(rope.betaSlow) });
    if (model.mla)
        keys.push_back({ "mscale", rope.mscale });
    keys.push_back({ "rope_interleave", model.mla.has_value() });
    keys.push_back({ "rope_attention_scaling", !model.mla });
    return true;
}

/// Base and scaling of rotary positions; false where the shape does not state them or the release
/// has no key. Llama 3's scaling is built in with factor 8.
/// @source MaxText 0.2.4, configs/types.py (Rope, YarnRope), layers/embeddings.py
///   (LLaMARotaryEmbedding), configs/models/gpt-oss-20b.yml and deepseek2-16b.yml
bool addRope(std::vector<MaxTextSetting> &keys, const ModelShape &model, std::string_view release)
{
    constexpr double builtInFactor = 8;
    const RopeShape &rope = model.rope;
    if (model.positionEmbedding != PositionEmbedding::Rope)
        return true;
    if (!isCount(rope.base) || !maxtextKnowsKey("rope_max_timescale", release))
        return false;
    keys.push_back({ "rope_max_timescale", static_cast<std::int64_t>(rope.base) });
    switch (rope.scaling) {
    case RopeScaling::None:
        return true;
    case RopeScaling::Llama3:
        if (!rope.isLlama31() || rope.factor != builtInFactor
            || !maxtextKnowsKey("rope_type", release))
            return false;
        keys.push_back({ "rope_type", "llama3.1" });
        return true;
    case RopeScaling::Linear:
        if (!maxtextKnowsKey("rope_linear_scaling_factor", release))
            return false;
        keys.push_back({ "rope_linear_scaling_factor", rope.factor });
        return true;
    case RopeScaling::Yarn:
        return addYarn(keys, model, release);
    }
    return false;
}

MaxTextSection shapeKeys(const ModelShape &model, std::string_view release, ExportDraft &draft)
{
    const std::string block(maxtextBlock(model).name);
    MaxTextSection section { "Model shape, key by key: MaxText has no model_name for it", {} };
    std::vector<MaxTextSetting> &keys = section.settings;
    // In a model whose layers all hold experts the dense width must repeat the experts' width.
    const bool isAllExperts
        = model.moe && model.moe->firstDenseLayers == 0 && model.moe->layerInterval <= 1;
    const std::int64_t ffn = isAllExperts ? model.moe->ffn : model.ffn;
    keys.push_back({ "model_name", "default" });
    keys.push_back({ "decoder_block", block });
    keys.push_back({ "base_num_decoder_layers", maxtextLayers(model, block) });
    keys.push_back({ "base_emb_dim", model.hidden });
    keys.push_back({ "base_mlp_dim", ffn });
    keys.push_back({ "base_num_query_heads", model.heads });
    keys.push_back({ "base_num_kv_heads", model.kvHeads });
    keys.push_back({ "vocab_size", model.vocab });
    keys.push_back({ "mlp_activations", activations(model) });
    keys.push_back({ "logits_via_embedding", model.tiedEmbeddings });
    keys.push_back({ "enable_dropout", false });
    addBlockDetails(keys, model, block);
    if (model.window.tokens > 0 && !hasWindows(block))
        tellUnusedWindow(model, draft);
    if (!addRope(keys, model, release))
        draft.note("The base of the model's rotary positions is not known, or MaxText has no key "
                   "for their scaling: MaxText's defaults stand. They change the loss, not the "
                   "speed.");
    draft.note("Norm epsilons are not part of a shape; MaxText's defaults stand.");
    if (model.attentionBias != AttentionBias::None && block != "qwen2" && block != "gpt_oss"
        && block != "gpt3")
        draft.note(
            "MaxText's " + block + " block has no attention bias; the plan's model has one.");
    return section;
}

bool ownsKey(std::string_view model, const MaxTextSetting &setting)
{
    return std::any_of(ownedKeys.begin(), ownedKeys.end(),
        [&](const OwnedKey &owned) { return owned.model == model && owned.key == setting.key; });
}

} // namespace

void addMaxTextModel(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft)
{
    const ModelShape &model = spec.model();
    if (!isNamedInMaxText(spec.resolved())) {
        config.sections.push_back(shapeKeys(model, spec.resolved().releases.maxtext, draft));
    } else {
        config.sections.push_back({ "Model", { { "model_name", model.maxtextModelName } } });
        // Every layer local: the block behind the name has no windows.
        if (model.window.tokens > 0 && model.window.globalLayers == 0)
            tellUnusedWindow(model, draft);
        if (model.maxtextVocab > 0 && model.maxtextVocab != model.vocab)
            draft.note(fmt::format("MaxText's {} has a vocabulary of {}, the model's own is {}.",
                model.maxtextModelName, model.maxtextVocab, model.vocab));
    }
    if (model.mtpLayers > 0)
        config.sections.back().settings.push_back({ "mtp_num_layers", model.mtpLayers });
}

void moveModelOwnedKeys(MaxTextConfig &config)
{
    const std::string model = config.find("model_name")->text();
    for (MaxTextSection &section : config.sections) {
        auto &settings = section.settings;
        const auto firstOwned = std::stable_partition(settings.begin(), settings.end(),
            [&](const MaxTextSetting &setting) { return !ownsKey(model, setting); });
        config.commandLine.insert(config.commandLine.end(), firstOwned, settings.end());
        settings.erase(firstOwned, settings.end());
    }
    // The same value needs no override: the model file says it already.
    std::erase_if(config.commandLine, [&](const MaxTextSetting &setting) {
        return std::any_of(ownedKeys.begin(), ownedKeys.end(), [&](const OwnedKey &owned) {
            return owned.model == model && owned.key == setting.key
                && maxtextArgument(setting) == fmt::format("{}={}", owned.key, owned.value);
        });
    });
}

} // namespace headroom
