#include "model/launch/common/inline_shape.h"

#include <utility>

namespace headroom {
namespace {

Document windowMapping(const WindowShape &window)
{
    return Document::mapping(
        { { "tokens", window.tokens }, { "kind", window.chunked ? "chunked" : "sliding" },
            { "local_layers", window.localLayers }, { "global_layers", window.globalLayers } });
}

Document expertMapping(const MoeShape &moe)
{
    return Document::mapping({ { "experts", moe.experts }, { "top_k", moe.topK },
        { "ffn", moe.ffn }, { "shared_experts", moe.sharedExperts },
        { "first_dense_layers", moe.firstDenseLayers }, { "layer_interval", moe.layerInterval },
        { "router_bias", moe.routerBias }, { "shared_gate", moe.sharedGate } });
}

Document latentMapping(const MlaShape &mla)
{
    return Document::mapping({ { "q_lora_rank", mla.qLoraRank }, { "kv_lora_rank", mla.kvLoraRank },
        { "qk_nope_head_dim", mla.qkNopeHeadDim }, { "qk_rope_head_dim", mla.qkRopeHeadDim },
        { "v_head_dim", mla.vHeadDim } });
}

void addTexts(Document &mapping, const ModelShape &shape)
{
    for (const auto &[key, text] : { std::pair { "id", &shape.id }, { "name", &shape.name },
             { "family", &shape.family }, { "source", &shape.source }, { "note", &shape.note } })
        if (!text->empty())
            mapping.set(key, *text);
}

Document ropeMapping(const RopeShape &rope)
{
    std::vector<Document::Member> members;
    if (rope.base > 0)
        members.push_back({ "base", rope.base });
    if (rope.scaling != RopeScaling::None) {
        members.push_back({ "scaling", ropeScalingWords[static_cast<std::size_t>(rope.scaling)] });
        members.push_back({ "factor", rope.factor });
        for (const auto &[key, value] : { std::pair { "low_frequency", rope.lowFrequency },
                 { "high_frequency", rope.highFrequency }, { "beta_fast", rope.betaFast },
                 { "beta_slow", rope.betaSlow }, { "mscale", rope.mscale },
                 { "mscale_all_dim", rope.mscaleAllDim } })
            members.push_back({ key, value });
        if (rope.originalLength > 0)
            members.push_back({ "original_length", rope.originalLength });
    }
    return Document::mapping(std::move(members));
}

void addTraits(Document &mapping, const ModelShape &shape)
{
    const auto word = [&mapping](const char *key, const auto &words, auto value) {
        mapping.set(key, words[static_cast<std::size_t>(value)]);
    };
    mapping.set("gated_mlp", shape.gatedMlp);
    mapping.set("activation", shape.activation);
    mapping.set("mlp_bias", shape.mlpBias);
    word("norm", normWords, shape.norm);
    mapping.set("norm_bias", shape.normBias);
    mapping.set("norms_per_layer", shape.normsPerLayer);
    word("norm_placement", normPlacementWords, shape.normPlacement);
    mapping.set("embedding_norm", shape.embeddingNorm);
    mapping.set("parallel_block", shape.parallelBlock);
    mapping.set("tied_embeddings", shape.tiedEmbeddings);
    mapping.set("head_bias", shape.headBias);
    word("position_embedding", positionWords, shape.positionEmbedding);
    mapping.set("rotary_fraction", shape.rotaryFraction);
    if (shape.rope.base > 0 || shape.rope.scaling != RopeScaling::None)
        mapping.set("rope", ropeMapping(shape.rope));
    if (shape.learnedPositions > 0)
        mapping.set("learned_positions", shape.learnedPositions);
    word("attention_bias", attentionBiasWords, shape.attentionBias);
    word("qk_norm", qkNormWords, shape.qkNorm);
    mapping.set("attention_sinks", shape.attentionSinks);
}

} // namespace

Document inlineShape(const ModelShape &shape)
{
    Document mapping = Document::mapping();
    addTexts(mapping, shape);
    mapping.set("layers", shape.layers);
    mapping.set("hidden", shape.hidden);
    if (shape.ffn > 0)
        mapping.set("ffn", shape.ffn);
    mapping.set("heads", shape.heads);
    mapping.set("kv_heads", shape.kvHeads);
    mapping.set("head_dim", shape.headDim);
    mapping.set("vocab", shape.vocab);
    if (shape.maxSequence > 0)
        mapping.set("max_sequence", shape.maxSequence);
    if (shape.mtpLayers > 0)
        mapping.set("mtp_layers", shape.mtpLayers);
    addTraits(mapping, shape);
    if (shape.window.tokens > 0)
        mapping.set("sliding_window", windowMapping(shape.window));
    if (shape.moe)
        mapping.set("moe", expertMapping(*shape.moe));
    if (shape.mla)
        mapping.set("mla", latentMapping(*shape.mla));
    if (shape.publishedParameters > 0) {
        std::vector<Document::Member> counts { { "published", shape.publishedParameters } };
        if (shape.publishedActiveParameters > 0)
            counts.push_back({ "published_active", shape.publishedActiveParameters });
        mapping.set("parameters", Document::mapping(std::move(counts)));
    }
    return mapping;
}

} // namespace headroom
