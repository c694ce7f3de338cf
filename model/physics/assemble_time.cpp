#include "model/physics/evaluate.h"
#include "model/physics/stage_transfer.h"
#include "model/physics/state_traffic.h"

namespace headroom {
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

StageTime stageTime(
    const LayerCosts &costs, const StageLayers &layers, double passes, bool hasFirst, bool hasLast)
{
    StageTime time;
    time.forward = mixed(layers, costs.dense.forward(), costs.moe.forward());
    time.backward = mixed(layers, costs.dense.backward(), costs.moe.backward());
    const LaunchGap dense = launchGap(costs.dense, costs.denseLaunch);
    const LaunchGap moe = launchGap(costs.moe, costs.moeLaunch);
    time.launchGap = mixed(
        layers, dense.forward + passes * dense.backward, moe.forward + passes * moe.backward);
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

/// The stage that sets the pace and what it holds.
struct PaceStage
{
    double microBatches = 1;
    double passes = 1; ///< backward passes for a forward one: 0 for inference
    StageLayers layers;
    bool holdsHead = true, holdsEmbedding = true;
    StageTime time;
    double mean = 0; ///< of all stages, one micro-batch

    double step(double forward, double backward) const
    {
        return microBatches * (forward + passes * backward);
    }
};

/// The slowest stage: an inner one with the most layers, or the last with the head.
PaceStage paceStage(
    const Prepared &p, const Candidate &c, const LayerCosts &costs, const Layout &layout)
{
    PaceStage pace;
    pace.microBatches = layout.microBatches;
    pace.passes = p.isInference ? 0 : 1;
    const double mixShare = p.layers > 0 ? p.moeLayers / p.layers : 0;
    const auto meanMix = [&](double count) {
        return StageLayers { count * (1 - mixShare), count * mixShare };
    };
    const bool isSingle = c.pipeline == 1;
    pace.layers
        = isSingle ? StageLayers { p.denseLayers, p.moeLayers } : meanMix(layout.maxStageLayers);
    pace.holdsHead = pace.holdsEmbedding = isSingle;
    if (!isSingle) {
        const StageLayers lastLayers = meanMix(layout.lastStageLayers);
        if (stageTime(costs, lastLayers, pace.passes, false, true).total()
            > stageTime(costs, pace.layers, pace.passes, false, false).total()) {
            pace.layers = lastLayers;
            pace.holdsHead = true;
        }
    }
    pace.time = stageTime(costs, pace.layers, pace.passes, pace.holdsEmbedding, pace.holdsHead);
    const StageTime whole
        = stageTime(costs, { p.denseLayers, p.moeLayers }, pace.passes, true, true);
    pace.mean = (whole.forward + pace.passes * whole.backward + whole.launchGap) / c.pipeline;
    return pace;
}

/// Products, attention, element-wise kernels, head and loss.
template <class Trace>
void computeTerms(const PaceStage &pace, const LayerCosts &costs, TimeTerms &t, Trace &trace)
{
    const double m = pace.microBatches;
    const StageLayers &layers = pace.layers;
    const LayerCost &d = costs.dense, &e = costs.moe;
    trace.open("gemm", "Matrix multiplications of a step",
        "micro-batches · layers of the stage · one layer", "FORMULAS §6.1, §6.7");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input(
        "dense_layers", "Dense layers of the slowest stage", layers.dense, "1", Origin::Model);
    trace.input("moe_layers", "Expert layers of the slowest stage", layers.moe, "1", Origin::Model);
    trace.adopt("layer_dense_gemm");
    trace.adopt("layer_moe_gemm");
    t[TimeTerm::Gemm] = Seconds { trace.close(
        pace.step(mixed(layers, d.gemmForward, e.gemmForward),
            mixed(layers, d.gemmBackward + d.gemmReplay, e.gemmBackward + e.gemmReplay)),
        "seconds") };

    trace.open("attention", "Attention core of a step",
        "micro-batches · layers of the stage · one layer", "FORMULAS §6.2, §6.7");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("layers", "Layers of the slowest stage", layers.total(), "1", Origin::Model);
    trace.adopt("layer_attention");
    t[TimeTerm::Attention]
        = Seconds { trace.close(pace.step(mixed(layers, d.attentionForward, e.attentionForward),
                                    mixed(layers, d.attentionBackward + d.attentionReplay,
                                        e.attentionBackward + e.attentionReplay)),
            "seconds") };

    trace.open("elementwise", "Element-wise kernels and norms of a step",
        "micro-batches · layers of the stage · one layer", "FORMULAS §6.3, §6.7");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.adopt("layer_dense_elementwise");
    trace.adopt("layer_moe_elementwise");
    t[TimeTerm::Elementwise]
        = Seconds { trace.close(pace.step(mixed(layers, d.elementForward, e.elementForward),
                                    mixed(layers, d.elementBackward + d.elementReplay,
                                        e.elementBackward + e.elementReplay)),
            "seconds") };

    trace.open("head_loss", "Head and loss of a step",
        "micro-batches · (head on the slowest stage + embedding)", "FORMULAS §6.4");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("has_head", "The slowest stage holds the head", pace.holdsHead ? 1 : 0, "1",
        Origin::Derived);
    trace.adopt("head_micro_batch");
    t[TimeTerm::HeadLoss]
        = Seconds { trace.close(pace.step((pace.holdsHead ? costs.headForward : 0)
                                        + (pace.holdsEmbedding ? costs.embedForward : 0),
                                    (pace.holdsHead ? costs.headBackward : 0)
                                        + (pace.holdsEmbedding ? costs.embedBackward : 0)),
            "seconds") };
}

/// Exposed traffic of layers: tensor, context and expert parallelism, host memory.
template <class Trace>
void trafficTerms(
    const Prepared &p, const PaceStage &pace, const LayerCosts &costs, TimeTerms &t, Trace &trace)
{
    const double m = pace.microBatches;
    const StageLayers &layers = pace.layers;
    const LayerCost &d = costs.dense, &e = costs.moe;
    trace.open("exposed_tensor", "Exposed tensor-parallel traffic of a step",
        "micro-batches · layers of the stage · one layer", "FORMULAS §6.6");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("layers", "Layers of the slowest stage", layers.total(), "1", Origin::Model);
    trace.adopt("layer_tensor");
    t[TimeTerm::ExposedTensor]
        = Seconds { trace.close(pace.step(mixed(layers, d.tensorForward, e.tensorForward),
                                    mixed(layers, d.tensorBackward, e.tensorBackward)),
            "seconds") };

    trace.open("exposed_context", "Exposed context-parallel traffic of a step",
        "micro-batches · layers of the stage · one layer", "FORMULAS §6.6");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("layers", "Layers of the slowest stage", layers.total(), "1", Origin::Model);
    trace.adopt("layer_context");
    t[TimeTerm::ExposedContext]
        = Seconds { trace.close(pace.step(mixed(layers, d.contextForward, e.contextForward),
                                    mixed(layers, d.contextBackward, e.contextBackward)),
            "seconds") };

    trace.open("exposed_expert", "Exposed expert-parallel traffic of a step",
        "micro-batches · expert layers of the stage · one layer", "FORMULAS §6.6");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("moe_layers", "Expert layers of the slowest stage", layers.moe, "1", Origin::Model);
    trace.adopt("layer_expert");
    t[TimeTerm::ExposedExpert] = Seconds { trace.close(
        pace.step(layers.moe * e.expertForward, layers.moe * e.expertBackward), "seconds") };

    trace.open("host_transfer", "Exposed transfers to and from host memory",
        "micro-batches · layers · max(0, transfer − compute) + 5 % of it", "FORMULAS §6.8");
    trace.input("host_rate", "Host link", p.hostRate, "bytes/s", Origin::Hardware);
    trace.input("transfer", "One layer's transfer, one direction",
        std::max(d.hostForward, e.hostForward), "seconds", Origin::Derived);
    t[TimeTerm::HostTransfer] = Seconds { trace.close(
        m * pace.passes * mixed(layers, hostGap(d), hostGap(e)), "seconds") };
}

/// Warm-up and drain, and the transfers between stages. Returns their load.
template <class Trace>
AxisLoad pipelineTerms(const Prepared &p, const Candidate &c, const Layout &layout,
    const PaceStage &pace, TimeTerms &t, Trace &trace)
{
    const double m = pace.microBatches, mean = pace.mean;
    // Pipeline: warm-up and drain, and the transfers between stages.
    const double rounds = c.pipeline > 1 ? (c.pipeline - 1.0) / c.chunks : 0;
    trace.open("bubble", "Pipeline bubble",
        "(p − 1)/v · mean stage time of one micro-batch · (1 − removed)",
        "arXiv 2104.04473 §2.2; FORMULAS §6.7");
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
        "2·v·m transfers · exposed share + warm-up", "FORMULAS §6.6");
    trace.input("bytes", "One transfer", transfer.bytes, "bytes", Origin::Derived);
    trace.input("send", "Duration of one transfer", sendSeconds, "seconds", Origin::Derived);
    trace.input("sends", "Transfers per step and stage", sends, "1", Origin::Derived);
    trace.input("exposed", "Share that nothing overlaps", sendExposed, "1", Origin::Stack);
    t[TimeTerm::ExposedPipeline] = Seconds { trace.close(
        sends * sendSeconds * sendExposed + 2 * rounds * c.chunks * sendSeconds, "seconds") };

    return { sends * transfer.bytes, sends * sendSeconds, 0, t[TimeTerm::ExposedPipeline].value(),
        layout.pipeline.crossesNodes() };
}

/// Work of a mean layer that state traffic may hide behind.
LayerWindow layerWindow(const PaceStage &pace, const LayerCosts &costs)
{
    const double count = std::max(1.0, pace.layers.total());
    const LayerCost &d = costs.dense, &e = costs.moe;
    return { mixed(pace.layers, d.computeForward(), e.computeForward()) / count,
        mixed(pace.layers, d.computeBackward(), e.computeBackward()) / count };
}

/// State traffic and update, once per step, and what is fixed.
template <class Trace>
void stateTerms(const Prepared &p, const Candidate &c, const Layout &layout, const PaceStage &pace,
    const LayerWindow &window, Evaluation &result, Trace &trace)
{
    TimeTerms &t = result.time;
    const StageParameters own = stageParameters(
        p, c, layout, pace.holdsHead && c.pipeline > 1 ? Stage::Last : Stage::First);
    const double count = std::max(1.0, pace.layers.total());
    AxisLoad &fsdp = result.axes[static_cast<std::size_t>(Axis::Fsdp)];
    AxisLoad &data = result.axes[static_cast<std::size_t>(Axis::Data)];
    fsdp = fsdpTraffic(p, c, layout, own, window, count, trace);
    if (!p.isInference) {
        data = dataTraffic(p, c, layout, own, window, count, trace);
        t[TimeTerm::Optimizer] = Seconds { optimizerSeconds(p, c, layout, own, trace) };
    }
    t[TimeTerm::ExposedFsdp] = Seconds { fsdp.exposed };
    t[TimeTerm::ExposedData] = Seconds { data.exposed };

    trace.open("fixed", "Fixed overhead of a step",
        "host work of a step + launch time that the device does not cover", "FORMULAS §6.4");
    trace.input(
        "fixed_seconds", "Host work per step", p.stack.fixedSeconds, "seconds", Origin::Stack);
    trace.input("launch_gap", "Launch-bound time of one micro-batch", pace.time.launchGap,
        "seconds", Origin::Derived);
    trace.input("micro_batches", "Micro-batches per step", pace.microBatches, "1", Origin::Derived);
    t[TimeTerm::Fixed] = Seconds { trace.close(
        p.stack.fixedSeconds + pace.microBatches * pace.time.launchGap, "seconds") };
}

/// Loads of the axes inside layers, for reports.
void reportLayerAxes(const Layout &layout, const PaceStage &pace, const LayerCosts &costs,
    const LayerWindow &window, const AxisLoad &pipeline, Evaluation &result)
{
    const auto axis
        = [&](Axis which) -> AxisLoad & { return result.axes[static_cast<std::size_t>(which)]; };
    const double m = pace.microBatches, count = std::max(1.0, pace.layers.total());
    const StageLayers &layers = pace.layers;
    const LayerCost &d = costs.dense, &e = costs.moe;
    const TimeTerms &t = result.time;
    const double windowAll = m * count * (window.forward + window.backward);
    axis(Axis::Tensor) = { m * mixed(layers, d.tensorBytes, e.tensorBytes),
        m * mixed(layers, d.tensorSeconds, e.tensorSeconds), windowAll,
        t[TimeTerm::ExposedTensor].value(), layout.tensor.crossesNodes() };
    axis(Axis::Context) = { m * mixed(layers, d.contextBytes, e.contextBytes),
        m * mixed(layers, d.contextSeconds, e.contextSeconds), windowAll,
        t[TimeTerm::ExposedContext].value(), layout.context.crossesNodes() };
    axis(Axis::Expert) = { m * layers.moe * e.expertBytes, m * layers.moe * e.expertSeconds,
        windowAll, t[TimeTerm::ExposedExpert].value(), layout.expert.crossesNodes() };
    axis(Axis::Pipeline) = pipeline;
    axis(Axis::Pipeline).window = windowAll;
    axis(Axis::Pipeline).exposed = t[TimeTerm::ExposedPipeline].value();
}

} // namespace

template <class Trace>
void assembleTime(const Prepared &p, const Candidate &c, const LayerCosts &costs,
    Evaluation &result, Trace &trace)
{
    const Layout layout = makeLayout(p, c);
    result.time = {};
    result.axes = {};
    result.microBatches = layout.microBatches;
    const PaceStage pace = paceStage(p, c, costs, layout);
    TimeTerms &t = result.time;
    computeTerms(pace, costs, t, trace);
    trafficTerms(p, pace, costs, t, trace);
    const AxisLoad pipeline = pipelineTerms(p, c, layout, pace, t, trace);
    const LayerWindow window = layerWindow(pace, costs);
    stateTerms(p, c, layout, pace, window, result, trace);

    if (p.flags.stepTimeFactor != 1.0)
        for (Seconds &value : t.values)
            value = value * p.flags.stepTimeFactor;
    result.step = t.total();
    const double m = pace.microBatches;
    const LayerCost &d = costs.dense, &e = costs.moe;
    result.forward = Seconds { m
        * (mixed(pace.layers, d.computeForward(), e.computeForward())
            + (pace.holdsHead ? costs.headForward : 0)) };
    result.backward = Seconds { pace.passes * m
        * (mixed(pace.layers, d.computeBackward(), e.computeBackward())
            + (pace.holdsHead ? costs.headBackward : 0)) };

    const double tokensPerDevice = p.globalBatch * p.sequence / layout.devices;
    result.modelFlopPerDevice = modelFlopPerToken(p) * tokensPerDevice;
    result.hardwareFlopPerDevice = result.modelFlopPerDevice
        + (p.isInference ? 0 : replayFlopPerToken(p, c) * tokensPerDevice);

    reportLayerAxes(layout, pace, costs, window, pipeline, result);
}

template void assembleTime(
    const Prepared &, const Candidate &, const LayerCosts &, Evaluation &, NoTrace &);
template void assembleTime(
    const Prepared &, const Candidate &, const LayerCosts &, Evaluation &, DerivationTrace &);

} // namespace headroom
