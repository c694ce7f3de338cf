#pragma once

#include "model/flags/catalogue/jaxlib_releases.h"
#include "model/library/hardware/gpu_generation.h"
#include "model/plan/resolved_plan.h"

namespace headroom {

/// The numbers of a plan that advice is computed from. All bytes are on one device.
struct AdviceInputs
{
    explicit AdviceInputs(const ResolvedPlan &resolved);

    bool isTpu = false;
    const FrameworkTraits *framework = nullptr; ///< never null once made
    GpuGeneration generation = GpuGeneration::Other;
    bool hasSwitch = false; ///< NVSwitch: reductions in the network of the node

    std::int64_t devices = 1;
    int nodes = 1, devicesPerNode = 1, scaleUpDomain = 8;
    int data = 1, fsdp = 1, tensor = 1, context = 1, pipeline = 1, expert = 1;
    bool exchangesHeads = false; ///< context parallelism by Ulysses
    bool shardsWeights = false; ///< weights are gathered layer by layer (ZeRO stage 3)
    bool isTraining = true;
    bool scanLayers = true;
    int layers = 1;
    bool hasExperts = false;

    double layerParameters = 0; ///< of the largest layer on one tensor and expert rank
    Bytes layerGather; ///< of one layer, in the number format on the wire
    Bytes layerGradients;
    Bytes gradients; ///< of all layers on one data-parallel rank, unsharded
    Bytes gatherElement { 2.0 }, gradientElement { 4.0 };
    double tokens = 0; ///< of one micro-batch on one tensor group
    Bytes qkvOutput, mlpOutput; ///< of the GEMMs beside tensor collectives
    Bytes largestGemmOutput;
    Seconds halfLayerBackward; ///< at half of the peak rate
    BytesPerSecond replicaBandwidth; ///< between replicas
    Bytes state; ///< weights and optimizer state after sharding

    Bytes usable; ///< memory of the chip
    Bytes reserve; ///< outside JAX's pool: context, libraries, NCCL, margin
    double memoryFraction = 0.75; ///< what the reserve leaves, rounded down to 0.05
    Bytes free; ///< pool minus state

    bool offloadsActivations = false;
    bool usesFusedAttention = false; ///< cuDNN attention through Transformer Engine
    double gemmGain = 1; ///< of 16-bit products over the plan's, by peak rates
    std::optional<NumberFormat> betterCompute; ///< of 16 bits; nothing: none is better
    double hostMemoryGibPerDevice = 0;
    double vmemKib = 0, vmemHighestKib = 0;
    bool hasSparseCore = false;
    std::string accelerator;
    const Accelerator *chip = nullptr; ///< of the resolved plan, which outlives this
};

// Reserve outside the pool.
inline constexpr double contextGib = 1.8; ///< GiB; largest of 0.90–1.78 measured (ml-engineering)
inline constexpr double communicatorGib = 0.4; ///< GiB per parallel axis, ASSUMED (FORMULAS §5.6)
inline constexpr double reserveMarginGib = 2.0; ///< GiB for NVLS and library growth, ASSUMED

} // namespace headroom
