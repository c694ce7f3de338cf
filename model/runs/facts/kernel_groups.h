#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace headroom {

/// What a kernel of a profile does, in the terms of an estimate. Computation comes first, then
/// transfers, in the order in which time that several share is given to one of them.
enum class KernelGroup : std::uint8_t {
    Gemm, ///< matrix products, the head's included
    Attention,
    Elementwise, ///< norms, activations, casts, copies inside a device, the update
    Other, ///< computes something that no rule knows
    AllGather,
    ReduceScatter,
    AllReduce,
    AllToAll,
    SendRecv,
    OtherCollective,
    HostTransfer,
    Container, ///< holds other operations of its line (loops); counts for nothing itself
};
inline constexpr std::size_t kernelGroupCount = 12;

inline bool isComputation(KernelGroup group)
{
    return group <= KernelGroup::Other;
}
inline bool isCollective(KernelGroup group)
{
    return group >= KernelGroup::AllGather && group <= KernelGroup::OtherCollective;
}

/// "gemm", "all_gather", …: ids of terms that profiles have.
const char *kernelGroupId(KernelGroup group);

/// What names tell of a kernel or operation; all but `name` may be empty.
struct KernelNames
{
    std::string_view name; ///< of the kernel, copy or XLA operation
    std::string_view category {}; ///< XLA's hlo_category
    std::string_view collective {}; ///< as PyTorch recorded it
};

/// The group of a kernel by the rules in kernel_groups.cpp, the only place that has them.
KernelGroup kernelGroup(const KernelNames &names);

} // namespace headroom
