#include "model/physics/step/evaluate.h"

#include "model/physics/compute/layer_compute.h"
#include "model/physics/memory/peak_memory.h"
#include "model/physics/step/layer_traffic.h"

namespace headroom {
namespace {

template <class Trace>
LayerCost oneLayer(const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind,
    const LayerGemmsOf<NumberOf<Trace>> &gemms, const WorkTime &attention, const TensorCalls &calls,
    const LayerTraffic &context, Trace &trace)
{
    LayerCost cost;
    SiteTimes sites;
    const WorkTime gemm = gemmWork(p, c, kind, gemms, sites, trace);
    const LayerTraffic tensor = tensorTraffic(p, c, calls, sites, kind, trace);
    const WorkTime element = elementWork(p, c, layout, kind, trace);
    cost.gemmForward = gemm.forward;
    cost.gemmBackward = gemm.backward;
    cost.gemmReplay = gemm.replay;
    cost.attentionForward = attention.forward;
    cost.attentionBackward = attention.backward;
    cost.attentionReplay = attention.replay;
    cost.elementForward = element.forward;
    cost.elementBackward = element.backward;
    cost.elementReplay = element.replay;
    cost.tensorForward = tensor.forward;
    cost.tensorBackward = tensor.backward;
    cost.tensorBytes = tensor.bytes;
    cost.tensorSeconds = tensor.duration;
    cost.contextForward = context.forward;
    cost.contextBackward = context.backward;
    cost.contextBytes = context.bytes;
    cost.contextSeconds = context.duration;
    cost.contextForwardSeconds = context.forwardDuration;
    if (kind == LayerKind::Moe) {
        const LayerTraffic expert = expertTraffic(p, c, layout, trace);
        cost.expertForward = expert.forward;
        cost.expertBackward = expert.backward;
        cost.expertBytes = expert.bytes;
        cost.expertSeconds = expert.duration;
        cost.expertForwardSeconds = expert.forwardDuration;
    }
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const Bytes offloaded { remat.offloadBytes * layout.tokens / c.tensor };
    if (offloaded > Bytes {} && !p.isInference)
        cost.hostForward = cost.hostBackward = offloaded / p.hostRate;
    return cost;
}

/// Host's time to issue a layer whose GEMMs are quantised over the time without: an input and a
/// weight are cast in front of each GEMM, and their scales brought up to date. A compiler puts
/// these into other kernels.
/// @source Transformer Engine module/linear.py, fp8 quantizers; torchao float8_linear.py
double castLaunchFactor(const Prepared &p, const Candidate &c, LayerKind kind)
{
    constexpr double castLaunches = 4;
    if (p.isCompiled || !p.recipes[static_cast<std::size_t>(c.recipe)].isLow)
        return 1;
    const double plain = p.assumed.adaptedLayerLaunches;
    double kernels = plain;
    for (const Linear &linear : p.matrices())
        if (linear.isOf(kind) && linear.isQuantised)
            kernels += castLaunches;
    return kernels / plain;
}

/// Host time to issue one layer, as far as recorded graphs do not replay it. Routing, permutation
/// and grouped GEMMs of an expert layer are many small kernels of their own.
/// @source FORMULAS §6.4
LaunchSeconds launchSeconds(const Prepared &p, const Candidate &c, LayerKind kind)
{
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    Seconds forward { p.stack.launchSecondsPerLayer * p.launchShare };
    if (kind == LayerKind::Moe)
        forward += Seconds { p.stack.expertLaunchSeconds * p.chip.hostFactor * p.launchShare };
    if (!p.flags.recordsGraphs)
        forward = forward / p.assumed.graphLaunchShare;
    forward = forward * tuningLaunchFactor(p, kind) * castLaunchFactor(p, c, kind);
    return { forward, forward * (p.assumed.backwardLaunches + remat.replayElementwise) };
}

} // namespace

template <class Trace>
LayerCosts layerCosts(const Prepared &p, const Candidate &c, const Layout &layout,
    const SharedWorkOf<NumberOf<Trace>> &shared, Trace &trace)
{
    LayerCosts costs;
    const auto &gemms = shared.gemms;
    const WorkTime attention = attentionWork(p, c, layout, trace);
    const TensorCalls tensor = tensorCalls(p, c, layout);
    const LayerTraffic context = contextTraffic(p, c, layout, attention, trace);
    if (p.denseLayers > 0)
        costs.dense
            = oneLayer(p, c, layout, LayerKind::Dense, gemms, attention, tensor, context, trace);
    if (p.moeLayers > 0)
        costs.moe
            = oneLayer(p, c, layout, LayerKind::Moe, gemms, attention, tensor, context, trace);
    if constexpr (Trace::records)
        traceLookup(p, c, layout, trace);
    costs.headForward = shared.head.forward;
    costs.headBackward = shared.head.backward;
    costs.embedForward = lookupTraffic(p, layout) / p.memoryRate;
    costs.embedBackward = lookupBackwardPasses(p) * costs.embedForward;
    if (!p.isTpu) {
        costs.denseLaunch = launchSeconds(p, c, LayerKind::Dense);
        costs.moeLaunch = launchSeconds(p, c, LayerKind::Moe);
    }
    return costs;
}

template <class Trace>
void evaluateMemory(const Prepared &p, const Candidate &c, const Layout &layout,
    Evaluation &evaluation, Trace &trace)
{
    NoTrace none;
    OutsideBytes ofFirst, ofLast;
    const MemoryTerms first = stageMemory(p, c, layout, Stage::First, ofFirst, none);
    evaluation.memory = first;
    evaluation.worstStage = 0;
    evaluation.evaluationExcess = ofFirst.evaluationExcess;
    if (c.pipeline > 1) {
        const MemoryTerms last = stageMemory(p, c, layout, Stage::Last, ofLast, none);
        if (last.total() > first.total()) {
            evaluation.memory = last;
            evaluation.worstStage = c.pipeline - 1;
            evaluation.evaluationExcess = ofLast.evaluationExcess;
        }
    }
    if constexpr (Trace::records) {
        OutsideBytes ofWorst;
        stageMemory(
            p, c, layout, evaluation.worstStage == 0 ? Stage::First : Stage::Last, ofWorst, trace);
    }
    if (p.stack.memoryFactor != 1)
        for (Bytes &value : evaluation.memory.values)
            value = value * p.stack.memoryFactor;
    if (p.compiled)
        p.compiled->apply(evaluation.memory);
    evaluation.peak = evaluation.memory.total();
    evaluation.outsidePool
        = outsidePool(p, c, std::max(ofFirst.registered, ofLast.registered), trace);
    evaluation.host = hostMemoryPerNode(p, layout, std::max(ofFirst.host, ofLast.host), trace);
    evaluation.budget = poolBudget(p, evaluation.outsidePool, trace);
    evaluation.reserved = reservedFor(p, evaluation.memory, evaluation.peak);
    evaluation.fits = evaluation.reserved <= evaluation.budget
        && (p.poolBytes <= Bytes {} || evaluation.outsidePool <= p.usableBytes - p.poolBytes);
}

template LayerCosts layerCosts(const Prepared &, const Candidate &, const Layout &,
    const SharedWorkOf<NumberOf<NoTrace>> &, NoTrace &);
template void evaluateMemory(
    const Prepared &, const Candidate &, const Layout &, Evaluation &, NoTrace &);
template LayerCosts layerCosts(const Prepared &, const Candidate &, const Layout &,
    const SharedWorkOf<NumberOf<DerivationTrace>> &, DerivationTrace &);
template void evaluateMemory(
    const Prepared &, const Candidate &, const Layout &, Evaluation &, DerivationTrace &);

} // namespace headroom
