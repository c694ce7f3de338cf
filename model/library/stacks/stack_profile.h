#pragma once

#include "model/base/units/quantity.h"
#include "model/library/stacks/chip_profile.h"

#include <string>
#include <vector>

namespace headroom {

/// Whose kernels cast to low precision.
enum class Quantizer { TransformerEngine, Torchao, Xla };

/// What a figure of memory counts: live tensors, the allocator's pool, or all that is taken.
enum class MemoryMeaning { Allocated, Reserved, Device };
/// Its words in files, in the order of the enumeration.
inline constexpr std::array<const char *, 3> memoryMeaningNames { "allocated", "reserved",
    "device" };

/// One software stack: framework with its date, kernels, fusion level, overlap abilities and memory
/// habits. Stacks differ by 10–20 % on the same configuration. From profiles/stacks/*.yaml.
struct StackProfile
{
    std::string id; ///< "megatron-core"
    std::string name;
    std::vector<std::string> frameworks; ///< words of plans and measurements that choose it
    std::vector<std::string> accelerators; ///< only these chips; empty: any
    std::vector<std::string> versions; ///< only when the version mentions one of these; empty: any
    std::string kind; ///< gpu | tpu
    std::string date;
    bool isUnfused = false; ///< the members' attention writes its score matrices
    bool isGeneric = false; ///< no measurements of its own: wider interval

    // Time
    AttentionKernel flashKernel = AttentionKernel::Flash2; ///< what plain "flash" means here
    AttentionKernel blackwellKernel = AttentionKernel::Flash2; ///< the same on Blackwell chips
    AttentionKernel hopperKernel = AttentionKernel::Flash2; ///< on Hopper chips, from a release on:
    std::string hopperKernelSince; ///< of the framework
    double stepFactor = 1; ///< multiplies the whole step: what own runs show of all terms alike
    double computeFactor = 1; ///< multiplies the time of GEMMs and unfused attention
    double elementwiseFactor = 1; ///< traffic over the ideal of FORMULAS §6.3; compiled
    double eagerElementwiseFactor = 1.6; ///< the same without a compiler or fused kernels
    Bytes optimizerBytesPerParameter { 30 }; ///< HBM traffic of one update
    Seconds fixedSeconds { 0.015 }; ///< per step: host work, logging, gradient-norm agreement
    Seconds launchSecondsPerLayer { 150e-6 }; ///< host time to issue one layer's forward pass
    Seconds expertLaunchSeconds {
        200e-6
    }; ///< the same for what experts add: routing, permutation, grouped products
    Bytes logitTrafficBytes { 24 }; ///< HBM traffic per logit, loss forward and backward
    double tensorExposed = 1; ///< of tensor-parallel traffic without overlap
    Seconds expertOverheadSeconds; ///< per expert layer and pass: routing, sorting, synchronisation
    double tensorExposedOverlapped = 0.45; ///< of tensor-parallel traffic with overlap
    bool tensorOverlapDefault = false;
    double expertExposed = 1; ///< of expert all-to-alls
    double expertExposedOverlapped = 0.4; ///< the same beside another micro-batch's computation
    double partialGraphShare = 0.5; ///< of the host's work that graphs over parts of a layer leave
    double fusedDispatchShare = 0.5; ///< of routing's host work that a dispatcher's kernels leave
    bool tensorBackwardOverlaps = false; ///< a column-parallel product's backward pass gathers its
                                         ///< input beside the gradient of the input, and reduces
                                         ///< that beside the gradient of the weight
    bool loopsExperts = false; ///< experts run one after the other, each in plain products
    bool gradReduceOverlaps = true;
    double dataExposedFloor = 0.06; ///< of gradient traffic that no overlap hides
    double fsdpWindow
        = 1; ///< share of a layer's compute that its neighbour's gathers may hide behind
    bool reducesEachMicroBatch = true; ///< FSDP reduces gradients in every micro-batch
    double pipelineTransferExposed = 0.5;
    double zeroBubble = 0; ///< share of the bubble that the schedule removes
    Bytes gradientBytes; ///< of measured runs where the source is silent; 0: as the plan says
    bool interleavesWhenSilent
        = false; ///< measured pipelines that state no chunks have them all the same
    bool gathersLowPrecision = false; ///< FSDP gathers weights in the recipe's format
    Quantizer quantizer = Quantizer::TransformerEngine;
    bool deduplicatesDispatch
        = false; ///< a token crosses to a node once, however many experts it visits there
    Bytes gradientReduceBytes { 4 }; ///< of a gradient on the wire
    double parameterMessagesPerLayer
        = 0; ///< of a sharded optimizer that hands parameters back tensor by tensor; 0: together

    // Memory
    bool hasMasterWeights = false; ///< 16-bit weights in use, master copy beside the optimizer
    bool keepsComputeCopy = false; ///< a 16-bit copy lives beside the fp32 weights (AMP)
    bool gradientsAreTransient = false; ///< JAX: no buffer between steps without accumulation
    bool gradientsGrow = false; ///< PyTorch without buffers: each comes with its layer's backward
                                ///< pass, while activations go, and goes with the update
    bool zeroesGradientsFirst
        = false; ///< a step begins by giving gradients back, so that an evaluation finds them
    bool copiesReducedGradients
        = false; ///< DistributedDataParallel's buckets lie beside the gradients
    bool offloadsGradients = false; ///< with the optimizer in host memory
    bool eagerKeepsCopies = false; ///< without a compiler norms keep 32-bit copies, and the
                                   ///< activation function its output
    bool shardsOverContext = true; ///< optimizer shards span data · context ranks
    bool contextShardsAlone = false; ///< context ranks share weights where no axis does
    bool reshardsInPipeline
        = true; ///< FSDP gives gathered weights back between micro-batches of a pipeline
    bool offloadsTogether = false; ///< one switch takes weights, gradients and optimizer state
    double prefetchedLayers = 1; ///< layers FSDP gathers ahead
    bool keepsRootGathered = true; ///< embedding and head stay gathered
    bool stagesGradientsInFp32 = true;
    bool gathersByMatrix
        = false; ///< XLA on TPU: weights and gradients of a layer come and go one by one
    bool holdsAllMicroBatches = false; ///< scanned pipelines (GPipe, MaxText)
    double workingGradientShare = 1; ///< of the MLP's inner gradients alive together
    bool activationsFollowTensor = false; ///< layer inputs are sharded over tensor without the flag
    bool countsEmbeddingAsLayer = false;
    double vocabularyStep = 0; ///< rows that it pads a tensor rank to; 0: as the framework does
    bool balancesHead = false; ///< stages are cut by compute, the head counting by its products
    bool keepsStageOutputs = false; ///< of every micro-batch in flight, until its backward pass
    bool keepsGatheredInputs = false; ///< inputs of column-parallel products, whole on every rank
    bool cachesWeightGradients
        = false; ///< one unused 16-bit gradient per weight shape beside the fused accumulation
    Bytes stepBytesPerParameter; ///< flat copies in the optimizer's step, per parameter that the
                                 ///< rank updates
    double bucketParameters = 0; ///< of a reduction bucket, held flat in 32 bit
    double subGroupParameters
        = 0; ///< ZeRO 3 steps so many of a rank's parameters at a time; 0: all of them
    double liveParameters = 0; ///< that ZeRO 3 keeps gathered while they will be used again soon
    double stepCopies = 0; ///< of the parameters, in their own format, that torch's optimizers take
                           ///< for a step over lists of tensors (foreach)
    bool flattensRoot = false; ///< FSDP's root unit has one flat gradient: embedding and head
    bool losesFusionInParallelLoss
        = false; ///< the loss over a cut vocabulary runs kernel by kernel, compiled or not
    bool gathersLogits = false; ///< tensor ranks hold the logits of the whole vocabulary each
    double adapterDropout = 0; ///< 1: dropout in front of adapters keeps its mask and its output
    bool recomputesLightly = false; ///< norms and activation functions can be done again alone
    bool usesDropout = false; ///< masks kept, as GPT recipes of 2021–2022 did
    bool keepsRotatedCopies = false; ///< queries and keys before and after the rotation
    bool keepsValueCopies = false; ///< values in the fused projection and beside the rotated keys
    double keptActivationOutputs = 0; ///< further copies of the gated product (eager SiLU: 1)
    double keptExpertCopies = 1; ///< permuted rows beside the experts' own inputs
    Bytes loggedBytesPerLogit { 12 }; ///< peak bytes per logit, plain loss
    Bytes fusedBytesPerLogit { 8 }; ///< the same with a fused or compiled loss
    Bytes chunkedBytesPerLogit; ///< of those, what chunks of the loss do not divide
    Bytes keptScoreBytes { 4 }; ///< of a score of unfused attention: softmax and what follows it
    bool fusedLossDefault = false;
    double memoryFactor = 1; ///< multiplies every memory term, as own runs show
    /// Half of the 80 % band of ln(bytes) that own runs leave; 0: as many sources as are known
    /// tell.
    double memoryWidth = 0;
    double fragmentation = 1.03;
    double eagerFragmentation = 1.03; ///< the same without a compiler
    Bytes contextMemory = gib(0.9); ///< CUDA context and libraries on an A100, outside the pool
    Bytes collectiveBuffer = gib(0.4); ///< per parallel axis in use
    Bytes workspace = gib(0.3); ///< of kernels, inside the pool
    double memoryFraction = 0; ///< preallocated pool over usable memory; 0: the pool grows
    MemoryMeaning memoryMeans = MemoryMeaning::Allocated; ///< of what the framework prints

    double denseSources = 0, expertSources = 0; ///< independent sources of runs on this stack
    std::string source;
    bool operator==(const StackProfile &) const = default;
};

} // namespace headroom
