#pragma once

#include "model/physics/memory/state_memory.h"

namespace headroom {

/// Gathered parameters of layers: those in use, and under ZeRO 3 what will be used again within
/// so many parameters. @source DeepSpeed partitioned_param_coordinator.py, max_reuse_distance
template <class Trace>
NumberOf<Trace> liveParameters(const Prepared &p, const Candidate &c, const NumberOf<Trace> &inUse,
    const NumberOf<Trace> &all, Trace &trace)
{
    if (c.zeroStage < 3 || p.stack.liveParameters <= 0)
        return inUse;
    return larger(inUse,
        smaller(all,
            trace.input("live_parameters", "Parameters kept for their next use",
                p.stack.liveParameters, "1", Origin::Stack)));
}

/// The shard of a layer that comes from the host before it is gathered: as it is kept, and cast
/// where it travels in fewer bytes. @unit bytes
/// @source torch fsdp/_flat_param.py (pre_unshard, _use_low_precision_shard); fsdp/_fully_shard/
/// _fsdp_param.py (all_gather_inputs); DeepSpeed partition_parameters.py
/// (_allgather_params_coalesced)
template <class Trace>
NumberOf<Trace> fetchedShardBytes(const Prepared &p, const Layout &layout,
    const NumberOf<Trace> &trained, const NumberOf<Trace> &frozenBytes, Trace &trace)
{
    const auto stored
        = trace.input("weight_bytes", "Bytes per stored weight", p.weightBytes, Origin::Derived);
    auto bytes = stored * trained + frozenBytes;
    if (p.weightBytes > p.computeBytes)
        bytes += trace.input("compute_bytes", "Bytes of an element in computation", p.computeBytes,
                     Origin::Plan)
            * trained;
    return trace.number("fetched_shard", "Shard of a layer that comes from the host",
        "bytes of a layer, as kept and as gathered / shards", "torch fsdp/_flat_param.py", "bytes",
        bytes
            / trace.input("weight_shards", "Ranks that share the weights", layout.weightShards, "1",
                Origin::Derived));
}

/// Share of embedding and head that the head is.
inline double headShare(const Prepared &p)
{
    const double all = p.embeddingParameters + p.headParameters;
    return all > 0 ? p.headParameters / all : 0;
}

/// Weights that FSDP has gathered, or host memory handed out, at the worst moment: the layer in
/// use, the prefetched ones, the root group, and the unsharded gradient with its staging for the
/// reduction.
/// @unit bytes   @source FORMULAS §4 "FSDP transient"
template <class Trace>
NumberOf<Trace> gatheredMemory(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParametersOf<NumberOf<Trace>> &own, Trace &trace,
    MomentKind pass = MomentKind::Training)
{
    constexpr auto label = "Gathered parameters";
    constexpr auto source = "FORMULAS §4";
    // What comes from the host one layer after the other is like what comes from other ranks.
    if (layout.weightShards <= 1 && !weightsInHost(p, layout))
        return trace.number(
            "gathered_parameters", label, "every rank holds whole weights", source, "bytes", {});
    const StageLayers layers = stageLayers(p, c, layout, Stage::First);
    const bool isScanned = followsXlaFlags(p) && p.options.scanLayers;
    const auto count = trace.input("gathered_layers", "Layers of the stage",
        std::max(1.0, layers.total()), "1", Origin::Derived);
    auto parameters = (own.plain - own.embedding) / count;
    if (p.moeLayers > 0)
        parameters += own.experts
            / trace.input("gathered_moe_layers", "Expert layers of the stage, at least one",
                std::max(1.0, layers.moe), "1", Origin::Derived);
    const auto layer = trace.number("layer_parameters", "Parameters of a layer on one device",
        "(P_plain − embedding)/layers + P_experts/expert layers", source, "1", parameters);
    const bool isKept = keepsGathered(p, c, layout);
    const auto held = isKept
        ? count
        : smaller(count,
            1
                + (trace.input("prefetched", "Layers gathered ahead", p.stack.prefetchedLayers, "1",
                       Origin::Stack)
                    + trace.input("pipelined_gather", "One more with pipelined all-gathers",
                        isScanned && p.flags.pipelinedAllGather ? 1 : 0, "1", Origin::Flags)));
    const auto u = trace.input(
        "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan);
    const bool holdsRoot = p.stack.keepsRootGathered || isKept;
    const auto live = liveParameters(p, c, held * layer, count * layer, trace);
    auto bytes = holdsRoot ? u * (live + own.embedding) : u * live;
    auto trained = layer;
    NumberOf<Trace> frozen {};
    if (p.tuning.isAdapted) {
        trained = adapterLayer(own, count, layers.moe, p.moeLayers > 0, trace);
        frozen = frozenLayerBytes(p, own, count, layers.moe, trace);
        bytes = held * (frozen + u * trained);
        if (holdsRoot)
            bytes += u * own.embedding;
    }
    const bool isFetched
        = weightsInHost(p, layout) && layout.weightShards > 1 && !followsXlaFlags(p);
    if (isFetched)
        bytes += fetchedShardBytes(p, layout, trained, frozen, trace);
    const bool hasGradients = pass == MomentKind::Training && !p.isInference;
    if (hasGradients && !p.stack.gathersByMatrix)
        bytes += trained
            * (u
                    * trace.input("gradient_copies", "Two with pipelined reduce-scatters",
                        isScanned && p.flags.pipelinedReduceScatter ? 2 : 1, "1", Origin::Flags)
                + trace.input("staging_bytes", "Staging of a gradient for its reduction",
                    p.stack.stagesGradientsInFp32 ? 4 : 0, "bytes", Origin::Stack));
    return trace.number("gathered_parameters", label,
        pass == MomentKind::ForwardOnly
            ? "u · (layers held · P_layer + root group) + a shard from the host, if it lies there"
            : isFetched
            ? "u · (layers held · P_layer + root group) + a shard from the host + one layer's "
              "gradient and its staging"
            : "u · (layers held · P_layer + root group) + one layer's gradient and its staging",
        source, "bytes", bytes);
}

/// What of these lies there at the moments of a backward pass.
template <class Number> struct GatheredOf
{
    Number atLoss {}; ///< when the loss runs
    Number inLayer {}; ///< in a layer's backward pass
    Number atRoot {}; ///< when gradients of embedding and head are reduced, after all layers
};

/// Whether FSDP1 shards: embedding and head are one root unit, which stays gathered, while layers
/// are given back after their pass.
inline bool hasFlatRoot(const Prepared &p, const Candidate &c, const Layout &layout)
{
    return p.stack.flattensRoot && p.stack.keepsRootGathered && layout.weightShards > 1
        && !keepsGathered(p, c, layout);
}

/// FSDP1's root unit. @unit bytes
template <class Trace>
NumberOf<Trace> rootUnit(
    const Prepared &p, const StageParametersOf<NumberOf<Trace>> &own, Trace &trace)
{
    return trace.number("root_unit", "Gathered root unit", "u · (embedding + head)",
        "torch fsdp/_flat_param.py", "bytes",
        trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
            * own.embedding);
}

/// FSDP1 has embedding and head in one root unit, which stays gathered. When the loss runs its
/// layers have been given back. Its one flat gradient comes into being after the last use of its
/// weights, the embedding's: until then the head's gradient waits in autograd, then the flat one
/// lies next to the parts that it is made of. Other programs are counted as in a layer throughout.
/// @unit bytes   @source torch fsdp/_runtime_utils.py (_post_forward_reshard), fsdp/_flat_param.py
/// (_use_unsharded_views: views by torch.split of one parameter); FORMULAS §4
template <class Trace>
GatheredOf<NumberOf<Trace>> gatheredMoments(const Prepared &p, const Candidate &c,
    const Layout &layout, const StageParametersOf<NumberOf<Trace>> &own, Trace &trace)
{
    GatheredOf<NumberOf<Trace>> gathered;
    const auto inLayer = gatheredMemory(p, c, layout, own, trace);
    gathered.inLayer = gathered.atLoss = inLayer;
    if (!hasFlatRoot(p, c, layout) || p.isInference)
        return gathered;
    constexpr auto source = "torch fsdp/_flat_param.py";
    const auto root = rootUnit(p, own, trace);
    gathered.atLoss = trace.number("gathered_at_loss", "Gathered when the loss runs",
        "the root unit: layers have been given back", source, "bytes", root);
    if (p.tuning.isAdapted)
        return gathered;
    const double head = p.isTied ? 1 : headShare(p);
    gathered.inLayer = trace.number("gathered_in_layer", "Gathered in a layer's backward pass",
        "gathered parameters + the head's gradient, which waits for the embedding's", source,
        "bytes",
        inLayer
            + trace.input(
                  "head_share", "Share of the head in the root unit", head, "1", Origin::Derived)
                * root);
    gathered.atRoot = trace.number("gathered_at_root",
        "Gathered when gradients of embedding and head are reduced",
        "root unit + its flat gradient + the parts that this is made of", source, "bytes",
        root
            * trace.input("root_copies", "The unit, its flat gradient and the parts of this", 3,
                "1", Origin::Cited));
    return gathered;
}

/// What is gathered in a layer's forward pass and when the loss runs, where no gradient is made.
/// @unit bytes
template <class Trace>
GatheredOf<NumberOf<Trace>> gatheredForward(const Prepared &p, const Candidate &c,
    const Layout &layout, const StageParametersOf<NumberOf<Trace>> &own, Trace &trace)
{
    GatheredOf<NumberOf<Trace>> gathered;
    gathered.inLayer = gathered.atLoss = trace.number("gathered_forward",
        "Gathered in a forward pass", "no gradients", "FORMULAS §5.9", "bytes",
        gatheredMemory(p, c, layout, own, trace, MomentKind::ForwardOnly));
    if (hasFlatRoot(p, c, layout))
        gathered.atLoss = rootUnit(p, own, trace);
    return gathered;
}

} // namespace headroom
