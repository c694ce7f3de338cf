#pragma once

#include "model/base/outcome/finding.h"
#include "model/library/stacks/stack_profile.h"
#include "model/physics/prepare/assumptions.h"
#include "model/physics/trace/derivation.h"
#include "model/physics/trace/terms.h"
#include "model/plan/resolved_plan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct DerivedNumbers
{
    std::int64_t dataParallelRanks = 1;
    double microBatches = 1; ///< per step and rank, through the pipeline
    double gradientAccumulation = 1;
    double tokensPerDevice = 0; ///< of one step
    double criticalTokensPerDevice
        = 0; ///< below it FSDP or data-parallel traffic cannot hide (FORMULAS §7)
    bool operator==(const DerivedNumbers &) const = default;
};

/// One way to count memory of the worst device, with its 80 % interval.
struct MemoryFigure
{
    Bytes bytes, p10, p90;
    bool operator==(const MemoryFigure &) const = default;
};

/// Below it a plan does not fit, between both it may not. @source FORMULAS §10
inline constexpr double hardlyFits = 0.2, shouldFit = 0.8, surelyFits = 0.95;

struct MemoryEstimate
{
    bool fits = false; ///< pool and outside both fit: as likely as not, or more
    Bytes capacity; ///< usable memory of the chip
    Bytes budget; ///< the allocator's pool
    Bytes peak; ///< in the pool, on the worst device; sum of terms
    Bytes headroom; ///< budget − what decides; negative when it does not fit
    Bytes outsidePool; ///< context, libraries, NCCL
    Bytes p10, p90; ///< of peak
    MemoryFigure allocated; ///< what tensors take: the peak
    MemoryFigure reserved; ///< the pool that the allocator needs for them
    MemoryFigure device; ///< with context, libraries and communicators, as nvidia-smi shows it
    MemoryMeaning verdictBy = MemoryMeaning::Reserved; ///< the one that must stay within the pool
    double fitProbability = 0; ///< that it does
    Bytes host; ///< host memory per node taken by offloads
    MemoryTerms terms;
    int worstStage = 0; ///< pipeline stage that the terms describe

    const MemoryFigure &figure(MemoryMeaning meaning) const
    {
        return meaning == MemoryMeaning::Allocated ? allocated
            : meaning == MemoryMeaning::Device     ? device
                                                   : reserved;
    }
    /// What `fits` and `headroom` go by.
    const MemoryFigure &decisive() const { return figure(verdictBy); }
    bool operator==(const MemoryEstimate &) const = default;
};

/// How sure it is that a plan fits, as it is put into words.
enum class FitCall : std::uint8_t { Fits, ShouldFit, AtLimit, DoesNotFit };

inline FitCall fitCall(const MemoryEstimate &memory)
{
    const double chance = memory.fitProbability;
    return chance >= surelyFits ? FitCall::Fits
        : chance >= shouldFit   ? FitCall::ShouldFit
        : chance >= hardlyFits  ? FitCall::AtLimit
                                : FitCall::DoesNotFit;
}

/// End of the ids of the messages that say it.
inline const char *fitCallId(const MemoryEstimate &memory)
{
    static constexpr const char *ids[] { "fits", "should-fit", "at-limit", "does-not-fit" };
    return ids[static_cast<std::size_t>(fitCall(memory))];
}

/// What step and peak gain with an assumption at the ends of its range.
struct AssumedShift
{
    Seconds stepAtP10, stepAtP90;
    Bytes peakAtP10, peakAtP90;
    bool operator==(const AssumedShift &) const = default;
};

struct TimeEstimate
{
    Seconds step;
    Seconds p10, p90;
    TimeTerms terms;
    Seconds forward, backward,
        optimizer; ///< compute of one step per direction, exposed communication aside
    bool operator==(const TimeEstimate &) const = default;
};

struct ThroughputEstimate
{
    double tokensPerSecondPerDevice = 0;
    FlopPerSecond model; ///< model FLOPs per device, causal attention
    FlopPerSecond hardware; ///< with recomputation
    double mfu = 0; ///< share of the dense peak of the GEMM number format
    double hfu = 0;
    std::string flopsConvention = "causal";
    bool operator==(const ThroughputEstimate &) const = default;
};

/// What limits the rate of a kind of work that does few FLOPs for each byte it moves.
enum class Roof : std::uint8_t { Memory, ScaleUpLink, TorusAxis, HostBus, Network };

/// One kind of work against its roof. Computation moves bytes through device memory. The traffic of
/// a parallel axis serves all computation of the step: it stands at those FLOPs for each byte on
/// the slowest link of its way, and reaches the rate at which both end that run side by side.
struct RooflinePoint
{
    std::string id; ///< "qkv", "mlp_in", "attention", "norms", "fsdp", "tensor" …
    std::string label;
    Flop flop; ///< of one step on one device
    Bytes bytes; ///< through device memory, or over the slowest link
    Seconds time; ///< of the work, or of the traffic
    Seconds beside; ///< of traffic: the computation that it serves; else 0
    Roof roof = Roof::Memory;
    BytesPerSecond roofRate; ///< peak of what moves the bytes

    bool isCollective() const { return roof != Roof::Memory; }
    /// FLOP per byte.
    double intensity() const { return flop.value() / bytes.value(); }
    FlopPerSecond attained() const { return flop / std::max(time, beside); }
    bool operator==(const RooflinePoint &) const = default;
};

/// One collective per parallel axis: how long it takes, what can hide it, what stays visible.
struct CollectiveLoad
{
    std::string axis; ///< "fsdp", "tensor", "data", "context", "expert", "pipeline"
    std::string operation; ///< "all-gather", "reduce-scatter", …
    Bytes bytes; ///< per device and step
    Seconds duration;
    Seconds window; ///< compute that may run meanwhile
    Seconds exposed;
    BytesPerSecond minBandwidth; ///< that would hide it in this window; 0 when it cannot
    bool crossesNodes = false;
    bool operator==(const CollectiveLoad &) const = default;
};

/// Whence the time between two checkpoints.
enum class CheckpointPeriod : std::uint8_t { Best, Plan };

/// What failures, restarts and checkpoints make of a training run. @source FORMULAS §9
struct RunInterruptions
{
    double goodput = 1; ///< share of the time that makes progress
    double goodputP10 = 1, goodputP90 = 1; ///< ends of its 80 % interval
    double days = 0; ///< of the calendar
    double deviceHours = 0;
    double cost = 0; ///< USD; devices that wait are paid for
    double failures = 0; ///< expected over the run
    Seconds meanTimeBetweenFailures; ///< of the whole job
    Bytes stateBytesPerParameter;
    Bytes state; ///< that a checkpoint holds
    Seconds checkpoint; ///< that training waits for one
    CheckpointPeriod period = CheckpointPeriod::Best;
    Seconds interval; ///< between two checkpoints
    double intervalSteps = 0; ///< the same, at least 1
    double bestIntervalSteps = 0; ///< what costs least
    Seconds restart;
    bool operator==(const RunInterruptions &) const = default;
};

/// What a whole training run takes; present when the plan names training tokens. The figures of its
/// own are those of an undisturbed run.
struct RunEstimate
{
    double days = 0;
    double deviceHours = 0;
    double cost = 0; ///< USD
    double energyKwh = 0;
    std::optional<RunInterruptions> withFailures; ///< of training
    bool operator==(const RunEstimate &) const = default;
};

/// The answer to a plan. Equal plans give equal estimates, bit for bit.
struct Estimate
{
    std::string plan;
    double parametersTotal = 0;
    double parametersActive = 0;
    double parametersTrained = 0; ///< all of them, or the adapters alone
    DerivedNumbers derived;
    MemoryEstimate memory;
    TimeEstimate time;
    ThroughputEstimate throughput;
    std::vector<RooflinePoint> roofline;
    std::vector<CollectiveLoad> collectives;
    std::optional<RunEstimate> run;
    std::array<AssumedShift, assumptionCount> assumed {}; ///< in the order of assumptionRows()
    std::string bottleneck; ///< term id
    std::string stack; ///< id of the software-stack profile used
    bool isExtrapolated = false; ///< outside the region that measurements cover
    std::vector<std::string> assumptions; ///< one English sentence each
    std::vector<Finding> findings;

    bool operator==(const Estimate &) const = default;
};

} // namespace headroom
