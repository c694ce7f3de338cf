#include "model/timeline/layer_steps.h"

#include "model/physics/host_copies.h"
#include "model/physics/layer_compute.h"
#include "model/physics/stage_transfer.h"

namespace headroom {
namespace {

/// Seconds of a layer's products in one direction, by the kernel that they belong to.
struct ProductSeconds
{
    double input = 0, output = 0, mlp = 0;

    void add(SavedTensor tensor, double seconds)
    {
        const bool isInput = tensor == SavedTensor::Qkv || tensor == SavedTensor::MlaDown;
        (isInput ? input : tensor == SavedTensor::OutProj ? output : mlp) += seconds;
    }
    KernelSeconds with(double attention, double element, double stack) const
    {
        return { element, input * stack, attention, output * stack, mlp * stack };
    }
};

struct LayerProducts
{
    ProductSeconds forward, backward, replay;
};

LayerProducts layerProducts(const Prepared &p, const Candidate &c, LayerKind kind)
{
    const Layout layout = makeLayout(p, c);
    LayerProducts products;
    for (const Linear &linear : p.matrices()) {
        if (!linear.isOf(kind))
            continue;
        const WorkSeconds work = matrixWork(p, c, layout, linear);
        const auto tensor = static_cast<SavedTensor>(linear.tensor);
        products.forward.add(tensor, work.forward);
        products.backward.add(tensor, work.backward);
        products.replay.add(tensor, work.replay);
    }
    return products;
}

/// Share of an exchange that the estimate takes for exposed, as a lead that computation waits for.
Exchange exchange(double seconds, double exposed, double parts)
{
    if (seconds <= 0)
        return {};
    return { seconds / parts, exposed / seconds };
}

Exchange contextExchange(const Prepared &p, const Candidate &c, double seconds, double exposed)
{
    if (c.contextStrategy == ContextStrategy::Ring)
        return { seconds, p.assumed.ringLead };
    return exchange(seconds, exposed, 1);
}

/// Routing is host and element-wise work that the estimate counts with the exchange of experts.
void addExperts(const Prepared &p, double seconds, double exposed, DirectionSteps &steps)
{
    steps.routing = std::max(0.0, exposed - seconds * p.expertExposed);
    steps.dispatch = steps.combine = exchange(seconds, seconds * p.expertExposed, 2);
}

} // namespace

LayerSteps layerSteps(const Prepared &p, const Candidate &c, const LayerCosts &costs, bool isMoe)
{
    const LayerCost &cost = isMoe ? costs.moe : costs.dense;
    const LayerProducts products = layerProducts(p, c, isMoe ? LayerKind::Moe : LayerKind::Dense);
    const double stack = p.stack.computeFactor;
    LayerSteps steps;
    DirectionSteps &forward = steps.forward, &backward = steps.backward;
    forward.kernels = products.forward.with(cost.attentionForward, cost.elementForward, stack);
    backward.kernels = products.backward.with(cost.attentionBackward, cost.elementBackward, stack);
    backward.replay = products.replay.with(cost.attentionReplay, cost.elementReplay, stack);
    forward.tensor = exchange(cost.tensorForwardSeconds, cost.tensorForward, 1);
    backward.tensor
        = exchange(cost.tensorSeconds - cost.tensorForwardSeconds, cost.tensorBackward, 1);
    forward.tensor.seconds /= 4;
    backward.tensor.seconds /= 4;
    forward.context = contextExchange(p, c, cost.contextForwardSeconds, cost.contextForward);
    backward.context = contextExchange(
        p, c, cost.contextSeconds - cost.contextForwardSeconds, cost.contextBackward);
    forward.isRing = backward.isRing = c.contextStrategy == ContextStrategy::Ring;
    if (isMoe) {
        addExperts(p, cost.expertForwardSeconds, cost.expertForward, forward);
        addExperts(
            p, cost.expertSeconds - cost.expertForwardSeconds, cost.expertBackward, backward);
    }
    const Layout layout = makeLayout(p, c);
    if (p.options.offloadParameters)
        steps.weightCopy = layerCopySeconds(p, c, layout, isMoe);
    forward.hostCopy = cost.hostForward;
    backward.hostCopy = cost.hostBackward + steps.weightCopy;
    const LaunchGap gap = launchGap(cost, isMoe ? costs.moeLaunch : costs.denseLaunch);
    forward.launch = gap.forward;
    backward.launch = gap.backward;
    steps.parameters = layerParameters(p, c, layout, isMoe);
    steps.trained = trainedParameters(p, steps.parameters);
    const double own = p.attentionParameters / c.tensor;
    steps.attentionParameterShare = steps.parameters.plain > 0 ? own / steps.parameters.plain : 0.5;
    return steps;
}

} // namespace headroom
