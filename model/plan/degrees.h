#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace headroom {

/// Most devices of one plan, and the largest degree. ASSUMED: the largest sites that anyone has
/// announced are to hold about a million accelerators, and no job has run on a tenth of that. Below
/// it three counts or degrees multiply without overflow in 64 bits.
inline constexpr std::int64_t maxDevices = std::int64_t { 1 } << 20;

enum class ContextStrategy { AllGather, Ring, Ulysses };

/// How many devices share what, and how a batch is cut. A plan has one set of them, a search makes
/// millions; the fields stand in the order of the plan file, which also orders equal results.
struct Degrees
{
    int data = 1; ///< replicas
    int fsdp = 1; ///< shards of weights, gradients and optimizer state
    int zeroStage = 3; ///< what fsdp shards
    int tensor = 1;
    bool sequenceParallel = false;
    int context = 1;
    ContextStrategy contextStrategy = ContextStrategy::AllGather;
    int pipeline = 1;
    int chunks = 1; ///< interleaving: virtual stages of one stage
    int expert = 1;
    int expertTensor = 1;
    double microBatch = 1; ///< sequences per data-parallel rank; may be a fraction
    auto operator<=>(const Degrees &) const = default;
    bool operator==(const Degrees &) const = default;
};

/// Fields that differ; the context strategy counts where both split the context.
inline int differences(const Degrees &a, const Degrees &b)
{
    return (a.data != b.data) + (a.fsdp != b.fsdp) + (a.zeroStage != b.zeroStage)
        + (a.tensor != b.tensor) + (a.sequenceParallel != b.sequenceParallel)
        + (a.context != b.context) + (a.pipeline != b.pipeline) + (a.chunks != b.chunks)
        + (a.expert != b.expert) + (a.expertTensor != b.expertTensor)
        + (a.microBatch != b.microBatch)
        + (a.context > 1 && b.context > 1 && a.contextStrategy != b.contextStrategy);
}

/// Axes that a mesh can split, in the order of meshDegrees().
inline constexpr std::array meshAxes { "data", "fsdp", "tensor", "context", "pipeline", "expert" };
std::array<int, meshAxes.size()> meshDegrees(const Degrees &degrees);

/// Product of all degrees that devices multiply to; exact up to 2^53, far beyond any valid count.
double deviceProduct(const Degrees &degrees, bool expertIsAxis);
/// Batch shards: data · fsdp (· expert where it is an axis). @pre degrees up to maxDevices
std::int64_t batchRanks(const Degrees &degrees, bool expertIsAxis);
/// Micro-batches per step on one data-parallel rank; valid plans give a whole number.
/// global batch / (micro-batch · ranks)
double microBatchesPerStep(std::int64_t globalBatch, const Degrees &degrees, bool expertIsAxis);

} // namespace headroom
