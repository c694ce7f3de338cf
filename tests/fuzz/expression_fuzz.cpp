// Expressions of derivations and lessons: parsing ends, evaluating ends, a value has a type.
#include "fuzz_entry.h"

#include "model/base/expression/expression.h"

#include <string>

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const ExpressionScope scope = [](std::string_view name) -> std::optional<ExpressionValue> {
        if (name.starts_with('f'))
            return ExpressionValue { std::vector<std::string> { "does-not-fit" } };
        if (name.starts_with('t'))
            return ExpressionValue { std::string { "text" } };
        if (name.starts_with('u'))
            return std::nullopt;
        return ExpressionValue { static_cast<double>(name.size()) };
    };
    for (const ExpressionNames names : { ExpressionNames::Plain, ExpressionNames::Dotted }) {
        const Result<Expression> parsed
            = Expression::parse(textOf(data, size), "lesson.yaml:1", names);
        if (!parsed) {
            promisePlaces(parsed.errors());
            continue;
        }
        const Result<ExpressionValue> value = parsed->evaluate(scope);
        if (!value)
            promisePlaces(value.errors());
        const Result<bool> truth = parsed->holds(scope);
        promise(truth.hasValue() == (value && std::holds_alternative<bool>(*value)),
            "holds() answers for truth values only");
    }
    return 0;
}
