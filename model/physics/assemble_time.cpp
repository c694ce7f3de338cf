#include "model/physics/data_traffic.h"
#include "model/physics/evaluate.h"
#include "model/physics/fsdp_traffic.h"
#include "model/physics/host_copies.h"
#include "model/physics/optimizer_time.h"
#include "model/physics/pace_stage.h"
#include "model/physics/step_flop.h"

namespace headroom {
namespace {

/// Exposed host transfers of a layer: what its compute does not cover.
/// `weights`: time in which its weights come from the host, each way.
template <class Trace>
NumberOf<Trace> hostGap(
    const Prepared &p, const LayerCost &cost, Seconds weights, const char *id, Trace &trace)
{
    const auto felt = trace.input("felt", "What a copy costs the computation beside it",
        p.assumed.hostFelt, "1", Origin::Assumed);
    const auto forward = trace.input("transfer_forward", "One layer's transfer, forward",
        cost.hostForward + weights, Origin::Derived);
    const auto backward = trace.input("transfer_backward", "One layer's transfer, backward",
        cost.hostBackward + weights, Origin::Derived);
    const auto compute = trace.input(
        "compute_forward", "Compute of one layer, forward", cost.computeForward(), Origin::Derived);
    const auto computeBackward = trace.input("compute_backward", "Compute of one layer, backward",
        cost.computeBackward(), Origin::Derived);
    const auto reach = trace.input(
        "host_reach", "Share of it that copies may lie beside", hostReach(p), "1", Origin::Flags);
    return trace.number(id, "Exposed transfer of one layer",
        "max(0, transfer − reach · compute) of each direction + a share of both", "FORMULAS §6.8",
        "seconds",
        smaller(forward + backward,
            larger(0.0, forward - reach * compute) + larger(0.0, backward - reach * computeBackward)
                + felt * (forward + backward)),
        Evidence::Assumed);
}

/// A term that is so many micro-batches of what layers, or the head, take: how its derivation
/// reads.
struct RepeatedTerm
{
    TimeTerm term;
    const char *label, *formula, *source;
    std::array<const char *, 2> adopted; ///< derivations of one layer or micro-batch; null: none
};

/// The derivation of such a term: micro-batches · (dense layers · one + expert layers · one).
void traceRepeated(
    const RepeatedTerm &row, const PaceStage &pace, Seconds time, DerivationTrace &trace)
{
    const bool isHead = row.term == TimeTerm::HeadLoss;
    const Traced counts[] {
        isHead ? trace.input("has_head", "The slowest stage holds the head", pace.holdsHead ? 1 : 0,
            "1", Origin::Derived)
               : trace.input("dense_layers", "Dense layers of the slowest stage", pace.layers.dense,
                   "1", Origin::Derived),
        isHead ? trace.input("has_embedding", "The slowest stage holds the embedding",
            pace.holdsEmbedding ? 1 : 0, "1", Origin::Derived)
               : trace.input("moe_layers", "Expert layers of the slowest stage", pace.layers.moe,
                   "1", Origin::Derived),
    };
    Traced one;
    for (std::size_t i = 0; i < row.adopted.size(); ++i)
        if (const auto found = row.adopted[i] ? trace.found(row.adopted[i]) : std::nullopt)
            one += counts[i] * *found;
    const Traced count = trace.input(
        "micro_batches", "Micro-batches per step", pace.microBatches, "1", Origin::Derived);
    trace.keep(trace.number(termId(row.term), row.label, row.formula, row.source, "seconds",
                   one.operands().empty() ? one : count * one),
        time.value());
}

/// Micro-batches of the slowest stage times its forward and backward time of one micro-batch.
template <class Trace>
void repeatedTerm(const RepeatedTerm &row, const PaceStage &pace, Seconds forward, Seconds backward,
    TimeTerms &terms, Trace &trace)
{
    terms[row.term] = pace.step(forward, backward);
    if constexpr (Trace::records)
        traceRepeated(row, pace, terms[row.term], trace);
}

constexpr auto layersFormula = "micro-batches · layers of the stage · one layer";

/// Products, attention, element-wise kernels, head and loss; exposed traffic of layers.
template <class Trace>
void layerTerms(const Prepared &p, const PaceStage &pace, const LayerCosts &costs,
    const HostCopies &copies, TimeTerms &t, Trace &trace)
{
    const LayerCost &d = costs.dense, &e = costs.moe;
    const auto sum = [&](const RepeatedTerm &row, auto forward, auto backward) {
        repeatedTerm(row, pace, mixed(pace.layers, forward(d), forward(e)),
            mixed(pace.layers, backward(d), backward(e)), t, trace);
    };
    using Cost = const LayerCost &;
    sum(
        { TimeTerm::Gemm, "Matrix multiplications of a step", layersFormula, "FORMULAS §6.1, §6.7",
            { "layer_dense_gemm", "layer_moe_gemm" } },
        [](Cost l) { return l.gemmForward; }, [](Cost l) { return l.gemmBackward + l.gemmReplay; });
    sum(
        { TimeTerm::Attention, "Attention core of a step", layersFormula, "FORMULAS §6.2, §6.7",
            { "layer_attention", "layer_attention" } },
        [](Cost l) { return l.attentionForward; },
        [](Cost l) { return l.attentionBackward + l.attentionReplay; });
    sum(
        { TimeTerm::Elementwise, "Element-wise kernels and norms of a step", layersFormula,
            "FORMULAS §6.3, §6.7", { "layer_dense_elementwise", "layer_moe_elementwise" } },
        [](Cost l) { return l.elementForward; },
        [](Cost l) { return l.elementBackward + l.elementReplay; });
    repeatedTerm({ TimeTerm::HeadLoss, "Head and loss of a step",
                     "micro-batches · (head on the slowest stage + embedding)", "FORMULAS §6.4",
                     { "head_micro_batch", "lookup_micro_batch" } },
        pace,
        (pace.holdsHead ? costs.headForward : Seconds {})
            + (pace.holdsEmbedding ? costs.embedForward : Seconds {}),
        (pace.holdsHead ? costs.headBackward : Seconds {})
            + (pace.holdsEmbedding ? costs.embedBackward : Seconds {}),
        t, trace);
    sum(
        { TimeTerm::ExposedTensor, "Exposed tensor-parallel traffic of a step", layersFormula,
            "FORMULAS §6.6", { "layer_dense_tensor", "layer_moe_tensor" } },
        [](Cost l) { return l.tensorForward; }, [](Cost l) { return l.tensorBackward; });
    sum(
        { TimeTerm::ExposedContext, "Exposed context-parallel traffic of a step", layersFormula,
            "FORMULAS §6.6", { "layer_context", "layer_context" } },
        [](Cost l) { return l.contextForward; }, [](Cost l) { return l.contextBackward; });
    sum(
        { TimeTerm::ExposedExpert, "Exposed expert-parallel traffic of a step",
            "micro-batches · expert layers of the stage · one layer", "FORMULAS §6.6",
            { nullptr, "layer_expert" } },
        [](Cost l) { return l.expertForward; }, [](Cost l) { return l.expertBackward; });

    const auto denseGap = hostGap(p, d, copies.dense, "dense_gap", trace);
    const auto moeGap = hostGap(p, e, copies.moe, "moe_gap", trace);
    const double passes = p.options.offloadParameters ? 1 : pace.passes; // activations: training
    const Seconds transfer = pace.microBatches
        * (passes * mixed(pace.layers, Seconds { valueOf(denseGap) }, Seconds { valueOf(moeGap) })
            + copies.root);
    if constexpr (Trace::records)
        trace.keep(
            trace.number("host_transfer", "Exposed transfers to and from host memory",
                "micro-batches · (layers · (max(0, transfer − compute) + a share of it) + "
                "embedding)",
                "FORMULAS §6.8", "seconds",
                trace.input("micro_batches", "Micro-batches per step", pace.microBatches, "1",
                    Origin::Derived)
                    * (trace.input("passes", "Whether it trains, or weights are copied", passes,
                           "1", Origin::Plan)
                            * (trace.input("dense_layers", "Dense layers of the slowest stage",
                                   pace.layers.dense, "1", Origin::Derived)
                                    * denseGap
                                + trace.input("moe_layers", "Expert layers of the slowest stage",
                                      pace.layers.moe, "1", Origin::Derived)
                                    * moeGap)
                        + trace.input("root", "Embedding and head from the host", copies.root,
                            Origin::Derived))),
            transfer.value());
    t[TimeTerm::HostTransfer] = transfer;
}

/// Warm-up and drain, and the transfers between stages. Returns their load.
template <class Trace>
AxisLoad pipelineTerms(const Prepared &p, const Candidate &c, const Layout &layout,
    const PaceStage &pace, Seconds chained, TimeTerms &t, Trace &trace)
{
    const double m = pace.microBatches;
    // Warm-up and drain wait for the state traffic of one stage after the other, too.
    const Seconds traffic
        = chained * layout.meanStageLayers / std::max(1.0, pace.layers.total());
    trace.open("bubble", "Pipeline bubble",
        "(p · mean stage time − the slowest stage's + (p − 1) · state traffic) of one micro-batch / "
        "v · (1 − removed)",
        "arXiv 2104.04473 §2.2; FORMULAS §6.7",
        "if(stages > 1, (max(0, stages * stage_time - own) + (stages - 1) * traffic) / chunks * (1 "
        "- removed), 0)");
    trace.input("stages", "Pipeline stages p", c.pipeline, "1", Origin::Plan);
    trace.input("chunks", "Chunks per stage v", c.chunks, "1", Origin::Plan);
    trace.input("stage_time", "Mean stage time of one micro-batch", pace.mean, Origin::Derived);
    trace.input("own", "That of the slowest stage", pace.own(), Origin::Derived);
    trace.input("traffic", "State traffic of a stage, one micro-batch", traffic, Origin::Derived);
    trace.input("removed", "Share of the bubble that the schedule fills", p.stack.zeroBubble, "1",
        Origin::Stack);
    t[TimeTerm::Bubble] = trace.close(pipelineBubble(p, c, pace, traffic));

    const StageTransfer transfer = stageTransfer(p, c, layout);
    const Seconds send = transfer.seconds;
    const PipelineSends sends = pipelineSends(p, c, pace, transfer);
    trace.open("exposed_pipeline", "Exposed transfers between stages",
        "max(transfers · exposed share, waits of stages in lockstep) + warm-up", "FORMULAS §6.6",
        "max(sends * send * exposed, (micro_batches - 1) * wait) + ways * (stages - 1) * send");
    trace.input("ways", "Forward, and backward", 1 + pace.passes, "1", Origin::Plan);
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("stages", "Pipeline stages p", c.pipeline, "1", Origin::Plan);
    trace.input("bytes", "One transfer", transfer.bytes, Origin::Derived);
    trace.input("send", "Duration of one transfer", send, Origin::Derived);
    trace.input("sends", "Transfers per step and stage", sends.own, "1", Origin::Derived);
    trace.input("exposed", "Share that nothing overlaps", transfer.exposed, "1", Origin::Stack);
    trace.input("wait", "What one forward, one backward makes a micro-batch wait", sends.wait,
        Origin::Derived);
    t[TimeTerm::ExposedPipeline] = trace.close(sends.exposed);

    return { sends.own * transfer.bytes, (sends.own + sends.warmup) * send, {},
        t[TimeTerm::ExposedPipeline], layout.pipeline.crossesNodes(), {} };
}

/// What state traffic may hide behind in a layer: its computation, and the time that the device
/// waits for the host or its link. Without the latter a faster chip would leave smaller windows in
/// a layer that lasts as long as before. `passes`: inference waits for no transfer.
LayerWindow ownWindow(const Prepared &p, const LayerCost &cost, const LaunchSeconds &launch,
    Seconds weights, double passes)
{
    const double idle = 1 - hostReach(p); // of the computation, where copies are not allowed
    const LaunchGap gap = launchGap(cost, launch);
    // While computation waits for activations, weights and gradients travel on: channels are
    // independent, and of two waits at once the longer is felt.
    const Seconds waitForward = cost.forward() - cost.computeForward();
    const Seconds waitBackward = cost.backward() - cost.computeBackward();
    LayerWindow window;
    window.forward = larger(cost.computeForward(),
                         passes * cost.hostForward + weights + idle * cost.computeForward())
        + waitForward + gap.forward;
    window.backward = larger(cost.computeBackward(),
                          passes * (cost.hostBackward + weights) + idle * cost.computeBackward())
        + waitBackward + gap.backward;
    return window;
}

/// The same for a mean layer of the stage, and its attention half where flags decide.
LayerWindow layerWindow(
    const Prepared &p, const PaceStage &pace, const LayerCosts &costs, const HostCopies &copies)
{
    const double count = std::max(1.0, pace.layers.total());
    const LayerCost &d = costs.dense, &e = costs.moe;
    LayerWindow window;
    const LayerWindow dense = ownWindow(p, d, costs.denseLaunch, copies.dense, pace.passes),
                      moe = ownWindow(p, e, costs.moeLaunch, copies.moe, pace.passes);
    window.forward = mixed(pace.layers, dense.forward, moe.forward) / count;
    window.backward = mixed(pace.layers, dense.backward, moe.backward) / count;
    const auto busy = [&](Seconds inDense, Seconds inMoe, Seconds whole) {
        return whole > Seconds {} ? mixed(pace.layers, inDense, inMoe) / count / whole : 1;
    };
    window.busyForward = busy(d.computeForward(), e.computeForward(), window.forward);
    window.busyBackward = busy(d.computeBackward(), e.computeBackward(), window.backward);
    if (!followsXlaFlags(p) && !p.isTpu)
        return window;
    // Products by their parameters, element-wise kernels in halves: closed form.
    const double active = p.moeLayers > 0
        ? p.sharedMoeParameters + p.expertParameters * p.topK / std::max(1.0, p.experts)
        : p.denseMlpParameters;
    const double products = p.attentionParameters / (p.attentionParameters + active);
    const auto half
        = [&](auto attention) { return mixed(pace.layers, attention(d), attention(e)) / count; };
    using Cost = const LayerCost &;
    window.attentionForward = half([&](Cost l) {
        return l.attentionForward + products * l.gemmForward + l.elementForward / 2
            + l.tensorForward / 2 + l.contextForward;
    });
    window.attentionBackward = half([&](Cost l) {
        return l.attentionBackward + products * l.gemmBackward + l.elementBackward / 2
            + l.tensorBackward / 2 + l.contextBackward;
    });
    window.replays = d.gemmReplay + e.gemmReplay > Seconds {};
    return window;
}

/// State traffic and update, once per step, and what is fixed.
template <class Trace>
void stateTerms(const Prepared &p, const Candidate &c, const Layout &layout, const PaceStage &pace,
    const LayerWindow &window, Evaluation &result, Trace &trace)
{
    TimeTerms &t = result.time;
    const StageParameters own = stageParameters(p, c, layout, pace.stage);
    const double count = std::max(1.0, pace.layers.total());
    AxisLoad &fsdp = result.axes[static_cast<std::size_t>(Axis::Fsdp)];
    AxisLoad &data = result.axes[static_cast<std::size_t>(Axis::Data)];
    fsdp = fsdpTraffic(p, c, layout, own, window, count, trace);
    if (!p.isInference) {
        // The first stage's gradients come last, and its forward pass is the first that needs
        // updated parameters; others exchange theirs while they wait.
        const double firstLayers
            = std::max(1.0, stageLayers(p, c, layout, Stage::First).total());
        data = dataTraffic(p, c, layout,
            pace.stage == Stage::First ? own : stageParameters(p, c, layout, Stage::First), window,
            firstLayers, trace);
        // All stages wait for the update of the one that holds most; inner ones hold no embedding.
        t[TimeTerm::Optimizer] = optimizerTime(p, c, layout,
            pace.stage == Stage::Inner ? stageParameters(p, c, layout, Stage::First) : own, trace);
    }
    t[TimeTerm::ExposedFsdp] = fsdp.exposed;
    t[TimeTerm::ExposedData] = data.exposed;

    trace.open("fixed", "Fixed overhead of a step",
        "host work of a step + launch time that the device does not cover", "FORMULAS §6.4",
        "fixed_seconds + micro_batches * launch_gap");
    const Seconds fixed { p.stack.fixedSeconds };
    trace.input("fixed_seconds", "Host work per step", fixed, Origin::Stack);
    trace.input(
        "launch_gap", "Launch-bound time of one micro-batch", pace.time.launchGap, Origin::Derived);
    trace.input("micro_batches", "Micro-batches per step", pace.microBatches, "1", Origin::Derived);
    t[TimeTerm::Fixed] = trace.close(fixed + pace.microBatches * pace.time.launchGap);
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
    const Seconds windowAll = m * count * (window.forward + window.backward);
    axis(Axis::Tensor) = { m * mixed(layers, d.tensorBytes, e.tensorBytes),
        m * mixed(layers, d.tensorSeconds, e.tensorSeconds), windowAll, t[TimeTerm::ExposedTensor],
        layout.tensor.crossesNodes(), {} };
    axis(Axis::Context) = { m * mixed(layers, d.contextBytes, e.contextBytes),
        m * mixed(layers, d.contextSeconds, e.contextSeconds), windowAll,
        t[TimeTerm::ExposedContext], layout.context.crossesNodes(), {} };
    axis(Axis::Expert) = { m * layers.moe * e.expertBytes, m * layers.moe * e.expertSeconds,
        windowAll, t[TimeTerm::ExposedExpert], layout.expert.crossesNodes(), {} };
    // The term holds routing, too.
    axis(Axis::Expert).exposed = smaller(axis(Axis::Expert).exposed, axis(Axis::Expert).seconds);
    axis(Axis::Pipeline) = pipeline;
    axis(Axis::Pipeline).window = windowAll;
    axis(Axis::Pipeline).exposed = t[TimeTerm::ExposedPipeline];
}

} // namespace

template <class Trace>
void assembleTime(const Prepared &p, const Candidate &c, const Layout &layout,
    const LayerCosts &costs, Evaluation &result, Trace &trace)
{
    result.time = {};
    result.axes = {};
    result.microBatches = layout.microBatches;
    const PaceStage pace = paceStage(p, c, costs, layout);
    TimeTerms &t = result.time;
    const HostCopies copies(p, c, layout, pace.stage);
    layerTerms(p, pace, costs, copies, t, trace);
    const LayerWindow window = layerWindow(p, pace, costs, copies);
    stateTerms(p, c, layout, pace, window, result, trace);
    const Seconds chained = result.axes[static_cast<std::size_t>(Axis::Fsdp)].chained
        + result.axes[static_cast<std::size_t>(Axis::Data)].chained;
    const AxisLoad pipeline = pipelineTerms(p, c, layout, pace, chained, t, trace);

    if (p.stepFactor != 1.0)
        for (Seconds &value : t.values)
            value = value * p.stepFactor;
    result.step = t.total();
    const double m = pace.microBatches;
    const LayerCost &d = costs.dense, &e = costs.moe;
    result.forward = m
        * (mixed(pace.layers, d.computeForward(), e.computeForward())
            + (pace.holdsHead ? costs.headForward : Seconds {}));
    result.backward = pace.passes * m
        * (mixed(pace.layers, d.computeBackward(), e.computeBackward())
            + (pace.holdsHead ? costs.headBackward : Seconds {}));

    const double tokensPerDevice = p.globalBatch * p.sequence / layout.devices;
    const Flop computed = modelFlopPerToken(p) * tokensPerDevice;
    result.modelFlopPerDevice = computed * p.usefulShare; // padding teaches nothing
    result.hardwareFlopPerDevice = computed + replayFlopPerToken(p, c) * tokensPerDevice;

    reportLayerAxes(layout, pace, costs, window, pipeline, result);
}

template void assembleTime(const Prepared &, const Candidate &, const Layout &, const LayerCosts &,
    Evaluation &, NoTrace &);
template void assembleTime(const Prepared &, const Candidate &, const Layout &, const LayerCosts &,
    Evaluation &, DerivationTrace &);

} // namespace headroom
