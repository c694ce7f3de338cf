#pragma once

#include "model/base/units/quantity.h"
#include "model/physics/trace/derivation.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

class Traced;

/// An operand of traced arithmetic: a traced number, or a number that stands in the source text.
/// Anything else that is only known at run time does not compile: it has to be named first, so that
/// nothing enters a formula unseen.
class TracedOperand
{
public:
    consteval TracedOperand(double literal)
        : m_literal(literal)
    { }
    TracedOperand(const Traced &number)
        : m_number(&number)
    { }
    const Traced *number() const { return m_number; }
    double literal() const { return m_literal; }

private:
    const Traced *m_number = nullptr;
    double m_literal = 0;
};

/// A comparison of traced numbers.
struct TracedCondition;

/// A number that remembers how it was computed: arithmetic on it computes the value and writes the
/// expression at the same time, so the two cannot differ.
class Traced
{
public:
    Traced() = default;
    Traced(TracedOperand operand);
    /// A reference to a number with a name.
    explicit Traced(std::shared_ptr<const Derivation> named);

    double value() const { return m_value; }
    const std::string &expression() const { return m_text; }
    const std::vector<std::shared_ptr<const Derivation>> &operands() const { return m_operands; }

    Traced &operator+=(TracedOperand other);

private:
    /// How tightly the outermost operation binds.
    enum class Binding { Sum, Gemm, Atom };

    static Traced infix(const Traced &a, const Traced &b, char sign, Binding own, double value);
    static Traced call(const char *function, const std::vector<Traced> &arguments, double value);
    std::string within(Binding least) const;
    void take(const Traced &other);

    friend Traced operator+(TracedOperand a, TracedOperand b);
    friend Traced operator-(TracedOperand a, TracedOperand b);
    friend Traced operator*(TracedOperand a, TracedOperand b);
    friend Traced operator/(TracedOperand a, TracedOperand b);
    friend Traced larger(TracedOperand a, TracedOperand b);
    friend Traced smaller(TracedOperand a, TracedOperand b);
    friend Traced roundedUp(const Traced &a);
    friend TracedCondition atLeast(TracedOperand a, TracedOperand b);
    friend Traced choose(const TracedCondition &condition, TracedOperand a, TracedOperand b);

    double m_value = 0;
    std::string m_text = "0";
    Binding m_binding = Binding::Atom;
    std::vector<std::shared_ptr<const Derivation>> m_operands; ///< in the order of appearance
};

struct TracedCondition
{
    bool holds = false;
    Traced text; ///< its expression and operands
};

Traced operator+(TracedOperand a, TracedOperand b);
Traced operator-(TracedOperand a, TracedOperand b);
Traced operator*(TracedOperand a, TracedOperand b);
Traced operator/(TracedOperand a, TracedOperand b);
Traced larger(TracedOperand a, TracedOperand b);
Traced smaller(TracedOperand a, TracedOperand b);
Traced roundedUp(const Traced &a);
/// a >= b
TracedCondition atLeast(TracedOperand a, TracedOperand b);
Traced choose(const TracedCondition &condition, TracedOperand a, TracedOperand b);
inline double valueOf(const Traced &number)
{
    return number.value();
}

// The same words for quantities; by value, where std::max keeps a class in memory.
template <class Tag> constexpr Quantity<Tag> larger(Quantity<Tag> a, Quantity<Tag> b)
{
    return a < b ? b : a;
}
template <class Tag> constexpr Quantity<Tag> smaller(Quantity<Tag> a, Quantity<Tag> b)
{
    return b < a ? b : a;
}

// The same words for plain numbers: a formula is written once for both.
inline double larger(double a, double b)
{
    return std::max(a, b);
}
inline double smaller(double a, double b)
{
    return std::min(a, b);
}
inline double roundedUp(double a)
{
    return std::ceil(a);
}
inline bool atLeast(double a, double b)
{
    return a >= b;
}
inline double choose(bool condition, double a, double b)
{
    return condition ? a : b;
}
inline double valueOf(double number)
{
    return number;
}

} // namespace headroom
