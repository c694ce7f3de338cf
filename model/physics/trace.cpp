#include "model/physics/trace.h"

#include <algorithm>

namespace headroom {

void DerivationTrace::open(
    const char *id, const char *label, const char *formula, const char *source)
{
    Derivation number;
    number.id = id;
    number.label = label;
    number.formula = formula;
    number.source = source;
    m_open.push_back(std::move(number));
}

void DerivationTrace::input(
    const char *id, const char *label, double value, const char *unit, Origin origin)
{
    Derivation leaf;
    leaf.id = id;
    leaf.label = label;
    leaf.value = value;
    leaf.unit = unit;
    leaf.source = originText(origin);
    (m_open.empty() ? m_roots : m_open.back().operands).push_back(std::move(leaf));
}

void DerivationTrace::adopt(const char *id)
{
    const auto found
        = std::ranges::find_if(m_roots, [id](const Derivation &root) { return root.id == id; });
    if (found != m_roots.end() && !m_open.empty())
        m_open.back().operands.push_back(*found);
}

void DerivationTrace::assume(const char *text)
{
    if (m_open.empty())
        return;
    std::string &assumption = m_open.back().assumption;
    if (!assumption.empty())
        assumption += "; ";
    assumption += text;
}

double DerivationTrace::close(double value, const char *unit)
{
    Derivation number = std::move(m_open.back());
    m_open.pop_back();
    number.value = value;
    number.unit = unit;
    (m_open.empty() ? m_roots : m_open.back().operands).push_back(std::move(number));
    return value;
}

std::string DerivationTrace::originText(Origin origin) const
{
    switch (origin) {
    case Origin::Plan:
        return "plan";
    case Origin::Model:
        return m_context.modelSource;
    case Origin::Hardware:
        return m_context.hardwareSource;
    case Origin::Chip:
        return m_context.chipSource;
    case Origin::Stack:
        return m_context.stackSource;
    case Origin::Flags:
        return "effective flags";
    case Origin::Derived:
        break;
    }
    return "derived from the plan";
}

} // namespace headroom
