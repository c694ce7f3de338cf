#pragma once

#include "model/base/expression/expression.h"
#include "model/physics/trace/derivation.h"

#include <cmath>
#include <set>
#include <string>
#include <unordered_map>

namespace headroom {

/// Evaluates derivation trees from the leaves up and says what does not hold in them.
class DerivationCheck
{
public:
    /// The first fault of the tree, as a sentence; empty when every node keeps its promises: ids of
    /// the grammar, unique beside each other; leaves without expression; an expression that gives
    /// the value to 1e-9; evidence no surer than the operands'.
    std::string fault(const Derivation &tree)
    {
        m_fault.clear();
        evaluated(tree, tree.id);
        return m_fault;
    }
    std::size_t nodes() const { return m_nodes; }

private:
    static bool isId(const std::string &id)
    {
        const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
        return !id.empty() && isLetter(id.front()) && std::ranges::all_of(id, [&](char c) {
            return isLetter(c) || (c >= '0' && c <= '9');
        });
    }

    void fail(const std::string &path, const std::string &what)
    {
        if (m_fault.empty())
            m_fault = path + " " + what;
    }

    const Result<Expression> &parsed(const std::string &text)
    {
        const auto found = m_parsed.find(text);
        return found != m_parsed.end()
            ? found->second
            : m_parsed.emplace(text, Expression::parse(text, "", ExpressionNames::Plain))
                  .first->second;
    }

    double evaluated(const Derivation &node, const std::string &path)
    {
        ++m_nodes;
        if (!isId(node.id))
            fail(path, "has no valid id");
        if (!std::isfinite(node.value))
            fail(path, "is not finite");
        if (node.operands.empty()) {
            if (!node.expression.empty())
                fail(path, "is a leaf with the expression " + node.expression);
            return node.value;
        }
        std::vector<double> values;
        for (std::size_t i = 0; i < node.operands.size(); ++i) {
            const Derivation &operand = node.operands[i];
            for (std::size_t k = 0; k < i; ++k)
                if (node.operands[k].id == operand.id)
                    fail(path, "has two operands " + operand.id);
            if (operand.evidence > node.evidence)
                fail(path, "is surer than its operand " + operand.id);
            values.push_back(evaluated(operand, path + "/" + operand.id));
        }
        const Result<Expression> &expression = parsed(node.expression);
        if (!expression) {
            fail(path, "has no expression that can be read: \"" + node.expression + "\"");
            return node.value;
        }
        const auto scope = [&](std::string_view name) -> std::optional<ExpressionValue> {
            for (std::size_t i = 0; i < values.size(); ++i)
                if (node.operands[i].id == name)
                    return values[i];
            return std::nullopt;
        };
        const Result<ExpressionValue> result = expression->evaluate(scope);
        const double *value = result ? std::get_if<double>(&*result) : nullptr;
        if (!value) {
            fail(path, "cannot be computed from its operands: " + node.expression);
            return node.value;
        }
        if (std::abs(*value - node.value) > 1e-9 * std::abs(node.value))
            fail(path,
                "is " + std::to_string(node.value) + ", its expression gives "
                    + std::to_string(*value) + ": " + node.expression);
        return *value;
    }

    std::unordered_map<std::string, Result<Expression>> m_parsed;
    std::string m_fault;
    std::size_t m_nodes = 0;
};

} // namespace headroom
