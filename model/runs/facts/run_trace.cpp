#include "model/runs/facts/run_trace.h"

#include "model/base/text/display_line.h"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

/// No memory is larger: a garbled number in a log is none.
constexpr double maxBytes = 0x1p60;

double peakOf(double bytes, double other)
{
    return other <= maxBytes ? std::max(bytes, other) : bytes;
}

} // namespace

void MemoryPeaks::join(const MemoryPeaks &other)
{
    allocated = peakOf(allocated, other.allocated);
    reserved = peakOf(reserved, other.reserved);
    device = peakOf(device, other.device);
    compiled = peakOf(compiled, other.compiled);
    inUse = peakOf(inUse, other.inUse);
}

void KernelSums::join(const KernelSums &other)
{
    for (std::size_t i = 0; i < seconds.size(); ++i)
        seconds[i] += other.seconds[i];
    steps += other.steps;
}

void RunTrace::seeMemoryRank(int rank)
{
    constexpr std::size_t maxRanks = 4096;
    const auto place = std::ranges::lower_bound(memoryRanks, rank);
    if (memoryRanks.size() < maxRanks && (place == memoryRanks.end() || *place != rank))
        memoryRanks.insert(place, rank);
}

void RunTrace::note(Message what)
{
    if (notes.size() < maxNotes && std::ranges::find(notes, what) == notes.end())
        notes.push_back(std::move(what));
}

void RunTrace::see(std::string_view variable, std::string_view value)
{
    static constexpr std::array known { "NCCL_ALGO", "NCCL_BUFFSIZE", "NCCL_COLLNET_ENABLE",
        "NCCL_CROSS_NIC", "NCCL_CUMEM_ENABLE", "NCCL_IB_DISABLE", "NCCL_IB_HCA",
        "NCCL_IB_QPS_PER_CONNECTION", "NCCL_LAUNCH_MODE", "NCCL_MAX_CTAS", "NCCL_MAX_NCHANNELS",
        "NCCL_MIN_CTAS", "NCCL_MIN_NCHANNELS", "NCCL_NET", "NCCL_NET_GDR_LEVEL", "NCCL_NTHREADS",
        "NCCL_NVLS_ENABLE", "NCCL_P2P_DISABLE", "NCCL_P2P_LEVEL", "NCCL_PROTO", "NCCL_SHM_DISABLE",
        "NCCL_VERSION" };
    constexpr std::size_t longestValue = 120;
    if (std::ranges::find(known, variable) != known.end())
        environment[std::string(variable)] = displayLine(value, longestValue);
}

void TraceCollection::add(Unrecognised what)
{
    ++unrecognisedCount;
    if (unrecognised.size() < maxUnrecognised)
        unrecognised.push_back(std::move(what));
}

void TraceCollection::add(const OperationSample &sample)
{
    if (operations.size() < maxOperations)
        operations.push_back(sample);
}

} // namespace headroom
