#pragma once

#include "model/physics/trace/traced.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// Where a leaf of a derivation comes from; DerivationTrace turns it into a file and key.
enum class Origin : std::uint8_t {
    Plan,
    Model,
    Hardware,
    Chip,
    Stack,
    Flags,
    Derived,
    Cited, ///< a constant of the formula whose source stands beside the formula
    Assumed, ///< a constant of the formula that nothing supports
};

/// Units as derivations write them.
constexpr const char *unitName(Bytes)
{
    return "bytes";
}
constexpr const char *unitName(Seconds)
{
    return "seconds";
}
constexpr const char *unitName(BytesPerSecond)
{
    return "bytes/s";
}
constexpr const char *unitName(FlopPerSecond)
{
    return "FLOP/s";
}

/// The trace of the fast path: every call disappears, so one set of formulas serves both paths.
struct NoTrace
{
    using Number = double;
    static constexpr bool records = false;
    /// A leaf: plan input, profile constant, or a number that another term explains.
    static double input(const char *, const char *, double value, const char *, Origin)
    {
        return value;
    }
    /// The same of a quantity, whose type says its unit.
    template <class Tag>
    static double input(const char *, const char *, Quantity<Tag> value, Origin)
    {
        return value.value();
    }
    /// Gives a computed number its id, label, reading formula, source of the formula and unit.
    static double number(
        const char *, const char *, const char *, const char *, const char *, double value)
    {
        return value;
    }
    static double number(const char *, const char *, const char *, const char *, const char *,
        double value, Evidence)
    {
        return value;
    }
    /// The number as a leaf: its own derivation stands elsewhere.
    static double reference(double value) { return value; }
    /// Leaves a finished number as a root.
    static void keep(double) { }

    /// Starts a number: id, label, formula, source of the formula, and the expression over its
    /// operands where the value is computed elsewhere.
    static void open(const char *, const char *, const char *, const char *, const char * = "") { }
    /// Takes a finished number (by id) as an operand of the open one.
    static void adopt(const char *) { }
    /// States what was taken for granted in the number that is open.
    static void assume(const char *) { }
    /// Ends the open number with its value and unit, and passes the value on.
    static double close(double value, const char *) { return value; }
    template <class Tag> static Quantity<Tag> close(Quantity<Tag> value) { return value; }
};

/// Builds derivation trees, in one of two ways. Where a formula is written over Number, the value
/// carries its own expression: input() makes leaves, number() names what was computed, keep()
/// leaves a tree behind. Where a value comes from elsewhere, open() … close() states its expression
/// beside it; a test holds the two equal.
class DerivationTrace
{
public:
    using Number = Traced;
    static constexpr bool records = true;

    struct Context
    {
        std::string modelSource, hardwareSource, chipSource, stackSource;
        /// How the constants of chip and stack are known: fitted on runs, or taken from kin.
        Evidence chipEvidence = Evidence::Fitted, stackEvidence = Evidence::Fitted;
    };
    DerivationTrace() = default;
    explicit DerivationTrace(Context context)
        : m_context(std::move(context))
    { }

    Traced input(const char *id, const char *label, double value, const char *unit, Origin origin);
    template <class Tag>
    Traced input(const char *id, const char *label, Quantity<Tag> value, Origin origin)
    {
        return input(id, label, value.value(), unitName(value), origin);
    }
    /// `own`: how the formula itself is known; operands weaken it further.
    static Traced number(const char *id, const char *label, const char *formula, const char *source,
        const char *unit, const Traced &value, Evidence own = Evidence::Exact);
    static Traced reference(const Traced &number);
    void keep(const Traced &number);
    /// The same where the fast path adds up in another order: its value stands.
    void keep(const Traced &number, double value);
    /// A finished root by id.
    std::optional<Traced> found(std::string_view id) const;

    void open(const char *id, const char *label, const char *formula, const char *source,
        const char *expression = "");
    void adopt(const char *id);
    void assume(const char *text);
    double close(double value, const char *unit);
    template <class Tag> Quantity<Tag> close(Quantity<Tag> value)
    {
        return Quantity<Tag> { close(value.value(), unitName(value)) };
    }

    /// The finished roots, in the order of their closing; empties the trace.
    std::vector<Derivation> take() { return std::exchange(m_roots, {}); }

private:
    std::string originText(Origin origin) const;
    Evidence originEvidence(Origin origin) const;

    Context m_context;
    std::vector<Derivation> m_open;
    std::vector<Derivation> m_roots;
};

/// Number of a trace: plain on the fast path.
template <class Trace> using NumberOf = typename Trace::Number;

} // namespace headroom
