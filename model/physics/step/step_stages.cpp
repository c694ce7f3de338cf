#include "model/physics/step/step_stages.h"

namespace headroom {
namespace {

/// Share of attention in the GEMMs of a layer, by parameters that a token meets.
double attentionGemms(const Prepared &p, LayerKind kind)
{
    const double mlp = kind == LayerKind::Moe
        ? p.sharedMoeParameters + p.expertParameters * p.topK / std::max(1.0, p.experts)
        : p.denseMlpParameters;
    return p.attentionParameters / (p.attentionParameters + mlp);
}

StateWindows stateWindows(const Prepared &p, const LayerCosts &costs, const KindPasses &kinds)
{
    const auto window = [&](LayerKind kind, double layers, const LayerCost &cost,
                            const LayerPasses &passes) {
        return layers > 0 ? layerWindow(p, cost, passes, attentionGemms(p, kind)) : LayerWindow {};
    };
    return { window(LayerKind::Dense, p.denseLayers, costs.dense, kinds.dense),
        window(LayerKind::Moe, p.moeLayers, costs.moe, kinds.moe) };
}

} // namespace

StepStages::StepStages(const Prepared &p, const Candidate &c, const Layout &layoutOf,
    const LayerCosts &costs, const StepCalls &callsOf)
    : layout(layoutOf)
    , calls(callsOf)
    , kinds(kindPasses(p, c, layout, costs))
    , windows(stateWindows(p, costs, kinds))
    , rules(overlapRules(p, layout))
    , transfer(stageTransfer(p, c, layout, calls.send))
    , traffic(p, c, layout, calls.fsdp, rules, windows)
    , stages(p, c, costs, layout, kinds)
{
    NoTrace none;
    if (c.pipeline == 1 || !traffic.isActive()) {
        slowest = stages.busiest();
        fsdp = traffic.load(slowest.stage, slowest.layers, none);
        return;
    }
    Seconds longest { -1 };
    for (const PaceStage &pace : stages) {
        const AxisLoad load = traffic.load(pace.stage, pace.layers, none);
        const Seconds step = pace.microBatches * pace.own() + load.exposed
            + pipelineBubble(p, c, pace, load.chained)
            + pipelineSends(p, c, pace, transfer).exposed;
        if (step <= longest)
            continue;
        longest = step;
        slowest = pace;
        fsdp = load;
    }
}

} // namespace headroom
