#pragma once

#include "model/base/units/quantity.h"
#include "model/library/collectives/collective_kinds.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What a compiler says of memory_analysis(), for one device.
struct CompiledMemory
{
    Bytes arguments, outputs, aliased, temporary, code;
    Bytes host; ///< of all five together, outputs that lie in arguments once

    /// What lives on the device at once: outputs that lie in donated arguments count once.
    /// @source jax CompiledMemoryStats
    Bytes total() const { return arguments + outputs - aliased + temporary + code; }
    bool isKnown() const { return total() > Bytes {}; }
    bool operator==(const CompiledMemory &) const = default;
};

/// Collectives of one kind over groups of one size.
struct CompiledCollective
{
    CollectiveKind kind = CollectiveKind::AllGather;
    int group = 0; ///< devices; 0: not told, or pairs
    double count = 0; ///< that one device runs in a step
    Bytes bytes; ///< of all of them, as CollectiveKind counts
    bool isSure = true; ///< not inside a loop of unknown trips or a branch
    bool operator==(const CompiledCollective &) const = default;
};

/// A training step as a compiler planned it, without running it.
struct CompiledStep
{
    std::string backEnd; ///< tpu | gpu | cpu; empty: a run's own
    std::string topology; ///< that it was compiled for; may be empty
    int devices = 0; ///< JAX devices; 0: not told
    CompiledMemory memory;
    std::vector<CompiledCollective> collectives;
    std::vector<std::string> substituted; ///< settings that a stand-in cannot compile

    /// Compiled for the plan's chip, not for a stand-in.
    bool isOfChip() const { return backEnd != "cpu"; }
    bool isEmpty() const { return !memory.isKnown() && collectives.empty(); }
    bool operator==(const CompiledStep &) const = default;
};

/// "all_gather" as prove.json names it; nothing for another word.
std::optional<CollectiveKind> compiledKind(std::string_view word);

/// "on=tpu;argument=42949672960;…;all_gather/64=128x17179869184", as a project file keeps it; what
/// is not understood is left out.
std::string compiledText(const CompiledStep &step);
CompiledStep parseCompiled(std::string_view text);

} // namespace headroom
