#pragma once

#include "model/physics/derivation.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Where a leaf of a derivation comes from; DerivationTrace turns it into a file and key.
enum class Origin : std::uint8_t { Plan, Model, Hardware, Chip, Stack, Flags, Derived };

/// The trace of the fast path: every call disappears, so one set of formulas serves both paths.
struct NoTrace
{
    static constexpr bool records = false;
    /// Starts a number: id, label, formula and source of the formula.
    void open(const char *, const char *, const char *, const char *) { }
    /// A leaf: plan input, profile constant, or a number that another term explains.
    void input(const char *, const char *, double, const char *, Origin) { }
    /// Takes a finished number (by id) as an operand of the open one.
    void adopt(const char *) { }
    /// States what was taken for granted in the number that is open.
    void assume(const char *) { }
    /// Ends the open number with its value and unit, and passes the value on.
    double close(double value, const char *) { return value; }
};

/// Builds the derivation tree. Numbers opened inside another become its operands.
class DerivationTrace
{
public:
    static constexpr bool records = true;

    struct Context
    {
        std::string modelSource, hardwareSource, chipSource, stackSource;
    };
    DerivationTrace() = default;
    explicit DerivationTrace(Context context)
        : m_context(std::move(context))
    { }

    void open(const char *id, const char *label, const char *formula, const char *source);
    void input(const char *id, const char *label, double value, const char *unit, Origin origin);
    void adopt(const char *id);
    void assume(const char *text);
    double close(double value, const char *unit);

    /// The finished roots, in the order of their closing; empties the trace.
    std::vector<Derivation> take() { return std::exchange(m_roots, {}); }

private:
    std::string originText(Origin origin) const;

    Context m_context;
    std::vector<Derivation> m_open;
    std::vector<Derivation> m_roots;
};

} // namespace headroom
