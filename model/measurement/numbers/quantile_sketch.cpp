#include "model/measurement/numbers/quantile_sketch.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {
constexpr std::size_t binCount = 16384;
constexpr double minValue = 1e-7, maxValue = 1e6;
const double binWidth = std::log(maxValue / minValue) / binCount; ///< 0.18 %
} // namespace

std::size_t QuantileSketch::binOf(double value)
{
    const double bounded = std::clamp(value, minValue, maxValue);
    return std::min(
        binCount - 1, static_cast<std::size_t>(std::log(bounded / minValue) / binWidth));
}

double QuantileSketch::valueOf(std::size_t bin)
{
    return minValue * std::exp((static_cast<double>(bin) + 0.5) * binWidth);
}

void QuantileSketch::add(double value)
{
    const double own = std::isfinite(value) ? value : maxValue;
    ++m_count;
    if (m_bins.empty()) {
        m_exact.push_back(own);
        if (m_exact.size() <= exactLimit)
            return;
        m_bins.resize(binCount);
        for (const double earlier : m_exact)
            ++m_bins[binOf(earlier)];
        m_exact = {};
        return;
    }
    ++m_bins[binOf(own)];
}

double QuantileSketch::quantile(double at) const
{
    if (m_count == 0)
        return 0;
    const auto place = static_cast<std::size_t>(std::lround(at * static_cast<double>(m_count - 1)));
    if (m_bins.empty()) {
        std::vector<double> values = m_exact;
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(place);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    }
    std::size_t before = 0;
    for (std::size_t bin = 0; bin < binCount; ++bin) {
        before += m_bins[bin];
        if (before > place)
            return valueOf(bin);
    }
    return maxValue;
}

std::size_t QuantileSketch::heldBytes() const
{
    return m_exact.capacity() * sizeof(double) + m_bins.capacity() * sizeof(std::uint32_t);
}

} // namespace headroom
