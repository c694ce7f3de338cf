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

/// One amount a term.
template <class Term, class Amount, std::size_t count> struct Terms
{
    std::array<Amount, count> values {};
    Amount &operator[](Term term) { return values[static_cast<std::size_t>(term)]; }
    Amount operator[](Term term) const { return values[static_cast<std::size_t>(term)]; }
    Amount total() const
    {
        Amount sum;
        for (const Amount value : values)
            sum += value;
        return sum;
    }
    bool operator==(const Terms &) const = default;
};
using MemoryTerms = Terms<MemoryTerm, Bytes, memoryTermCount>;
using TimeTerms = Terms<TimeTerm, Seconds, timeTermCount>;

} // namespace headroom
