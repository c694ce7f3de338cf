#include "model/physics/trace/traced.h"

#include <fmt/format.h>

namespace headroom {

Traced::Traced(TracedOperand operand)
{
    if (operand.number()) {
        *this = *operand.number();
        return;
    }
    m_value = operand.literal();
    m_text = fmt::format("{}", m_value);
    if (m_value < 0)
        m_binding = Binding::Sum;
}

Traced::Traced(std::shared_ptr<const Derivation> named)
    : m_value(named->value)
    , m_text(named->id)
    , m_operands { std::move(named) }
{ }

std::string Traced::within(Binding least) const
{
    return m_binding < least ? "(" + m_text + ")" : m_text;
}

/// Operands of both, each once: the same name with the same value is the same number.
void Traced::take(const Traced &other)
{
    for (const auto &operand : other.m_operands) {
        const bool isKnown = std::ranges::any_of(m_operands, [&](const auto &own) {
            return own == operand || (own->id == operand->id && own->value == operand->value);
        });
        if (!isKnown)
            m_operands.push_back(operand);
    }
}

Traced Traced::infix(const Traced &a, const Traced &b, char sign, Binding own, double value)
{
    Traced result;
    result.m_value = value;
    result.m_binding = own;
    const Binding right = sign == '+' || sign == '*' ? own
        : own == Binding::Sum                        ? Binding::Gemm
                                                     : Binding::Atom;
    result.m_text = fmt::format("{} {} {}", a.within(own), sign, b.within(right));
    result.take(a);
    result.take(b);
    return result;
}

Traced Traced::call(const char *function, const std::vector<Traced> &arguments, double value)
{
    Traced result;
    result.m_value = value;
    result.m_text = function;
    for (const Traced &argument : arguments) {
        result.m_text += (&argument == &arguments.front() ? "(" : ", ") + argument.m_text;
        result.take(argument);
    }
    result.m_text += ")";
    return result;
}

Traced &Traced::operator+=(TracedOperand other)
{
    const bool isStart = m_operands.empty() && m_value == 0;
    return *this = isStart ? Traced(other) : *this + other;
}

Traced operator+(TracedOperand left, TracedOperand right)
{
    const Traced a = left, b = right;
    return Traced::infix(a, b, '+', Traced::Binding::Sum, a.value() + b.value());
}

Traced operator-(TracedOperand left, TracedOperand right)
{
    const Traced a = left, b = right;
    return Traced::infix(a, b, '-', Traced::Binding::Sum, a.value() - b.value());
}

Traced operator*(TracedOperand left, TracedOperand right)
{
    const Traced a = left, b = right;
    return Traced::infix(a, b, '*', Traced::Binding::Gemm, a.value() * b.value());
}

Traced operator/(TracedOperand left, TracedOperand right)
{
    const Traced a = left, b = right;
    return Traced::infix(a, b, '/', Traced::Binding::Gemm, a.value() / b.value());
}

Traced larger(TracedOperand left, TracedOperand right)
{
    const Traced a = left, b = right;
    return Traced::call("max", { a, b }, larger(a.value(), b.value()));
}

Traced smaller(TracedOperand left, TracedOperand right)
{
    const Traced a = left, b = right;
    return Traced::call("min", { a, b }, smaller(a.value(), b.value()));
}

Traced roundedUp(const Traced &a)
{
    return Traced::call("ceil", { a }, roundedUp(a.value()));
}

TracedCondition atLeast(TracedOperand left, TracedOperand right)
{
    const Traced a = left, b = right;
    TracedCondition condition;
    condition.holds = a.value() >= b.value();
    condition.text.m_text = fmt::format("{} >= {}", a.m_text, b.m_text);
    condition.text.take(a);
    condition.text.take(b);
    return condition;
}

Traced choose(const TracedCondition &condition, TracedOperand left, TracedOperand right)
{
    const Traced a = left, b = right;
    return Traced::call("if", { condition.text, a, b }, condition.holds ? a.value() : b.value());
}

} // namespace headroom
