#pragma once

#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"

namespace headroom {

/// Model FLOPs of one token of the workload, the causal half of attention: what MFU counts. A pass
/// without training is a third of it. @source FORMULAS §3
inline Flop modelFlopPerToken(const Prepared &p)
{
    constexpr double trainingPasses = 3; ///< in units of the forward pass
    const Flop training = p.flopPerToken[static_cast<std::size_t>(FlopsConvention::Causal)];
    return p.isInference ? training / trainingPasses : training;
}

/// What the policy computes again for one token, and a frozen reference besides, counted like model
/// FLOPs: HFU adds it.
/// @source FORMULAS §3, §5.3
inline Flop replayFlopPerToken(const Prepared &p, const Candidate &c)
{
    if (p.isInference)
        return {};
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    double dense = 0, moe = 0;
    for (const Linear &linear : p.matrices()) {
        const double matrix = 2 * linear.in * linear.out * (linear.isOfExperts() ? p.topK : 1)
            * remat.replay[linear.tensor];
        double flop = matrix;
        for (const Adapter &adapter : linear.adaptersOf(p.tuning))
            flop += matrix * p.tuning.rank * (adapter.in + adapter.out) / (linear.in * linear.out);
        dense += linear.ofDense ? flop : 0;
        moe += linear.ofMoe ? flop : 0;
    }
    const double attention
        = 2 * p.modelKeys * p.heads * (p.headDim + p.valueDim) * remat.replayAttention;
    const double reference = p.tuning.hasReferencePass ? 2 * p.headParameters : 0;
    return Flop { p.denseLayers * dense + p.moeLayers * moe + p.layers * attention + reference };
}

/// Peak that utilisation is a share of: dense, of the fastest number format among the plan's
/// GEMMs. Head and attention stay in 16 bits under every recipe, and a chip may be slower in the
/// recipe's format than in 16 bits (int8 on B300): a share of the slower peak could pass one.
inline FlopPerSecond utilisationPeak(const Prepared &p)
{
    return std::max(p.recipes.front().gemmPeak, p.peak16);
}

} // namespace headroom
