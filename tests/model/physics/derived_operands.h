#pragma once

#include "tests/model/shipped.h"

#include <functional>
#include <map>
#include <string>

namespace headroom {

/// Operands of the first node of this id in the derivations of a plan.
inline std::map<std::string, double> operandsOf(const ResolvedPlan &plan, const char *id)
{
    std::map<std::string, double> operands;
    const std::function<void(const Derivation &)> walk = [&](const Derivation &node) {
        if (node.id == id && operands.empty())
            for (const Derivation &operand : node.operands)
                operands[operand.id] = operand.value;
        for (const Derivation &operand : node.operands)
            walk(operand);
    };
    for (const Derivation &tree : shippedEstimator().explain(plan))
        walk(tree);
    return operands;
}

} // namespace headroom
