#include "model/estimate/evaluate.h"

#include "model/memory/peak_memory.h"
#include "model/time/layer_compute.h"
#include "model/time/layer_traffic.h"
#include "model/time/stage_transfer.h"
#include "model/time/state_traffic.h"

namespace headroom {
namespace {

template <class Trace>
LayerCost oneLayer(const Prepared &p, const Candidate &c, const Layout &layout, LayerKind kind,
    const WorkSeconds &attention, const TrafficSeconds &tensor, const TrafficSeconds &context,
    Trace &trace)
{
    LayerCost cost;
    const WorkSeconds gemm = gemmWork(p, c, layout, kind, trace);
    const WorkSeconds element = elementWork(p, c, layout, kind, trace);
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
    cost.tensorForwardSeconds = tensor.forwardDuration;
    cost.contextForward = context.forward;
    cost.contextBackward = context.backward;
    cost.contextBytes = context.bytes;
    cost.contextSeconds = context.duration;
    cost.contextForwardSeconds = context.forwardDuration;
    if (kind == LayerKind::Moe) {
        const TrafficSeconds expert = expertTraffic(p, c, layout, trace);
        cost.expertForward = expert.forward;
        cost.expertBackward = expert.backward;
        cost.expertBytes = expert.bytes;
        cost.expertSeconds = expert.duration;
        cost.expertForwardSeconds = expert.forwardDuration;
    }
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const double offloaded = remat.offloadBytes * layout.tokens / c.tensor;
    cost.hostForward = cost.hostBackward = offloaded > 0 ? offloaded / p.hostRate : 0;
    return cost;
}

} // namespace

template <class Trace> LayerCosts layerCosts(const Prepared &p, const Candidate &c, Trace &trace)
{
    const Layout layout = makeLayout(p, c);
    LayerCosts costs;
    const WorkSeconds attention = attentionWork(p, c, layout, trace);
    const TrafficSeconds tensor = tensorTraffic(p, c, layout, trace);
    const TrafficSeconds context = contextTraffic(p, c, layout, attention, trace);
    if (p.denseLayers > 0)
        costs.dense = oneLayer(p, c, layout, LayerKind::Dense, attention, tensor, context, trace);
    if (p.moeLayers > 0)
        costs.moe = oneLayer(p, c, layout, LayerKind::Moe, attention, tensor, context, trace);
    const WorkSeconds head = headWork(p, c, layout, trace);
    costs.headForward = head.forward;
    costs.headBackward = head.backward;
    const double lookup = 2 * layout.tokens * p.hidden * p.computeBytes / p.memoryRate;
    costs.embedForward = lookup;
    costs.embedBackward = 2 * lookup;
    costs.launchForward = p.isTpu ? 0 : p.stack.launchSecondsPerLayer * p.flags.launchFactor;
    return costs;
}

Candidate layerCostKey(const Prepared &prepared, const Candidate &candidate)
{
    Candidate key = candidate;
    // Accumulation decides whether weight gradients are read back; nothing else of these matters.
    const double ranks
        = double(candidate.data) * candidate.fsdp * (prepared.expertIsAxis ? candidate.expert : 1);
    key.data = prepared.globalBatch > candidate.microBatch * ranks ? 1 : 2;
    key.fsdp = 1;
    key.zeroStage = 0;
    key.pipeline = key.chunks = 1;
    key.optimizer = 0;
    return key;
}

template <class Trace>
void evaluateMemory(const Prepared &p, const Candidate &c, Evaluation &evaluation, Trace &trace)
{
    const Layout layout = makeLayout(p, c);
    NoTrace none;
    double firstHost = 0, lastHost = 0;
    const MemoryTerms first = stageMemory(p, c, layout, Stage::First, firstHost, none);
    evaluation.memory = first;
    evaluation.worstStage = 0;
    if (c.pipeline > 1) {
        const MemoryTerms last = stageMemory(p, c, layout, Stage::Last, lastHost, none);
        if (last.total() > first.total()) {
            evaluation.memory = last;
            evaluation.worstStage = c.pipeline - 1;
        }
    }
    if constexpr (Trace::records)
        stageMemory(p, c, layout, evaluation.worstStage == 0 ? Stage::First : Stage::Last,
            firstHost, trace);
    if (p.memoryFactor != 1)
        for (Bytes &value : evaluation.memory.values)
            value = value * p.memoryFactor;
    evaluation.peak = evaluation.memory.total();
    evaluation.outsidePool = Bytes { outsidePoolBytes(p, c) };
    evaluation.host
        = Bytes { std::max(firstHost, lastHost) * std::min(p.devicesPerNode, layout.devices) };
    // A preallocated pool has its size; one that grows takes what context and libraries leave.
    const double outside = evaluation.outsidePool.value();
    evaluation.budget = Bytes { p.poolBytes > 0 ? p.poolBytes : p.usableBytes - outside };
    evaluation.fits = evaluation.peak <= evaluation.budget
        && (p.poolBytes <= 0 || outside <= p.usableBytes - p.poolBytes);
}

namespace {

/// Sums of a stage for one micro-batch: compute, exposed traffic, launch bound.
struct StageTime
{
    double forward = 0, backward = 0;
    double launchGap = 0; ///< host time that the device's work does not cover
    double total() const { return forward + backward + launchGap; }
};

double mixed(const StageLayers &layers, double dense, double moe)
{
    return layers.dense * dense + layers.moe * moe;
}

StageTime stageTime(const LayerCosts &costs, const StageLayers &layers, bool hasFirst, bool hasLast)
{
    StageTime time;
    time.forward = mixed(layers, costs.dense.forward(), costs.moe.forward());
    time.backward = mixed(layers, costs.dense.backward(), costs.moe.backward());
    const LaunchGap dense = launchGap(costs.dense, costs.launchForward);
    const LaunchGap moe = launchGap(costs.moe, 2 * costs.launchForward);
    time.launchGap = mixed(layers, dense.forward + dense.backward, moe.forward + moe.backward);
    if (hasFirst) {
        time.forward += costs.embedForward;
        time.backward += costs.embedBackward;
    }
    if (hasLast) {
        time.forward += costs.headForward;
        time.backward += costs.headBackward;
    }
    return time;
}

/// Exposed host transfers of a layer: what its compute does not cover.
double hostGap(const LayerCost &cost)
{
    return std::max(0.0, cost.hostForward - cost.computeForward())
        + std::max(0.0, cost.hostBackward - cost.computeBackward())
        + 0.05 * (cost.hostForward + cost.hostBackward);
}

double modelFlopPerToken(const Prepared &p)
{
    const double keys = p.fullAttentionShare * p.sequence / 2
        + (1 - p.fullAttentionShare)
            * (p.window < p.sequence ? p.window - p.window * p.window / (2 * p.sequence)
                                     : p.sequence / 2);
    const double attention = 6 * p.layers * keys * p.heads * (p.headDim + p.valueDim);
    const double linear = 6 * p.matmulParameters;
    return (linear + attention) / (p.isInference ? 3 : 1);
}

double replayFlopPerToken(const Prepared &p, const Candidate &c)
{
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    double dense = 0, moe = 0;
    for (int i = 0; i < p.linearCount; ++i) {
        const Linear &linear = p.linears[static_cast<std::size_t>(i)];
        const double flop = 2 * linear.in * linear.out * (linear.cut == Cut::Expert ? p.topK : 1)
            * remat.replay[linear.tensor];
        dense += linear.ofDense ? flop : 0;
        moe += linear.ofMoe ? flop : 0;
    }
    const double keys = p.fullAttentionShare * p.sequence / 2
        + (1 - p.fullAttentionShare) * std::min(p.window, p.sequence / 2);
    const double attention = 2 * keys * p.heads * (p.headDim + p.valueDim) * remat.replayAttention;
    return p.denseLayers * dense + p.moeLayers * moe + p.layers * attention;
}

} // namespace

template <class Trace>
void assembleTime(const Prepared &p, const Candidate &c, const LayerCosts &costs,
    Evaluation &result, Trace &trace)
{
    const Layout layout = makeLayout(p, c);
    result.time = {};
    result.axes = {};
    const double m = layout.microBatches;
    result.microBatches = m;

    // The slowest stage sets the pace: an inner one with the most layers, or the last with the
    // head.
    const double mixShare = p.layers > 0 ? p.moeLayers / p.layers : 0;
    const auto meanMix = [&](double count) {
        return StageLayers { count * (1 - mixShare), count * mixShare };
    };
    const bool isSingle = c.pipeline == 1;
    StageLayers layers
        = isSingle ? StageLayers { p.denseLayers, p.moeLayers } : meanMix(layout.maxStageLayers);
    bool holdsHead = isSingle, holdsEmbedding = isSingle;
    if (!isSingle) {
        const StageLayers lastLayers = meanMix(layout.lastStageLayers);
        if (stageTime(costs, lastLayers, false, true).total()
            > stageTime(costs, layers, false, false).total()) {
            layers = lastLayers;
            holdsHead = true;
        }
    }
    const StageTime stage = stageTime(costs, layers, holdsEmbedding, holdsHead);
    const StageTime whole = stageTime(costs, { p.denseLayers, p.moeLayers }, true, true);
    const double passes = p.isInference ? 0 : 1;
    const double mean = (whole.forward + passes * (whole.backward + whole.launchGap)) / c.pipeline;

    TimeTerms &t = result.time;
    const auto both
        = [&](double forward, double backward) { return m * (forward + passes * backward); };
    const LayerCost &d = costs.dense, &e = costs.moe;

    trace.open("gemm", "Matrix multiplications of a step",
        "micro-batches · layers of the stage · one layer", "MODELLING §6.1, §6.7");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input(
        "dense_layers", "Dense layers of the slowest stage", layers.dense, "1", Origin::Model);
    trace.input("moe_layers", "Expert layers of the slowest stage", layers.moe, "1", Origin::Model);
    trace.adopt("layer_dense_gemm");
    trace.adopt("layer_moe_gemm");
    t[TimeTerm::Gemm] = Seconds { trace.close(
        both(mixed(layers, d.gemmForward, e.gemmForward),
            mixed(layers, d.gemmBackward + d.gemmReplay, e.gemmBackward + e.gemmReplay)),
        "seconds") };

    trace.open("attention", "Attention core of a step",
        "micro-batches · layers of the stage · one layer", "MODELLING §6.2, §6.7");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("layers", "Layers of the slowest stage", layers.total(), "1", Origin::Model);
    trace.adopt("layer_attention");
    t[TimeTerm::Attention]
        = Seconds { trace.close(both(mixed(layers, d.attentionForward, e.attentionForward),
                                    mixed(layers, d.attentionBackward + d.attentionReplay,
                                        e.attentionBackward + e.attentionReplay)),
            "seconds") };

    trace.open("elementwise", "Element-wise kernels and norms of a step",
        "micro-batches · layers of the stage · one layer", "MODELLING §6.3, §6.7");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.adopt("layer_dense_elementwise");
    trace.adopt("layer_moe_elementwise");
    t[TimeTerm::Elementwise]
        = Seconds { trace.close(both(mixed(layers, d.elementForward, e.elementForward),
                                    mixed(layers, d.elementBackward + d.elementReplay,
                                        e.elementBackward + e.elementReplay)),
            "seconds") };

    trace.open("head_loss", "Head and loss of a step",
        "micro-batches · (head on the slowest stage + embedding)", "MODELLING §6.4");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input(
        "has_head", "The slowest stage holds the head", holdsHead ? 1 : 0, "1", Origin::Derived);
    trace.adopt("head_micro_batch");
    t[TimeTerm::HeadLoss] = Seconds { trace.close(
        both((holdsHead ? costs.headForward : 0) + (holdsEmbedding ? costs.embedForward : 0),
            (holdsHead ? costs.headBackward : 0) + (holdsEmbedding ? costs.embedBackward : 0)),
        "seconds") };

    trace.open("exposed_tensor", "Exposed tensor-parallel traffic of a step",
        "micro-batches · layers of the stage · one layer", "MODELLING §6.6");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("layers", "Layers of the slowest stage", layers.total(), "1", Origin::Model);
    trace.adopt("layer_tensor");
    t[TimeTerm::ExposedTensor]
        = Seconds { trace.close(both(mixed(layers, d.tensorForward, e.tensorForward),
                                    mixed(layers, d.tensorBackward, e.tensorBackward)),
            "seconds") };

    trace.open("exposed_context", "Exposed context-parallel traffic of a step",
        "micro-batches · layers of the stage · one layer", "MODELLING §6.6");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("layers", "Layers of the slowest stage", layers.total(), "1", Origin::Model);
    trace.adopt("layer_context");
    t[TimeTerm::ExposedContext]
        = Seconds { trace.close(both(mixed(layers, d.contextForward, e.contextForward),
                                    mixed(layers, d.contextBackward, e.contextBackward)),
            "seconds") };

    trace.open("exposed_expert", "Exposed expert-parallel traffic of a step",
        "micro-batches · expert layers of the stage · one layer", "MODELLING §6.6");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("moe_layers", "Expert layers of the slowest stage", layers.moe, "1", Origin::Model);
    trace.adopt("layer_expert");
    t[TimeTerm::ExposedExpert] = Seconds { trace.close(
        both(layers.moe * e.expertForward, layers.moe * e.expertBackward), "seconds") };

    trace.open("host_transfer", "Exposed transfers to and from host memory",
        "micro-batches · layers · max(0, transfer − compute) + 5 % of it", "MODELLING §6.8");
    trace.input("host_rate", "Host link", p.hostRate, "bytes/s", Origin::Hardware);
    trace.input("transfer", "One layer's transfer, one direction",
        std::max(d.hostForward, e.hostForward), "seconds", Origin::Derived);
    t[TimeTerm::HostTransfer]
        = Seconds { trace.close(m * passes * mixed(layers, hostGap(d), hostGap(e)), "seconds") };

    // Pipeline: warm-up and drain, and the transfers between stages.
    const double rounds = c.pipeline > 1 ? (c.pipeline - 1.0) / c.chunks : 0;
    trace.open("bubble", "Pipeline bubble",
        "(p − 1)/v · mean stage time of one micro-batch · (1 − removed)",
        "arXiv 2104.04473 §2.2; MODELLING §6.7");
    trace.input("stages", "Pipeline stages p", c.pipeline, "1", Origin::Plan);
    trace.input("chunks", "Chunks per stage v", c.chunks, "1", Origin::Plan);
    trace.input(
        "stage_time", "Mean stage time of one micro-batch", mean, "seconds", Origin::Derived);
    trace.input("removed", "Share of the bubble that the schedule fills", p.stack.zeroBubble, "1",
        Origin::Stack);
    t[TimeTerm::Bubble]
        = Seconds { trace.close(rounds * mean * (1 - p.stack.zeroBubble), "seconds") };

    const StageTransfer transfer = stageTransfer(p, c, layout);
    const double sendSeconds = transfer.seconds, sendExposed = transfer.exposed;
    const double sends = c.pipeline > 1 ? 2.0 * c.chunks * m : 0;
    trace.open("exposed_pipeline", "Exposed transfers between stages",
        "2·v·m transfers · exposed share + warm-up", "MODELLING §6.6");
    trace.input("bytes", "One transfer", transfer.bytes, "bytes", Origin::Derived);
    trace.input("send", "Duration of one transfer", sendSeconds, "seconds", Origin::Derived);
    trace.input("sends", "Transfers per step and stage", sends, "1", Origin::Derived);
    trace.input("exposed", "Share that nothing overlaps", sendExposed, "1", Origin::Stack);
    t[TimeTerm::ExposedPipeline] = Seconds { trace.close(
        sends * sendSeconds * sendExposed + 2 * rounds * c.chunks * sendSeconds, "seconds") };

    // State traffic and update, once per step.
    const StageParameters own
        = stageParameters(p, c, layout, holdsHead ? Stage::Last : Stage::First);
    const double count = std::max(1.0, layers.total());
    const LayerWindow window { mixed(layers, d.computeForward(), e.computeForward()) / count,
        mixed(layers, d.computeBackward(), e.computeBackward()) / count };
    AxisLoad fsdp, data;
    if (!p.isInference) {
        fsdp = fsdpTraffic(p, c, layout, own, window, count, trace);
        data = dataTraffic(p, c, layout, own, window, count, trace);
        t[TimeTerm::Optimizer] = Seconds { optimizerSeconds(p, c, layout, own, trace) };
    }
    t[TimeTerm::ExposedFsdp] = Seconds { fsdp.exposed };
    t[TimeTerm::ExposedData] = Seconds { data.exposed };

    trace.open("fixed", "Fixed overhead of a step",
        "host work of a step + launch time that the device does not cover", "MODELLING §6.4");
    trace.input(
        "fixed_seconds", "Host work per step", p.stack.fixedSeconds, "seconds", Origin::Stack);
    trace.input("launch_gap", "Launch-bound time of one micro-batch", stage.launchGap, "seconds",
        Origin::Derived);
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    t[TimeTerm::Fixed]
        = Seconds { trace.close(p.stack.fixedSeconds + m * stage.launchGap, "seconds") };

    if (p.flags.stepTimeFactor != 1.0)
        for (Seconds &value : t.values)
            value = value * p.flags.stepTimeFactor;
    result.step = t.total();
    const double compute = m * c.pipeline > 0 ? m : 1;
    result.forward = Seconds { compute
        * (mixed(layers, d.computeForward(), e.computeForward())
            + (holdsHead ? costs.headForward : 0)) };
    result.backward = Seconds { passes * compute
        * (mixed(layers, d.computeBackward(), e.computeBackward())
            + (holdsHead ? costs.headBackward : 0)) };

    const double tokensPerDevice = p.globalBatch * p.sequence / layout.devices;
    result.modelFlopPerDevice = modelFlopPerToken(p) * tokensPerDevice;
    result.hardwareFlopPerDevice = result.modelFlopPerDevice
        + (p.isInference ? 0 : replayFlopPerToken(p, c) * tokensPerDevice);

    const auto axis
        = [&](Axis which) -> AxisLoad & { return result.axes[static_cast<std::size_t>(which)]; };
    axis(Axis::Fsdp) = fsdp;
    axis(Axis::Data) = data;
    const double windowAll = m * count * (window.forward + window.backward);
    axis(Axis::Tensor) = { m * mixed(layers, d.tensorBytes, e.tensorBytes),
        m * mixed(layers, d.tensorSeconds, e.tensorSeconds), windowAll,
        t[TimeTerm::ExposedTensor].value(), layout.tensor.crossesNodes() };
    axis(Axis::Context) = { m * mixed(layers, d.contextBytes, e.contextBytes),
        m * mixed(layers, d.contextSeconds, e.contextSeconds), windowAll,
        t[TimeTerm::ExposedContext].value(), layout.context.crossesNodes() };
    axis(Axis::Expert) = { m * layers.moe * e.expertBytes, m * layers.moe * e.expertSeconds,
        windowAll, t[TimeTerm::ExposedExpert].value(), layout.expert.crossesNodes() };
    axis(Axis::Pipeline) = { sends * transfer.bytes, sends * sendSeconds, windowAll,
        t[TimeTerm::ExposedPipeline].value(), layout.pipeline.crossesNodes() };
}

template LayerCosts layerCosts(const Prepared &, const Candidate &, NoTrace &);
template LayerCosts layerCosts(const Prepared &, const Candidate &, DerivationTrace &);
template void assembleTime(
    const Prepared &, const Candidate &, const LayerCosts &, Evaluation &, NoTrace &);
template void assembleTime(
    const Prepared &, const Candidate &, const LayerCosts &, Evaluation &, DerivationTrace &);
template void evaluateMemory(const Prepared &, const Candidate &, Evaluation &, NoTrace &);
template void evaluateMemory(const Prepared &, const Candidate &, Evaluation &, DerivationTrace &);

} // namespace headroom
