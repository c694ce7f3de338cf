#pragma once

#include "model/plan/lawful_degrees.h"
#include "model/plan/plan_field_builders.h"

#include <concepts>

namespace headroom::degree_rules {

using Facts = DegreeFacts;
using Broken = BrokenDegrees;
using Words = DegreeRule::Words;
using Rows = std::vector<DegreeRule>;

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

inline DegreeRule tested(const char *id, Knobs knobs, Words fields,
    bool (*test)(const Facts &, const Degrees &), Operands (*operands)(const Broken &))
{
    return { id, knobs, std::move(fields), test, operands };
}

inline DegreeRule divided(Knobs knobs, Words fields, const char *valueId, const char *divisorName,
    Division (*division)(const Facts &, const Degrees &))
{
    return { "rule-divisible", knobs, std::move(fields), nullptr, nullptr, division, valueId,
        divisorName };
}

void addPipelineRules(Rows &rows);

} // namespace headroom::degree_rules
