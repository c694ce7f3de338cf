#pragma once

namespace headroom {

/// A number with a dimension: it is made by naming the unit and read by naming the unit, so that
/// bytes cannot be added to seconds. Stored as double: byte totals pass 2^53 only beyond 8 PiB.
template <class Tag> class Quantity
{
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(double value)
        : m_value(value)
    { }
    constexpr double value() const { return m_value; }

    constexpr Quantity operator-() const { return Quantity { -m_value }; }
    constexpr Quantity &operator+=(Quantity other)
    {
        m_value += other.m_value;
        return *this;
    }
    constexpr Quantity &operator-=(Quantity other)
    {
        m_value -= other.m_value;
        return *this;
    }
    friend constexpr Quantity operator+(Quantity a, Quantity b)
    {
        return Quantity { a.m_value + b.m_value };
    }
    friend constexpr Quantity operator-(Quantity a, Quantity b)
    {
        return Quantity { a.m_value - b.m_value };
    }
    friend constexpr Quantity operator*(Quantity a, double factor)
    {
        return Quantity { a.m_value * factor };
    }
    friend constexpr Quantity operator*(double factor, Quantity a)
    {
        return Quantity { factor * a.m_value };
    }
    friend constexpr Quantity operator/(Quantity a, double divisor)
    {
        return Quantity { a.m_value / divisor };
    }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.m_value / b.m_value; }
    // Spelt out: moc 6.4 does not parse what <compare> includes.
    friend constexpr bool operator==(Quantity a, Quantity b) { return a.m_value == b.m_value; }
    friend constexpr bool operator<(Quantity a, Quantity b) { return a.m_value < b.m_value; }
    friend constexpr bool operator>(Quantity a, Quantity b) { return a.m_value > b.m_value; }
    friend constexpr bool operator<=(Quantity a, Quantity b) { return a.m_value <= b.m_value; }
    friend constexpr bool operator>=(Quantity a, Quantity b) { return a.m_value >= b.m_value; }

private:
    double m_value = 0;
};

using Bytes = Quantity<struct BytesTag>; ///< SI bytes; shown as GiB (2^30)
using Seconds = Quantity<struct SecondsTag>;
using Flop = Quantity<struct FlopTag>; ///< floating-point operations
using FlopPerSecond = Quantity<struct FlopPerSecondTag>;
using BytesPerSecond
    = Quantity<struct BytesPerSecondTag>; ///< one direction unless a name says both

constexpr Seconds operator/(Bytes amount, BytesPerSecond rate)
{
    return Seconds { amount.value() / rate.value() };
}
constexpr Seconds operator/(Flop work, FlopPerSecond rate)
{
    return Seconds { work.value() / rate.value() };
}
constexpr Bytes operator*(Seconds time, BytesPerSecond rate)
{
    return Bytes { time.value() * rate.value() };
}
constexpr BytesPerSecond operator/(Bytes amount, Seconds time)
{
    return BytesPerSecond { amount.value() / time.value() };
}
constexpr FlopPerSecond operator/(Flop work, Seconds time)
{
    return FlopPerSecond { work.value() / time.value() };
}

inline constexpr double bytesPerMib = 1024.0 * 1024.0;
inline constexpr double bytesPerGib = 1024.0 * bytesPerMib;
inline constexpr double bytesPerGb = 1e9;

constexpr Bytes gib(double count)
{
    return Bytes { count * bytesPerGib };
}
constexpr double inGib(Bytes amount)
{
    return amount.value() / bytesPerGib;
}
constexpr BytesPerSecond gbytesPerSecond(double count)
{
    return BytesPerSecond { count * bytesPerGb };
}
constexpr FlopPerSecond tflopPerSecond(double count)
{
    return FlopPerSecond { count * 1e12 };
}
constexpr double inTflopPerSecond(FlopPerSecond rate)
{
    return rate.value() / 1e12;
}

} // namespace headroom
