#pragma once

#include "model/physics/trace/terms.h"

namespace headroom {

/// Terms that lie in a step's arguments: they are there before it begins.
inline bool isStateTerm(MemoryTerm term)
{
    return term == MemoryTerm::Weights || term == MemoryTerm::OptimizerState;
}

/// Bytes of the terms that lie in a step's arguments.
inline Bytes stateOf(const MemoryTerms &terms)
{
    return terms[MemoryTerm::Weights] + terms[MemoryTerm::OptimizerState];
}

/// What a compiler planned for a plan beside that plan's estimate: by these ratios the memory of
/// the plan and of its neighbours differs from the formulas. @source FORMULAS §11.5
struct MemoryCorrection
{
    struct Side
    {
        Bytes planned, estimated;
        double factor() const { return estimated > Bytes {} ? planned / estimated : 1; }
    };
    Side state; ///< weights and optimizer state
    Side rest; ///< all other terms
    double halfWidth = 0; ///< of the 80 % band of ln(bytes) of a neighbour

    const Side &sideOf(MemoryTerm term) const { return isStateTerm(term) ? state : rest; }
    void apply(MemoryTerms &terms) const
    {
        for (std::size_t i = 0; i < memoryTermCount; ++i)
            terms.values[i] = terms.values[i] * sideOf(static_cast<MemoryTerm>(i)).factor();
    }
};

} // namespace headroom
