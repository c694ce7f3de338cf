#include "model/search/bounds.h"

#include "model/physics/memory/peak_memory.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr double roundingSlack = 1 - 1e-9; ///< sums are added in another order than in the formulas

Candidate withRanks(Candidate candidate, int data, int fsdp, int zeroStage)
{
    candidate.data = data;
    candidate.fsdp = fsdp;
    candidate.zeroStage = zeroStage;
    return candidate;
}

} // namespace

PeakBound::PeakBound(const Prepared &p, const Candidate &c)
    : m_prepared(p)
    , m_sharded { withRanks(c, 1, c.data * c.fsdp, 3), {} }
    , m_replicated { withRanks(c, c.data * c.fsdp, 1, 2), {} }
{
    for (Extreme *one : { &m_sharded, &m_replicated })
        one->layout = placeCandidate(p, one->candidate);
}

PeakBound::Least PeakBound::minState(Stage stage) const
{
    NoTrace none;
    const Prepared &p = m_prepared;
    const auto &[sharded, layout] = m_sharded;
    const StageParameters own = stageParameters(p, sharded, layout, stage);
    const StateMemory one = stateMemory(p, sharded, layout, own, none);
    const StateMemory two = stateMemory(p, m_replicated.candidate, m_replicated.layout, own, none);
    return { std::min(one.weights, two.weights), std::min(one.gradients, two.gradients),
        std::min(one.optimizer, two.optimizer) };
}

double PeakBound::peak(Stage stage, const Least &state) const
{
    NoTrace none;
    const Prepared &p = m_prepared;
    const ActivationMemory activations
        = activationMemory(p, m_sharded.candidate, m_sharded.layout, stage, none);
    const double atLoss = activations.saved + std::max(activations.working, activations.logits);
    // Gradients that grow while activations go are not all there at the loss (worstMoment).
    const double moving = p.stack.gradientsGrow
        ? std::max(atLoss, state.gradients + activations.working)
        : state.gradients + atLoss;
    const double used = state.weights + state.optimizer + moving;
    return used * std::max(1.0, p.isCompiled ? p.stack.fragmentation : p.stack.eagerFragmentation);
}

Bytes PeakBound::at(const Candidate &c)
{
    for (Extreme *one : { &m_sharded, &m_replicated }) {
        one->candidate.microBatch = c.microBatch;
        one->candidate.chunks = c.chunks;
        one->candidate.remat = c.remat;
        placeWork(m_prepared, one->candidate, one->layout);
    }
    // Of a micro-batch the state asks whether there are others; chunks may move given layers.
    const bool accumulates = m_sharded.layout.microBatches > 1;
    if (m_accumulates != accumulates || !m_prepared.stageLayers.empty()) {
        m_accumulates = accumulates;
        m_first = minState(Stage::First);
        if (c.pipeline > 1)
            m_last = minState(Stage::Last);
    }
    double most = peak(Stage::First, m_first);
    if (c.pipeline > 1)
        most = std::max(most, peak(Stage::Last, m_last));
    const auto &compiled = m_prepared.compiled;
    const double least = compiled ? std::min(compiled->state.factor(), compiled->rest.factor()) : 1;
    return Bytes { most * m_prepared.stack.memoryFactor * least * roundingSlack };
}

Bytes maxBudget(const Prepared &p)
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
