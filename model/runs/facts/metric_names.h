#pragma once

#include <optional>
#include <string_view>

namespace headroom {

/// What a number of a log means, by its name.
enum class Metric {
    Nothing,
    Step, ///< number of an optimizer step
    SureStep, ///< the same under a name that outweighs another
    Iteration, ///< number of a micro-batch, or of a step where there is no other
    StepSeconds, ///< of one step
    MaybeSeconds, ///< of one step, or since the start
    IterationSeconds, ///< of one iteration
    Elapsed, ///< since the start @unit seconds
    StepsPerSecond,
    TokensPerSecond,
    DeviceTokensPerSecond,
    SamplesPerSecond,
    DeviceSamplesPerSecond,
    Loss,
    ConsumedSamples,
    ConsumedTokens,
    Allocated, ///< largest memory, bytes
    Reserved,
    DeviceMemory,
    InUse,
    // Facts of the run
    GlobalBatch,
    MicroBatch,
    MaybeBatch, ///< of a device, or of all
    Accumulation,
    Length,
    MaybeLength, ///< that sequences are trained with, or that a tokenizer takes at most
    Devices,
    MaybeDevices, ///< of the machine, which need not all take part
    DevicesPerNode,
    Nodes,
    TokensPerStep,
    Tensor,
    Pipeline,
    Data,
    Context,
    Expert,
    Parameters,
    Trainable,
    Capacity, ///< memory of a device
    Count
};

/// The meaning of a name as it is printed ("Train throughput/device/tokens_per_sec"): of the whole
/// name, else of its last words. Keeps what it has looked up.
Metric metricOf(std::string_view name);

/// The same for a number that its unit alone explains: "12.3 samples/s", "0.52 s/step".
Metric metricOfUnit(std::string_view unit);

/// The fact of a run (see rebuildTold) that such a number is; nullptr: none.
const char *factOf(Metric metric);

/// Seconds in a number with that name and unit ("iter time" 529 "ms"); nothing for other units.
std::optional<double> secondsOf(std::string_view name, double value, std::string_view unit);
/// Bytes, as far as unit or name tell; 10^9 or 2^30 as the unit is spelt.
double bytesOf(std::string_view name, double value, std::string_view unit);

} // namespace headroom
