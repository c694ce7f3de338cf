#pragma once

#include <cstdint>

namespace headroom {

/// The same numbers from the same seed with every compiler and library, which the distributions of
/// <random> do not promise. @source Steele, Lea, Flood 2014, SplitMix64
class IncidentRandom
{
public:
    /// `purpose` keeps what is drawn for one thing from moving with another.
    IncidentRandom(std::uint64_t seed, std::uint64_t purpose)
        : m_state(seed)
    {
        // Mixed first: neighbouring seeds would otherwise share one sequence.
        m_state = next() ^ (purpose * 0xbf58476d1ce4e5b9U);
        m_state = next();
    }

    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
        return mixed ^ (mixed >> 31);
    }
    /// From 0 to below 1.
    double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    /// From 0 to below `count`. @pre count > 0
    int below(int count) { return static_cast<int>(unit() * count); }
    double between(double least, double most) { return least + (most - least) * unit(); }
    /// Mean 0, deviation 1, no further than 6: the sum of twelve, which needs no logarithm.
    double normal()
    {
        double sum = -6;
        for (int i = 0; i < 12; ++i)
            sum += unit();
        return sum;
    }

private:
    std::uint64_t m_state;
};

} // namespace headroom
