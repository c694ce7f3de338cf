#pragma once

#include "model/base/units/quantity.h"
#include "model/library/architecture/model_flops.h"
#include "model/physics/prepare/linear.h"

#include <array>
#include <span>

namespace headroom {

/// Shapes, parameter counts and matrices of the model, and how often each kind of layer occurs.
struct ModelWork
{
    double layers = 1, hidden = 0, ffn = 0, heads = 0, kvHeads = 0, headDim = 0, valueDim = 0,
           vocab = 0; ///< rows that the framework makes of the model's
    double vocabularyStep = 0; ///< that each tensor rank holds a multiple of; 0: no padding by it
    double denseLayers = 1, moeLayers = 0, firstDenseLayers = 0, mtpLayers = 0;
    double experts = 0, topK = 0, expertFfn = 0, sharedFfn = 0;
    /// Groups of experts, of which a token's router picks `groupLimit` first; 0: from all experts.
    double routerGroups = 0, groupLimit = 0;
    double gateFactor = 2; ///< matrices into the MLP: 2 gated, 1 plain
    double qkElements = 0; ///< per token: query and key elements that positions are applied to
    double keyValueElements = 0; ///< per token: what context parallelism exchanges
    bool isGated = true, isMla = false, isTied = false;
    double fullAttentionShare = 1; ///< of the layers; the others see a window
    double localKeys = 0; ///< that a query of those attends to on average (FORMULAS §3)
    double modelKeys = 0; ///< the same over all layers: what model FLOPs count
    std::array<Linear, maxLinears> linears {};
    int linearCount = 0;
    double attentionParameters = 0; ///< per layer, sharded by tensor parallelism
    double densePlainParameters = 0; ///< norms and biases per layer, replicated
    double denseMlpParameters = 0, expertParameters = 0; ///< per layer; all experts together
    double sharedMoeParameters = 0; ///< shared expert and router per layer
    double embeddingParameters = 0, headParameters = 0, finalParameters = 0;
    double mtpParameters = 0; ///< multi-token-prediction layers, on the last stage
    double parametersTotal = 0, parametersActive = 0;
    double matmulParameters = 0; ///< per token, head included (Nmm)
    /// Of one training token, by convention (FORMULAS §3); a forward pass is a third of it.
    std::array<Flop, flopsConventionCount> flopPerToken {};
    bool hasRmsNorm = true;
    double normsPerLayer = 2;
    Bytes finalSavedBytes {
        4
    }; ///< per token and model dimension: kept between last layer and loss
    bool hasDropout = false;
    bool writesOutActivation = false; ///< the model's code has the tanh form of GELU as single sums
                                      ///< and products
    Bytes expertBiasBytes; ///< moved for each element that experts put out, to add a bias

    std::span<const Linear> matrices() const
    {
        return { linears.data(), static_cast<std::size_t>(linearCount) };
    }
};

} // namespace headroom
