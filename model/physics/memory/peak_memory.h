#pragma once

#include "model/physics/memory/evaluation_memory.h"
#include "model/physics/trace/terms.h"

namespace headroom {

/// What kernels take beside the other terms.
template <class Trace> NumberOf<Trace> temporaryBytes(const Prepared &p, Trace &trace)
{
    return trace.number("temporary", "Temporary buffers", "workspace of kernels", "FORMULAS §5.6",
        "bytes",
        trace.input(
            "workspace_gib", "Kernel workspace", inGib(p.stack.workspace), "GiB", Origin::Stack)
            * bytesPerGib);
}

/// What the allocator's pool must hold for tensors over what they take: blocks that fit nothing
/// that is asked for. What a compiler planned has its gaps counted. @source FORMULAS §5.6
inline double allocatorOverhead(const Prepared &p)
{
    return p.compiled ? 1 : p.isCompiled ? p.stack.fragmentation : p.stack.eagerFragmentation;
}

/// Pool that a peak of tensors needs. @unit bytes
inline Bytes reservedFor(const Prepared &p, const MemoryTerms &terms, Bytes peak)
{
    return peak + (allocatorOverhead(p) - 1) * (peak - terms[MemoryTerm::Temporary]);
}

/// What a step holds at its moments: all its gradients, activations, and what FSDP gathers.
template <class Number> struct HeldOf
{
    const Number &gradients;
    const ActivationMemoryOf<Number> &activations;
    GatheredOf<Number> gathered {};
};

/// The worst moment: the loss, the backward pass of the first layer that it meets, of the last one,
/// or the reduction of the gradient of FSDP's root unit. Where gradients grow while activations go,
/// none is there when the backward pass starts, and only one layer's activations when it ends.
/// @source FORMULAS §5.6
template <class Trace>
MomentOf<NumberOf<Trace>> worstMoment(const Prepared &p, const Candidate &c, const Layout &layout,
    Stage stage, const HeldOf<NumberOf<Trace>> &held, Trace &trace)
{
    constexpr auto source = "FORMULAS §5.6";
    using Moment = MomentOf<NumberOf<Trace>>;
    const auto &[gradients, activations, gathered] = held;
    const bool grows
        = p.stack.gradientsGrow && layout.microBatches <= 1 && c.pipeline <= 1 && !p.isInference;
    const NumberOf<Trace> none {};
    const auto &atStart = grows ? none : gradients;
    const Moment loss { atStart, activations.saved, none, activations.logits, gathered.atLoss };
    const Moment first { atStart, activations.saved, activations.working, none, gathered.inLayer };
    Moment moment = worseMoment<Trace>(loss, first);
    if (grows) {
        const auto layers = trace.input("stage_layers", "Layers of a stage",
            stageLayers(p, c, layout, stage).total(), "1", Origin::Derived);
        const auto last = trace.number("last_layer", "Saved by the last layer of the backward pass",
            "saved / layers", source, "bytes", activations.saved / layers);
        moment = worseMoment<Trace>(
            moment, { gradients, last, activations.working, none, gathered.inLayer });
    }
    if (valueOf(gathered.atRoot) > 0)
        moment = worseMoment<Trace>(moment, { gradients, none, none, none, gathered.atRoot });
    const auto name
        = [&](const char *id, const char *label, const char *formula, NumberOf<Trace> &number) {
              number = trace.number(id, label, formula, source, "bytes", number);
          };
    name("gradients", "Gradients",
        grows ? "none when the backward pass starts, all when it ends: where memory is larger"
              : "of all micro-batches",
        moment.gradients);
    name("saved_activations", "Saved activations",
        grows ? "all when the backward pass starts, one layer's when it ends"
              : "all when the backward pass starts",
        moment.saved);
    name("logits_loss", "Logits and loss", "when the loss runs, where memory is largest there",
        moment.logits);
    name("working_set", "Working set", "in a layer's backward pass, where memory is largest there",
        moment.working);
    const double inLayer = valueOf(gathered.inLayer);
    if (valueOf(gathered.atLoss) != inLayer || valueOf(gathered.atRoot) > 0)
        name("gathered_parameters", "Gathered parameters", "at the worst moment", moment.gathered);
    else
        moment.gathered = gathered.inLayer;
    return moment;
}

/// The optimizer's step as a moment of its own: all gradients and what the step takes, no
/// activations and nothing gathered. Where it is the worst one, it takes the place of the passes.
/// @source FORMULAS §5.6
template <class Trace>
void takeStep(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParametersOf<NumberOf<Trace>> &own, const PassesOf<NumberOf<Trace>> &passes,
    Trace &trace)
{
    constexpr auto source = "FORMULAS §5.6";
    auto &moment = passes.moment;
    const auto inBuffers = trace.number("pass_buffers", "Buffers in forward and backward passes",
        "flat gradients and buckets + tensors between stages + one dequantized matrix", source,
        "bytes", passes.buffers);
    const auto copies = stepCopyBytes(p, c, layout, own, trace);
    const auto inPasses
        = trace.number("in_passes", "Memory next to the state in forward and backward passes",
            "gradients + activations + gathered + buffers", source, "bytes",
            moment.total() + inBuffers);
    const auto inStep = trace.number("in_step", "Memory next to the state in the optimizer's step",
        "all gradients + roots of the moments", source, "bytes", passes.allGradients + copies);
    const auto stepIsPeak = atLeast(inStep, inPasses);
    const auto ofStep = trace.number("gradients_of_step", "Gradients in the optimizer's step",
        "all", source, "bytes", passes.allGradients);
    const auto ofPasses
        = trace.number("gradients_of_passes", "Gradients in forward and backward passes",
            "at their worst moment", source, "bytes", moment.gradients);
    moment.gradients = trace.number("gradients", "Gradients",
        "all in the optimizer's step, where memory is largest there, else those of the passes",
        source, "bytes", choose(stepIsPeak, ofStep, ofPasses));
    const auto outside = [&](const char *id, const char *label, NumberOf<Trace> &bytes) {
        bytes
            = trace.number(id, label, "none in the optimizer's step, where memory is largest there",
                source, "bytes", choose(stepIsPeak, 0.0, bytes));
    };
    outside("saved_activations", "Saved activations", moment.saved);
    outside("working_set", "Working set", moment.working);
    outside("logits_loss", "Logits and loss", moment.logits);
    outside("gathered_parameters", "Gathered parameters", moment.gathered);
    passes.buffers = choose(stepIsPeak, copies, inBuffers);
}

/// What a stage takes outside the allocator's pool for its tensors, and when it takes most.
struct OutsideBytes
{
    Bytes host; ///< offloaded
    Bytes registered; ///< in buffers registered with NCCL
    Bytes evaluationExcess; ///< of an evaluation over a training step, in the pool
};

/// Memory of one stage: the terms sum to the peak in the allocator's pool. Not counted: copies of
/// the weights in a recipe's format that a framework may keep between micro-batches.
/// @unit bytes   @source FORMULAS §5.6
template <class Trace>
MemoryTerms stageMemory(const Prepared &p, const Candidate &c, const Layout &layout, Stage stage,
    OutsideBytes &outside, Trace &trace)
{
    const auto own = stageParameters(p, c, layout, stage, trace);
    const auto state = stateMemory(p, c, layout, own, trace);
    auto gathered = gatheredMoments(p, c, layout, own, trace);
    const auto activations = activationMemory(p, c, layout, stage, trace);
    outside.host = Bytes { valueOf(activations.host) + valueOf(state.host) };
    if (followsXlaFlags(p) && p.flags.registeredBuffers) {
        outside.registered = Bytes { valueOf(gathered.inLayer) };
        gathered.inLayer = gathered.atLoss
            = trace.number("gathered_parameters", "Gathered parameters",
                "in buffers registered with NCCL, outside the pool", "FORMULAS §5.6", "bytes", {});
    }

    auto moment
        = worstMoment(p, c, layout, stage, { state.gradients, activations, gathered }, trace);
    auto buffers
        = stateBuffers(p, c, layout, own, trace) + stageBoundaryBytes(p, c, layout, stage, trace);
    if (p.tuning.isQuantised)
        buffers += dequantisedCopyBytes(p, c, layout, trace);
    if (castsBase(p, layout.weightShards)) {
        const StageLayers layers = stageLayers(p, c, layout, stage);
        buffers += baseCastBytes(p, c, own, { layers.dense, layers.moe },
            stage == Stage::Last || c.pipeline == 1, trace);
    }
    if (p.stack.stepCopies > 0)
        takeStep(p, c, layout, own, { state.gradients, moment, buffers }, trace);
    if (p.evaluationMicroBatch > 0)
        outside.evaluationExcess = Bytes { takeEvaluation(
            p, c, layout, stage, own, { state.gradients, moment, buffers }, trace) };
    const auto functional = trace.number("functional", "Functionality buffers",
        p.tuning.isQuantised
            ? "flat gradients and buckets + tensors between stages + one dequantized matrix"
            : "flat gradients and buckets + tensors between stages",
        "FORMULAS §5.6", "bytes", buffers);
    const auto temporary = temporaryBytes(p, trace);

    MemoryTerms terms;
    const auto take = [&](MemoryTerm term, const NumberOf<Trace> &number) {
        trace.keep(number);
        terms[term] = Bytes { valueOf(number) };
    };
    take(MemoryTerm::Weights, state.weights);
    take(MemoryTerm::Gradients, moment.gradients);
    take(MemoryTerm::OptimizerState, state.optimizer);
    take(MemoryTerm::SavedActivations, moment.saved);
    take(MemoryTerm::WorkingSet, moment.working);
    take(MemoryTerm::LogitsLoss, moment.logits);
    take(MemoryTerm::GatheredParameters, moment.gathered);
    take(MemoryTerm::Functional, functional);
    take(MemoryTerm::Temporary, temporary);
    return terms;
}

/// CUDA context, libraries and the buffers of each communicator, with those that XLA registers with
/// NCCL; outside the pool.
/// @source FORMULAS §5.6; seed measurements of 0.90–1.78 GiB for the context
template <class Trace>
Bytes outsidePool(const Prepared &p, const Candidate &c, Bytes registered, Trace &trace)
{
    auto outside = trace.input("context_gib", "Context and libraries on an A100",
                       inGib(p.stack.contextMemory), "GiB", Origin::Stack)
        * trace.input("context_scale", "Multiprocessors of the chip over those of an A100",
            p.contextScale, "1", Origin::Hardware);
    if (!p.isTpu) {
        const int inUse = (c.data > 1) + (c.fsdp > 1) + (c.tensor > 1) + (c.context > 1)
            + (c.expert > 1) + (c.pipeline > 1);
        // Communicators that are split from one another share its buffers. @source NCCL splitShare
        const int axes
            = followsXlaFlags(p) && p.flags.ncclCommSplitting ? std::min(inUse, 1) : inUse;
        outside += trace.input("axes", "Communicators with buffers of their own", axes, "1",
                       Origin::Derived)
            * trace.input("collective_buffer_gib", "Buffers of one communicator",
                inGib(p.stack.collectiveBuffer), "GiB", Origin::Stack);
    }
    const bool registers = followsXlaFlags(p) && p.flags.registeredBuffers;
    if (registers)
        outside += trace.input("registered_gib", "Gathered parameters in registered buffers",
            inGib(registered), "GiB", Origin::Derived);
    const auto bytes = trace.number("outside_pool_bytes", "Memory outside the pool",
        registers
            ? "context · scale + parallel axes in use · buffers of one communicator + registered"
            : "context · scale + parallel axes in use · buffers of one communicator",
        "FORMULAS §5.6", "bytes", outside * bytesPerGib);
    trace.keep(bytes);
    return Bytes { valueOf(bytes) };
}

inline Bytes outsidePool(const Prepared &p, const Candidate &c)
{
    NoTrace none;
    return outsidePool(p, c, Bytes {}, none);
}

/// What offloads of all devices take of a node. @source FORMULAS §5.3
template <class Trace>
Bytes hostMemoryPerNode(const Prepared &p, const Layout &layout, Bytes ofDevice, Trace &trace)
{
    const double devices = std::min(p.devicesPerNode, layout.devices);
    trace.open("host_bytes", "Host memory of one node", "offloaded by a device · devices of a node",
        "FORMULAS §5.3", "offloaded * node_devices");
    trace.input("offloaded", "Offloaded by the worst device", ofDevice, Origin::Derived);
    trace.input("node_devices", "Devices of a node", devices, "1", Origin::Plan);
    return trace.close(ofDevice * devices);
}

/// The allocator's pool. A preallocated pool has its size; one that grows takes what context and
/// libraries leave. @source FORMULAS §5.6
template <class Trace> Bytes poolBudget(const Prepared &p, Bytes outside, Trace &trace)
{
    const bool isPreallocated = p.poolBytes > Bytes {};
    trace.open("budget_bytes", "Pool of the allocator",
        isPreallocated ? "memory fraction · usable memory" : "usable memory − outside the pool",
        "FORMULAS §5.6",
        isPreallocated ? "memory_fraction * usable_bytes" : "usable_bytes - outside_pool_bytes");
    trace.input("usable_bytes", "Usable memory of the chip", p.usableBytes, Origin::Hardware);
    if (isPreallocated)
        trace.input(
            "memory_fraction", "Memory fraction", p.poolBytes / p.usableBytes, "1", Origin::Flags);
    else
        trace.adopt("outside_pool_bytes");
    return trace.close(isPreallocated ? p.poolBytes : p.usableBytes - outside);
}

} // namespace headroom
