#include "model/timeline/layer_steps.h"

#include "model/physics/collectives/stage_transfer.h"
#include "model/physics/compute/layer_compute.h"
#include "model/physics/memory/host_copies.h"
#include "model/physics/step/layer_traffic.h"

namespace headroom {
namespace {

/// The kernels of a layer in one direction.
KernelTimes kernels(
    const SiteTimes &gemms, Seconds WorkTime::*direction, Seconds attention, Seconds element)
{
    const auto of
        = [&](ExchangeSite site) { return gemms[static_cast<std::size_t>(site)].*direction; };
    return { element, of(ExchangeSite::AttentionInput), attention,
        of(ExchangeSite::AttentionOutput), of(ExchangeSite::MlpInput),
        of(ExchangeSite::MlpOutput) };
}

/// Share of an exchange that the estimate takes for exposed, as a lead that computation waits for.
Exchange exchange(Seconds seconds, Seconds exposed, double parts)
{
    if (seconds <= Seconds {})
        return {};
    return { seconds / parts, exposed / seconds };
}

Exchange contextExchange(const Prepared &p, const Candidate &c, Seconds seconds, Seconds exposed)
{
    if (c.contextStrategy == ContextStrategy::Ring)
        return { seconds, p.assumed.ringLead };
    return exchange(seconds, exposed, 1);
}

/// Routing is host and element-wise work that the estimate counts with the exchange of experts.
void addExperts(const Prepared &p, Seconds seconds, Seconds exposed, DirectionSteps &steps)
{
    steps.routing = larger(Seconds {}, exposed - seconds * p.expertExposed);
    steps.dispatch = steps.combine = exchange(seconds, seconds * p.expertExposed, 2);
}

} // namespace

LayerSteps layerSteps(const Prepared &p, const Candidate &c, const LayerCosts &costs, bool isMoe)
{
    const LayerCost &cost = isMoe ? costs.moe : costs.dense;
    const Layout layout = makeLayout(p, c);
    SiteTimes gemms;
    NoTrace none;
    gemmWork(p, c, isMoe ? LayerKind::Moe : LayerKind::Dense, layerGemms(p, c, layout, none), gemms,
        none);
    LayerSteps steps;
    DirectionSteps &forward = steps.forward, &backward = steps.backward;
    forward.kernels
        = kernels(gemms, &WorkTime::forward, cost.attentionForward, cost.elementForward);
    backward.kernels
        = kernels(gemms, &WorkTime::backward, cost.attentionBackward, cost.elementBackward);
    backward.replay = kernels(gemms, &WorkTime::replay, cost.attentionReplay, cost.elementReplay);
    const TensorCalls calls = tensorCalls(p, c, layout);
    const auto tensor = [&](double count) {
        return Exchange { count * calls.duration / exchangeSiteCount, calls.exposed(),
            calls.chunks };
    };
    forward.tensor = tensor(calls.forward);
    backward.tensor = tensor(calls.backward);
    // Some lie beside a gradient of their own GEMM: of all as much is felt as of these.
    if (calls.besideGradients > 0)
        backward.tensor = { backward.tensor.seconds,
            cost.tensorBackward / (calls.backward * calls.duration), 1 };
    forward.context = contextExchange(p, c, cost.contextForwardSeconds, cost.contextForward);
    backward.context = contextExchange(
        p, c, cost.contextSeconds - cost.contextForwardSeconds, cost.contextBackward);
    if (isMoe) {
        addExperts(p, cost.expertForwardSeconds, cost.expertForward, forward);
        addExperts(
            p, cost.expertSeconds - cost.expertForwardSeconds, cost.expertBackward, backward);
    }
    steps.weightCopy = layerCopyTime(p, c, layout, isMoe ? LayerKind::Moe : LayerKind::Dense);
    forward.hostCopy = cost.hostForward;
    backward.hostCopy = cost.hostBackward + steps.weightCopy;
    const LaunchGap gap = isMoe ? launchGap(LayerKind::Moe, cost, costs.moeLaunch)
                                : launchGap(LayerKind::Dense, cost, costs.denseLaunch);
    forward.launch = gap.forward;
    backward.launch = gap.backward;
    steps.parameters = layerParameters(p, c, layout, isMoe);
    steps.trained = trainedParameters(p, steps.parameters);
    const double own = p.attentionParameters / c.tensor;
    steps.attentionParameterShare = steps.parameters.plain > 0 ? own / steps.parameters.plain : 0.5;
    return steps;
}

} // namespace headroom
