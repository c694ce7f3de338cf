#include "model/physics/step/optimizer_time.h"
#include "model/timeline/weight_writer.h"

#include <algorithm>
#include <cmath>

namespace headroom {

PassContext::PassContext(const Prepared &p, const Candidate &c, bool jax)
    : prepared(p)
    , candidate(c)
    , isJax(jax)
    , layout(makeLayout(p, c))
{
    NoTrace none;
    costs = layerCosts(p, c, layout, none);
    if (p.denseLayers > 0)
        dense = layerSteps(p, c, costs, false);
    if (p.moeLayers > 0)
        moe = layerSteps(p, c, costs, true);
    rules = overlapRules(p, layout);
    fsdp = fsdpCalls(p, c, layout);
    rounds = fsdpRounds(p, c, layout);
    data = dataCalls(p, c, layout);
}

double PassContext::embeddingParameters() const
{
    NoTrace none;
    return withPadding(prepared, candidate, prepared.embeddingParameters, none) / candidate.tensor;
}

double PassContext::headParameters() const
{
    NoTrace none;
    const double head = prepared.isTied && candidate.pipeline == 1
        ? 0
        : withPadding(prepared, candidate, prepared.headParameters, none);
    return (head + prepared.mtpParameters) / candidate.tensor + prepared.finalParameters;
}

Seconds parameterGatherTime(const PassContext &context, const PassSpec &spec)
{
    PassProgram program(context.prepared.stepFactor);
    WeightWriter weights(program, context, BlockPhase::Forward);
    if (spec.hasEmbedding)
        weights.gatherParameters(-1, { context.embeddingParameters(), 0, 0 });
    for (const std::uint8_t holdsExperts : spec.holdsExperts)
        weights.gatherParameters(0, context.layer(holdsExperts != 0).parameters);
    if (spec.hasHead)
        weights.gatherParameters(-1, { context.headParameters(), 0, 0 });
    double seconds = 0;
    for (const PassOp &op : program.ops())
        seconds += op.work;
    return Seconds { seconds };
}

PassTemplate updatePass(const PassContext &context, const StageParameters &own)
{
    const Prepared &p = context.prepared;
    NoTrace none;
    PassProgram program(p.stepFactor);
    std::int32_t exchanged = -1;
    if (!p.isInference && context.data.isActive && !context.data.reduceHides) {
        WeightWriter weights(program, context, BlockPhase::Update);
        // Tensor by tensor in the loop over layers, else all together behind it.
        const bool isInLoop
            = exchangesByTensor(p, context.rules, context.data) && !context.data.isBehindLoop;
        StageParameters rest = own;
        if (isInLoop) {
            weights.exchange(-1, { own.embedding, 0, 0 }, {});
            rest.plain -= own.embedding;
        }
        exchanged = weights.exchange(
            -1, rest, {}, isInLoop ? std::max(1.0, std::round(context.stageLayers())) : 1);
    }
    PassOp update;
    update.op = BlockOp::Optimizer;
    update.term = TimeTerm::Optimizer;
    update.phase = BlockPhase::Update;
    if (!p.isInference)
        update.work = optimizerTime(p, context.candidate, context.layout, own, none).value();
    program.add(update, { { exchanged, 1 } });
    PassOp host;
    host.op = BlockOp::HostWork;
    host.term = TimeTerm::Fixed;
    host.phase = BlockPhase::Update;
    host.work = p.stack.fixedSeconds.value();
    program.add(host);
    program.join();
    PassTemplate pattern = playProgram(program);
    findLayerSpans(pattern);
    return pattern;
}

void findLayerSpans(PassTemplate &pattern)
{
    pattern.layers.clear();
    for (std::uint32_t i = pattern.firstOfStream[0]; i < pattern.firstOfStream[1]; ++i) {
        const TimelineBlock &block = pattern.blocks[i];
        // Recomputed kernels belong to the backward pass of their layer.
        const BlockPhase phase
            = block.phase == BlockPhase::Replay ? BlockPhase::Backward : block.phase;
        if (!pattern.layers.empty() && pattern.layers.back().layer == block.layer
            && pattern.layers.back().phase == phase)
            pattern.layers.back().end = block.end();
        else
            pattern.layers.push_back({ block.start, block.end(), block.layer, phase });
    }
}

} // namespace headroom
