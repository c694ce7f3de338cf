#include "model/search/bounds.h"

#include "model/physics/peak_memory.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr double roundingSlack = 1 - 1e-9; ///< sums are added in another order than in the formulas

/// A point with its state spread as far as it goes, and with none of the weights sharded.
struct Extremes
{
    Candidate sharded, replicated;
    Layout sharedLayout, ownLayout;

    Extremes(const Prepared &p, const Candidate &candidate)
        : sharded(candidate)
        , replicated(candidate)
    {
        const int ranks = candidate.data * candidate.fsdp;
        sharded.data = 1;
        sharded.fsdp = ranks;
        sharded.zeroStage = 3;
        replicated.data = ranks;
        replicated.fsdp = 1;
        replicated.zeroStage = 2;
        sharedLayout = placeCandidate(p, sharded);
        ownLayout = placeCandidate(p, replicated);
    }
};

double stagePeak(const Prepared &p, const Extremes &of, Stage stage)
{
    NoTrace none;
    const StageParameters own = stageParameters(p, of.sharded, of.sharedLayout, stage);
    const StateMemory one = stateMemory(p, of.sharded, of.sharedLayout, own, none);
    const StateMemory two = stateMemory(p, of.replicated, of.ownLayout, own, none);
    const ActivationMemory activations
        = activationMemory(p, of.sharded, of.sharedLayout, stage, none);
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
    const Extremes of(p, c);
    double peak = stagePeak(p, of, Stage::First);
    if (c.pipeline > 1)
        peak = std::max(peak, stagePeak(p, of, Stage::Last));
    return Bytes { peak * p.stack.memoryFactor * roundingSlack };
}

Bytes mostBudget(const Prepared &p)
{
    return p.poolBytes > Bytes {} ? p.poolBytes : p.usableBytes;
}

StepBound::StepBound(
    const Prepared &p, const Candidate &c, const Layout &layout, const LayerCosts &costs)
    : m_prepared(p)
    , m_pace(PaceStages(p, c, costs, layout, kindPasses(p, c, layout, costs)).busiest())
    , m_microBatches(layout.microBatches)
{
    if (c.pipeline > 1)
        m_transfer = stageTransfer(p, c, layout, sendCurve(p, c, layout));
    m_transfer.exposed *= std::min(1.0, p.assumed.decomposedExposed);
}

Seconds StepBound::at(const Candidate &c) const
{
    const Prepared &p = m_prepared;
    Seconds step = m_microBatches * m_pace.own();
    if (c.pipeline > 1)
        step += pipelineBubble(p, c, m_pace, {}) + pipelineSends(p, c, m_pace, m_transfer).exposed;
    return (step + Seconds { p.stack.fixedSeconds }) * p.stepFactor * roundingSlack;
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
    own.pipelinedHostOffload = true;
    own.stepTimeFactor = std::min(own.stepTimeFactor, 1.0);
    return own;
}

} // namespace headroom
