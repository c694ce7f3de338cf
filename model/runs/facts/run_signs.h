#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// A number of a log that may point at why its run was slow.
enum class RunSign {
    AllocatorRetries, ///< times that the allocator freed its cache to find room
    OutOfMemory, ///< faults for want of memory
    NvlsChannels, ///< channels through the NVSwitch that NCCL set up, most of all communicators
    NetworkDevices, ///< adapters that NCCL uses on a node, fewest
    SocketTransport, ///< times that NCCL took sockets for its network
    RdmaOff, ///< adapters without GPU Direct RDMA
    PowerW, ///< mean power of a device, largest
    LeastClockMhz, ///< of a device under load: the slowest device
    MaxClockMhz, ///< the same of the fastest
    PowerThrottle, ///< devices that report a power cap in action
    ThermalThrottle, ///< devices that report a slowdown by heat or hardware
    LaunchBlocking, ///< 1: each kernel waits for the one before
    BatchGeneratorSeconds, ///< host time for the next batch, of the slowest rank, of all lines
    /// Forward and backward pass on the fastest rank; of all lines the shortest, as the first ones
    /// compile.
    LeastComputeSeconds,
    MaxComputeSeconds, ///< the same on the slowest
    SynchronisedTimers, ///< lines of timers that make the host wait for the device
    RankSpread, ///< median of (slowest − fastest) / mean step over ranks
    SlowSteps, ///< outliers above the median
    SlowStepSeconds, ///< that such a step is longer, mean
    SlowStepPeriod, ///< steps between them where they come regularly; 0: they do not
    SlowStepShare, ///< of the run's time that they add
    Drift, ///< last third of the steps over the first, minus 1
    FastModeSeconds, ///< of a bimodal run
    FastModeShare,
    SlowModeSeconds,
    Attempts, ///< starts that the log holds, where more than one
    Tflops, ///< that steps print as the model's of a device, largest
    NetworkPart, ///< of the network's rate that a benchmark of the run's machine reached, least
    LinkPart, ///< the same of the links inside a node
    DeviceBusy, ///< percent of the time that the busiest device had work, by the driver
    ProfileMisses, ///< collectives that the scheduler's profile does not know
    BalancingLoss, ///< of a router over experts, largest; 1: all experts are alike
    BatchTimers, ///< lines that the seconds for batches are the sum of; absent: one
    Count
};

/// "nvls_channels"
const char *runSignName(RunSign sign);

/// The signs of a run. Those that a log repeats keep the value that says most.
class RunSigns
{
public:
    /// Joins with what was seen before as the sign wants it: largest, smallest or sum.
    void see(RunSign sign, double value);
    std::optional<double> find(RunSign sign) const
    {
        return m_values[static_cast<std::size_t>(sign)];
    }
    double value(RunSign sign, double fallback = 0) const { return find(sign).value_or(fallback); }
    void join(const RunSigns &other);
    bool empty() const;

    /// "nvls_channels=0;power_w=690", in the order of the list; what is not understood is left out.
    std::string text() const;
    static RunSigns parse(std::string_view text);
    bool operator==(const RunSigns &) const = default;

private:
    std::array<std::optional<double>, static_cast<std::size_t>(RunSign::Count)> m_values {};
};

} // namespace headroom
