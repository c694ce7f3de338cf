#pragma once

#include "model/base/units/quantity.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace headroom {

/// Parts of the memory peak in the allocator's pool. Order and colour are the same in every chart.
enum class MemoryTerm : std::size_t {
    Weights,
    Gradients,
    OptimizerState,
    SavedActivations,
    WorkingSet,
    LogitsLoss,
    GatheredParameters,
    Temporary,
    Functional,
};
inline constexpr std::size_t memoryTermCount = 9;

/// Parts of the step time; communication counts only where it is exposed.
enum class TimeTerm : std::size_t {
    Gemm,
    Attention,
    Elementwise,
    HeadLoss,
    Optimizer,
    ExposedData,
    ExposedFsdp,
    ExposedTensor,
    ExposedContext,
    ExposedExpert,
    ExposedPipeline,
    Bubble,
    HostTransfer,
    Fixed,
};
inline constexpr std::size_t timeTermCount = 14;

/// "saved_activations", "exposed_fsdp" …: the ids of CONTRACT, used by JSON, charts and lessons.
const char *termId(MemoryTerm term);
const char *termId(TimeTerm term);
/// "Saved activations": English label.
const char *termLabel(MemoryTerm term);
const char *termLabel(TimeTerm term);
std::optional<MemoryTerm> memoryTermById(std::string_view id);
std::optional<TimeTerm> timeTermById(std::string_view id);

struct MemoryTerms
{
    std::array<Bytes, memoryTermCount> values {};
    Bytes &operator[](MemoryTerm term) { return values[static_cast<std::size_t>(term)]; }
    Bytes operator[](MemoryTerm term) const { return values[static_cast<std::size_t>(term)]; }
    Bytes total() const
    {
        Bytes sum;
        for (const Bytes value : values)
            sum += value;
        return sum;
    }
    bool operator==(const MemoryTerms &) const = default;
};

struct TimeTerms
{
    std::array<Seconds, timeTermCount> values {};
    Seconds &operator[](TimeTerm term) { return values[static_cast<std::size_t>(term)]; }
    Seconds operator[](TimeTerm term) const { return values[static_cast<std::size_t>(term)]; }
    Seconds total() const
    {
        Seconds sum;
        for (const Seconds value : values)
            sum += value;
        return sum;
    }
    bool operator==(const TimeTerms &) const = default;
};

} // namespace headroom
