#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom {

/// Quantiles of a stream of positive numbers in bounded memory: exact while there are few, after
/// that within 0.1 % of the value (bins of equal width on a logarithmic scale).
class QuantileSketch
{
public:
    static constexpr std::size_t exactLimit = 8192;

    void add(double value);
    /// The value below which the share `at` of the numbers lies; 0 for none.
    double quantile(double at) const;
    std::size_t count() const { return m_count; }
    /// Bytes held, whatever the count.
    std::size_t heldBytes() const;

private:
    static std::size_t binOf(double value);
    static double valueOf(std::size_t bin);

    std::size_t m_count = 0;
    std::vector<double> m_exact;
    std::vector<std::uint32_t> m_bins; ///< empty until there are too many for m_exact
};

} // namespace headroom
