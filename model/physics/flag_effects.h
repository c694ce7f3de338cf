#pragma once

#include "model/base/units/quantity.h"

namespace headroom {

/// What the effective flags and variables of a plan (advice overlaid by the plan's own) do to its
/// step and memory, in the words of the time and memory model. Switches say what the program then
/// does. Multipliers are relative to a well-tuned run, which is what the constants of the time
/// model are fitted on: 1 with the advised flags, worse when one of them is missing, better where a
/// flag goes beyond the usual. Confidence: switches follow the compiler's sources; every multiplier
/// is ASSUMED (FORMULAS §6.9) unless its comment says otherwise.
struct FlagEffects
{
    // --- Scheduling ---------------------------------------------------------------------------
    /// The latency hiding scheduler reorders the program: collectives get a window of computation.
    /// False: every window is 0, all collectives are exposed. On TPU and outside JAX: true.
    bool latencyHiding = true;
    /// Kinds of collective that run on a stream of their own; a synchronous one has no window.
    bool asyncAllGather = true;
    bool asyncReduceScatter = true;
    bool asyncAllReduce = true;
    bool asyncAllToAll = true;
    bool asyncPermute = true;
    /// The collective of the neighbouring layer moves into this iteration of the scanned loop: its
    /// window is a whole layer instead of half of its own; one more layer of buffers is alive.
    bool pipelinedAllGather = false;
    bool pipelinedReduceScatter = false;
    bool pipelinedAllReduce = false;
    bool pipelinedP2p = false;
    /// The layer loop is unrolled by two with alternating buffers: no copies of loop state, odd and
    /// even layers overlap, one more layer of buffers. Needs a scanned model with two layers or
    /// more.
    bool doubleBuffering = false;
    /// The whole layer loop is unrolled (no loop boundary at all, buffers of all layers may
    /// coexist).
    bool fullUnroll = false;
    /// Measured durations guide the scheduler (profile-guided latency estimator).
    bool profileGuided = false;
    /// Reached overlap relative to a schedule made with guessed durations: 1/0.85 with measured
    /// ones (profile-guided), 1 otherwise.
    double overlapEfficiency = 1.0;

    // --- Messages -----------------------------------------------------------------------------
    /// Size up to which collectives of one kind are merged into one call (30 MiB in XLA).
    Bytes allGatherCombineThreshold { 31457280.0 };
    Bytes reduceScatterCombineThreshold { 31457280.0 };
    Bytes allReduceCombineThreshold { 31457280.0 };
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
    bool userBuffers = false; ///< collectives read XLA's buffers without a staging copy
    bool symmetricBuffers = false;
    bool nvls = true; ///< reductions inside the NVSwitch where the chip has it
    int ncclCollectiveMaxChannels = 0; ///< SMs per collective; 0: NCCL decides
    int ncclP2pMaxChannels = 0;
    bool ncclCommSplitting = true; ///< communicators share buffers
    /// Multiplies every exposed part: 1.2 for a missing stream priority, 1.2 for several hardware
    /// queues on a chip that wants one.
    double exposureFactor = 1.0;
    /// Multiplies the effective fast-link bandwidth of collectives (user buffers with NVLS: 1.15).
    double linkEfficiencyFactor = 1.0;
    /// Multiplies the contention κ of overlapped collectives (user buffers with NVLS: 0.5).
    double contentionFactor = 1.0;
    /// Share of NCCL's own channel count that is left by a channel limit, 0..1; bandwidth falls in
    /// proportion once a limit is below what saturates the link, contention falls with it.
    double channelShare = 1.0;

    // --- Launching and code ---------------------------------------------------------------------
    bool commandBuffers = true; ///< kernels are recorded into CUDA graphs
    double launchFactor = 1.0; ///< multiplies kernel launch overhead: 1/0.3 without command buffers
    bool rematPass = true; ///< XLA may trade computation for memory by itself

    // --- Memory ---------------------------------------------------------------------------------
    double memoryFraction = 0.75; ///< pool as a share of usable memory; TPU and PyTorch: 1
    bool preallocate = true;
    int memoryLimitSlopPercent = 95; ///< overlap falls to nothing as the peak passes this share

    // --- TPU
    // --------------------------------------------------------------------------------------
    /// Collectives fused with computation on the TensorCore (async collective fusion).
    bool continuationFusionAllGather = false;
    bool continuationFusionAllReduce = false;
    bool continuationFusionReduceScatter = false;
    /// Collectives driven by the SparseCore: the TensorCore stays free.
    bool sparseCoreAllGather = false;
    bool sparseCoreAllReduce = false;
    bool sparseCoreReduceScatter = false;
    /// All-reduces between slices run behind the backward pass.
    bool dataParallelOverlap = false;
    bool hostOffloadScheduling = false; ///< many host copies in flight behind computation
    double scopedVmemKib = 16384; ///< scratch per operation; no first-order time term
    double stepTimeFactor = 1.0; ///< of the whole step: checkers such as SDC (about 6)

    bool operator==(const FlagEffects &) const = default;
};

} // namespace headroom
