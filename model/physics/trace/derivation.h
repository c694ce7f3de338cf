#pragma once

#include "model/base/units/evidence.h"

#include <string>
#include <vector>

namespace headroom {

/// How a number came about: the formula in words and symbols, its value and unit, where the formula
/// or constant is from, and the numbers that went into it. Leaves are inputs and constants.
struct Derivation
{
    std::string id; ///< term id, or name of a quantity: [a-z_][a-z0-9_]*, unique among its siblings
    std::string label; ///< "Gradient buffer on one device"
    std::string formula; ///< for reading: "P_dev · 4 B / z"; empty for leaves
    double value = 0;
    std::string unit; ///< "bytes", "seconds", "FLOP", "bytes/s", "1", …
    std::string source; ///< paper and equation, framework file, profile and key, or "plan"
    std::string assumption; ///< empty when nothing is assumed
    std::vector<Derivation> operands;
    /// Arithmetic over the ids of the operands (grammar: model/base/expression) that gives `value`;
    /// empty for leaves.
    std::string expression {};
    Evidence evidence = Evidence::Exact; ///< the weakest of the formula and of the operands
    std::string field {}; ///< path of the plan's field that a leaf is
    /// From the plan or the estimate itself: `source` names nothing that one could look up.
    bool isOwn = false;

    bool operator==(const Derivation &) const = default;
};

} // namespace headroom
