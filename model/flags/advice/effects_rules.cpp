#include "model/flags/advice/effects_rules.h"

#include "model/flags/advice/advice_numbers.h"
#include "model/library/collectives/collective_kinds.h"

#include <algorithm>
#include <limits>

namespace headroom {
namespace {

constexpr double checkerFactor = 6; // step time with the SDC checker (MaxText flag library)
constexpr JaxlibVersion permuteNeedsP2p { { 0, 5, 1, 0 } };
constexpr JaxlibVersion profileStartsScheduler { { 0, 5, 1, 0 } };
/// What the processes of a node move over TCP sockets: one port of 100 Gbit/s, ASSUMED; NCCL takes
/// 10 Gbit/s where the kernel names no speed (transport/net_socket.cc).
constexpr BytesPerSecond socketsOfNode { 12.5e9 };
/// What lists of algorithms and protocols do not speak of.
constexpr unsigned everyAlgorithm = 0xffff;
constexpr unsigned unlistedAlgorithms = 1U << static_cast<unsigned>(CollectiveAlgorithm::Symmetric)
    | 1U << static_cast<unsigned>(CollectiveAlgorithm::Pairs)
    | 1U << static_cast<unsigned>(CollectiveAlgorithm::Torus);
constexpr double levelEffort = 0.2; // effort from which it acts like level O1

bool isHopperOrBlackwell(GpuGeneration generation)
{
    return generation == GpuGeneration::Hopper || generation == GpuGeneration::Blackwell;
}

bool atLevelOne(const EffectsInputs &in)
{
    return (in.has(Setting::OptimizationLevel) && in[Setting::OptimizationLevel] >= 1)
        || (in.has(Setting::OptimizationEffort) && in[Setting::OptimizationEffort] >= levelEffort);
}

bool schedulerRuns(const EffectsInputs &in)
{
    const bool bySol = in.solStartsScheduler && in.on(Setting::SolEstimator)
        && isHopperOrBlackwell(in.plan.generation);
    // A file, or what JAX measures by itself. @source XLA gpu_hlo_schedule.cc, IsLHSEnabled()
    const bool byProfile = (in.on(Setting::PgleFile) || in.on(Setting::AutoPgle))
        && in.version >= profileStartsScheduler;
    return (in.on(Setting::LatencyHiding) || bySol || byProfile || atLevelOne(in))
        && !in.on(Setting::LaunchBlocking);
}

void setAsync(const EffectsInputs &in, FlagEffects &effects)
{
    if (!in.has(Setting::AsyncCollectives) && !in.has(Setting::AsyncAllReduce)) {
        const auto blocked = static_cast<unsigned>(in[Setting::DisabledAsync]);
        effects.asyncAllReduce = !(blocked & asyncAllReduceBit);
        effects.asyncAllGather = !(blocked & asyncAllGatherBit);
        effects.asyncReduceScatter = !(blocked & asyncReduceScatterBit);
        effects.asyncAllToAll = !(blocked & asyncAllToAllBit);
        effects.asyncPermute = !(blocked & asyncPermuteBit);
        return;
    }
    const bool all = in.on(Setting::AsyncCollectives);
    effects.asyncAllReduce = all || in.on(Setting::AsyncAllReduce);
    effects.asyncAllGather = all || in.on(Setting::AsyncAllGather);
    effects.asyncReduceScatter = all || in.on(Setting::AsyncReduceScatter);
    effects.asyncAllToAll = all || in.on(Setting::AsyncAllToAll);
    effects.asyncPermute = all || in.on(Setting::AsyncPermute);
}

void setPipelining(const EffectsInputs &in, FlagEffects &effects)
{
    const bool hasLoop = in.plan.scanLayers && in.plan.layers >= 2;
    const bool all = in.on(Setting::PipelinedCollectives) || atLevelOne(in);
    effects.pipelinedAllGather = hasLoop && (all || in.on(Setting::PipelinedAllGather));
    effects.pipelinedReduceScatter = hasLoop && (all || in.on(Setting::PipelinedReduceScatter));
    effects.pipelinedAllReduce = hasLoop && (all || in.on(Setting::PipelinedAllReduce));
    const double unrolling = in.has(Setting::Unrolling) ? in[Setting::Unrolling] : unrollNever;
    const bool isAutomatic = unrolling == unrollAutomatically && atLevelOne(in);
    effects.fullUnroll = hasLoop && unrolling == unrollFully;
    effects.doubleBuffering = hasLoop && !effects.fullUnroll
        && (in.on(Setting::DoubleBuffering) || unrolling == unrollTwice || isAutomatic);
}

void setMessages(const EffectsInputs &in, FlagEffects &effects)
{
    const auto bytes = [&in](Setting setting) {
        return in.has(setting) ? Bytes { in[setting] } : defaultCombine;
    };
    effects.allGatherCombineThreshold = bytes(Setting::AllGatherThreshold);
    effects.reduceScatterCombineThreshold = bytes(Setting::ReduceScatterThreshold);
    effects.allReduceCombineThreshold = bytes(Setting::AllReduceThreshold);
    effects.allGatherCombineByDim
        = in.has(Setting::AllGatherByDim) ? in.on(Setting::AllGatherByDim) : true;
    effects.reduceScatterCombineByDim
        = in.has(Setting::ReduceScatterByDim) ? in.on(Setting::ReduceScatterByDim) : true;
}

void setTensorAndPipeline(const EffectsInputs &in, FlagEffects &effects)
{
    if (in.has(Setting::EinsumThreshold) && in.plan.tensor > 1) {
        const bool usesOperands
            = in.has(Setting::EinsumOperandBytes) && in[Setting::EinsumOperandBytes] >= 0;
        const double threshold = usesOperands ? in[Setting::EinsumOperandBytes]
                                              : in[Setting::EinsumThreshold] * bytesPerMib;
        effects.collectiveMatmulThreshold = Bytes { threshold };
        effects.collectiveMatmul = effects.collectiveMatmulThreshold <= in.plan.largestGemmOutput;
    }
    if (in.plan.pipeline <= 1)
        return;
    const bool byLevel = in.on(Setting::PipelineLevel);
    effects.pipelinedP2p = in.on(Setting::PipelinedP2p) || byLevel;
    const double threshold = in[Setting::PermuteThreshold];
    const bool isRead = in.version < permuteNeedsP2p || effects.pipelinedP2p;
    const bool isFinite = threshold < static_cast<double>(std::numeric_limits<std::int64_t>::max());
    effects.permuteDecomposer = in.has(Setting::PermuteThreshold) && isRead && isFinite;
    effects.permuteDecomposerThreshold = Bytes { effects.permuteDecomposer ? threshold : 0 };
}

/// NCCL's variables, which every framework's processes read.
void setNccl(const EffectsInputs &in, FlagEffects &effects)
{
    if (in.on(Setting::NcclInfinibandOff) || in.on(Setting::NcclNet))
        effects.nodeNetworkLimit = socketsOfNode;
    effects.peersThroughHost = in.on(Setting::NcclPeersOff);
    effects.nvls = in[Setting::Nvls] != 0;
    const auto algorithms = static_cast<unsigned>(in[Setting::NcclAlgo]);
    const auto protocols = static_cast<unsigned>(in[Setting::NcclProto]);
    if (algorithms != 0)
        effects.ncclAlgorithms = static_cast<std::uint16_t>(algorithms | unlistedAlgorithms);
    effects.ncclProtocols = static_cast<std::uint16_t>(protocols != 0 ? protocols : everyAlgorithm);
    for (const double limit : { in[Setting::CollectiveChannels], in[Setting::NcclMaxChannels],
             in[Setting::NcclMaxBlocks] }) {
        const int channels = static_cast<int>(std::clamp(limit, 0.0, 1e6));
        if (channels > 0)
            effects.ncclCollectiveMaxChannels = effects.ncclCollectiveMaxChannels > 0
                ? std::min(effects.ncclCollectiveMaxChannels, channels)
                : channels;
    }
}

/// Whether several hardware queues may put a GEMM in front of the collective that it should hide;
/// Blackwell keeps their order. @source megatron/training/arguments.py, validate_args()
bool competes(const EffectsInputs &in, const FlagEffects &effects)
{
    const GpuGeneration generation = in.plan.generation;
    return generation != GpuGeneration::Amd && generation != GpuGeneration::Blackwell
        && effects.deviceMaxConnections != 1 && in.plan.devices > 1;
}

void setQueues(const EffectsInputs &in, FlagEffects &effects)
{
    const GpuGeneration generation = in.plan.generation;
    effects.highestPriorityStream
        = in.has(Setting::PriorityStream) && in.on(Setting::PriorityStream);
    effects.deviceMaxConnections = static_cast<int>(in[Setting::MaxConnections]);
    effects.nvls = effects.nvls && in.plan.hasSwitch && isHopperOrBlackwell(generation);
    effects.symmetricBuffers = in.on(Setting::SymmetricBuffers);
    effects.ncclCommSplitting = in.on(Setting::CommSplitting);
    effects.registeredBuffers = in.on(Setting::UserBuffers);
    effects.ncclP2pMaxChannels = static_cast<int>(in[Setting::P2pChannels]);
    effects.queuesCompete = competes(in, effects);
}

/// @source XLA gpu_compiler.cc, HloRematerialization; jax._src.compiler
bool recomputes(const EffectsInputs &in)
{
    return !in.on(Setting::DisabledPasses)
        && (!in.has(Setting::RematPass) || in.on(Setting::RematPass));
}

FlagEffects gpuEffects(const EffectsInputs &in)
{
    FlagEffects effects;
    effects.latencyHiding = schedulerRuns(in);
    setAsync(in, effects);
    setPipelining(in, effects);
    setMessages(in, effects);
    setTensorAndPipeline(in, effects);
    setNccl(in, effects);
    setQueues(in, effects);
    effects.recomputes = recomputes(in);
    effects.pipelinedHostOffload = in.on(Setting::HostPipelining) || atLevelOne(in);
    effects.recordsGraphs = !in.has(Setting::CommandBuffer) || in.on(Setting::CommandBuffer);
    effects.memoryFraction
        = in.on(Setting::ClientAllocator) ? growingPool : in[Setting::MemoryFraction];
    return effects;
}

/// Which collectives of a TPU program have a layer beside them. Continuation fusion that may not
/// spread over several kernels ends with its product. @source XLA docs/flags_guidance.md; MaxText
/// benchmarks/xla_flags_library.py
void setTpuWindows(const EffectsInputs &in, FlagEffects &effects)
{
    // Of chips without a published set it is not known how they do it: as well as the others.
    const bool isUnknown
        = !hasContinuationFusion(in.plan.accelerator) && in.plan.accelerator != "tpu-v7x";
    const bool isSpread
        = in.onOr(Setting::FusionBase, true) && in.onOr(Setting::FusionSteps, isUnknown);
    const auto isWide = [&](bool sparseCore, Setting fused, bool isFusedByDefault) {
        return sparseCore || (isSpread && in.onOr(fused, isFusedByDefault));
    };
    effects.pipelinedAllGather = isWide(effects.sparseCoreAllGather, Setting::FusionGather, true)
        || in.on(Setting::IciGatherPipelining);
    effects.pipelinedReduceScatter
        = isWide(effects.sparseCoreReduceScatter, Setting::FusionScatter, true);
    effects.pipelinedAllReduce
        = isWide(effects.sparseCoreAllReduce, Setting::FusionReduce, isUnknown);
    effects.asyncAllGather = effects.pipelinedAllGather || in.onOr(Setting::TpuAsyncGather, true);
    effects.asyncAllReduce = effects.pipelinedAllReduce || in.onOr(Setting::TpuAsyncReduce, true);
}

FlagEffects tpuEffects(const EffectsInputs &in)
{
    FlagEffects effects;
    const bool hasSparseDefault = in.plan.accelerator == "tpu-v7x";
    effects.latencyHiding = in.on(Setting::TpuScheduler);
    effects.sparseCoreIsDefault = hasSparseDefault;
    effects.sparseCoreAllGather = in.onOr(Setting::SparseGather, hasSparseDefault);
    effects.sparseCoreAllReduce = in.onOr(Setting::SparseReduce, hasSparseDefault);
    effects.sparseCoreReduceScatter = in.onOr(Setting::SparseScatter, hasSparseDefault);
    setTpuWindows(in, effects);
    effects.dataParallelOverlap = in.on(Setting::SliceOverlap);
    effects.stepTimeFactor = in.on(Setting::SdcChecker) ? checkerFactor : 1;
    effects.recomputes = recomputes(in);
    effects.memoryFraction = growingPool;
    return effects;
}

} // namespace

FlagEffects effectsOf(const EffectsInputs &inputs)
{
    if (!inputs.plan.framework->runsXla) {
        FlagEffects effects;
        setNccl(inputs, effects);
        effects.memoryFraction = growingPool;
        effects.deviceMaxConnections = static_cast<int>(inputs[Setting::MaxConnections]);
        // Megatron's own scripts ask for one queue, so that only a plan that names others has them.
        effects.queuesCompete = inputs.plan.framework->wantsOneQueue
            && inputs.written[indexOf(Setting::MaxConnections)] && competes(inputs, effects);
        effects.latencyHiding = !inputs.on(Setting::LaunchBlocking);
        return effects;
    }
    return inputs.plan.isTpu ? tpuEffects(inputs) : gpuEffects(inputs);
}

} // namespace headroom
