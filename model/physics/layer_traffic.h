#pragma once

#include "model/physics/collective_curve.h"
#include "model/physics/layer_compute.h"
#include "model/physics/trace.h"

namespace headroom {

/// Traffic of one layer on one axis for one micro-batch: what is exposed, what it lasts in all.
struct TrafficSeconds
{
    double forward = 0, backward = 0; ///< exposed
    double duration = 0, bytes = 0;
    double forwardDuration = 0; ///< part of duration that belongs to the forward pass
    double calls = 0; ///< operations of one layer, both passes
    double callBytes = 0; ///< of one of them, as CollectiveKind counts
};

/// Tensor-parallel exchanges of activations of one layer. Where activations outside the products are cut, too
/// (sequence parallelism, XLA's sharding), inputs are gathered and outputs scattered: four calls a
/// layer forward, four backward, two more to gather inputs again. Else outputs are all-reduced: two
/// calls forward, two backward.
struct TensorCalls
{
    bool isCut = false;
    int chunks = 1; ///< pieces of a product that its exchange travels beside
    double bytes = 0, seconds = 0; ///< of one
    double forward = 0, backward = 0; ///< calls of a micro-batch; replayed ones are backward
    double share = 0; ///< that no product overlaps, with the products starting at once
    double late = 0; ///< of the rest, starting late where hardware queues compete
    double exposed() const { return share + late * std::max(0.0, 1 - share); }
    double count() const { return forward + backward; }
    /// Of a product: its first piece waits for what is gathered, its last for nothing but itself.
    double window() const { return chunks > 1 ? 1 - 1.0 / chunks : 1; }
};

/// Pieces drawn for a product that overlaps its exchange; more would only be finer.
inline constexpr int mostTensorChunks = 4;

/// @source FORMULAS §6.5, §6.6; Megatron-Core tensor_parallel/mappings.py
inline TensorCalls tensorCalls(const Prepared &p, const Candidate &c, const Layout &layout)
{
    TensorCalls calls;
    if (c.tensor <= 1)
        return calls;
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    // Half of the calls gather inputs of products, which may travel in the recipe's format.
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    calls.isCut = layout.plainDivisor > 1;
    const double wire = calls.isCut && recipe.travelsLow ? 0.75 : 1;
    calls.bytes = layout.tokens * p.hidden * p.computeBytes * wire;
    const CollectiveKind kind = calls.isCut ? CollectiveKind::AllGather : CollectiveKind::AllReduce;
    calls.seconds = curveOf(p, kind, layout.tensor).seconds(Bytes { calls.bytes }).value();
    calls.share = p.overlapsTensor && !layout.tensor.crossesNodes() ? recipe.overlapsGathers
            ? p.stack.tensorExposedOverlapped
            : (p.stack.tensorExposedOverlapped + p.stack.tensorExposed) / 2
                                                                    : p.stack.tensorExposed;
    // Exchanges that a product should hide may start at its end where hardware queues compete.
    calls.late = p.flags.queuesCompete && p.overlapsTensor ? p.assumed.lateExchange : 0;
    calls.chunks = calls.exposed() < 1 ? std::min(c.tensor, mostTensorChunks) : 1;
    calls.forward = calls.isCut ? 4 : 2;
    calls.backward = calls.forward * (1 + remat.replayTensorTraffic)
        + (c.sequenceParallel && !p.isTpu ? 2 : 0);
    return calls;
}

/// What of those exchanges is felt beside these products of a layer: the share that nothing
/// overlaps, and what outlasts the product beside it. @unit seconds   @source FORMULAS §6.6
template <class Trace>
TrafficSeconds tensorTraffic(const Prepared &p, const Candidate &c, const TensorCalls &calls,
    const SiteSeconds &products, LayerKind kind, Trace &trace)
{
    TrafficSeconds traffic;
    if (calls.count() <= 0)
        return traffic;
    const double exposed = calls.exposed(), one = calls.seconds;
    double beyondForward = 0, beyondBackward = 0;
    if (exposed < 1)
        for (const WorkSeconds &product : products) {
            const double hidden = (1 - exposed) * one / exchangeSiteCount;
            beyondForward
                += std::max(0.0, calls.forward * hidden - calls.window() * product.forward);
            beyondBackward
                += std::max(0.0, calls.backward * hidden - calls.window() * product.backward);
        }
    traffic.forward = calls.forward * one * exposed + beyondForward;
    traffic.backward = calls.backward * one * exposed + beyondBackward;
    traffic.duration = calls.count() * one;
    traffic.forwardDuration = calls.forward * one;
    traffic.bytes
        = calls.count() * (calls.isCut ? 1 : 2) * calls.bytes * (c.tensor - 1) / c.tensor;
    trace.open(kind == LayerKind::Dense ? "layer_dense_tensor" : "layer_moe_tensor",
        "Tensor-parallel traffic of one layer, one micro-batch",
        "calls · collective(T·h·u over t ranks) · exposed share + what outlasts its product",
        "FORMULAS §6.5, §6.6", "calls * call_seconds * exposed + beyond");
    trace.input("bytes", "Exchanged activation T·h·u", calls.bytes, "bytes", Origin::Derived);
    trace.input("call_seconds", calls.isCut ? "One all-gather or reduce-scatter" : "One all-reduce",
        one, "seconds", Origin::Derived);
    trace.input("calls", "Calls forward, backward and replayed",
        p.isInference ? calls.forward : calls.count(), "1", Origin::Derived);
    trace.open("exposed", "Share that no product overlaps", "share + late start of the rest",
        "FORMULAS §6.6", "share + late * max(0, 1 - share)");
    trace.input("share", "With the products starting at once", calls.share, "1", Origin::Stack);
    trace.input("late", "Share of the rest that starts late, hardware queues competing", calls.late,
        "1", Origin::Assumed);
    trace.close(exposed, "1");
    trace.input("beyond", "What outlasts the product that should hide it",
        p.isInference ? beyondForward : beyondForward + beyondBackward, "seconds", Origin::Derived);
    trace.input("ranks", "Tensor degree", c.tensor, "1", Origin::Plan);
    trace.close(p.isInference ? traffic.forward : traffic.forward + traffic.backward, "seconds");
    return traffic;
}

/// Context-parallel exchange of keys and values. All-gather: fully exposed; ring: sent on from rank
/// to rank, hidden behind the attention of one chunk but for a tenth; Ulysses: all-to-alls of q, k,
/// v and the context.
/// @unit seconds   @source FORMULAS §6.6
template <class Trace>
TrafficSeconds contextTraffic(const Prepared &p, const Candidate &c, const Layout &layout,
    const WorkSeconds &attention, Trace &trace)
{
    TrafficSeconds traffic;
    if (c.context <= 1)
        return traffic;
    const double reach = p.flags.asyncPermute ? p.assumed.ringReach : 0, lead = p.assumed.ringLead;
    const double perToken = p.keyValueElements * p.computeBytes / c.tensor;
    const double gathered = layout.tokens * c.context * perToken;
    if (c.contextStrategy == ContextStrategy::Ulysses) {
        const double own = layout.tokens * (p.heads * p.headDim * 2 + p.keyValueElements) / c.tensor
            * p.computeBytes;
        const double one
            = curveOf(p, CollectiveKind::AllToAll, layout.context).seconds(Bytes { own }).value();
        traffic.forward = one;
        traffic.backward = 2 * one;
        traffic.bytes = 3 * own;
        traffic.calls = 3;
        traffic.callBytes = own;
        traffic.duration = 3 * one;
        traffic.forwardDuration = one;
    } else {
        const bool isRing = c.contextStrategy == ContextStrategy::Ring;
        const double calls = isRing ? c.context - 1 : 1;
        const double one = calls
            * curveOf(
                p, isRing ? CollectiveKind::SendReceive : CollectiveKind::AllGather, layout.context)
                  .seconds(Bytes { isRing ? gathered / c.context : gathered })
                  .value();
        traffic.bytes = 3 * gathered * (c.context - 1) / c.context;
        traffic.calls = 3 * calls;
        traffic.callBytes = isRing ? gathered / c.context : gathered;
        traffic.duration = 3 * one;
        traffic.forwardDuration = one;
        if (!isRing) {
            traffic.forward = one;
            traffic.backward = 2 * one;
        } else {
            traffic.forward
                = std::min(one, std::max(0.0, one - reach * attention.forward) + lead * one);
            traffic.backward = std::min(
                2 * one, std::max(0.0, 2 * one - reach * attention.backward) + 2 * lead * one);
        }
    }
    trace.open("layer_context", "Context-parallel traffic of one layer, one micro-batch",
        "exposed part of exchanging keys and values, forward and backward", "FORMULAS §6.6",
        c.contextStrategy != ContextStrategy::Ring
            ? "exchanges * call_seconds"
            : "min(call_seconds, max(0, call_seconds - reach * attention) + lead * call_seconds) + "
              "if(exchanges > 1, min(2 * call_seconds, max(0, 2 * call_seconds - reach * "
              "attention_backward) + lead * 2 * call_seconds), 0)");
    trace.input("bytes", "Keys and values gathered over the context group", gathered, "bytes",
        Origin::Derived);
    trace.input("call_seconds", "Duration of one exchange", traffic.forwardDuration, "seconds",
        Origin::Derived);
    trace.input("exchanges", "Exchanges: one forward, two backward", p.isInference ? 1 : 3, "1",
        Origin::Derived);
    trace.input("reach", "Share of the attention core that a ring hides behind", reach, "1",
        Origin::Assumed);
    trace.input(
        "lead", "Share of a ring's traffic that is always felt", lead, "1", Origin::Assumed);
    trace.input("attention", "Attention core that a ring hides behind", attention.forward,
        "seconds", Origin::Derived);
    trace.input(
        "attention_backward", "The same, backward", attention.backward, "seconds", Origin::Derived);
    trace.input("ranks", "Context degree", c.context, "1", Origin::Plan);
    trace.close(p.isInference ? traffic.forward : traffic.forward + traffic.backward, "seconds");
    return traffic;
}

/// Copies of a token's row that leave its node or rank when each of these gets a row once: members
/// of a group reached by `choices` independent picks, less the own one. @source DeepEP, HybridEP
/// dispatch
inline double othersReached(double members, double choices)
{
    return members > 1 ? (members - 1) * (1 - std::pow(1 - 1 / members, choices)) : 0;
}

/// Expert dispatch and combine: two all-to-alls forward, two backward, replayed ones besides, and
/// the gather over the expert-tensor group. @unit seconds   @source FORMULAS §6.5, §6.6
template <class Trace>
TrafficSeconds expertTraffic(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    TrafficSeconds traffic;
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const double own = p.expertIsAxis ? layout.tokens : layout.tokens / c.tensor;
    const double bytes = own * p.topK * p.hidden * p.computeBytes;
    const CollectiveCurve exchange = curveOf(p, CollectiveKind::AllToAll, layout.expert);
    double one = 0;
    if (p.deduplicatesDispatch && !p.isTpu && layout.expert.size > 1) {
        const double row = bytes / p.topK;
        const CollectiveMachine &links = p.collectives;
        const double copies = othersReached(layout.expert.domains, p.topK);
        const double remote = row * copies / (links.networkRate * p.dispatchNetworkShare);
        const double local = row * othersReached(layout.expert.size, p.topK)
            / (links.linkTotal * links.shares.exchange);
        one = std::max(remote, local) + exchange.latency().value();
    } else {
        one = exchange.seconds(Bytes { bytes }).value();
    }
    if (layout.expertTensor > 1 && !p.expertIsAxis)
        one += curveOf(p, CollectiveKind::AllGather, groupSpan(layout.expertTensor, 1, p))
                   .seconds(Bytes { bytes * layout.expertTensor })
                   .value();
    const double replays
        = remat.replay[static_cast<std::size_t>(SavedTensor::ExpertIn)] > 0 && remat.isFull ? 2 : 0;
    const double exposed = p.expertExposed;
    const double routing = p.stack.expertOverheadSeconds * p.chip.hostFactor * p.routingShare;
    traffic.forward = 2 * one * exposed + routing;
    traffic.backward = (2 + replays) * one * exposed + (1 + replays / 2) * routing;
    traffic.duration = (4 + replays) * one;
    traffic.forwardDuration = 2 * one;
    traffic.bytes = (4 + replays) * bytes;
    traffic.calls = 4 + replays;
    traffic.callBytes = bytes;
    trace.open("layer_expert", "Expert dispatch and combine of one layer, one micro-batch",
        "calls · all-to-all(T·K·h·u) · exposed share + routing of each pass", "FORMULAS §6.5, §6.6",
        "calls * call_seconds * exposed + calls / 2 * routing");
    trace.input("bytes", "Rows sent by one device T·K·h·u", bytes, "bytes", Origin::Derived);
    trace.input("call_seconds", "One exchange", one, "seconds", Origin::Derived);
    trace.input("calls", "Calls forward, backward and replayed", p.isInference ? 2 : 4 + replays,
        "1", Origin::Derived);
    trace.input("exposed", "Share that nothing overlaps", exposed, "1", Origin::Stack);
    trace.input("routing", "Routing, sorting and synchronisation of one pass", routing, "seconds",
        Origin::Stack);
    trace.input("ranks", "Expert degree", c.expert, "1", Origin::Plan);
    trace.close(p.isInference ? traffic.forward : traffic.forward + traffic.backward, "seconds");
    return traffic;
}

} // namespace headroom
