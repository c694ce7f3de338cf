#include "model/advice/field_steps.h"

#include "model/base/text/plain_number.h"
#include "model/plan/fields/plan_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

/// Numbers that are counted, not scaled.
constexpr std::array<std::string_view, 2> countedFields { "parallelism.zero_stage",
    "parallelism.pipeline_chunks" };
/// Optional rates and limits move by a tenth.
constexpr double realStep = 1.1;

std::optional<std::string> nextChoice(
    const PlanField &field, const std::string &present, StepDirection direction)
{
    const auto here = std::ranges::find(field.choices, present);
    if (here == field.choices.end())
        return std::nullopt;
    if (direction == StepDirection::Up)
        return here + 1 == field.choices.end() ? std::nullopt : std::optional(*(here + 1));
    return here == field.choices.begin() ? std::nullopt : std::optional(*(here - 1));
}

double nextNumber(const PlanField &field, double value, StepDirection direction)
{
    const bool up = direction == StepDirection::Up;
    if (std::ranges::find(countedFields, field.path) != countedFields.end())
        return value + (up ? 1 : -1);
    if (field.isOptional && field.path != "workload.training_tokens")
        return std::round((up ? value * realStep : value / realStep) * 100) / 100;
    if (value == 0)
        return up ? 1 : -1;
    return up ? value * 2 : value / 2;
}

} // namespace

std::optional<std::string> nextFieldValue(
    const Plan &plan, std::string_view path, StepDirection direction)
{
    const PlanField *field = planField(path);
    if (!field)
        return std::nullopt;
    const std::string present = field->get(plan);
    if (field->kind == FieldKind::Choice)
        return nextChoice(*field, present, direction);
    if (field->kind == FieldKind::Boolean)
        return (present == "true") == (direction == StepDirection::Up)
            ? std::nullopt
            : std::optional<std::string>(present == "true" ? "false" : "true");
    const bool isInteger = field->kind == FieldKind::Integer;
    if ((!isInteger && field->kind != FieldKind::Real) || present.empty())
        return std::nullopt;
    double next = nextNumber(*field, plainNumber(present).value_or(0), direction);
    if (isInteger)
        next = std::floor(next);
    if (next < field->range.least || next > field->range.most
        || (next < 1 && isInteger && field->range.least >= 1))
        return std::nullopt;
    Plan changed = plan;
    if (isInteger) {
        const std::string text = std::to_string(static_cast<long long>(next));
        return text == present ? std::nullopt : std::optional(text);
    }
    // The canonical text of a real comes from the field itself.
    if (!setPlanField(changed, path, fmt::format("{}", next), {}).empty())
        return std::nullopt;
    const std::string text = field->get(changed);
    return text == present ? std::nullopt : std::optional(text);
}

} // namespace headroom
