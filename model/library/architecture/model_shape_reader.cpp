#include "model/library/architecture/model_shape_reader.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/library/architecture/layer_pattern.h"
#include "model/library/architecture/parameter_count.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headroom {
namespace {

// Upper limits keep every product of sizes inside 63 bits; real models stay far below them.
constexpr NumberRange layerRange { 1, 10'000 };
constexpr NumberRange widthRange { 1, 1'000'000 };
constexpr NumberRange ffnRange { 1, 10'000'000 };
constexpr NumberRange headRange { 1, 100'000 };
constexpr NumberRange vocabRange { 1, 100'000'000 };
constexpr NumberRange tokenRange { 1, 1'000'000'000 };
constexpr NumberRange countRange { 0, 100'000 };
constexpr NumberRange parameterRange { 1, 1e17 };

constexpr std::array attentionKinds { "mha", "gqa", "mqa", "mla" };
constexpr std::array windowKinds { "sliding", "chunked" };

std::string attentionKind(const ModelShape &shape)
{
    if (shape.mla)
        return "mla";
    if (shape.kvHeads == shape.heads)
        return "mha";
    return shape.kvHeads == 1 ? "mqa" : "gqa";
}

class ShapeReader
{
public:
    ShapeReader(const Document &node, std::string file, Errors &problems, bool isProfile)
        : m_problems(problems)
        , m_reader(node, std::move(file), problems)
        , m_isProfile(isProfile)
    { }

    ModelProfile read()
    {
        readNames();
        readSizes();
        readTraits();
        group("sliding_window", &ShapeReader::readWindow);
        group("rope", &ShapeReader::readRope);
        group("moe", &ShapeReader::readMoe);
        group("mla", &ShapeReader::readMla);
        group("maxtext", &ShapeReader::readMaxtext);
        if (m_problems.empty())
            checkAttention();
        group("parameters", &ShapeReader::readParameters);
        m_reader.rejectUnknownKeys();
        return std::move(m_profile);
    }

private:
    void group(const char *key, void (ShapeReader::*readGroup)(MappingReader &))
    {
        m_reader.one(key, [&](MappingReader &reader) { (this->*readGroup)(reader); });
    }

    void readNames()
    {
        if (m_isProfile) {
            requireSchemaVersion(m_reader);
            m_shape.id = m_reader.requiredText("id");
            m_shape.name = m_reader.requiredText("name");
            m_shape.source = m_reader.requiredText("source");
            m_profile.aliases = m_reader.texts("aliases");
            m_profile.measurementNames = m_reader.texts("measurement_names");
        } else {
            m_reader.integer("schema_version", { 1, 1 }, 1);
            m_shape.id = m_reader.text("id");
            m_shape.name = m_reader.text("name", "custom shape");
            m_shape.source = m_reader.text("source", "the plan");
        }
        m_shape.family = m_reader.text("family");
        m_shape.note = m_reader.text("note");
    }

    void readSizes()
    {
        m_shape.layers = asInt(m_reader.requiredInteger("layers", layerRange));
        m_shape.hidden = m_reader.requiredInteger("hidden", widthRange);
        m_shape.heads = asInt(m_reader.requiredInteger("heads", headRange));
        m_shape.vocab = m_reader.requiredInteger("vocab", vocabRange);
        const std::int64_t headDim
            = std::max<std::int64_t>(1, m_shape.hidden / std::max(1, m_shape.heads));
        if (m_isProfile) {
            m_shape.kvHeads = asInt(m_reader.requiredInteger("kv_heads", headRange));
            m_shape.headDim = asInt(m_reader.requiredInteger("head_dim", headRange));
            m_shape.ffn = m_reader.integer("ffn", ffnRange, 0);
        } else {
            m_shape.kvHeads = asInt(m_reader.integer("kv_heads", headRange, m_shape.heads));
            m_shape.headDim = asInt(m_reader.integer("head_dim", headRange, headDim));
            m_shape.ffn
                = m_reader.integer("ffn", ffnRange, m_reader.has("moe") ? 0 : 4 * m_shape.hidden);
        }
        m_shape.maxSequence = m_reader.integer("max_sequence", tokenRange, 0);
        m_shape.mtpLayers = asInt(m_reader.integer("mtp_layers", countRange, 0));
    }

    void readTraits()
    {
        m_shape.gatedMlp = m_reader.boolean("gated_mlp", m_shape.gatedMlp);
        m_shape.activation = m_reader.text("activation", m_shape.activation);
        m_shape.mlpBias = m_reader.boolean("mlp_bias", m_shape.mlpBias);
        m_shape.norm = m_reader.oneOf("norm", normWords, m_shape.norm);
        m_shape.normBias = m_reader.boolean("norm_bias", m_shape.normBias);
        m_shape.normsPerLayer
            = asInt(m_reader.integer("norms_per_layer", { 0, 16 }, m_shape.normsPerLayer));
        m_shape.normPlacement
            = m_reader.oneOf("norm_placement", normPlacementWords, m_shape.normPlacement);
        m_shape.embeddingNorm = m_reader.boolean("embedding_norm", m_shape.embeddingNorm);
        m_shape.parallelBlock = m_reader.boolean("parallel_block", m_shape.parallelBlock);
        m_shape.tiedEmbeddings = m_reader.boolean("tied_embeddings", m_shape.tiedEmbeddings);
        m_shape.headBias = m_reader.boolean("head_bias", m_shape.headBias);
        m_shape.positionEmbedding
            = m_reader.oneOf("position_embedding", positionWords, m_shape.positionEmbedding);
        m_shape.rotaryFraction
            = m_reader.number("rotary_fraction", { 0, 1 }, m_shape.rotaryFraction);
        m_shape.learnedPositions = m_reader.integer("learned_positions", tokenRange, 0);
        m_shape.attentionBias
            = m_reader.oneOf("attention_bias", attentionBiasWords, m_shape.attentionBias);
        m_shape.qkNorm = m_reader.oneOf("qk_norm", qkNormWords, m_shape.qkNorm);
        m_shape.attentionSinks = m_reader.boolean("attention_sinks", m_shape.attentionSinks);
        m_attention = m_reader.oneOf("attention", attentionKinds, "");
    }

    void readWindow(MappingReader &reader)
    {
        m_shape.window.tokens = reader.requiredInteger("tokens", tokenRange);
        m_shape.window.chunked = reader.oneOf("kind", windowKinds, "sliding") == "chunked";
        m_shape.window.localLayers = asInt(reader.integer("local_layers", layerRange, 1));
        m_shape.window.globalLayers = asInt(reader.integer("global_layers", countRange, 0));
    }

    void readRope(MappingReader &reader)
    {
        constexpr double largestBase = 1e12, largestFactor = 1e6;
        RopeShape &rope = m_shape.rope;
        rope.base = reader.number("base", { 1, largestBase }, 0);
        rope.scaling = reader.oneOf("scaling", ropeScalingWords, RopeScaling::None);
        rope.factor = reader.number("factor", { 1, largestFactor }, 1);
        rope.lowFrequency = reader.number("low_frequency", { 0, largestFactor }, 1);
        rope.highFrequency = reader.number("high_frequency", { 0, largestFactor }, 4);
        rope.betaFast = reader.number("beta_fast", { 0, largestFactor }, rope.betaFast);
        rope.betaSlow = reader.number("beta_slow", { 0, largestFactor }, rope.betaSlow);
        rope.mscale = reader.number("mscale", { 0, largestFactor }, rope.mscale);
        rope.mscaleAllDim
            = reader.number("mscale_all_dim", { 0, largestFactor }, rope.mscaleAllDim);
        rope.originalLength = reader.integer("original_length", tokenRange, 0);
    }

    void readMoe(MappingReader &reader)
    {
        MoeShape moe;
        moe.experts = asInt(reader.requiredInteger("experts", { 1, 100'000 }));
        moe.topK = asInt(reader.requiredInteger("top_k", { 1, 100'000 }));
        moe.ffn = reader.requiredInteger("ffn", ffnRange);
        moe.sharedExperts = asInt(reader.integer("shared_experts", countRange, 0));
        moe.firstDenseLayers = asInt(reader.integer("first_dense_layers", countRange, 0));
        moe.layerInterval = asInt(reader.integer("layer_interval", { 1, 10'000 }, 1));
        moe.routerBias = reader.boolean("router_bias", false);
        moe.sharedGate = reader.boolean("shared_gate", false);
        m_shape.moe = moe;
        const int expected = expertLayerCount(m_shape);
        m_shape.moe->moeLayers = asInt(reader.integer("moe_layers", layerRange, expected));
        if (m_shape.moe->moeLayers != expected && m_problems.empty())
            reader.report("profile-moe-layers", "moe_layers",
                { std::to_string(m_shape.moe->moeLayers), std::to_string(expected) });
    }

    void readMla(MappingReader &reader)
    {
        MlaShape mla;
        mla.qLoraRank = asInt(reader.integer("q_lora_rank", countRange, 0));
        mla.kvLoraRank = asInt(reader.requiredInteger("kv_lora_rank", headRange));
        mla.qkNopeHeadDim = asInt(reader.requiredInteger("qk_nope_head_dim", headRange));
        mla.qkRopeHeadDim = asInt(reader.requiredInteger("qk_rope_head_dim", headRange));
        mla.vHeadDim = asInt(reader.requiredInteger("v_head_dim", headRange));
        m_shape.mla = mla;
    }

    void readMaxtext(MappingReader &reader)
    {
        m_shape.maxtextModelName = reader.requiredText("model_name");
        m_shape.maxtextVocab = reader.integer("vocab", vocabRange, 0);
    }

    void checkAttention()
    {
        if (!m_attention.empty() && m_attention != attentionKind(m_shape))
            m_reader.report("profile-attention", "attention",
                { m_attention, std::to_string(m_shape.heads), std::to_string(m_shape.kvHeads),
                    attentionKind(m_shape) });
        const Errors contradictions = shapeProblems(m_shape, m_reader.where("layers"));
        m_problems.insert(m_problems.end(), contradictions.begin(), contradictions.end());
    }

    void readParameters(MappingReader &reader)
    {
        const std::int64_t total = reader.integer("total", parameterRange, 0);
        const std::int64_t active = reader.integer("active", parameterRange, 0);
        m_shape.publishedParameters = reader.integer("published", parameterRange, 0);
        m_shape.publishedActiveParameters = reader.integer("published_active", parameterRange, 0);
        if (!m_problems.empty())
            return;
        const ParameterCount count = countParameters(m_shape);
        for (const auto &[key, stated, counted] : { std::tuple { "total", total, count.total() },
                 std::tuple { "active", active, count.active() } })
            if (stated != 0 && stated != counted)
                reader.report("profile-parameters", key,
                    { key, std::to_string(stated), std::to_string(counted) });
    }

    Errors &m_problems;
    MappingReader m_reader;
    bool m_isProfile;
    ModelProfile m_profile;
    ModelShape &m_shape = m_profile.shape;
    std::string m_attention;
};

template <class A, class B>
Error contradiction(
    const std::string &where, const char *first, const A &value, const char *second, const B &other)
{
    const auto text = [](const auto &v) {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(v)>>)
            return std::to_string(v);
        else
            return std::string { v };
    };
    return { "profile-contradiction", where, { first, text(value), second, text(other) } };
}

} // namespace

Errors shapeProblems(const ModelShape &shape, const std::string &where)
{
    Errors problems;
    if (shape.kvHeads < 1 || shape.heads % shape.kvHeads != 0)
        problems.push_back({ "profile-heads", where,
            { std::to_string(shape.heads), std::to_string(shape.kvHeads) } });
    if ((shape.positionEmbedding == PositionEmbedding::Learned) != (shape.learnedPositions > 0))
        problems.push_back(contradiction(where, "position_embedding",
            positionWords[static_cast<std::size_t>(shape.positionEmbedding)], "learned_positions",
            shape.learnedPositions));
    if (shape.moe && shape.moe->topK > shape.moe->experts)
        problems.push_back(
            contradiction(where, "moe.top_k", shape.moe->topK, "moe.experts", shape.moe->experts));
    if (shape.moe && shape.moe->firstDenseLayers >= shape.layers)
        problems.push_back(contradiction(
            where, "moe.first_dense_layers", shape.moe->firstDenseLayers, "layers", shape.layers));
    const int denseLayers = shape.layers - (shape.moe ? shape.moe->moeLayers : 0);
    if (denseLayers > 0 && shape.ffn == 0)
        problems.push_back({ "profile-dense-ffn", where, { std::to_string(denseLayers) } });
    if (approximateParameters(shape) > parameterRange.most)
        problems.push_back({ "profile-too-large", where, {} });
    return problems;
}

Result<ModelProfile> readModelProfile(const Document &document, const std::string &file)
{
    Errors problems;
    ModelProfile profile = ShapeReader { document, file, problems, true }.read();
    if (!problems.empty())
        return problems;
    return profile;
}

Result<ModelShape> readInlineShape(const Document &mapping, const std::string &file)
{
    Errors problems;
    ModelProfile profile = ShapeReader { mapping, file, problems, false }.read();
    if (!problems.empty())
        return problems;
    return std::move(profile.shape);
}

} // namespace headroom
