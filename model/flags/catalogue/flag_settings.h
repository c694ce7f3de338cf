#pragma once

#include "model/flags/catalogue/flag_catalogue.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// The flags and variables that advice speaks of or that move a term of the estimate. Each is held
/// as one number while rules are computed, so that a search point costs no text.
enum class Setting : std::uint8_t {
    LatencyHiding,
    SolEstimator,
    SlopFactor,
    PipelinedAllGather,
    PipelinedReduceScatter,
    PipelinedAllReduce,
    PipelinedCollectives,
    PipelinedP2p,
    HostPipelining,
    DoubleBuffering,
    Unrolling,
    AllGatherThreshold,
    ReduceScatterThreshold,
    AllReduceThreshold,
    AllGatherByDim,
    ReduceScatterByDim,
    DisabledAsync,
    AsyncCollectives,
    AsyncAllReduce,
    AsyncAllGather,
    AsyncReduceScatter,
    AsyncPermute,
    AsyncAllToAll,
    AsyncTracker,
    PriorityStream,
    PermuteThreshold,
    PipelineLevel,
    EinsumStreams,
    EinsumThreshold,
    EinsumOperandBytes,
    UserBuffers,
    SymmetricBuffers,
    CommSplitting,
    PerStreamComms,
    CollectiveChannels,
    P2pChannels,
    CommandBuffer,
    DisabledPasses,
    PgleFile,
    TritonGemmAny,
    CustomFusions,
    CudnnAttention,
    CudnnGemmFusion,
    SoftmaxFusion,
    MemoryFraction,
    MemoryFractionNew,
    Preallocate,
    ClientAllocator,
    MaxConnections,
    Nvls,
    NcclMaxChannels,
    NcclProto,
    NcclAlgo,
    NcclNet,
    NcclInfinibandOff,
    NcclPeersOff,
    NcclMaxBlocks,
    NcclLlBuffer,
    NcclLl128Buffer,
    AutoPgle,
    OptimizationLevel,
    OptimizationEffort,
    RematPass,
    LaunchBlocking,
    HostMemoryLimit,
    FusedAttention,
    TorchAllocator,
    TpuScheduler,
    FusionBase,
    FusionGather,
    FusionReduce,
    FusionScatter,
    FusionSteps,
    FusionOverlap,
    TpuAsyncGather,
    TpuAsyncReduce,
    TpuAsyncPermute,
    SparseGather,
    SparseReduce,
    SparseScatter,
    TraceGather,
    TraceReduce,
    TraceScatter,
    SparseShape,
    SparseFusion,
    SparseSpmem,
    SparseMegacore,
    SliceOverlap,
    SliceOverlapSizes,
    ScopedVmem,
    HostSchedulerFeatures,
    HostPressureTracking,
    HostOverlapLimit,
    HostBarrierRemoval,
    HostAsyncDepth,
    HostConcurrency,
    HostMemoryShare,
    HostRerun,
    HostGatherPipelining,
    HostVariantParameter,
    HostInvariantOperation,
    IciGatherPipelining,
    LayoutMinor,
    LayoutGroup,
    LayoutScatter,
    LaunchBarrier,
    SdcChecker,
    TpuEinsumThreshold,
    Count
};
inline constexpr std::size_t settingCount = static_cast<std::size_t>(Setting::Count);

const char *settingName(Setting setting); ///< "xla_gpu_enable_latency_hiding_scheduler"

/// The number behind a text: truth values are 0 and 1, byte counts and thresholds themselves,
/// lists a bit per word or the number of words, paths 1 when not empty. Nothing when it does not
/// parse.
std::optional<double> settingNumber(Setting setting, const FlagEntry &entry, std::string_view text);
/// The text that stands for a number, as the carrier wants it.
std::string settingText(Setting setting, const FlagEntry &entry, double number);

// Bits of Setting::DisabledAsync.
inline constexpr unsigned asyncAllReduceBit = 1, asyncAllGatherBit = 2, asyncReduceScatterBit = 4,
                          asyncAllToAllBit = 8, asyncPermuteBit = 16, asyncOtherBit = 32;

// Numbers of Setting::Unrolling.
inline constexpr double unrollNever = 0, unrollTwice = 1, unrollFully = 2, unrollAutomatically = 3;

template <class Value> using PerSetting = std::array<Value, settingCount>;

constexpr std::size_t indexOf(Setting setting)
{
    return static_cast<std::size_t>(setting);
}

} // namespace headroom
