#pragma once

#include <string>
#include <vector>

namespace headroom {

/// How a number came about: the formula in words and symbols, its value and unit, where the formula
/// or constant is from, and the numbers that went into it. Leaves are inputs and constants.
struct Derivation
{
    std::string id; ///< term id, plan field path or constant name
    std::string label; ///< "Gradient buffer on one device"
    std::string formula; ///< "P_dev · 4 B / z"; empty for leaves
    double value = 0;
    std::string unit; ///< "bytes", "seconds", "FLOP", "bytes/s", "1", …
    std::string source; ///< paper and equation, framework file, profile and key, or "plan"
    std::string assumption; ///< empty when nothing is assumed
    std::vector<Derivation> operands;

    bool operator==(const Derivation &) const = default;
};

} // namespace headroom
