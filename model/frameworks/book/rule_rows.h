#pragma once

#include "model/frameworks/book/rule.h"
#include "model/plan/fields/plan_field_builders.h"

#include <algorithm>
#include <concepts>

/// Short forms for tables of rules.
namespace headroom::rule_rows {

using Facts = RuleFacts;
using Broken = BrokenRule;
using Words = Rule::Words;
using Rows = std::vector<Rule>;

inline std::string text(std::integral auto value)
{
    return std::to_string(value);
}
inline std::string text(double value)
{
    return numberText(value);
}
inline std::string text(std::string_view value)
{
    return std::string { value };
}
inline Message text(const Message &value)
{
    return value;
}
/// Operands of an error.
template <class... Values> Operands words(const Values &...values)
{
    return { text(values)... };
}

using Test = bool (*)(const Facts &, const Degrees &);
using OperandsOf = Operands (*)(const Broken &);

/// A rule that `test` holds.
inline Rule tested(const char *id, Settings settings, Words fields, Test test, OperandsOf operands)
{
    return { .id = id,
        .settings = settings,
        .fields = std::move(fields),
        .test = test,
        .operands = operands };
}

inline Rule divided(Settings settings, Words fields, const char *valueId, const char *divisorName,
    Division (*division)(const Facts &, const Degrees &))
{
    return { .id = "rule-divisible",
        .settings = settings,
        .fields = std::move(fields),
        .division = division,
        .valueId = valueId,
        .divisorName = divisorName };
}

/// What a framework can do: `reason` names its wording among the refusals, `test` holds where the
/// framework takes the plan.
inline Rule framework(
    const char *reason, Settings settings, Words fields, Test test, OperandsOf operands = nullptr)
{
    return { .id = reason,
        .settings = settings,
        .fields = std::move(fields),
        .test = test,
        .operands = operands,
        .isOfFramework = true };
}

/// Where a framework's sources show what the rule with this reason says.
struct WitnessRow
{
    const char *reason;
    Witness witness;
};

/// The row of that reason; it must be there.
inline const Witness &witnessOf(std::span<const WitnessRow> witnesses, std::string_view reason)
{
    const auto row = std::ranges::find(
        witnesses, reason, [](const WitnessRow &one) { return std::string_view(one.reason); });
    return row->witness;
}

/// Gives each rule its witness; packaging/refresh/witnesses.py asks a clone for all of them.
inline void addWitnesses(Rows &rows, std::span<const WitnessRow> witnesses)
{
    for (const WitnessRow &row : witnesses)
        for (Rule &rule : rows)
            if (std::string_view(rule.id) == row.reason)
                rule.witness = row.witness;
}

} // namespace headroom::rule_rows
