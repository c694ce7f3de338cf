#pragma once

#include "model/physics/activation_memory.h"
#include "model/physics/terms.h"

namespace headroom {

/// Tensors that cross stages: one pair of buffers per chunk, and the outputs of all micro-batches
/// in flight where the schedule keeps them. @unit bytes
inline double stageBoundaryBytes(
    const Prepared &p, const Candidate &c, const Layout &layout, Stage stage)
{
    if (c.pipeline <= 1)
        return 0;
    const double tensor = layout.tokens * p.hidden * p.computeBytes / layout.plainDivisor;
    const double kept = p.stack.keepsStageOutputs ? microBatchesInFlight(p, c, layout, stage) : 0;
    return tensor * (2 * c.chunks + kept);
}

/// Memory of one stage: the terms sum to the peak in the allocator's pool. The loss and one layer's
/// backward pass do not run at the same time, so only the larger of the two counts. Not counted:
/// copies of the weights in a recipe's format that a framework may keep between micro-batches.
/// @unit bytes   @source FORMULAS §5.6
template <class Trace>
MemoryTerms stageMemory(const Prepared &p, const Candidate &c, const Layout &layout, Stage stage,
    double &hostBytes, Trace &trace)
{
    const StageParameters own = stageParameters(p, c, layout, stage);
    const StateMemory state = stateMemory(p, c, layout, own, trace);
    const double gathered = gatheredMemory(p, c, layout, own, trace);
    const ActivationMemory activations = activationMemory(p, c, layout, stage, trace);
    hostBytes = activations.host;

    MemoryTerms terms;
    terms[MemoryTerm::Weights] = Bytes { state.weights };
    terms[MemoryTerm::Gradients] = Bytes { state.gradients };
    terms[MemoryTerm::OptimizerState] = Bytes { state.optimizer };
    terms[MemoryTerm::SavedActivations] = Bytes { activations.saved };
    terms[MemoryTerm::GatheredParameters] = Bytes { gathered };
    const bool lossIsPeak = activations.logits >= activations.working;
    terms[MemoryTerm::LogitsLoss] = Bytes { lossIsPeak ? activations.logits : 0 };
    terms[MemoryTerm::WorkingSet] = Bytes { lossIsPeak ? 0 : activations.working };

    const double buffers = stateBuffers(p, c, layout, own);
    const double boundary = stageBoundaryBytes(p, c, layout, stage);
    const double functional = buffers + boundary;
    trace.open("functional", "Functionality buffers",
        "flat gradients and buckets + tensors between stages", "FORMULAS §5.6");
    trace.input("buffers", "Flat copies of gradients in the step and reduction buckets", buffers,
        "bytes", Origin::Derived);
    trace.input("boundary", "Tensors between pipeline stages", boundary, "bytes", Origin::Derived);
    terms[MemoryTerm::Functional] = Bytes { trace.close(functional, "bytes") };

    const double used = terms.total().value();
    const double fragmentation = p.isCompiled ? p.stack.fragmentation : p.stack.eagerFragmentation;
    const double temporary = used * (fragmentation - 1) + p.stack.workspaceGib * bytesPerGib;
    trace.open("temporary", "Temporary buffers",
        "(fragmentation − 1)·sum of the others + workspace", "FORMULAS §5.6");
    trace.input("others", "Sum of the other terms", used, "bytes", Origin::Derived);
    trace.input("fragmentation", "Allocator's overhead", fragmentation, "1", Origin::Stack);
    trace.input("workspace_gib", "Kernel workspace", p.stack.workspaceGib, "GiB", Origin::Stack);
    terms[MemoryTerm::Temporary] = Bytes { trace.close(temporary, "bytes") };
    return terms;
}

/// CUDA context, libraries and the buffers of each communicator; outside the pool.
/// @unit bytes   @source FORMULAS §5.6; seed measurements of 0.90–1.78 GiB for the context
template <class Trace> double outsidePoolBytes(const Prepared &p, const Candidate &c, Trace &trace)
{
    trace.open("outside_pool_bytes", "Memory outside the pool",
        "context + parallel axes in use · buffers of one communicator", "FORMULAS §5.6");
    trace.input("context_gib", "Context and libraries", p.stack.contextGib, "GiB", Origin::Stack);
    if (p.isTpu)
        return trace.close(p.stack.contextGib * bytesPerGib, "bytes");
    const int axes = (c.data > 1) + (c.fsdp > 1) + (c.tensor > 1) + (c.context > 1) + (c.expert > 1)
        + (c.pipeline > 1);
    trace.input("axes", "Parallel axes in use", axes, "1", Origin::Derived);
    trace.input("collective_buffer_gib", "Buffers of one communicator", p.stack.collectiveBufferGib,
        "GiB", Origin::Stack);
    return trace.close(
        (p.stack.contextGib + axes * p.stack.collectiveBufferGib) * bytesPerGib, "bytes");
}

inline double outsidePoolBytes(const Prepared &p, const Candidate &c)
{
    NoTrace none;
    return outsidePoolBytes(p, c, none);
}

/// What offloads of all devices take of a node. @unit bytes   @source FORMULAS §5.3
template <class Trace>
double hostBytesPerNode(const Prepared &p, const Layout &layout, double ofDevice, Trace &trace)
{
    const double devices = std::min(p.devicesPerNode, layout.devices);
    trace.open("host_bytes", "Host memory of one node", "offloaded by a device · devices of a node",
        "FORMULAS §5.3");
    trace.input("offloaded", "Offloaded by the worst device", ofDevice, "bytes", Origin::Derived);
    trace.input("node_devices", "Devices of a node", devices, "1", Origin::Plan);
    return trace.close(ofDevice * devices, "bytes");
}

/// The allocator's pool. A preallocated pool has its size; one that grows takes what context and
/// libraries leave. @unit bytes   @source FORMULAS §5.6
template <class Trace> double budgetBytes(const Prepared &p, double outside, Trace &trace)
{
    const bool isPreallocated = p.poolBytes > 0;
    trace.open("budget_bytes", "Pool of the allocator",
        isPreallocated ? "memory fraction · usable memory" : "usable memory − outside the pool",
        "FORMULAS §5.6");
    trace.input(
        "usable_bytes", "Usable memory of the chip", p.usableBytes, "bytes", Origin::Hardware);
    if (isPreallocated)
        trace.input(
            "memory_fraction", "Memory fraction", p.poolBytes / p.usableBytes, "1", Origin::Flags);
    else
        trace.input(
            "outside_pool_bytes", "Memory outside the pool", outside, "bytes", Origin::Derived);
    return trace.close(isPreallocated ? p.poolBytes : p.usableBytes - outside, "bytes");
}

} // namespace headroom
