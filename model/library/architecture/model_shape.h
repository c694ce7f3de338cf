#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct MoeShape
{
    int experts = 0; ///< E, routed
    int topK = 0; ///< K, routed experts that one token visits
    int sharedExperts = 0; ///< experts of the same width that every token visits
    bool sharedGate = false; ///< h numbers that weigh the shared experts (Qwen2-MoE)
    std::int64_t ffn = 0; ///< hidden width of one expert
    int firstDenseLayers = 0;
    int moeLayers = 0; ///< layers that hold experts
    int layerInterval = 1; ///< 2: every second layer holds experts (Llama 4 Maverick)
    bool routerBias
        = false; ///< one number per expert: DeepSeek-V3's balancing bias, gpt-oss' router bias
    bool operator==(const MoeShape &) const = default;
};

/// Multi-head latent attention (DeepSeek): ranks and head parts in elements.
struct MlaShape
{
    int qLoraRank = 0; ///< 0: queries are projected directly
    int kvLoraRank = 0;
    int qkNopeHeadDim = 0;
    int qkRopeHeadDim = 0;
    int vHeadDim = 0;
    bool operator==(const MlaShape &) const = default;
};

/// Attention that reaches back a bounded number of tokens in some of the layers. Of every
/// localLayers + globalLayers layers the last globalLayers attend to the whole sequence.
struct WindowShape
{
    std::int64_t tokens = 0; ///< 0: full attention everywhere
    bool chunked = false; ///< fixed chunks (Llama 4) instead of a window that slides
    int localLayers = 1;
    int globalLayers = 0;
    bool operator==(const WindowShape &) const = default;
};

/// Which projections of the attention have a bias.
enum class AttentionBias { None, Qkv, All };
inline constexpr std::array attentionBiasWords { "none", "qkv", "all" };

/// Norms of queries and keys: none, one for all heads (2·d numbers a layer), or one over the whole
/// width ((a+k)·d).
enum class QkNorm { None, Head, Full };
inline constexpr std::array qkNormWords { "none", "head", "full" };

/// Nonparametric: LayerNorm without weights (OLMo 1).
enum class NormKind { Rms, Layer, Nonparametric };
inline constexpr std::array normWords { "rmsnorm", "layernorm", "nonparametric" };

/// Where a half of a layer has its norm: before it, behind it, or both.
enum class NormPlacement { Pre, Post, Both };
inline constexpr std::array normPlacementWords { "pre", "post", "both" };

enum class PositionEmbedding { Rope, Learned, Alibi, None };
inline constexpr std::array positionWords { "rope", "learned", "alibi", "none" };

enum class RopeScaling { None, Llama3, Linear, Yarn };
inline constexpr std::array ropeScalingWords { "none", "llama3", "linear", "yarn" };

/// Rotary positions: what a run must have in common with the checkpoint that it goes on from.
/// It changes the loss and no figure of the estimate, and most descriptions of a model lack it.
struct RopeShape
{
    double base = 0; ///< of the wavelengths, "theta"; 0: unknown
    RopeScaling scaling = RopeScaling::None;
    double factor = 1; ///< how many times longer the longest waves are
    double lowFrequency = 1, highFrequency = 4; ///< Llama 3: between them the factor fades out
    std::int64_t originalLength = 0; ///< tokens of a sequence before scaling; 0: unknown
    double betaFast = 32, betaSlow = 1; ///< YaRN: rotations between which the factor fades in
    double mscale = 1, mscaleAllDim = 0; ///< YaRN of latent attention: scales of the logits

    /// Whether it is Llama 3.1's with any factor, the only one that most trainers have built in.
    /// @source Megatron-Core 0.19.0, rotary_pos_embedding.py, _apply_scaling()
    bool isLlama31() const
    {
        return scaling == RopeScaling::Llama3 && lowFrequency == 1 && highFrequency == 4
            && originalLength == 8192;
    }
    /// Whether it is DeepSeek's, in what Megatron-LM's arguments for latent attention leave fixed.
    /// @source Megatron-Core 0.19.0, transformer_config.py, MLATransformerConfig
    bool isDeepSeek() const
    {
        return scaling == RopeScaling::Yarn && originalLength == 4096 && betaFast == 32
            && betaSlow == 1;
    }
    bool operator==(const RopeShape &) const = default;
};

/// The shape of a decoder-only transformer as the formulas need it, from profiles/models, a plan's
/// inline mapping, a Hugging Face config.json, or a measurement row.
struct ModelShape
{
    std::string id;
    std::string name;
    std::string family;
    int layers = 0; ///< L
    std::int64_t hidden = 0; ///< h
    std::int64_t ffn = 0; ///< f of a dense layer; 0 when every layer holds experts
    int heads = 0; ///< a
    int kvHeads = 0; ///< k
    int headDim = 0; ///< d; a·d may differ from h
    std::int64_t vocab = 0; ///< V
    bool gatedMlp = true;
    std::string activation = "silu";
    NormKind norm = NormKind::Rms;
    bool normBias = true; ///< LayerNorm with a bias; has no meaning for Rms
    int normsPerLayer = 2;
    NormPlacement normPlacement = NormPlacement::Pre;
    bool embeddingNorm = false; ///< one more norm behind the embedding (BLOOM)
    bool parallelBlock = false; ///< attention and MLP read the same input (Phi-2, GPT-NeoX, Falcon)
    bool tiedEmbeddings = false;
    bool headBias = false; ///< bias of the output head, V numbers
    PositionEmbedding positionEmbedding = PositionEmbedding::Rope;
    double rotaryFraction = 1; ///< share of a head that is rotated
    RopeShape rope;
    std::int64_t learnedPositions = 0;
    AttentionBias attentionBias = AttentionBias::None;
    bool mlpBias = false;
    QkNorm qkNorm = QkNorm::None;
    bool attentionSinks = false; ///< one learned number per head (gpt-oss)
    std::optional<MoeShape> moe;
    std::optional<MlaShape> mla;
    WindowShape window;
    int mtpLayers = 0; ///< multi-token-prediction heads that are trained along
    std::int64_t maxSequence = 0; ///< tokens
    std::string maxtextModelName; ///< empty: export explicit shape keys
    std::int64_t maxtextVocab = 0; ///< vocabulary of MaxText's own file where it differs; else 0
    std::int64_t publishedParameters = 0; ///< as its makers print it, often rounded; 0: unknown
    std::int64_t publishedActiveParameters = 0;
    std::string source;
    std::string note;

    bool operator==(const ModelShape &) const = default;
};

} // namespace headroom
