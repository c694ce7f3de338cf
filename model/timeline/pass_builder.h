#pragma once

#include "model/timeline/kernel_writer.h"

namespace headroom {

/// What all passes of a plan share.
struct PassContext
{
    const Prepared &prepared;
    const Candidate &candidate;
    bool isJax = false;
    Layout layout;
    LayerCosts costs;
    LayerSteps dense, moe;
    OverlapRules rules;
    FsdpCalls fsdp;
    FsdpRounds rounds;
    DataCalls data;

    PassContext(const Prepared &prepared, const Candidate &candidate, bool isJax);
    const LayerSteps &layer(bool holdsExperts) const { return holdsExperts ? moe : dense; }
    double embeddingParameters() const; ///< on one device, before data-parallel sharding
    double headParameters() const;
    double stageLayers() const { return std::max(1.0, layout.maxStageLayers); }
};

/// What distinguishes one pass from another; equal specifications give equal templates.
struct PassSpec
{
    bool isBackward = false;
    std::vector<std::uint8_t> holdsExperts; ///< per layer, in the order of the model: 0 or 1
    bool hasEmbedding = false, hasHead = false;
    bool gathers = false; ///< FSDP gathers weights in this pass
    bool reduces = false; ///< FSDP reduces gradients in this pass
    bool exchanges = false; ///< replicas exchange gradients (last backward pass)
    bool gathersParameters = false; ///< a sharded optimizer hands out new weights (first forward)
    auto operator<=>(const PassSpec &) const = default;
};

/// Time of handing out the updated weights of these layers, one message per layer.
Seconds parameterGatherTime(const PassContext &context, const PassSpec &spec);
/// Layers in order, each with what it gathers, exchanges and offloads.
PassTemplate forwardPass(const PassContext &context, const PassSpec &spec);
/// Layers in reverse, each with the gradients that it hands on.
PassTemplate backwardPass(const PassContext &context, const PassSpec &spec);
/// Optimizer and host work at the end of a step, behind the exchange between replicas where a
/// framework does not overlap it with the backward pass. @param own parameters of the stage
PassTemplate updatePass(const PassContext &context, const StageParameters &own);

/// Fills PassTemplate::layers from the compute blocks.
void findLayerSpans(PassTemplate &pattern);

} // namespace headroom
