#pragma once

#include "model/plan/framework_traits.h"

#include <array>

namespace headroom {

inline constexpr std::size_t optimizerCount = 7;

/// An optimizer in the words of one framework.
struct OptimizerName
{
    std::string_view name; ///< empty: the framework does not have it
    std::string_view arguments {}; ///< beside the name, as its command line takes them
};

/// What a plan's optimizer decides: one row of a table.
struct OptimizerTraits
{
    Optimizer id;
    std::string_view name; ///< of plan files: "adamw_bf16"
    /// Bytes of state per parameter with states asked for in fp32, bf16 and int8.
    std::array<double, 3> stateBytes;
    /// Pure 16-bit training: no fp32 copy of 16-bit weights, so that updates need Kahan summation
    /// or stochastic rounding.
    bool needsKahan;
    std::array<OptimizerName, frameworkCount> names; ///< by Framework
    std::string_view pagedName {}; ///< of the Trainer, with states in pages; empty: it has none

    const OptimizerName &nameIn(Framework framework) const
    {
        return names[static_cast<std::size_t>(framework)];
    }
    bool isIn(Framework framework) const { return !nameIn(framework).name.empty(); }
    /// Bytes of state per parameter with states asked for in a format of precision.optimizer_state.
    double stateBytesAt(NumberFormat state) const;
};

/// The optimizer as the Trainer calls it; empty where it does not have it, or not with pages.
OptimizerName trainerOptimizer(const OptimizerTraits &optimizer, bool isPaged);

/// All rows, in the order of plan files and lists.
std::span<const OptimizerTraits> allOptimizers();
const OptimizerTraits &optimizerTraits(Optimizer id);
inline std::string nameOf(Optimizer id)
{
    return std::string { optimizerTraits(id).name };
}

} // namespace headroom
