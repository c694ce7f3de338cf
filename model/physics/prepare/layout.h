#pragma once

#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"
#include "model/plan/rank_order.h"
#include "model/plan/stage_layers.h"

#include <algorithm>
#include <cmath>

namespace headroom {

/// Ranks of one collective: how many, how many of them share the fast domain, how many domains.
struct GroupSpan
{
    double size = 1;
    double inside = 1; ///< in one fast domain
    double insideNode = 1; ///< in one node, fast links or not
    double domains = 1; ///< nodes, or fast domains where those are larger
    bool crossesNodes() const { return domains > 1; }
    bool operator==(const GroupSpan &) const = default;
};

/// How a candidate's degrees lie on the machine, with the numbers that follow from them.
struct Layout
{
    double ranks = 1; ///< batch shards
    double devices = 1;
    double microBatches = 1;
    double tokens = 0; ///< of one micro-batch on one tensor group: b·s/c
    double plainDivisor = 1; ///< of activations outside the tensor-parallel regions
    double expertTensor = 1; ///< degree that really cuts expert matrices
    double weightShards = 1, gradientShards = 1, optimizerShards = 1;
    double expertWeightShards = 1, expertGradientShards = 1, expertOptimizerShards = 1;
    GroupSpan tensor, context, expert, fsdp, data, pipeline;
    GroupSpan expertFsdp; ///< ranks that share the weights of experts, where experts are an axis
    GroupSpan state; ///< ranks that share optimizer states
    GroupSpan plane; ///< all ranks that work on different data, or parts of a sequence
    double firstStageLayers = 1, lastStageLayers = 1, meanStageLayers = 1, maxStageLayers = 1;
    /// Whether FSDP shards anything, over ranks of an axis of its own or over those of context.
    bool isSharded() const { return fsdp.size > 1; }
    bool chunksAreGiven = false; ///< the plan says how many layers each chunk has
    bool gathersOnce = false; ///< stages gather their sharded weights once a step and keep them
};

/// Members of a group whose neighbours lie `stride` ranks apart.
inline GroupSpan groupSpan(double size, double stride, const Prepared &p)
{
    GroupSpan span;
    span.size = size;
    span.inside = std::clamp(std::floor(p.domain / stride), 1.0, size);
    const double node
        = p.isTpu ? span.inside : std::clamp(std::floor(p.devicesPerNode / stride), 1.0, size);
    span.insideNode = std::max(span.inside, node);
    span.domains = std::ceil(size / span.insideNode);
    return span;
}

/// Whether context and expert ranks share weights at every stage, gathers and reductions with them.
/// @source MaxText base.yml (embed over fsdp, context and expert; embed_moe without expert)
inline bool axesShardWeights(const Prepared &p)
{
    return p.expertIsAxis && p.stack.contextShardsAlone;
}

/// Whether weights themselves lie in shards, where there are ranks to share them.
inline bool cutsWeights(const Prepared &p, const Candidate &c)
{
    return c.zeroStage >= 3 || axesShardWeights(p);
}

/// Ranks of the axis fsdp that shard: MaxText's always cuts weights, so that below stage 3 all such
/// ranks lie on its axis data (model/launch/maxtext, leavesWeightsWhole).
inline double fsdpRanks(const Prepared &p, const Candidate &c)
{
    return axesShardWeights(p) && c.zeroStage < 3 ? 1 : c.fsdp;
}

/// Replicas: ranks of the axis data, and those of fsdp that do not shard.
inline double dataRanks(const Prepared &p, const Candidate &c)
{
    return c.data * (c.fsdp / fsdpRanks(p, c));
}

/// Whether FSDP has ranks to shard over: those of its axis, with stage 3 those of context alone, or
/// those of any axis that shares weights.
/// @source torchtitan parallel_dims.py (dp_shard_cp); MaxText base.yml (embed over context)
inline bool shardsWeights(const Prepared &p, const Candidate &c)
{
    return c.fsdp > 1 || axesShardWeights(p) || (c.zeroStage == 3 && p.stack.contextShardsAlone);
}

/// Whether the plan says how many layers each stage, or each chunk, has.
inline bool givesStages(const Prepared &p, const Candidate &c)
{
    return !p.stageLayers.empty() && fitsPipeline(p.stageLayers.size(), c.pipeline, c.chunks);
}

/// Layers of one pipeline stage: as the plan says; by compute, or as even as they go, where
/// embedding and head may count as a layer each. What is left over of even stages goes to the
/// inner ones, then to the first. No allocation. @source DeepSpeed runtime/utils.py
/// partition_balanced; torchtitan pipeline_parallel.py
inline double layersOfStage(const Prepared &p, const Candidate &c, int stage)
{
    if (givesStages(p, c))
        return layersOfStage(p.stageLayers, c.pipeline, stage);
    const double stages = c.pipeline;
    if (c.pipeline > 1 && p.stack.balancesHead) {
        // A stage takes layers until their GEMMs pass its share; the one that passes it stays.
        const double body = std::max(1.0, p.matmulParameters - p.headParameters);
        const double all = p.layers * (1 + p.headParameters / body);
        const auto end = [&](int before) {
            return before <= 0         ? 0
                : before >= c.pipeline ? p.layers
                                       : std::min(p.layers, std::floor(all * before / stages) + 1);
        };
        return end(stage + 1) - end(stage);
    }
    const bool isEdge = stage == 0 || stage == c.pipeline - 1;
    if (p.stack.countsEmbeddingAsLayer && std::fmod(p.layers, stages) != 0) {
        // Stages are filled one after the other up to the smallest load that is enough for all.
        const double load = std::ceil((p.layers + 2) / stages);
        const double left = p.layers + 2 - stage * load;
        if (p.layers + 2 - (stages - 1) * load >= 2)
            return std::min(load, left) - (isEdge ? 1 : 0);
    }
    const double even = std::floor(p.layers / stages), left = p.layers - even * stages;
    const double turn = !isEdge ? stage - 1 : std::max(0.0, stage == 0 ? stages - 2 : stages - 1);
    return even + (turn < left ? 1 : 0);
}

namespace layout_detail {

/// The same where the plan's own mesh says how many lie in one node or slice.
inline GroupSpan meshSpan(double size, double inside, const Prepared &p)
{
    GroupSpan span;
    span.size = size;
    span.insideNode = std::clamp(inside, 1.0, size);
    span.inside = p.isTpu ? span.insideNode : std::min(span.insideNode, std::max(1.0, p.domain));
    span.domains = std::ceil(size / span.insideNode);
    return span;
}

inline void placeGroups(const Prepared &p, const Candidate &c, Layout &layout)
{
    const RankOrder at(c, p.expertIsAxis);
    const MeshInside in = p.meshInside.value_or(MeshInside {});
    const auto place = [&p](double size, double stride, double inside) {
        return p.meshInside ? meshSpan(size, inside, p) : groupSpan(size, stride, p);
    };
    layout.tensor = place(c.tensor, at.tensor.stride, in.tensor);
    layout.context = place(c.context, at.context.stride, in.context);
    layout.expert
        = place(c.expert, p.expertIsAxis ? at.expert.stride : layout.expertTensor, in.expert);
    // Shards spread over context ranks, too, where the stack does so.
    const bool overContext = p.stack.shardsOverContext;
    const double shared = overContext ? c.context : 1, sharedIn = overContext ? in.context : 1;
    const double stride = overContext ? at.context.stride : at.fsdp.stride;
    const double fsdp = fsdpRanks(p, c), data = dataRanks(p, c);
    const bool isData = fsdp != c.fsdp; // ranks of fsdp are replicas
    const double fsdpIn = isData ? 1 : in.fsdp, dataIn = isData ? in.data * in.fsdp : in.data;
    if (shardsWeights(p, c)) {
        layout.expertFsdp = place(fsdp * shared, stride, fsdpIn * sharedIn);
        layout.fsdp = axesShardWeights(p) && c.expert > 1
            ? place(fsdp * shared * c.expert, at.expert.stride, fsdpIn * sharedIn * in.expert)
            : layout.expertFsdp;
    }
    layout.data = place(data, isData ? at.fsdp.stride : at.data.stride, dataIn);
    layout.pipeline = place(c.pipeline, at.pipeline.stride, in.pipeline);
    layout.state
        = layout.isSharded() ? layout.fsdp : place(data * shared, stride, dataIn * sharedIn);
    layout.plane = place(double(c.data) * c.fsdp * shared, stride, in.data * in.fsdp * sharedIn);
}

inline void placeShards(const Prepared &p, const Candidate &c, Layout &layout)
{
    const double shared = p.stack.shardsOverContext ? c.context : 1;
    const bool isByAxis = axesShardWeights(p), isReplica = isByAxis && c.zeroStage < 3;
    const double own = shardsWeights(p, c) && !isReplica ? c.fsdp * shared
        : c.zeroStage < 3                                ? dataRanks(p, c) * shared
                                                         : 1;
    // MaxText's context and expert axes shard weights whatever the stage, and the expert axis
    // everything but the experts (FORMULAS §1, §4).
    const double always = isByAxis ? shared * c.expert : 1;
    const double shards = own * (p.expertIsAxis && cutsWeights(p, c) ? c.expert : 1);
    layout.optimizerShards = c.zeroStage >= 1 ? shards : always;
    layout.gradientShards = c.zeroStage >= 2 ? shards : always;
    layout.weightShards = c.zeroStage >= 3 ? shards : always;
    // Experts live on e·etp ranks of the t·c·data·fsdp plane; the rest of it replicates or shards
    // them.
    const double plane = own * c.tensor;
    const double expertShards
        = p.expertIsAxis ? own : std::max(1.0, plane / (c.expert * layout.expertTensor));
    const double expertAlways = isByAxis ? shared : 1;
    layout.expertOptimizerShards = c.zeroStage >= 1 ? expertShards : expertAlways;
    layout.expertGradientShards = c.zeroStage >= 2 ? expertShards : expertAlways;
    layout.expertWeightShards = c.zeroStage >= 3 ? expertShards : expertAlways;
}

inline void placeStages(const Prepared &p, const Candidate &c, Layout &layout)
{
    layout.meanStageLayers = p.layers / c.pipeline;
    layout.chunksAreGiven = givesStages(p, c) && p.stageLayers.size() != std::size_t(c.pipeline);
    layout.firstStageLayers = layersOfStage(p, c, 0);
    layout.lastStageLayers = layersOfStage(p, c, c.pipeline - 1);
    layout.maxStageLayers = std::max(layout.firstStageLayers, layout.lastStageLayers);
    // Without a plan's word no inner stage holds more than the second.
    const int lastInner = c.pipeline - 2;
    for (int stage = 1; stage <= (givesStages(p, c) ? lastInner : std::min(1, lastInner)); ++stage)
        layout.maxStageLayers = std::max(layout.maxStageLayers, layersOfStage(p, c, stage));
}

} // namespace layout_detail

/// Brings up to date what micro-batch, chunks and sequence parallelism change of a layout: all else
/// follows from the other degrees and the ZeRO stage.
inline void placeWork(const Prepared &p, const Candidate &c, Layout &layout)
{
    layout.microBatches = std::max(1.0, p.globalBatch / (c.microBatch * layout.ranks));
    layout.tokens = c.microBatch * p.sequence / c.context;
    layout.plainDivisor = c.sequenceParallel || p.stack.activationsFollowTensor ? c.tensor : 1;
    if (!p.stageLayers.empty())
        layout_detail::placeStages(p, c, layout);
}

/// Lays a candidate out on the prepared machine, but for what the estimate itself decides (when
/// stages gather). No allocation.
inline Layout placeCandidate(const Prepared &p, const Candidate &c)
{
    Layout layout;
    layout.ranks = double(c.data) * c.fsdp * (p.expertIsAxis ? c.expert : 1);
    layout.devices = layout.ranks * c.tensor * c.context * c.pipeline;
    layout.expertTensor = p.expertIsAxis ? c.tensor : c.expertTensor;
    layout_detail::placeGroups(p, c, layout);
    layout_detail::placeShards(p, c, layout);
    layout_detail::placeStages(p, c, layout);
    placeWork(p, c, layout);
    return layout;
}

/// Whether stages of a pipeline may gather sharded weights once a step.
inline bool mayGatherOnce(const Prepared &p, const Candidate &c, const Layout &layout)
{
    return p.pipelineGather != PipelineGather::Each && c.pipeline > 1 && c.zeroStage >= 3
        && layout.isSharded();
}

/// Whether gathering once is faster than with every micro-batch and leaves room in the pool; both
/// are evaluated. @pre mayGatherOnce
bool gatheringOncePays(const Prepared &p, const Candidate &c, const Layout &layout);

/// Whether weights of a stage stay gathered between micro-batches.
inline bool keepsGathered(const Prepared &p, const Candidate &c, const Layout &layout)
{
    return c.pipeline > 1 && (!p.stack.reshardsInPipeline || layout.gathersOnce);
}

/// Whether what lies around the frozen matrices is in 32 bit, and with it the residual stream,
/// under autocast, which casts back for GEMMs: around a quantised base that lies whole, and where
/// the base is in 32 bit itself. @source PEFT utils/other.py, prepare_model_for_kbit_training,
/// which FSDP and ZeRO 3 go without; torch FSDP MixedPrecision(param_dtype) casts what it gathers
inline bool hasWideRest(const Prepared &p, double weightShards)
{
    return (p.tuning.isQuantised || p.tuning.isWide) && p.stack.keepsComputeCopy
        && weightShards <= 1;
}

/// Whether autocast casts a frozen base in 32 bit for each GEMM. It caches no cast of a weight
/// without a gradient, and the backward pass keeps the one that it needs.
/// @source torch aten/autocast_mode.cpp (cached_cast: requires_grad, is_leaf); derivatives.yaml
/// (mm)
inline bool castsBase(const Prepared &p, double weightShards)
{
    return p.tuning.isWide && hasWideRest(p, weightShards)
        && p.computeBytes < elementBytes(NumberFormat::Fp32);
}

inline bool hasWideRest(const Prepared &p, const Layout &layout)
{
    return hasWideRest(p, layout.weightShards);
}

/// Lays a candidate out on the prepared machine. No allocation.
inline Layout makeLayout(const Prepared &p, const Candidate &c)
{
    Layout layout = placeCandidate(p, c);
    layout.gathersOnce = mayGatherOnce(p, c, layout)
        && (p.pipelineGather == PipelineGather::Once || gatheringOncePays(p, c, layout));
    return layout;
}

} // namespace headroom
