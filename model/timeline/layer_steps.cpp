#include "model/timeline/layer_steps.h"

#include "model/physics/stage_transfer.h"

namespace headroom {
namespace {

/// Multiply-adds of a layer's products by the kernel that they belong to.
struct ProductShares
{
    double input = 0, output = 0, mlp = 0;
    double total() const { return input + output + mlp; }
};

ProductShares productShares(const Prepared &p, const RematCosts *replay, bool isMoe)
{
    ProductShares shares;
    for (int i = 0; i < p.linearCount; ++i) {
        const Linear &linear = p.linears[static_cast<std::size_t>(i)];
        if (isMoe ? !linear.ofMoe : !linear.ofDense)
            continue;
        const double size = linear.in * linear.out * (linear.cut == Cut::Expert ? p.topK : 1)
            * (replay ? replay->replay[linear.tensor] : 1);
        switch (static_cast<SavedTensor>(linear.tensor)) {
        case SavedTensor::Qkv:
        case SavedTensor::MlaDown:
            shares.input += size;
            break;
        case SavedTensor::OutProj:
            shares.output += size;
            break;
        default:
            shares.mlp += size;
        }
    }
    return shares;
}

KernelSeconds kernels(double gemm, double attention, double element, const ProductShares &shares)
{
    const double total = shares.total();
    const double unit = total > 0 ? gemm / total : 0;
    return { element, unit * shares.input, attention, unit * shares.output,
        total > 0 ? unit * shares.mlp : gemm };
}

/// Share of an exchange that the estimate takes for exposed, as a lead that computation waits for.
Exchange exchange(double seconds, double exposed, double parts)
{
    if (seconds <= 0)
        return {};
    return { seconds / parts, exposed / seconds };
}

Exchange contextExchange(const Candidate &c, double seconds, double exposed)
{
    // What a ring hands on before the attention core can start (FORMULAS §6.6).
    constexpr double ringLead = 0.1;
    if (c.contextStrategy == ContextStrategy::Ring)
        return { seconds, ringLead };
    return exchange(seconds, exposed, 1);
}

/// Routing is host and element-wise work that the estimate counts with the exchange of experts.
void addExperts(const Prepared &p, double seconds, double exposed, DirectionSteps &steps)
{
    steps.routing = std::max(0.0, exposed - seconds * p.stack.expertExposed);
    steps.dispatch = steps.combine = exchange(seconds, seconds * p.stack.expertExposed, 2);
}

} // namespace

LayerSteps layerSteps(const Prepared &p, const Candidate &c, const LayerCosts &costs, bool isMoe)
{
    const LayerCost &cost = isMoe ? costs.moe : costs.dense;
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const ProductShares shares = productShares(p, nullptr, isMoe);
    LayerSteps steps;
    DirectionSteps &forward = steps.forward, &backward = steps.backward;
    forward.kernels = kernels(cost.gemmForward, cost.attentionForward, cost.elementForward, shares);
    backward.kernels
        = kernels(cost.gemmBackward, cost.attentionBackward, cost.elementBackward, shares);
    backward.replay = kernels(
        cost.gemmReplay, cost.attentionReplay, cost.elementReplay, productShares(p, &remat, isMoe));
    forward.tensor = exchange(cost.tensorForwardSeconds, cost.tensorForward, 1);
    backward.tensor
        = exchange(cost.tensorSeconds - cost.tensorForwardSeconds, cost.tensorBackward, 1);
    forward.tensor.seconds /= 4;
    backward.tensor.seconds /= 4;
    forward.context = contextExchange(c, cost.contextForwardSeconds, cost.contextForward);
    backward.context = contextExchange(
        c, cost.contextSeconds - cost.contextForwardSeconds, cost.contextBackward);
    forward.isRing = backward.isRing = c.contextStrategy == ContextStrategy::Ring;
    if (isMoe) {
        addExperts(p, cost.expertForwardSeconds, cost.expertForward, forward);
        addExperts(
            p, cost.expertSeconds - cost.expertForwardSeconds, cost.expertBackward, backward);
    }
    forward.hostCopy = cost.hostForward;
    backward.hostCopy = cost.hostBackward;
    const LaunchGap gap = launchGap(cost, isMoe ? costs.moeLaunch : costs.denseLaunch);
    forward.launch = gap.forward;
    backward.launch = gap.backward;
    steps.parameters = layerParameters(p, c, makeLayout(p, c), isMoe);
    const double own = p.attentionParameters / c.tensor;
    steps.attentionParameterShare = steps.parameters.plain > 0 ? own / steps.parameters.plain : 0.5;
    return steps;
}

} // namespace headroom
