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

/// What a name or an expression stands for. The list is for finding ids.
using ExpressionValue = std::variant<double, bool, std::string, std::vector<std::string>>;

/// Looks up a dotted name ("memory.peak_bytes", "start.throughput.mfu"); nothing: unknown.
using ExpressionScope = std::function<std::optional<ExpressionValue>(std::string_view name)>;

/// What a name may be made of beside letters, digits and underscores.
enum class ExpressionNames {
    Plain, ///< nothing: "a-b" is a difference
    Dotted, ///< dots and dashes: "memory.fits"; a minus stands between blanks
};

/// The small language of derivations, and of checks and templates in lessons: numbers, "text",
/// true, false, names, + - * / ^, comparisons, `and` `or` `not`, parentheses, min max abs round
/// ceil floor sqrt exp ln log2, `if(condition, a, b)`, and `NAME contains ID`, `NAME lacks ID` for
/// lists. `^` is right-associative and binds tighter than minus; `if` evaluates one branch; `round`
/// is half away from zero.
class Expression
{
public:
    struct Node;

    /// Errors "expression-unreadable" say what is wrong; `where` stands before them.
    static Result<Expression> parse(std::string_view text, const std::string &where,
        ExpressionNames names = ExpressionNames::Dotted);

    /// Unknown names and operands of the wrong type are "expression-undefined" errors.
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
