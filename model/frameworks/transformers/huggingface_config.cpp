#include "model/frameworks/transformers/huggingface_config.h"

#include <algorithm>

namespace headroom {
namespace {

using Members = std::vector<Document::Member>;

/// Pre-normed layers with RMSNorm, rotary positions and a gated SiLU, as Llama's.
bool isLlamaBlock(const ModelShape &model)
{
    return model.norm == NormKind::Rms && model.normPlacement == NormPlacement::Pre
        && model.normsPerLayer == 2 && model.gatedMlp && model.activation == "silu"
        && !model.mlpBias && !model.headBias && model.positionEmbedding == PositionEmbedding::Rope
        && model.rotaryFraction == 1 && !model.parallelBlock && !model.embeddingNorm
        && !model.attentionSinks && !model.mla && model.mtpLayers == 0;
}

bool isGpt2Block(const ModelShape &model)
{
    return model.norm == NormKind::Layer && model.normBias
        && model.normPlacement == NormPlacement::Pre && model.normsPerLayer == 2 && !model.gatedMlp
        && model.activation.starts_with("gelu")
        && model.positionEmbedding == PositionEmbedding::Learned && model.tiedEmbeddings
        && model.mlpBias && model.attentionBias == AttentionBias::All && !model.parallelBlock
        && !model.moe && model.kvHeads == model.heads
        && model.heads * model.headDim == model.hidden;
}

/// The family with experts or with blocks as Llama's; empty: none.
std::string llamaFamily(const ModelShape &model)
{
    const bool hasWindow = model.window.tokens > 0;
    const bool slidesEverywhere = !model.window.chunked && model.window.globalLayers == 0;
    const bool hasQkNorm = model.qkNorm == QkNorm::Head;
    if (model.qkNorm == QkNorm::Full || (hasWindow && !slidesEverywhere))
        return {};
    if (model.moe) {
        const MoeShape &moe = *model.moe;
        const bool isPlain = moe.sharedExperts == 0 && moe.firstDenseLayers == 0
            && moe.layerInterval == 1 && !moe.routerBias;
        if (!isPlain || hasWindow || model.attentionBias != AttentionBias::None)
            return {};
        return hasQkNorm ? "qwen3_moe" : "mixtral";
    }
    if (hasWindow)
        return hasQkNorm || model.attentionBias != AttentionBias::None ? "" : "mistral";
    if (hasQkNorm)
        return model.attentionBias == AttentionBias::Qkv ? "" : "qwen3";
    return model.attentionBias == AttentionBias::Qkv ? "qwen2" : "llama";
}

void addExperts(const MoeShape &moe, const std::string &family, Members &members)
{
    members.push_back({ "num_experts_per_tok", moe.topK });
    if (family == "mixtral") {
        members.push_back({ "num_local_experts", moe.experts });
        return;
    }
    members.push_back({ "num_experts", moe.experts });
    members.push_back({ "moe_intermediate_size", moe.ffn });
}

/// Keys that transformers 4 reads, and 5 turns into its `rope_parameters`.
void addRope(const RopeShape &rope, Members &members)
{
    if (rope.base == 0)
        return;
    members.push_back({ "rope_theta", rope.base });
    if (rope.scaling == RopeScaling::Llama3)
        members.push_back({ "rope_scaling",
            Document::mapping({ { "rope_type", "llama3" }, { "factor", rope.factor },
                { "low_freq_factor", rope.lowFrequency },
                { "high_freq_factor", rope.highFrequency },
                { "original_max_position_embeddings", rope.originalLength } }) });
    if (rope.scaling == RopeScaling::Linear)
        members.push_back({ "rope_scaling",
            Document::mapping({ { "rope_type", "linear" }, { "factor", rope.factor } }) });
    // @source transformers, modeling_rope_utils.py (_compute_yarn_parameters)
    if (rope.scaling == RopeScaling::Yarn)
        members.push_back({ "rope_scaling",
            Document::mapping({ { "rope_type", "yarn" }, { "factor", rope.factor },
                { "beta_fast", rope.betaFast }, { "beta_slow", rope.betaSlow },
                { "original_max_position_embeddings", rope.originalLength } }) });
}

Document gpt2Config(const ModelShape &model, std::int64_t sequence)
{
    return Document::mapping({ { "model_type", "gpt2" }, { "vocab_size", model.vocab },
        { "n_positions", std::max(sequence, model.learnedPositions) }, { "n_embd", model.hidden },
        { "n_layer", model.layers }, { "n_head", model.heads }, { "n_inner", model.ffn },
        { "resid_pdrop", 0.0 }, { "embd_pdrop", 0.0 }, { "attn_pdrop", 0.0 } });
}

} // namespace

std::string huggingFaceFamily(const ModelShape &model)
{
    if (isGpt2Block(model))
        return "gpt2";
    return isLlamaBlock(model) ? llamaFamily(model) : std::string {};
}

std::optional<Document> huggingFaceConfig(const ModelShape &model, std::int64_t sequence)
{
    const std::string family = huggingFaceFamily(model);
    if (family.empty())
        return std::nullopt;
    if (family == "gpt2")
        return gpt2Config(model, sequence);
    const std::int64_t ffn = model.ffn > 0 || !model.moe ? model.ffn : model.moe->ffn;
    Members members { { "model_type", family }, { "vocab_size", model.vocab },
        { "hidden_size", model.hidden }, { "intermediate_size", ffn },
        { "num_hidden_layers", model.layers }, { "num_attention_heads", model.heads },
        { "num_key_value_heads", model.kvHeads }, { "head_dim", model.headDim },
        { "max_position_embeddings",
            model.rope.scaling == RopeScaling::None ? sequence
                                                    : std::max(sequence, model.maxSequence) },
        { "tie_word_embeddings", model.tiedEmbeddings } };
    addRope(model.rope, members);
    if (family == "llama" || family == "qwen3" || family == "qwen3_moe")
        members.push_back({ "attention_bias", model.attentionBias == AttentionBias::All });
    if (family == "mistral")
        members.push_back({ "sliding_window", model.window.tokens });
    if (model.moe)
        addExperts(*model.moe, family, members);
    return Document::mapping(std::move(members));
}

std::string huggingFaceName(const ModelShape &model)
{
    constexpr std::string_view hub = "https://huggingface.co/";
    std::string_view source = model.source;
    const std::size_t at = source.find(hub);
    if (at == std::string_view::npos)
        return {};
    source.remove_prefix(at + hub.size());
    const std::string_view place = source.substr(0, source.find_first_of(" ,;)\""));
    // "owner/name/blob/main/config.json" names a file in it.
    const std::size_t owner = place.find('/');
    if (owner == std::string_view::npos || owner == 0 || owner + 1 == place.size())
        return {};
    return std::string(place.substr(0, place.find('/', owner + 1)));
}

} // namespace headroom
