#pragma once

#include "model/base/expression/expression.h"

namespace headroom {

/// A node of the parsed expression: a literal, a name, or an operation on operands.
struct Expression::Node
{
    enum class Kind { Literal, Name, Call, Unary, Binary, Membership };

    Kind kind = Kind::Literal;
    std::string word; ///< name, function, operator, or the id looked for
    ExpressionValue value;
    std::vector<std::shared_ptr<const Node>> operands;
};

/// Reads the text; `error` says what is wrong when the result is null.
std::shared_ptr<const Expression::Node> parseExpression(
    std::string_view text, ExpressionNames names, Message &error);

} // namespace headroom
