#pragma once

#include "model/base/units/quantity.h"

#include <cstdint>
#include <limits>

namespace headroom {

/// Share of a pool that is not preallocated: it takes what context and libraries leave (TPU,
/// PyTorch).
inline constexpr double growingPool = 0;
/// The variable that decides the share of JAX's pool on a GPU.
inline constexpr const char *poolShareVariable = "XLA_PYTHON_CLIENT_MEM_FRACTION";

/// Combine threshold of a run with the advised flags: one call carries a layer, whatever its size.
inline constexpr Bytes oneLayerCombined { 1e12 };

/// What the effective flags and variables of a plan (advice overlaid by the plan's own) do to its
/// step and memory, in the words of the time and memory model. Switches say what the program then
/// does, as the compiler's sources have it; physics knows what that costs
/// (model/physics/step/overlap.h). The defaults are a run with the advised flags, which is what
/// measured runs had and constants are fitted on.
struct FlagEffects
{
    // --- Scheduling ---------------------------------------------------------------------------
    /// The latency hiding scheduler reorders the program: collectives get a window of computation.
    /// False: XLA's memory-saving order leaves small ones on GPU, none on TPU. Outside JAX: true.
    bool latencyHiding = true;
    /// Kinds of collective that run on a stream of their own; a synchronous one has no window.
    bool asyncAllGather = true;
    bool asyncReduceScatter = true;
    bool asyncAllReduce = true;
    bool asyncAllToAll = true;
    bool asyncPermute = true;
    /// The collective of the neighbouring layer moves into this iteration of the scanned loop: its
    /// window is that layer instead of the other half of its own; what it carries over, a layer of
    /// gathered weights or of whole gradients, is one more layer of buffers.
    bool pipelinedAllGather = true;
    bool pipelinedReduceScatter = true;
    bool pipelinedAllReduce = true;
    bool pipelinedP2p = false;
    /// The layer loop is unrolled by two with alternating buffers: no copies of loop state. Needs a
    /// scanned model with two layers or more.
    bool doubleBuffering = true;
    /// The whole layer loop is unrolled (no loop boundary at all, buffers of all layers may
    /// coexist).
    bool fullUnroll = false;

    // --- Messages -----------------------------------------------------------------------------
    /// Size up to which collectives of one kind are merged into one call (30 MiB in XLA; here more
    /// than any layer). Of what comes out: a reduce-scatter counts its shard. 0: nothing is merged.
    Bytes allGatherCombineThreshold = oneLayerCombined;
    Bytes reduceScatterCombineThreshold = oneLayerCombined;
    Bytes allReduceCombineThreshold = oneLayerCombined;
    /// True: only tensors sharded along the same dimension are merged (two messages a layer).
    bool allGatherCombineByDim = false;
    bool reduceScatterCombineByDim = false;

    // --- Tensor and pipeline parallelism --------------------------------------------------------
    /// GEMMs beside a tensor-parallel collective are cut into chunks that overlap it …
    bool collectiveMatmul = false;
    /// … when the GEMM's output is at least this large.
    Bytes collectiveMatmulThreshold { 0.0 };
    /// Transfers between stages are split into send and receive, and so can overlap, from this
    /// size.
    bool permuteDecomposer = false;
    Bytes permuteDecomposerThreshold { 0.0 };

    // --- Device queues and NCCL -----------------------------------------------------------------
    bool highestPriorityStream = true;
    int deviceMaxConnections = 8; ///< CUDA_DEVICE_MAX_CONNECTIONS
    /// Collectives start late behind the GEMMs beside them: several hardware queues on a chip
    /// before Blackwell.
    bool queuesCompete = false;
    bool symmetricBuffers = false;
    bool nvls = true; ///< reductions inside the NVSwitch where the chip has it
    int ncclCollectiveMaxChannels
        = 0; ///< SMs per collective, contention with them; 0: NCCL decides
    int ncclP2pMaxChannels = 0;
    bool ncclCommSplitting = true; ///< communicators share buffers
    /// Sharded weights are gathered, and gradients reduced, in buffers registered with NCCL: a
    /// second pool outside XLA's. @source XLA gpu_memory_space_assignment.h, collective memory
    bool registeredBuffers = false;
    /// Most that the processes of a node move over the network: TCP sockets where InfiniBand is
    /// off.
    BytesPerSecond nodeNetworkLimit { std::numeric_limits<double>::infinity() };
    bool peersThroughHost = false; ///< GPUs of a node exchange through host memory
    /// NCCL's algorithms and protocols that may be chosen; bits by CollectiveAlgorithm and
    /// CollectiveProtocol.
    std::uint16_t ncclAlgorithms = 0xffff, ncclProtocols = 0xffff;

    // --- Launching and code ---------------------------------------------------------------------
    bool recordsGraphs = true; ///< command buffers: most launches are recorded once

    /// Copies of offloaded activations move into the neighbouring iteration of the scanned loop.
    bool pipelinedHostOffload = true;

    // --- Memory ---------------------------------------------------------------------------------
    double memoryFraction = 0.75; ///< preallocated pool as a share of usable memory, or growingPool
    bool recomputes = true; ///< XLA recomputes values of a program that exceeds its memory limit

    // --- TPU
    // --------------------------------------------------------------------------------------
    /// Collectives driven by the SparseCore: the TensorCore stays free. On TPU `async…` says that
    /// a kind runs beside computation at all, `pipelined…` that its window is a whole layer:
    /// SparseCore, continuation fusion over several kernels, or pipelined gathers.
    bool sparseCoreAllGather = false;
    bool sparseCoreAllReduce = false;
    bool sparseCoreReduceScatter = false;
    /// The chip's compiler leaves collectives to the SparseCore unless it is told otherwise.
    bool sparseCoreIsDefault = false;
    /// Reductions between slices are pipelined over the backward pass.
    bool dataParallelOverlap = true;
    double stepTimeFactor = 1.0; ///< of the whole step: checkers such as SDC (about 6)

    bool operator==(const FlagEffects &) const = default;
};

} // namespace headroom
