#include "model/search/bounds.h"

#include "model/physics/peak_memory.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr double roundingSlack = 1 - 1e-9; ///< sums are added in another order than in the formulas

double stagePeak(const Prepared &p, const Candidate &candidate, Stage stage)
{
    NoTrace none;
    const int ranks = candidate.data * candidate.fsdp;
    Candidate sharded = candidate, replicated = candidate;
    sharded.data = 1;
    sharded.fsdp = ranks;
    sharded.zeroStage = 3;
    replicated.data = ranks;
    replicated.fsdp = 1;
    replicated.zeroStage = 2;
    const Layout layout = placeCandidate(p, sharded), other = placeCandidate(p, replicated);
    const StageParameters own = stageParameters(p, sharded, layout, stage);
    const StateMemory one = stateMemory(p, sharded, layout, own, none);
    const StateMemory two = stateMemory(p, replicated, other, own, none);
    const ActivationMemory activations = activationMemory(p, sharded, layout, stage, none);
    const double gradients = std::min(one.gradients, two.gradients);
    const double atLoss = activations.saved + std::max(activations.working, activations.logits);
    // Gradients that grow while activations go are not all there at the loss (worstMoment).
    const double moving = p.stack.gradientsGrow ? std::max(atLoss, gradients + activations.working)
                                                : gradients + atLoss;
    const double used
        = std::min(one.weights, two.weights) + std::min(one.optimizer, two.optimizer) + moving;
    return used * std::max(1.0, p.isCompiled ? p.stack.fragmentation : p.stack.eagerFragmentation);
}

} // namespace

Bytes leastPeak(const Prepared &p, const Candidate &c)
{
    double peak = stagePeak(p, c, Stage::First);
    if (c.pipeline > 1)
        peak = std::max(peak, stagePeak(p, c, Stage::Last));
    return Bytes { peak * p.stack.memoryFactor * roundingSlack };
}

Bytes mostBudget(const Prepared &p)
{
    return Bytes { p.poolBytes > 0 ? p.poolBytes : p.usableBytes };
}

Seconds leastStep(const Prepared &p, const Candidate &c, const LayerCosts &costs)
{
    const double passes = p.isInference ? 0 : 1;
    const auto both
        = [passes](const LayerCost &cost) { return cost.forward() + passes * cost.backward(); };
    Seconds micro = p.denseLayers * both(costs.dense) + p.moeLayers * both(costs.moe);
    if (c.pipeline == 1)
        micro += costs.headForward + passes * costs.headBackward;
    const double ranks = double(c.data) * c.fsdp * (p.expertIsAxis ? c.expert : 1);
    const double count = std::max(1.0, p.globalBatch / (c.microBatch * ranks));
    const double rounds
        = c.pipeline > 1 ? (c.pipeline - 1.0) / c.chunks * (1 - p.stack.zeroBubble) : 0;
    return (count + rounds) * micro / c.pipeline * p.stepFactor * roundingSlack;
}

FlagEffects fastestFlags(FlagEffects own)
{
    own.collectiveMatmul = true;
    own.collectiveMatmulThreshold = Bytes { 0.0 };
    own.queuesCompete = false;
    own.asyncPermute = true;
    own.asyncAllToAll = true;
    own.nvls = true;
    own.symmetricBuffers = true;
    own.ncclCollectiveMaxChannels = 0;
    own.ncclP2pMaxChannels = 0;
    own.recordsGraphs = true;
    own.stepTimeFactor = std::min(own.stepTimeFactor, 1.0);
    return own;
}

} // namespace headroom
