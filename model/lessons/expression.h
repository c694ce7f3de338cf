#pragma once

#include "model/base/outcome/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom {

/// What a name or an expression of a lesson stands for. The list is for finding ids.
using ExpressionValue = std::variant<double, bool, std::string, std::vector<std::string>>;

/// Looks up a dotted name ("memory.peak_bytes", "start.throughput.mfu"); nothing: unknown.
using ExpressionScope = std::function<std::optional<ExpressionValue>(std::string_view name)>;

/// The small language of checks and templates in lessons:
/// numbers, "text", true, false, dotted names, + - * /, comparisons, `and` `or` `not`, parentheses,
/// min max abs round ceil floor log2, and `NAME contains ID`, `NAME lacks ID` for lists. A dash
/// between letters belongs to the name; a minus stands between blanks.
class Expression
{
public:
    struct Node;

    /// Errors "lesson-expression" say what is wrong; `where` stands before them.
    static Result<Expression> parse(std::string_view text, const std::string &where);

    /// Unknown names and operands of the wrong type are "lesson-value" errors.
    Result<ExpressionValue> evaluate(const ExpressionScope &scope) const;
    /// Evaluates to true or false; anything else is an error.
    Result<bool> holds(const ExpressionScope &scope) const;

    const std::string &text() const { return m_text; }
    bool operator==(const Expression &other) const { return m_text == other.m_text; }

private:
    std::string m_text;
    std::string m_where;
    std::shared_ptr<const Node> m_root;
};

} // namespace headroom
