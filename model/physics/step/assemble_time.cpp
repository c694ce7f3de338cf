#include "model/physics/compute/step_flop.h"
#include "model/physics/step/data_traffic.h"
#include "model/physics/step/evaluate.h"
#include "model/physics/step/optimizer_time.h"
#include "model/physics/step/step_stages.h"

namespace headroom {
namespace {

/// What one pass through a layer waits for copies over the host link.
Traced hostGap(const Prepared &p, const char *id, const char *label, Seconds copy, Seconds device,
    DerivationTrace &trace)
{
    const Traced felt = trace.input("felt", "What a copy costs concurrent computation",
        p.assumed.hostFelt, "1", Origin::Assumed);
    const Traced transfer = trace.input("transfer", "One layer's transfer", copy, Origin::Derived);
    const Traced pass
        = trace.input("pass", "The layer's pass without the transfer", device, Origin::Derived);
    const Traced reach = trace.input("host_reach", "Share of the pass that copies may overlap",
        hostReach(p), "1", Origin::Flags);
    return trace.number(id, label,
        "min(transfer, max(0, transfer − reach · pass) + cost · transfer)", "FORMULAS §6.8",
        "seconds", smaller(transfer, larger(0.0, transfer - reach * pass) + felt * transfer),
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

/// GEMMs, attention, element-wise kernels, head and loss; exposed traffic of layers.
template <class Trace>
void layerTerms(const PaceStage &pace, const LayerCosts &costs, TimeTerms &t, Trace &trace)
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

    t[TimeTerm::HostTransfer] = pace.microBatches * pace.hostWait;
}

/// Exposed transfers to and from host memory: of the layers of the stage, and of its root.
void traceHost(const Prepared &p, const PaceStage &pace, const LayerCosts &costs,
    const std::array<Seconds, 2> &weights, const KindPasses &kinds, Seconds value,
    DerivationTrace &trace)
{
    Traced layers, waits;
    Seconds ofLayers;
    const auto kind = [&](const char *count, const char *label, double layersOf,
                          const LayerCost &cost, Seconds copied, const LayerPasses &passes,
                          const char *forward, const char *backward) {
        if (layersOf <= 0)
            return;
        Traced one = hostGap(p, forward, "Exposed transfer of one forward pass",
            cost.hostForward + copied, passes.forward.device, trace);
        if (pace.passes > 0)
            one = one
                + hostGap(p, backward, "Exposed transfer of one backward pass",
                    cost.hostBackward + copied, passes.backward.device, trace);
        waits += trace.input(count, label, layersOf, "1", Origin::Derived) * one;
        ofLayers += layersOf * (passes.forward.hostWait + pace.passes * passes.backward.hostWait);
    };
    kind("dense_layers", "Dense layers of the slowest stage", pace.layers.dense, costs.dense,
        weights[0], kinds.dense, "dense_forward", "dense_backward");
    kind("moe_layers", "Expert layers of the slowest stage", pace.layers.moe, costs.moe, weights[1],
        kinds.moe, "moe_forward", "moe_backward");
    waits += trace.input(
        "root", "Embedding and head from the host", pace.hostWait - ofLayers, Origin::Derived);
    trace.keep(
        trace.number("host_transfer", "Exposed transfers to and from host memory",
            "micro-batches · (layers · wait of each pass + embedding)", "FORMULAS §6.8", "seconds",
            trace.input(
                "micro_batches", "Micro-batches per step", pace.microBatches, "1", Origin::Derived)
                * waits),
        value.value());
}

/// Warm-up and drain, and the transfers between stages. Returns their load.
template <class Trace>
AxisLoad pipelineTerms(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageTransfer &transfer, const PaceStage &pace, Seconds traffic, TimeTerms &t,
    Trace &trace)
{
    const double m = pace.microBatches;
    trace.open("bubble", "Pipeline bubble",
        "(p · mean stage time − the slowest stage's + gradient and weight communication of the "
        "others) of one micro-batch / v · (1 − removed) + what lockstep leaves idle",
        "arXiv 2104.04473 §2.2; FORMULAS §6.7",
        "if(stages > 1, (max(0, stages * stage_time - own) + traffic) / chunks * (1 - "
        "removed) + lockstep * (micro_batches - 1) * max(0, stage_time - own), 0)");
    trace.input("micro_batches", "Micro-batches per step", m, "1", Origin::Derived);
    trace.input("lockstep",
        "Stages run in lockstep, one forward and one backward pass in turn "
        "(1F1B)",
        isLockstep(p, c) ? 1 : 0, "1", Origin::Stack);
    trace.input("stages", "Pipeline stages p", c.pipeline, "1", Origin::Plan);
    trace.input("chunks", "Chunks per stage v", c.chunks, "1", Origin::Plan);
    trace.input("stage_time", "Mean stage time of one micro-batch", pace.mean, Origin::Derived);
    trace.input(
        "own", "Time of the slowest stage for one micro-batch", pace.own(), Origin::Derived);
    trace.input("traffic", "Gradient and weight communication of the other stages, one micro-batch",
        traffic, Origin::Derived);
    trace.input("removed", "Share of the bubble that the schedule fills", p.stack.zeroBubble, "1",
        Origin::Stack);
    t[TimeTerm::Bubble] = trace.close(pipelineBubble(p, c, pace, traffic));

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
    trace.input("wait",
        "Wait of a micro-batch when stages alternate forward and backward "
        "passes (1F1B)",
        sends.wait, Origin::Derived);
    t[TimeTerm::ExposedPipeline] = trace.close(sends.exposed);

    return { sends.own * transfer.bytes, (sends.own + sends.warmup) * send, {},
        t[TimeTerm::ExposedPipeline], layout.pipeline.crossesNodes(), {} };
}

/// All stages wait for the update of the one that holds most.
template <class Trace>
Seconds slowestUpdate(const Prepared &p, const Candidate &c, const Layout &layout,
    const PaceStages &stages, Trace &trace)
{
    const PaceStage &most
        = *std::max_element(stages.begin(), stages.end(), [&](const auto &a, const auto &b) {
              return updatedParameters(p, layout, a.parameters)
                  < updatedParameters(p, layout, b.parameters);
          });
    return optimizerTime(p, c, layout, most.parameters, trace);
}

/// What is fixed in a step.
template <class Trace>
void fixedTerm(const Prepared &p, const PaceStage &pace, TimeTerms &t, Trace &trace)
{
    trace.open("fixed", "Fixed overhead of a step",
        "host work of a step + launch time that the device does not cover", "FORMULAS §6.4",
        "fixed_seconds + micro_batches * launch_gap");
    const Seconds fixed { p.stack.fixedSeconds };
    trace.input("fixed_seconds", "Host work per step", fixed, Origin::Stack);
    trace.input(
        "launch_gap", "Launch-bound time of one micro-batch", pace.launchGap, Origin::Derived);
    trace.input("micro_batches", "Micro-batches per step", pace.microBatches, "1", Origin::Derived);
    t[TimeTerm::Fixed] = trace.close(fixed + pace.microBatches * pace.launchGap);
}

/// Loads of the axes inside layers, for reports.
void reportLayerAxes(const Layout &layout, const PaceStage &pace, const LayerCosts &costs,
    const StateWindows &windows, const AxisLoad &pipeline, Evaluation &result)
{
    const auto axis
        = [&](Axis which) -> AxisLoad & { return result.axes[static_cast<std::size_t>(which)]; };
    const double m = pace.microBatches;
    const StageLayers &layers = pace.layers;
    const LayerCost &d = costs.dense, &e = costs.moe;
    const TimeTerms &t = result.time;
    const Seconds windowAll = m
        * mixed(layers, windows.dense.forward + windows.dense.backward,
            windows.moe.forward + windows.moe.backward);
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
    const LayerCosts &costs, const StepCalls &calls, Evaluation &result, Trace &trace)
{
    result.time = {};
    result.microBatches = layout.microBatches;
    const StepStages step(p, c, layout, costs, calls);
    const PaceStage &pace = step.slowest;
    TimeTerms &t = result.time;
    layerTerms(pace, costs, t, trace);
    AxisLoad &fsdp = result.axes[static_cast<std::size_t>(Axis::Fsdp)];
    AxisLoad &data = result.axes[static_cast<std::size_t>(Axis::Data)];
    fsdp = step.fsdp;
    if constexpr (Trace::records) {
        traceHost(p, pace, costs,
            { layerCopyTime(p, c, layout, LayerKind::Dense),
                layerCopyTime(p, c, layout, LayerKind::Moe) },
            step.kinds, t[TimeTerm::HostTransfer], trace);
        step.traffic.load(pace.stage, pace.layers, trace);
    }
    data = p.isInference ? AxisLoad {} : dataTraffic(p, c, step, trace);
    if (!p.isInference)
        t[TimeTerm::Optimizer] = slowestUpdate(p, c, layout, step.stages, trace);
    t[TimeTerm::ExposedFsdp] = fsdp.exposed;
    t[TimeTerm::ExposedData] = data.exposed;
    fixedTerm(p, pace, t, trace);
    // Warm-up and drain wait for the state traffic of one stage after the other, too.
    const Seconds chained = fsdp.chained + data.chained;
    const AxisLoad pipeline = pipelineTerms(p, c, layout, step.transfer, pace, chained, t, trace);

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

    reportLayerAxes(layout, pace, costs, step.windows, pipeline, result);
}

template void assembleTime(const Prepared &, const Candidate &, const Layout &, const LayerCosts &,
    const StepCalls &, Evaluation &, NoTrace &);
template void assembleTime(const Prepared &, const Candidate &, const Layout &, const LayerCosts &,
    const StepCalls &, Evaluation &, DerivationTrace &);

} // namespace headroom
