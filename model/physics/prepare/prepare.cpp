#include "model/physics/prepare/prepare.h"

#include "model/base/text/release_number.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/rank_order.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Links of the machine, and what the plan's flags let the library do with them.
void prepareCollectives(Prepared &p, const PrepareInput &input)
{
    CollectiveSettings settings;
    settings.inSwitch = p.flags.nvls;
    settings.symmetricBuffers = p.flags.symmetricBuffers;
    settings.maxChannels = p.flags.ncclCollectiveMaxChannels;
    settings.maxPairChannels = p.flags.ncclP2pMaxChannels;
    settings.algorithms = p.flags.ncclAlgorithms;
    settings.protocols = p.flags.ncclProtocols;
    // Kernels of a step wait in the queue as those of a benchmark do.
    settings.start = Seconds { p.isTpu ? 0 : input.collectives.constants.benchmarkStart.value };
    p.collectives = collectiveMachine(input.collectives, input.resolved.accelerator, input.chip.id,
        { p.devicesPerNode, p.domain, p.networkPeak, p.axisPeak }, {}, settings);
}

/// What plain "flash" means on the plan's chip, in the release of the framework that runs it.
AttentionKernel usualKernel(const PrepareInput &input)
{
    const std::string &chip = input.chip.id;
    const StackProfile &stack = input.stack;
    if (chip.find("blackwell") != std::string::npos
        && chip != "blackwell-graphics") // compute capability 12, not 10
        return stack.blackwellKernel;
    if (chip == "hopper" && isRelease(input.resolved.frameworkRelease(), stack.hopperKernelSince))
        return stack.hopperKernel;
    return stack.flashKernel;
}

/// Bytes of weights, gradients and states by precision. @source FORMULAS §4.1
void preparePrecision(Prepared &p, const PrepareInput &input)
{
    const Plan &plan = input.resolved.plan;
    p.computeBytes = elementBytes(plan.precision.compute);
    const Bytes stored = elementBytes(plan.precision.weights);
    const Bytes wide = elementBytes(NumberFormat::Fp32);
    p.gradientBytes = elementBytes(plan.precision.gradients);
    if (p.stack.hasMasterWeights) {
        p.weightBytes = p.computeBytes;
        // The master copy is fp32 whatever the working weights are, unless the states are 16 bit
        // too.
        const bool isPure16 = stored < wide
            && (plan.precision.optimizerState == NumberFormat::Bf16
                || input.resolved.optimizer().needsKahan);
        p.masterBytes = isPure16 ? Bytes {} : wide;
    } else {
        p.weightBytes = stored;
        if (p.stack.keepsComputeCopy && stored > p.computeBytes)
            p.weightCopyBytes = p.computeBytes;
        p.masterBytes = {};
    }
    if (p.isInference) {
        // Mixed precision keeps both copies: six bytes per parameter.
        p.weightBytes = stored > p.computeBytes ? stored + p.computeBytes : stored;
        p.masterBytes = p.weightCopyBytes = {};
    }
    p.isCompiled = plan.options.compile;
    p.kernel = attentionKernel(plan.attention, usualKernel(input));
    p.isFlash = p.kernel != AttentionKernel::Unfused;
    // Chunks divide whatever the loss is.
    p.loss = plan.options.crossEntropy;
    if (p.loss == CrossEntropy::Auto || p.loss == CrossEntropy::Chunked)
        p.loss
            = p.stack.fusedLossDefault && p.isCompiled ? CrossEntropy::Fused : CrossEntropy::Eager;
    p.overlapsTensor = plan.options.tensorOverlap == Switch::On
        || (plan.options.tensorOverlap == Switch::Auto && p.stack.tensorOverlapDefault)
        || p.flags.collectiveMatmul;
}

} // namespace

FlopPerSecond densePeak(const Accelerator &chip, NumberFormat compute)
{
    constexpr double unknownPeak = 1e12; ///< ASSUMED where a profile names none
    const auto halves = chip.peak.bf16 ? chip.peak.bf16 : chip.peak.fp16;
    const auto whole = chip.peak.tf32 ? chip.peak.tf32 : chip.peak.fp32;
    // TPUs name no rate of 32 bits: XLA multiplies in one pass of 16 bits unless told otherwise.
    // @source jax.lax.Precision, DEFAULT
    const auto peak = compute == NumberFormat::Fp32 && whole ? whole : halves;
    return peak.value_or(FlopPerSecond { unknownPeak });
}

OptimizerCosts optimizerCosts(
    const OptimizerTraits &optimizer, NumberFormat state, Bytes beside, Bytes fitted)
{
    OptimizerCosts costs;
    costs.id = optimizer.name;
    costs.stateBytes = Bytes { optimizer.stateBytesAt(state) };
    constexpr Bytes adamState { 2 * 4 };
    costs.trafficFactor = (beside + 2 * costs.stateBytes) / (fitted + 2 * adamState);
    return costs;
}

namespace {

/// What torchao's casts move kernel by kernel over what a compiler makes of them: magnitude (4
/// bytes), its maximum (2), to 32 bit (6), times the scale (8), clamped (8), to 8 bit (5), against
/// 2 for the maximum and 4 for the cast. @source torchao float8_utils.py, float8_training_tensor.py
constexpr double eagerCasts = 33.0 / 6;

/// Bytes that quantising moves per element. Transformer Engine reads a tensor once and writes both
/// orientations; scales of the current values take another read, NVFP4 rotates the second
/// orientation in a pass of its own. torchao quantises each orientation in its own kernels, and a
/// scale per row needs a transposed 16-bit copy in between; its weights are cast in each
/// micro-batch. XLA on TPU fuses most of it.
/// @source Transformer Engine cast kernels; torchao testing/training/roofline_utils.py
void setCasts(RecipeCosts &costs, RecipeScales scales, const StackProfile &stack, bool isCompiled)
{
    costs.travelsLow = stack.gathersLowPrecision;
    if (stack.quantizer == Quantizer::Xla) {
        costs.castInputForward = 2;
        costs.castInputBackward = 3;
        return;
    }
    if (stack.quantizer == Quantizer::Torchao) {
        const bool isRowwise = scales == RecipeScales::Blocks;
        costs.castInputForward = isRowwise ? 7 : 6;
        costs.castInputBackward = isRowwise ? 7 : 0;
        costs.castGradient = isRowwise ? 10 : 6;
        costs.castWeightForward = isRowwise ? 3 : 0;
        costs.castWeightBackward = isRowwise ? 13 : 2;
        costs.travelsLow = costs.travelsLow && !isRowwise;
        costs.overlapsGathers = !isRowwise;
        if (!isCompiled)
            for (double RecipeCosts::*moved : { &RecipeCosts::castInputForward,
                     &RecipeCosts::castInputBackward, &RecipeCosts::castGradient,
                     &RecipeCosts::castWeightForward, &RecipeCosts::castWeightBackward })
                costs.*moved *= eagerCasts;
        return;
    }
    costs.castInputForward = costs.castGradient = scales == RecipeScales::Fp4Blocks ? 7
        : scales == RecipeScales::Delayed                                           ? 4
                                                                                    : 6;
}

} // namespace

RecipeCosts recipeCosts(const Prepared &p, const PrecisionRecipe &recipe, const Accelerator &chip)
{
    RecipeCosts costs;
    costs.id = recipe.id;
    costs.gemmPeak = p.peak16;
    const MatmulRate rate = recipe.matmulRate;
    if (rate == MatmulRate::None || recipe.isNone())
        return costs;
    costs.isLow = true;
    const bool isFp4 = rate == MatmulRate::Fp4;
    const auto peak = isFp4 && !chip.peak.fp4 ? chip.peak.fp8 : peakOf(chip, rate);
    costs.elementBytes = Bytes { isFp4 ? 0.5 : 1 };
    if (peak) {
        costs.gemmPeak = *peak;
        // A format that runs at the 16-bit rate reaches what 16-bit GEMMs reach.
        constexpr double rounding = 1.01; // of data sheets, between peaks that are the same
        costs.bits = *peak <= p.peak16 * rounding ? 16 : isFp4 && chip.peak.fp4 ? 4 : 8;
    }
    setCasts(costs, recipe.scales, p.stack, p.isCompiled);
    return costs;
}

namespace {

/// Rate of batched GEMMs with heads of whole 8 bytes and of fewer, next to whole 16: they miss
/// the matrix units. @source BLOOM's tuning log, which loses 24 to 44 s of a step to 128 heads of
/// 108 in place of 96 of 144 (five runs); fewer than 8 bytes: ASSUMED
constexpr double unfusedWith8Bytes = 0.12, unfusedWithFewerBytes = 0.1;

/// Batched GEMMs of unfused attention with a head size that is no multiple of 16 bytes fall to a
/// fraction of their rate. @source BLOOM's tuning log (128 heads of 108)
double unfusedUse(const Prepared &p)
{
    const auto whole = [&](double step) { return std::fmod(p.headDim, step) == 0; };
    return whole(8) ? 1 : whole(4) ? unfusedWith8Bytes : unfusedWithFewerBytes;
}

/// What a fused kernel loses with heads narrower than 128, as a power of the width: the first
/// generation nothing, the second little, kernels that overlap softmax and GEMMs more.
/// @source rates by head size in arXiv 2307.08691 (second generation), 2407.08608 (third, cuDNN)
double narrowHeadPower(AttentionKernel kernel)
{
    switch (kernel) {
    case AttentionKernel::Flash1:
        return 0;
    case AttentionKernel::Flash2:
        return 0.2;
    case AttentionKernel::Flash3:
    case AttentionKernel::CudnnFlash:
        return 0.4;
    case AttentionKernel::Unfused:
    case AttentionKernel::Splash:
        break;
    }
    return 0.5;
}

} // namespace

/// What recorded graphs and dispatch kernels leave of the host's work, and of exposed exchanges.
static void applyHostWork(Prepared &p)
{
    const StackProfile &stack = p.stack;
    switch (p.options.cudaGraphs) {
    case CudaGraphs::Auto:
    case CudaGraphs::None:
        p.launchShare = p.routingShare = 1;
        break;
    case CudaGraphs::Partial:
        p.launchShare = p.routingShare = stack.partialGraphShare;
        break;
    case CudaGraphs::Layer:
    case CudaGraphs::Full:
        p.launchShare = p.routingShare = 0;
        break;
    }
    const ExpertDispatcher dispatcher = p.options.expertDispatcher;
    const bool isFused
        = dispatcher == ExpertDispatcher::DeepEp || dispatcher == ExpertDispatcher::HybridEp;
    p.deduplicatesDispatch
        = dispatcher == ExpertDispatcher::Auto ? stack.deduplicatesDispatch : isFused;
    if (isFused)
        p.routingShare *= stack.fusedDispatchShare;
    // Rows are put in the experts' order before the exchange and back after it, read and written
    // each time, and once more on both sides where a rank has several experts. DeepEP's kernels
    // take over what is before the exchange, HybridEP's all of it.
    // @source Megatron-Core token_dispatcher.py; DeepEP, HybridEP dispatch_with_permute
    if (!p.isTpu)
        p.rowPasses = dispatcher == ExpertDispatcher::HybridEp ? 0 : p.deduplicatesDispatch ? 4 : 8;
    p.expertExposed = !p.flags.asyncAllToAll    ? 1
        : p.options.expertOverlap == Switch::On ? stack.expertExposedOverlapped
                                                : stack.expertExposed;
}

/// What 8-bit attention kernels gain over 16-bit ones: twice the rate of GEMMs, less what
/// softmax and conversions take; backward see Assumptions.
/// @source arXiv 2407.08608 §4.1 (1.2 against 0.74 PFLOP/s)
constexpr double lowAttentionForward = 1.6;

void applyConstants(Prepared &p, const ChipProfile &chip, const StackProfile &stack)
{
    p.chip = chip;
    p.stack = stack;
    p.powerFactor = p.powerShare < 1 ? std::pow(p.powerShare, p.assumed.powerExponent) : 1;
    p.rate16 = p.peak16 * chip.gemm16 * p.powerFactor;
    p.memoryRate = p.memoryPeak * chip.memory;
    p.hostRate = p.hostPeak * chip.host;
    setNetworkRate(p.collectives, p.networkPeak);
    p.collectives.shares = { chip.link, chip.network, chip.peer, chip.allToAll,
        chip.allToAllNetwork, chip.networkLatency, Evidence::Fitted };
    p.stepFactor = p.flags.stepTimeFactor * stack.stepFactor;
    applyHostWork(p);
    p.elementwiseFactor = p.isCompiled ? stack.elementwiseFactor : stack.eagerElementwiseFactor;
    constexpr double wholeHead = 128; // elements from which kernels lose nothing (narrowHeadPower)
    const double headFactor
        = std::min(1.0, std::pow(p.headDim / wholeHead, narrowHeadPower(p.kernel)));
    if (p.isFlash) {
        const double share
            = chip.attentionForward[static_cast<std::size_t>(p.kernel)] * chip.attentionScale;
        p.attentionForwardRate = p.peak16 * p.powerFactor * share * headFactor;
        p.attentionBackwardRate = p.attentionForwardRate * chip.attentionBackwardRatio;
        if (p.options.lowPrecisionAttention && p.recipes.front().isLow) {
            p.attentionForwardRate = p.attentionForwardRate * lowAttentionForward;
            p.attentionBackwardRate = p.attentionBackwardRate * p.assumed.lowAttentionBackward;
        }
    } else {
        constexpr double unfusedShare = 0.5; // of the rate of large GEMMs; ASSUMED
        p.attentionForwardRate = p.attentionBackwardRate
            = p.rate16 * unfusedShare * headFactor * unfusedUse(p);
    }
    for (RecipeCosts &recipe : p.recipes) {
        const double share = recipe.bits == 4 ? chip.gemm4
            : recipe.bits == 8                ? chip.gemm8
                                              : chip.gemm16;
        recipe.gemmRate = recipe.gemmPeak * share * p.powerFactor;
    }
}

namespace {

/// What an update moves of a parameter beside the optimizer's state: its gradient read, the weight
/// that is stepped read and written, the 16-bit copy of a master weight written.
struct UpdateBytes
{
    Bytes own; ///< in the plan's formats
    Bytes fitted; ///< in those the stack's traffic was fitted with: 32 bits
};

UpdateBytes updateBytes(const Prepared &p)
{
    const Bytes wide = elementBytes(NumberFormat::Fp32);
    const bool hasMaster = p.masterBytes > Bytes {};
    return { p.gradientBytes + 2 * (hasMaster ? p.masterBytes : p.weightBytes)
            + (hasMaster ? p.computeBytes : Bytes {}),
        p.stack.hasMasterWeights ? besideAdam : wide + 2 * wide };
}

std::optional<MeshInside> meshInside(const ResolvedPlan &resolved)
{
    const Parallelism &degrees = resolved.plan.parallelism;
    const Mesh &mesh = degrees.mesh;
    if (!resolved.expertIsAxis() || (mesh.ici.empty() && mesh.dcn.empty()))
        return std::nullopt;
    const RankOrder at(degrees, true);
    const auto inside = [&mesh](const RankAxis &axis) {
        return double(insideByMesh(mesh, axis.axis, axis.degree));
    };
    return MeshInside { inside(at.tensor), inside(at.expert), inside(at.context), inside(at.fsdp),
        inside(at.data), inside(at.pipeline) };
}

} // namespace

Prepared prepare(const PrepareInput &input)
{
    Prepared p;
    const Plan &plan = input.resolved.plan;
    p.stack = input.stack;
    p.flags = input.flags;
    p.options = plan.options;
    p.options.vocabTiling = std::max(1, plan.options.vocabTiling);
    p.sequence = double(plan.workload.sequenceLength);
    p.globalBatch = double(plan.workload.globalBatchSequences);
    p.isInference = plan.workload.mode == WorkloadMode::Inference;
    p.evaluationMicroBatch = p.isInference ? 0 : plan.workload.evaluation.microBatch;
    if (input.resolved.framework().hasOption("options.pipeline_gather"))
        p.pipelineGather = plan.options.pipelineGather;
    p.expertIsAxis = input.resolved.expertIsAxis();
    p.meshInside = meshInside(input.resolved);
    p.stageLayers = plan.parallelism.stageLayers;
    p.hasDropout = p.stack.usesDropout;
    prepareChip(p, input);
    prepareCollectives(p, input);
    preparePrecision(p, input);
    p.usefulShare = usefulShare(plan.workload.packing);
    prepareModel(p, *input.resolved.model, input.resolved);
    prepareTuning(p, plan, *input.resolved.model);
    const LayerKind kind = p.denseLayers > 0 ? LayerKind::Dense : LayerKind::Moe;
    p.tensorsPerLayer = std::max<double>(1,
        static_cast<double>(std::ranges::count_if(
            p.matrices(), [kind](const Linear &linear) { return linear.isOf(kind); })));

    const FrameworkTraits &framework = input.resolved.framework();
    p.remats.push_back(rematCosts(p, input.resolved.remat, input.resolved.rematKind()));
    for (const RematPolicy &policy : input.policies)
        if (policy.id != input.resolved.remat.id)
            p.remats.push_back(rematCosts(p, policy, rematKind(policy, framework)));
    p.wholeRemat = static_cast<int>(p.remats.size());
    p.remats.push_back(wholeLayerCosts(p));

    p.recipes.push_back(recipeCosts(p, input.resolved.recipe, input.resolved.accelerator));
    p.gatherBytes = p.wideGatherBytes = p.recipes.front().travelsLow ? Bytes { 1 } : p.computeBytes;
    if (p.tuning.isQuantised)
        p.gatherBytes = p.tuning.baseBytes;
    if (p.tuning.isAdapted)
        p.wideGatherBytes = p.computeBytes;
    for (const PrecisionRecipe &recipe : input.recipes)
        if (recipe.id != input.resolved.recipe.id)
            p.recipes.push_back(recipeCosts(p, recipe, input.resolved.accelerator));
    const NumberFormat state = plan.precision.optimizerState;
    const OptimizerTraits &own = input.resolved.optimizer();
    const UpdateBytes beside = updateBytes(p);
    p.optimizers.push_back(optimizerCosts(own, state, beside.own, beside.fitted));
    for (const OptimizerTraits &other : allOptimizers())
        if (other.id != own.id)
            p.optimizers.push_back(optimizerCosts(other, state, beside.own, beside.fitted));
    applyConstants(p, input.chip, input.stack);
    return p;
}

Candidate planCandidate(const Plan &plan)
{
    return { plan.parallelism };
}

} // namespace headroom
