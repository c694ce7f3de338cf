#pragma once

#include "model/library/architecture/model_shape.h"

#include <cstdint>

namespace headroom {

/// Parameters of the attention block of one layer.
struct AttentionParameters
{
    std::int64_t projections = 0; ///< matrices of q, k, v and output; low-rank ones with MLA
    std::int64_t biases = 0;
    std::int64_t norms = 0; ///< QK norms, and the norms between MLA's low-rank pairs
    std::int64_t sinks = 0; ///< one number per head (gpt-oss)
    std::int64_t total() const { return projections + biases + norms + sinks; }
    bool operator==(const AttentionParameters &) const = default;
};

/// Parameters of one MLP: a dense layer's, or one expert's.
struct MlpParameters
{
    std::int64_t matrices = 0;
    std::int64_t biases = 0;
    std::int64_t total() const { return matrices + biases; }
    bool operator==(const MlpParameters &) const = default;
};

/// Exact parameter counts of a model, by the parts that memory, time and sharding treat
/// differently. All numbers are counts of parameters, not bytes.
struct ParameterCount
{
    AttentionParameters attention; ///< of each layer
    std::int64_t layerNorms = 0; ///< the norms around attention and MLP of one layer
    MlpParameters denseMlp; ///< of each dense layer
    MlpParameters expert; ///< of one expert
    std::int64_t routerMatrix = 0; ///< of each layer with experts
    std::int64_t routerBias = 0;
    int experts = 0;
    int topK = 0;
    int sharedExperts = 0;
    int denseLayers = 0;
    int moeLayers = 0;
    std::int64_t embedding = 0; ///< V · h
    std::int64_t positions = 0; ///< learned positions · h
    std::int64_t embeddingNorm = 0;
    std::int64_t head = 0; ///< V · h, or 0 when tied
    std::int64_t headMatmul = 0; ///< V · h always: the product is done, tied or not
    std::int64_t headBias = 0;
    std::int64_t finalNorm = 0;
    int mtpLayers = 0; ///< multi-token-prediction layers that are trained along
    std::int64_t mtpProjection = 0; ///< [2h, h], of each of them

    std::int64_t denseLayer() const; ///< one dense layer
    std::int64_t moeLayer() const; ///< one layer with all its experts
    std::int64_t activeMoeLayer() const; ///< the same with the experts that one token visits
    std::int64_t layers() const; ///< all layers together
    std::int64_t activeLayers() const; ///< the same with the experts that one token visits
    std::int64_t outsideLayers() const; ///< embedding, positions, head, final norm
    std::int64_t largestLayer() const; ///< of dense layers and those with all their experts

    /// All parameters. Multi-token-prediction layers are not part of it.
    std::int64_t total() const;
    /// Parameters that one token meets: of the routed experts only the chosen ones.
    std::int64_t active() const;
    /// Parameters of the multi-token-prediction layers: each is one more layer of the model's last
    /// kind with a projection in front; they share embedding and head.
    std::int64_t mtp() const;
    /// Parameters that take part in a matrix product for one token: active layer matrices and the
    /// output head once; no norms, biases, sinks, and no embedding, which is looked up. A
    /// multi-token-prediction layer adds its own and another pass through the head.
    std::int64_t activeMatmul() const;

    bool operator==(const ParameterCount &) const = default;
};

/// Counts every parameter of a shape, exact to the unit.
/// @unit parameters
/// @source attention h(a+2k)d + adh; MLP 2hf or 3hf gated (arXiv 1706.03762, 2002.05202); MLA as in
///   Megatron-LM's theoretical_memory_usage.py; checked against the safetensors totals of the
///   models
/// @pre sizes are inside the limits of the profile reader
ParameterCount countParameters(const ModelShape &shape);

/// About the total, without overflow for any sizes; to refuse absurd shapes.
double approximateParameters(const ModelShape &shape);

} // namespace headroom
