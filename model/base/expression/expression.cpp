#include "model/base/expression/expression.h"

#include "model/base/expression/expression_node.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

using Node = Expression::Node;

/// Walks the tree; stops at the first fault, which `fault` then names.
class Evaluator
{
public:
    explicit Evaluator(const ExpressionScope &scope)
        : m_scope(scope)
    { }

    ExpressionValue value(const Node &node)
    {
        switch (node.kind) {
        case Node::Kind::Literal:
            return node.value;
        case Node::Kind::Name:
            return named(node.word);
        case Node::Kind::Call:
            return called(node);
        case Node::Kind::Unary:
            return node.word == "-" ? ExpressionValue { -number(*node.operands[0]) }
                                    : ExpressionValue { !truth(*node.operands[0]) };
        case Node::Kind::Binary:
            return combined(node);
        case Node::Kind::Membership:
            return contains(node);
        }
        return 0.0;
    }

    const Message &fault() const { return m_fault; }

private:
    ExpressionValue named(const std::string &name)
    {
        if (const auto found = m_scope(name))
            return *found;
        return fail({ "expression-name", { name } });
    }

    double number(const Node &node)
    {
        const ExpressionValue found = value(node);
        if (const double *amount = std::get_if<double>(&found))
            return *amount;
        fail({ "expression-not-a-number", { describe(node) } });
        return 0;
    }

    bool truth(const Node &node)
    {
        const ExpressionValue found = value(node);
        if (const bool *answer = std::get_if<bool>(&found))
            return *answer;
        fail({ "expression-not-a-truth", { describe(node) } });
        return false;
    }

    ExpressionValue called(const Node &node)
    {
        if (node.word == "if")
            return value(*node.operands[truth(*node.operands[0]) ? 1 : 2]);
        const double first = number(*node.operands[0]);
        if (node.word == "abs")
            return std::abs(first);
        if (node.word == "round")
            return std::round(first);
        if (node.word == "ceil")
            return std::ceil(first);
        if (node.word == "floor")
            return std::floor(first);
        if (node.word == "log2")
            return std::log2(first);
        if (node.word == "sqrt")
            return std::sqrt(first);
        if (node.word == "exp")
            return std::exp(first);
        if (node.word == "ln")
            return std::log(first);
        double extreme = first;
        for (std::size_t i = 1; i < node.operands.size(); ++i) {
            const double other = number(*node.operands[i]);
            extreme = node.word == "min" ? std::min(extreme, other) : std::max(extreme, other);
        }
        return extreme;
    }

    ExpressionValue combined(const Node &node)
    {
        const Node &left = *node.operands[0];
        const Node &right = *node.operands[1];
        if (node.word == "and")
            return truth(left) && truth(right);
        if (node.word == "or")
            return truth(left) || truth(right);
        if (node.word == "==" || node.word == "!=")
            return equal(left, right) == (node.word == "==");
        const double a = number(left);
        const double b = number(right);
        if (node.word == "+")
            return a + b;
        if (node.word == "-")
            return a - b;
        if (node.word == "*")
            return a * b;
        if (node.word == "/")
            return b != 0 ? ExpressionValue { a / b } : fail({ "expression-division" });
        if (node.word == "^")
            return std::pow(a, b);
        if (node.word == "<")
            return a < b;
        if (node.word == "<=")
            return a <= b;
        return node.word == ">" ? a > b : a >= b;
    }

    bool equal(const Node &left, const Node &right)
    {
        const ExpressionValue a = value(left);
        const ExpressionValue b = value(right);
        if (a.index() != b.index())
            fail({ "expression-kinds", { describe(left), describe(right) } });
        return a == b;
    }

    ExpressionValue contains(const Node &node)
    {
        const ExpressionValue found = value(*node.operands[0]);
        if (const auto *list = std::get_if<std::vector<std::string>>(&found))
            return std::ranges::find(*list, node.word) != list->end();
        return fail({ "expression-not-a-list", { describe(*node.operands[0]) } });
    }

    static Operand describe(const Node &node)
    {
        if (node.word.empty())
            return Message { "expression-literal" };
        return "\"" + node.word + "\"";
    }

    ExpressionValue fail(Message message)
    {
        if (m_fault.id.empty())
            m_fault = std::move(message);
        return 0.0;
    }

    const ExpressionScope &m_scope;
    Message m_fault; ///< without id: none
};

} // namespace

Result<Expression> Expression::parse(
    std::string_view text, const std::string &where, ExpressionNames names)
{
    Message error;
    Expression made;
    made.m_text = std::string { text };
    made.m_where = where;
    made.m_root = parseExpression(text, names, error);
    if (!made.m_root)
        return Error { "expression-unreadable", where, { made.m_text, error } };
    return made;
}

Result<ExpressionValue> Expression::evaluate(const ExpressionScope &scope) const
{
    Evaluator evaluator { scope };
    ExpressionValue value = evaluator.value(*m_root);
    if (!evaluator.fault().id.empty())
        return Error { "expression-undefined", m_where, { m_text, evaluator.fault() } };
    if (const double *number = std::get_if<double>(&value); number && !std::isfinite(*number))
        return Error { "expression-undefined", m_where,
            { m_text, Message { "expression-not-finite" } } };
    return value;
}

Result<bool> Expression::holds(const ExpressionScope &scope) const
{
    const Result<ExpressionValue> value = evaluate(scope);
    if (!value)
        return value.errors();
    if (const bool *answer = std::get_if<bool>(&*value))
        return *answer;
    return Error { "expression-undefined", m_where, { m_text, Message { "expression-result" } } };
}

} // namespace headroom
