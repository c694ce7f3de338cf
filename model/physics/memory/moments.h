#pragma once

#include "model/physics/collectives/stage_transfer.h"
#include "model/physics/memory/activation_memory.h"
#include "model/physics/memory/gathered_memory.h"

namespace headroom {

/// Tensors that cross stages: one pair of buffers per chunk, and the outputs of all micro-batches
/// in flight where the schedule keeps them. @unit bytes
template <class Trace>
NumberOf<Trace> stageBoundaryBytes(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage, Trace &trace)
{
    constexpr auto label = "Tensors between pipeline stages";
    constexpr auto source = "FORMULAS §5.6";
    if (c.pipeline <= 1)
        return trace.number("boundary", label, "one stage", source, "bytes", {});
    const auto tensor = microBatchTokens(p, c, layout, trace)
        * trace.input("hidden", "Model width h", p.hidden, "1", Origin::Model)
        * trace.input(
            "compute_bytes", "Bytes of an element in computation", p.computeBytes, Origin::Plan)
        / trace.input("plain_divisor",
            "Ranks that share the tokens outside the tensor-parallel regions", layout.plainDivisor,
            "1", Origin::Derived);
    auto copies = 2 * trace.input("chunks", "Chunks per stage v", c.chunks, "1", Origin::Plan);
    if (isDecomposed(p, Bytes { valueOf(tensor) }))
        copies += trace.input(
            "received_ahead", "Pair received one iteration early", 2, "1", Origin::Flags);
    if (p.stack.keepsStageOutputs)
        copies += microBatchesInFlight(p, c, layout, stage, trace);
    return trace.number("boundary", label, "T·h·u/divisor · (2·v + outputs kept)", source, "bytes",
        tensor * copies);
}

/// What comes and goes within a step, as it is at one moment of it.
template <class Number> struct MomentOf
{
    Number gradients {}, saved {}, working {}, logits {}, gathered {};
    Number total() const { return gradients + saved + working + logits + gathered; }
};

/// The first of two moments unless the second takes more.
template <class Trace>
MomentOf<NumberOf<Trace>> worseMoment(
    const MomentOf<NumberOf<Trace>> &one, const MomentOf<NumberOf<Trace>> &other)
{
    const auto isOne = atLeast(one.total(), other.total());
    return { choose(isOne, one.gradients, other.gradients), choose(isOne, one.saved, other.saved),
        choose(isOne, one.working, other.working), choose(isOne, one.logits, other.logits),
        choose(isOne, one.gathered, other.gathered) };
}

/// What the passes hold beside weights and optimizer state, and the gradients of the whole step.
template <class Number> struct PassesOf
{
    const Number &allGradients;
    MomentOf<Number> &moment;
    Number &buffers;
};

} // namespace headroom
