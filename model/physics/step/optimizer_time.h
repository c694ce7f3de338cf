#pragma once

#include "model/physics/memory/state_memory.h"

namespace headroom {

/// Parameters that a node's processors update in a second when the optimizer lives in host memory.
/// @source ZeRO-Offload (arXiv 2101.06840) table 4: Adam of 1 to 10 billion parameters in 0.22 to
/// 2.1 seconds
constexpr double hostUpdateParameters = 4.6e9;
/// Of a parameter: its gradient down to the host in 32 bits, a 16-bit weight back.
constexpr Bytes hostUpdateWireBytes { 6 };

/// Parameters of a stage that one device updates.
inline double updatedParameters(const Prepared &p, const Layout &layout, const StageParameters &own)
{
    const StageParameters updated = trainedParameters(p, own);
    return updated.plain / layout.optimizerShards + updated.experts / layout.expertOptimizerShards;
}

/// Update of the local shard: memory traffic of moments, master weights and gradients.
/// @source FORMULAS §6.4
template <class Trace>
Seconds optimizerTime(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParameters &own, Trace &trace)
{
    const OptimizerCosts &optimizer = p.optimizers[static_cast<std::size_t>(c.optimizer)];
    const double parameters = updatedParameters(p, layout, own);
    const Bytes perParameter = p.stack.optimizerBytesPerParameter * optimizer.trafficFactor;
    const Seconds onDevice = parameters * perParameter / p.memoryRate;
    const Seconds onHost = parameters
        * (Seconds { std::min(p.devicesPerNode, layout.devices) / hostUpdateParameters }
            + hostUpdateWireBytes / p.hostRate);
    const bool isOnHost = stepsOnHost(p, layout), isPaged = p.options.pagedOptimizer && !isOnHost;
    // To the device for the update, and back to the host for the next pass's tensors.
    const Bytes pagedBytes = isPaged ? 2 * optimizer.stateBytes : Bytes {};
    const Seconds time = isOnHost ? onHost : onDevice + parameters * pagedBytes / p.hostRate;
    trace.open("optimizer", "Optimizer update of a step",
        isOnHost      ? "local parameters · (devices of a node / rate + bytes / H)"
            : isPaged ? "local parameters · (bytes per parameter / W + bytes of the pages / H)"
                      : "local parameters · bytes per parameter / W",
        "FORMULAS §6.4",
        isOnHost      ? "parameters * (node_devices / node_rate + wire_bytes / host_rate)"
            : isPaged ? "parameters * (bytes_per_parameter / memory_rate + paged_bytes / host_rate)"
                      : "parameters * bytes_per_parameter / memory_rate");
    trace.input("parameters", "Parameters updated on this device", parameters, "1", Origin::Model);
    if (isOnHost) {
        trace.input("node_devices", "Devices of a node", std::min(p.devicesPerNode, layout.devices),
            "1", Origin::Plan);
        trace.input("node_rate", "Parameters that a node's processors update in a second",
            hostUpdateParameters, "1/s", Origin::Hardware);
        trace.input("wire_bytes", "Gradient to the host and weight back", hostUpdateWireBytes,
            Origin::Plan);
        trace.input("host_rate", "Host link", p.hostRate, Origin::Hardware);
    } else {
        trace.input(
            "bytes_per_parameter", "Memory traffic per parameter", perParameter, Origin::Stack);
        trace.input("memory_rate", "Reached memory bandwidth", p.memoryRate, Origin::Hardware);
        if (isPaged) {
            trace.input("paged_bytes", "Moments from the host and back, per parameter", pagedBytes,
                Origin::Plan);
            trace.input("host_rate", "Host link", p.hostRate, Origin::Hardware);
        }
    }
    return trace.close(time);
}

} // namespace headroom
