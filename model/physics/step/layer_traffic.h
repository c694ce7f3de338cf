#pragma once

#include "model/physics/collectives/collective_curve.h"
#include "model/physics/compute/layer_compute.h"
#include "model/physics/trace/trace.h"

namespace headroom {

/// Traffic of one layer on one axis for one micro-batch: what is exposed, what it lasts in all.
struct LayerTraffic
{
    Seconds forward, backward; ///< exposed
    Seconds duration;
    Bytes bytes;
    Seconds forwardDuration; ///< part of duration that belongs to the forward pass
    double calls = 0; ///< operations of one layer, both passes
    Bytes callBytes; ///< of one of them, as CollectiveKind counts
};

/// Tensor-parallel exchanges of activations of one layer. Where activations outside the GEMMs
/// are cut, too (sequence parallelism, XLA's sharding), inputs are gathered and outputs scattered:
/// four calls a layer forward, four backward, two more to gather inputs again. Else outputs are
/// all-reduced: two calls forward, two backward.
struct TensorCalls
{
    bool isCut = false;
    int chunks = 1; ///< pieces of a GEMM that its exchange travels beside
    Bytes bytes; ///< of one
    Seconds duration; ///< of one
    double forward = 0, backward = 0; ///< calls of a micro-batch; replayed ones are backward
    double share = 0; ///< that no GEMM overlaps, with the GEMMs starting at once
    double late = 0; ///< of the rest, starting late where hardware queues compete
    /// Backward calls of column-parallel GEMMs, that lie beside a gradient of their own.
    double besideGradients = 0;
    double contention = 0; ///< of such a call, what the gradient beside it feels
    double lateGradients = 0; ///< of the rest of it, where hardware queues compete
    double exposed() const { return share + late * std::max(0.0, 1 - share); }
    double count() const { return forward + backward; }
    /// Of a GEMM: its first piece waits for what is gathered, its last has nothing beside it.
    double window() const { return chunks > 1 ? 1 - 1.0 / chunks : 1; }
};

/// Bytes of the exchanges around a GEMM where the recipe's format travels, next to 16 bits: half
/// of the calls gather inputs, in 8 bits, the others reduce outputs. @source Transformer Engine
/// userbuffers
inline constexpr double lowGatherWire = (0.5 + 1) / 2;

/// Pieces drawn for a GEMM that overlaps its exchange; more would only be finer.
inline constexpr int maxTensorChunks = 4;

/// @source FORMULAS §6.5, §6.6; Megatron-Core tensor_parallel/mappings.py
inline TensorCalls tensorCalls(const Prepared &p, const Candidate &c, const Layout &layout)
{
    TensorCalls calls;
    if (c.tensor <= 1)
        return calls;
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const RecipeCosts &recipe = p.recipes[static_cast<std::size_t>(c.recipe)];
    calls.isCut = layout.plainDivisor > 1;
    const double wire = calls.isCut && recipe.travelsLow ? lowGatherWire : 1;
    calls.bytes = layout.tokens * p.hidden * p.computeBytes * wire;
    const CollectiveKind kind = calls.isCut ? CollectiveKind::AllGather : CollectiveKind::AllReduce;
    calls.duration = curveOf(p, kind, layout.tensor).seconds(calls.bytes);
    // A stack that hides more than that by itself goes on doing so.
    const double usual = p.stack.tensorExposed;
    const double overlapped = std::min(usual, p.stack.tensorExposedOverlapped);
    calls.share = !p.overlapsTensor || layout.tensor.crossesNodes() ? usual
        : recipe.overlapsGathers                                    ? overlapped
                                                                    : (overlapped + usual) / 2;
    // Exchanges that a GEMM should hide may start at its end where hardware queues compete.
    calls.late = p.flags.queuesCompete && p.overlapsTensor ? p.assumed.lateExchange : 0;
    calls.chunks = calls.exposed() < 1 ? std::min(c.tensor, maxTensorChunks) : 1;
    calls.forward = calls.isCut ? 4 : 2;
    calls.backward = calls.forward * (1 + remat.replayTensorTraffic)
        + (c.sequenceParallel && !p.isTpu ? 2 : 0);
    // Frozen weights have no gradient to lie beside.
    if (p.stack.tensorBackwardOverlaps && !p.tuning.isAdapted) {
        calls.besideGradients = calls.isCut ? 4 : 2;
        calls.contention
            = layout.tensor.crossesNodes() ? p.chip.networkContention : p.chip.contention;
        calls.lateGradients = p.flags.queuesCompete ? p.assumed.lateExchange : 0;
    }
    return calls;
}

/// What is felt of one exchange beside a gradient of its own GEMM: what outlasts that, what
/// slows it down, and the late start where the hardware may put the GEMM in front.
inline Seconds feltBesideGradient(const TensorCalls &calls, Seconds gradient)
{
    const Seconds hidden = smaller(calls.duration, gradient);
    return calls.duration - hidden
        + (calls.contention + (1 - calls.contention) * calls.lateGradients) * hidden;
}

/// The exchanges of a backward pass that lie beside gradients: the two column-parallel GEMMs of
/// a layer gather their input beside the gradient of the input and reduce that beside the gradient
/// of the weight; without sequence parallelism they all-reduce beside the latter.
/// @source Megatron-LM core/tensor_parallel/layers.py
/// (LinearWithGradAccumulationAndAsyncCommunication.backward); Transformer Engine module/linear.py
inline Seconds feltBesideGradients(const TensorCalls &calls, const SiteTimes &gemms)
{
    constexpr double gradients = 2, columns = 2;
    Seconds felt;
    for (const ExchangeSite site : { ExchangeSite::AttentionInput, ExchangeSite::MlpInput })
        felt += calls.besideGradients / columns
            * feltBesideGradient(calls, gemms[static_cast<std::size_t>(site)].backward / gradients);
    return felt;
}

/// What of those exchanges is felt beside these GEMMs of a layer: the share that nothing
/// overlaps, and what outlasts the GEMM beside it. @source FORMULAS §6.6
template <class Trace>
LayerTraffic tensorTraffic(const Prepared &p, const Candidate &c, const TensorCalls &calls,
    const SiteTimes &gemms, LayerKind kind, Trace &trace)
{
    LayerTraffic traffic;
    if (calls.count() <= 0)
        return traffic;
    const double exposed = calls.exposed();
    const Seconds one = calls.duration;
    // What outlasts the GEMMs that so many calls of a pass lie beside.
    const auto beyond = [&](double count, Seconds WorkTime::*pass) {
        Seconds time;
        if (exposed < 1)
            for (const WorkTime &gemm : gemms)
                time += larger(Seconds {},
                    count * (1 - exposed) * one / exchangeSiteCount - calls.window() * gemm.*pass);
        return time;
    };
    const Seconds beyondForward = beyond(calls.forward, &WorkTime::forward);
    double bare = calls.backward;
    Seconds beyondBackward = beyond(bare, &WorkTime::backward);
    if (calls.besideGradients > 0) {
        const double rest = calls.backward - calls.besideGradients;
        const Seconds besides
            = beyond(rest, &WorkTime::backward) + feltBesideGradients(calls, gemms);
        if (rest * one * exposed + besides < bare * one * exposed + beyondBackward) {
            bare = rest;
            beyondBackward = besides;
        }
    }
    traffic.forward = calls.forward * one * exposed + beyondForward;
    traffic.backward = bare * one * exposed + beyondBackward;
    traffic.duration = calls.count() * one;
    traffic.forwardDuration = calls.forward * one;
    traffic.bytes = calls.count() * (calls.isCut ? 1 : 2) * calls.bytes * (c.tensor - 1) / c.tensor;
    trace.open(kind == LayerKind::Dense ? "layer_dense_tensor" : "layer_moe_tensor",
        "Tensor-parallel traffic of one layer, one micro-batch",
        "calls · collective(T·h·u over t ranks) · exposed share + what lasts longer than "
        "concurrent GEMMs or slows them",
        "FORMULAS §6.5, §6.6", "calls * call_seconds * exposed + beyond");
    trace.input("bytes", "Communicated activation T·h·u", calls.bytes, Origin::Derived);
    trace.input("call_seconds", calls.isCut ? "One all-gather or reduce-scatter" : "One all-reduce",
        one, Origin::Derived);
    trace.input("calls",
        "Calls forward, backward and replayed, without those that overlap with gradients",
        p.isInference ? calls.forward : calls.forward + bare, "1", Origin::Derived);
    trace.open("exposed", "Share that no GEMM overlaps", "share + late start of the rest",
        "FORMULAS §6.6", "share + late * max(0, 1 - share)");
    trace.input("share", "Share that is exposed if the GEMMs start at once", calls.share, "1",
        Origin::Stack);
    trace.input("late", "Share of the rest that starts late because hardware queues compete",
        calls.late, "1", Origin::Assumed);
    trace.close(exposed, "1");
    trace.input("beyond", "Time beyond the concurrent GEMM, and what slows that GEMM",
        p.isInference ? beyondForward : beyondForward + beyondBackward, Origin::Derived);
    trace.input("ranks", "Tensor degree", c.tensor, "1", Origin::Plan);
    trace.close(p.isInference ? traffic.forward : traffic.forward + traffic.backward);
    return traffic;
}

/// Keys and values of all context ranks together, one layer and micro-batch.
inline Bytes contextKeys(const Prepared &p, const Candidate &c, const Layout &layout)
{
    const Bytes perToken = p.keyValueElements * p.computeBytes / c.tensor;
    return layout.tokens * c.context * perToken;
}

/// Ulysses: all-to-alls of q, k, v and the context.
inline LayerTraffic ulyssesTraffic(const Prepared &p, const Candidate &c, const Layout &layout)
{
    LayerTraffic traffic;
    traffic.callBytes = layout.tokens * (p.heads * p.headDim * 2 + p.keyValueElements) / c.tensor
        * p.computeBytes;
    traffic.forward = traffic.forwardDuration
        = curveOf(p, CollectiveKind::AllToAll, layout.context).seconds(traffic.callBytes);
    traffic.backward = 2 * traffic.forward;
    traffic.bytes = 3 * traffic.callBytes;
    traffic.calls = 3;
    traffic.duration = 3 * traffic.forward;
    return traffic;
}

/// All-gather: fully exposed; ring: sent on from rank to rank, hidden behind the attention of one
/// chunk but for a tenth.
inline LayerTraffic keyTraffic(const Prepared &p, const Candidate &c, const Layout &layout,
    const WorkTime &attention, double reach, double lead)
{
    LayerTraffic traffic;
    const Bytes gathered = contextKeys(p, c, layout);
    const bool isRing = c.contextStrategy == ContextStrategy::Ring;
    const double calls = isRing ? c.context - 1 : 1;
    traffic.callBytes = isRing ? gathered / c.context : gathered;
    const Seconds one = calls
        * curveOf(
            p, isRing ? CollectiveKind::SendReceive : CollectiveKind::AllGather, layout.context)
              .seconds(traffic.callBytes);
    traffic.bytes = 3 * gathered * (c.context - 1) / c.context;
    traffic.calls = 3 * calls;
    traffic.duration = 3 * one;
    traffic.forwardDuration = one;
    traffic.forward = one;
    traffic.backward = 2 * one;
    if (!isRing)
        return traffic;
    traffic.forward
        = smaller(one, larger(Seconds {}, one - reach * attention.forward) + lead * one);
    traffic.backward = smaller(
        2 * one, larger(Seconds {}, 2 * one - reach * attention.backward) + 2 * lead * one);
    return traffic;
}

/// Context-parallel exchange of keys and values.
/// @source FORMULAS §6.6
template <class Trace>
LayerTraffic contextTraffic(const Prepared &p, const Candidate &c, const Layout &layout,
    const WorkTime &attention, Trace &trace)
{
    if (c.context <= 1)
        return {};
    const double reach = p.flags.asyncPermute ? p.assumed.ringReach : 0, lead = p.assumed.ringLead;
    const LayerTraffic traffic = c.contextStrategy == ContextStrategy::Ulysses
        ? ulyssesTraffic(p, c, layout)
        : keyTraffic(p, c, layout, attention, reach, lead);
    trace.open("layer_context", "Context-parallel traffic of one layer, one micro-batch",
        "exposed part of the key-value communication, forward and backward", "FORMULAS §6.6",
        c.contextStrategy != ContextStrategy::Ring
            ? "exchanges * call_seconds"
            : "min(call_seconds, max(0, call_seconds - reach * attention) + lead * call_seconds) + "
              "if(exchanges > 1, min(2 * call_seconds, max(0, 2 * call_seconds - reach * "
              "attention_backward) + lead * 2 * call_seconds), 0)");
    trace.input("bytes", "Keys and values gathered over the context group",
        contextKeys(p, c, layout), Origin::Derived);
    trace.input("call_seconds", "Duration of one key-value transfer", traffic.forwardDuration,
        Origin::Derived);
    trace.input("exchanges", "Key-value transfers: one forward, two backward",
        p.isInference ? 1 : 3, "1", Origin::Derived);
    trace.input("reach", "Share of the attention core that hides a ring's traffic", reach, "1",
        Origin::Assumed);
    trace.input(
        "lead", "Share of a ring's traffic that is always exposed", lead, "1", Origin::Assumed);
    trace.input("attention", "Attention core that hides a ring's traffic", attention.forward,
        Origin::Derived);
    trace.input("attention_backward", "Attention core that hides a ring's traffic, backward",
        attention.backward, Origin::Derived);
    trace.input("ranks", "Context degree", c.context, "1", Origin::Plan);
    trace.close(p.isInference ? traffic.forward : traffic.forward + traffic.backward);
    return traffic;
}

/// Copies of a token's row that leave its node or rank when each of these gets a row once: members
/// of a group reached by the token's K independent picks, less the own one. A router that picks
/// `groupLimit` of its groups of experts first finds its experts in these alone, and a group's
/// experts lie on one member, or on few. @source DeepEP, HybridEP dispatch; DeepSeek-V3 (arXiv
/// 2412.19437) §2.1.2, node-limited routing
inline double othersReached(const Prepared &p, double members)
{
    if (members <= 1)
        return 0;
    const auto reached = [&p](double share) { return 1 - std::pow(1 - share, p.topK); };
    if (p.groupLimit <= 0 || p.groupLimit >= p.routerGroups)
        return (members - 1) * reached(1 / members);
    const double chosen = p.groupLimit / p.routerGroups;
    if (members >= p.routerGroups) // a member holds a part of one group
        return (members - 1) * chosen * reached(p.routerGroups / (members * p.groupLimit));
    // A member holds several whole groups, of which each may be among the chosen ones.
    const double held = p.routerGroups / members;
    double mean = 0, ways = 1;
    for (double j = 0; j <= held && j <= p.groupLimit; ++j) {
        mean += ways * std::pow(chosen, j) * std::pow(1 - chosen, held - j)
            * reached(j / p.groupLimit);
        ways *= (held - j) / (j + 1);
    }
    return (members - 1) * mean;
}

/// Host's time for one expert of a loop over them, in each pass: it asks the device for the rows
/// that are the expert's, so that none of what it issues then (gather, three GEMMs, activation,
/// weights, sum: about 25 kernels) runs ahead. @source Hugging Face modeling_mixtral.py
/// (torch.where for each expert); fms-acceleration's Mixtral on A100: the constant part of a step
/// is 1.1 s, of which 0.6 s widen weights
inline constexpr Seconds expertLoopSeconds { 5e-4 };

/// Routing, sorting and synchronisation of an expert layer in one pass. @source FORMULAS §6.4
inline Seconds routingSeconds(const Prepared &p, const Candidate &c)
{
    return p.stack.loopsExperts ? std::max(1.0, p.experts / c.expert) * expertLoopSeconds
                                : p.stack.expertOverheadSeconds;
}

/// Expert dispatch and combine: two all-to-alls forward, two backward, replayed ones besides, and
/// the gather over the expert-tensor group. @source FORMULAS §6.5, §6.6
template <class Trace>
LayerTraffic expertTraffic(
    const Prepared &p, const Candidate &c, const Layout &layout, Trace &trace)
{
    LayerTraffic traffic;
    const RematCosts &remat = p.remats[static_cast<std::size_t>(c.remat)];
    const double own = p.expertIsAxis ? layout.tokens : layout.tokens / c.tensor;
    const Bytes bytes = own * p.topK * p.hidden * p.computeBytes;
    const CollectiveCurve exchange = curveOf(p, CollectiveKind::AllToAll, layout.expert);
    Seconds one;
    if (p.deduplicatesDispatch && !p.isTpu && layout.expert.size > 1) {
        const Bytes row = bytes / p.topK;
        const CollectiveMachine &links = p.collectives;
        const double copies = othersReached(p, layout.expert.domains);
        const Seconds remote
            = row * copies / BytesPerSecond { links.networkRate * p.dispatchNetworkShare };
        const Seconds local = row * othersReached(p, layout.expert.size)
            / BytesPerSecond { links.linkTotal * links.shares.exchange };
        one = larger(remote, local) + exchange.latency();
    } else {
        one = exchange.seconds(bytes);
    }
    if (layout.expertTensor > 1 && !p.expertIsAxis)
        one += curveOf(p, CollectiveKind::AllGather, groupSpan(layout.expertTensor, 1, p))
                   .seconds(bytes * layout.expertTensor);
    const double replays = remat.replaysDispatch ? 2 : 0;
    const double exposed = p.expertExposed;
    const Seconds routing = routingSeconds(p, c) * p.chip.hostFactor * p.routingShare;
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
    trace.input("bytes", "Rows sent by one device T·K·h·u", bytes, Origin::Derived);
    trace.input("call_seconds", "One all-to-all", one, Origin::Derived);
    trace.input("calls", "Calls forward, backward and replayed", p.isInference ? 2 : 4 + replays,
        "1", Origin::Derived);
    trace.input("exposed", "Share that nothing overlaps", exposed, "1", Origin::Stack);
    trace.input(
        "routing", "Routing, sorting and synchronisation of one pass", routing, Origin::Stack);
    trace.input("ranks", "Expert degree", c.expert, "1", Origin::Plan);
    trace.close(p.isInference ? traffic.forward : traffic.forward + traffic.backward);
    return traffic;
}

} // namespace headroom
