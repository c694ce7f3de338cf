#pragma once

#include <array>

namespace headroom {

/// What a group of devices does together. Bytes are NCCL's count: the larger of the send and the
/// receive buffer of one rank, so the whole gathered or scattered tensor; a message for
/// SendReceive.
enum class CollectiveKind { AllGather, ReduceScatter, AllReduce, AllToAll, Broadcast, SendReceive };
inline constexpr std::array<const char *, 6> collectiveKindNames { "all_gather", "reduce_scatter",
    "all_reduce", "all_to_all", "broadcast", "send_receive" };

/// How the data travels. Nvls adds up and multicasts in the NVSwitch, NvlsTree besides passes the
/// sums along a tree of nodes; Collnet adds up in the network's switches; Pat is a tree of parallel
/// aggregation for one device per node; Symmetric are kernels on symmetric memory; Pairs sends from
/// each to each; Torus are the rings of a TPU's axes.
enum class CollectiveAlgorithm {
    Ring,
    Tree,
    Nvls,
    NvlsTree,
    CollnetDirect,
    CollnetChain,
    Pat,
    Symmetric,
    Pairs,
    Torus
};
inline constexpr std::array<const char *, 10> collectiveAlgorithmNames { "ring", "tree", "nvls",
    "nvls_tree", "collnet_direct", "collnet_chain", "pat", "symmetric", "pairs", "torus" };

/// LowLatency sends a flag with every 4 bytes, LowLatency128 with every 120, Simple synchronises
/// whole chunks.
enum class CollectiveProtocol { LowLatency, LowLatency128, Simple };
inline constexpr std::array<const char *, 3> collectiveProtocolNames { "ll", "ll128", "simple" };

} // namespace headroom
