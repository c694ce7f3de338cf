#pragma once

#include "model/estimate/stack_profile.h"
#include "model/estimate/terms.h"
#include "model/flags/flag_effects.h"
#include "model/plan/plan.h"
#include "model/units/quantity.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// How a matrix is cut by tensor parallelism.
enum class Cut : std::uint8_t { Column, Row, None, Expert };

/// One matrix product of a layer, per token [1, in] x [in, out], before sharding.
struct Linear
{
    const char *id = "";
    double in = 0; ///< K
    double out = 0; ///< N
    Cut cut = Cut::None;
    bool ofDense = true; ///< takes part in layers with a dense MLP
    bool ofMoe = true; ///< takes part in layers with experts
    bool isQuantised = true; ///< follows the low-precision recipe
    std::uint8_t tensor = 0; ///< index into the replay table of a policy (SavedTensor)
};
inline constexpr std::size_t maxLinears = 12;

/// Named activations that a policy keeps, offloads or computes again.
enum class SavedTensor : std::uint8_t {
    Qkv,
    Context,
    OutProj,
    MlpIn,
    MlpOut,
    MlaDown,
    ExpertIn,
    ExpertOut,
    SharedIn,
    Count
};
inline constexpr std::size_t savedTensorCount = static_cast<std::size_t>(SavedTensor::Count);

/// What one rematerialisation policy saves and repeats, ready for the formulas. Bytes are per token
/// and layer at micro-batch level; "sharded" ones are divided by the tensor degree, "plain" ones
/// only with sequence parallelism.
struct RematCosts
{
    std::string id;
    double plainBytes = 0, shardedBytes = 0; ///< on the device, layers with a dense MLP
    double moePlainBytes = 0, moeShardedBytes = 0; ///< on the device, layers with experts
    double wholeBytes = 0; ///< on the device, the same on every rank of a tensor group
    double expertBytes = 0; ///< per routed row (token x choice), layers with experts
    double offloadBytes = 0; ///< to the host, sharded by the tensor degree
    std::array<double, savedTensorCount> replay {}; ///< share of the forward work done again
    double replayAttention = 0; ///< share of the attention core done again
    double replayElementwise = 0;
    double replayTensorTraffic = 0; ///< share of the forward tensor-parallel traffic done again
    bool isFull = false; ///< keeps nothing but layer inputs
    bool keepsScores = false; ///< unfused attention whose score matrices stay
};

/// One low-precision recipe, ready for the formulas.
struct RecipeCosts
{
    std::string id;
    double gemmPeak = 0; ///< of quantised products, FLOP/s
    double gemmRate = 0; ///< reached
    int bits = 16; ///< whose efficiency holds: 16, 8 or 4
    double elementBytes = 2; ///< of GEMM operands
    /// HBM traffic of quantising, per element: inputs of products for the forward pass and again
    /// for the weight gradient, gradients of outputs, and weights (each micro-batch) in either
    /// pass.
    double castInputForward = 0, castInputBackward = 0, castGradient = 0;
    double castWeightForward = 0, castWeightBackward = 0;
    bool overlapsGathers = true; ///< chunked products also hide gathers of quantised inputs
    bool travelsLow = false; ///< gathered weights and activations are quantised before they travel
    double savedBytesFactor = 1; ///< of GEMM inputs kept for the backward pass
    double weightCopyBytes = 0; ///< extra resident bytes per parameter
    bool isLow = false;
};

/// Bytes per parameter of an optimizer's state and of its update traffic.
struct OptimizerCosts
{
    std::string id;
    double stateBytes = 8;
    double trafficFactor = 1;
};

/// Everything about model, chip, stack and workload that does not change while degrees,
/// micro-batch, policy, recipe and optimizer are varied. Made once by prepare(); read by all
/// formulas.
struct Prepared
{
    // Model
    double layers = 1, hidden = 0, ffn = 0, heads = 0, kvHeads = 0, headDim = 0, valueDim = 0,
           vocab = 0;
    double denseLayers = 1, moeLayers = 0, firstDenseLayers = 0, mtpLayers = 0;
    double experts = 0, topK = 0, expertFfn = 0, sharedFfn = 0;
    double gateFactor = 2; ///< matrices into the MLP: 2 gated, 1 plain
    double qkElements = 0; ///< per token: query and key elements that positions are applied to
    double keyValueElements = 0; ///< per token: what context parallelism exchanges
    bool isGated = true, isMla = false, isTied = false;
    double fullAttentionShare = 1; ///< of the layers; the others see a window
    double window = 0;
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
    double normsPerLayer = 2;
    double finalSavedBytes = 4; ///< per token and model dimension: kept between last layer and loss
    bool hasDropout = false;
    double activationPasses
        = 1; ///< over the MLP's inner tensors; more where no fused kernel exists

    // Workload
    double sequence = 0, globalBatch = 0;
    bool isInference = false;

    // Chip
    double rate16 = 0, memoryRate = 0, linkRate = 0, networkRate = 0,
           hostRate = 0; ///< reached, not peak
    double peerRate = 0; ///< between fast domains of one node (PCIe), reached
    double peak16 = 0, linkPeak = 0, networkPeak = 0, memoryPeak = 0, hostPeak = 0, axisPeak = 0;
    AttentionKernel kernel = AttentionKernel::Flash2;
    bool isCompiled = true;
    double domain = 8, devicesPerNode = 8, nodes = 1;
    double computeUnits = 0, mxu = 0, torusDimensions = 0;
    double icLinkRate = 0; ///< TPU: one axis, both directions, reached
    bool isTpu = false;
    double usableBytes = 0;
    double poolBytes = 0; ///< preallocated pool; 0: the pool grows to what the outside leaves
    double attentionForwardRate = 0, attentionBackwardRate = 0; ///< FLOP/s at the model's head size
    bool isFlash = true;
    double powerFactor = 1;

    ChipProfile chip;
    StackProfile stack;
    FlagEffects flags;
    PlanOptions options;

    // Precision, bytes
    double computeBytes = 2, weightBytes = 4, gradientBytes = 4, masterBytes = 0;
    double gatherBytes = 2; ///< of a weight on the wire
    double elementwiseFactor = 1;
    bool usesFusedLoss = false;
    bool expertIsAxis = false;
    bool overlapsTensor = false;
    int expertOverlap = -1; ///< of expert exchanges: 1 on, 0 off, −1 as the stack does
    std::vector<int> stageLayers; ///< of the plan; empty: even

    double memoryFactor = 1; ///< of own measurements (FORMULAS §10), on every memory term
    int wholeRemat = 0; ///< index of the policy that keeps everything
    std::vector<RematCosts> remats;
    std::vector<RecipeCosts> recipes;
    std::vector<OptimizerCosts> optimizers;
};

/// The free knobs. A lawful plan has exactly one; search makes millions.
struct Candidate
{
    int data = 1, fsdp = 1, zeroStage = 3, tensor = 1;
    bool sequenceParallel = false;
    int context = 1;
    ContextStrategy contextStrategy = ContextStrategy::AllGather;
    int pipeline = 1, chunks = 1, expert = 1, expertTensor = 1;
    double microBatch = 1; ///< sequences per data-parallel rank
    int remat = 0, recipe = 0, optimizer = 0; ///< indices into Prepared
    bool operator==(const Candidate &) const = default;
};

/// Work of one layer of one kind on one device for one micro-batch. Depends on tensor,
/// sequenceParallel, context, contextStrategy, expert, expertTensor, microBatch, remat and recipe —
/// and data · fsdp only through where experts live — so points that differ elsewhere share it.
struct LayerCost
{
    double gemmForward = 0, gemmBackward = 0, gemmReplay = 0;
    double attentionForward = 0, attentionBackward = 0, attentionReplay = 0;
    double elementForward = 0, elementBackward = 0, elementReplay = 0;
    double tensorForward = 0, tensorBackward = 0; ///< exposed seconds
    double contextForward = 0, contextBackward = 0;
    double expertForward = 0, expertBackward = 0;
    double hostForward = 0, hostBackward = 0; ///< transfer seconds, hidden or not
    double tensorBytes = 0, contextBytes = 0, expertBytes = 0; ///< of one micro-batch
    double tensorSeconds = 0, contextSeconds = 0, expertSeconds = 0; ///< duration, hidden or not
    /// The part of those durations that belongs to the forward pass.
    double tensorForwardSeconds = 0, contextForwardSeconds = 0, expertForwardSeconds = 0;

    double computeForward() const { return gemmForward + attentionForward + elementForward; }
    double computeBackward() const
    {
        return gemmBackward + gemmReplay + attentionBackward + attentionReplay + elementBackward
            + elementReplay;
    }
    double forward() const
    {
        return computeForward() + tensorForward + contextForward + expertForward;
    }
    double backward() const
    {
        return computeBackward() + tensorBackward + contextBackward + expertBackward;
    }
};

struct LayerCosts
{
    LayerCost dense, moe;
    double headForward = 0, headBackward = 0; ///< head and loss on the last stage, one micro-batch
    double embedForward = 0, embedBackward = 0;
    double launchForward = 0; ///< host seconds to issue one layer
};

/// One axis' traffic for reports: seconds and bytes per step.
struct AxisLoad
{
    double bytes = 0, seconds = 0, window = 0, exposed = 0;
    bool crossesNodes = false;
};
enum class Axis : std::uint8_t { Fsdp, Data, Tensor, Context, Expert, Pipeline, Count };
inline constexpr std::size_t axisCount = static_cast<std::size_t>(Axis::Count);

/// The numbers of one point. Plain values: no allocation.
struct Evaluation
{
    MemoryTerms memory;
    TimeTerms time;
    Bytes peak, budget, outsidePool, host;
    Seconds step;
    Seconds forward, backward; ///< compute, per step
    double microBatches = 1;
    double modelFlopPerDevice = 0, hardwareFlopPerDevice = 0; ///< causal convention
    int worstStage = 0;
    bool fits = false;
    std::array<AxisLoad, axisCount> axes {};
};

} // namespace headroom
