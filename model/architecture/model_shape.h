#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct MoeShape {
    int experts = 0;
    int topK = 0;
    int sharedExperts = 0;
    std::int64_t ffn = 0; ///< hidden width of one expert
    int firstDenseLayers = 0;
    int moeLayers = 0; ///< layers that hold experts
    bool routerBias = false; ///< DeepSeek-V3's per-expert balancing bias
    bool operator==(const MoeShape &) const = default;
};

/// Multi-head latent attention (DeepSeek): ranks and head parts in elements.
struct MlaShape {
    int qLoraRank = 0; ///< 0: queries are projected directly
    int kvLoraRank = 0;
    int qkNopeHeadDim = 0;
    int qkRopeHeadDim = 0;
    int vHeadDim = 0;
    bool operator==(const MlaShape &) const = default;
};

/// The shape of a decoder-only transformer as the formulas need it, from profiles/models, a plan's
/// inline mapping, a Hugging Face config.json, or a measurement row.
struct ModelShape {
    std::string id;
    std::string name;
    std::string family;
    int layers = 0; ///< L
    std::int64_t hidden = 0; ///< h
    std::int64_t ffn = 0; ///< f of a dense layer
    int heads = 0; ///< a
    int kvHeads = 0; ///< k
    int headDim = 0; ///< d; a·d may differ from h
    std::int64_t vocab = 0; ///< V
    bool gatedMlp = true;
    std::string activation = "silu";
    std::string norm = "rmsnorm"; ///< rmsnorm | layernorm
    int normsPerLayer = 2;
    bool tiedEmbeddings = false;
    std::string positionEmbedding = "rope"; ///< rope | learned | alibi | none
    std::int64_t learnedPositions = 0;
    std::string attentionBias = "none"; ///< none | qkv | all
    bool mlpBias = false;
    std::string qkNorm = "none"; ///< none | per_head_dim | per_head | …
    std::optional<MoeShape> moe;
    std::optional<MlaShape> mla;
    std::int64_t slidingWindow = 0; ///< tokens; 0: full attention everywhere
    std::string windowPattern; ///< which layers are windowed
    int mtpLayers = 0; ///< multi-token-prediction heads that are trained along
    std::int64_t maxSequence = 0;
    std::string maxtextModelName; ///< empty: export explicit shape keys
    std::int64_t maxtextVocab = 0;
    /// Parameters outside the formula's terms (embedding norms, multimodal towers …), as the profile states.
    std::int64_t otherParameters = 0;
    std::string source;

    bool operator==(const ModelShape &) const = default;
};

} // namespace headroom
