#include "model/measurement/numbers/symmetric_matrix.h"

#include <algorithm>
#include <cmath>

namespace headroom {

CholeskyFactor SymmetricMatrix::factorised() const
{
    constexpr double minPivot = 1e-12;
    const std::size_t n = m_size;
    std::vector<double> lower(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = m_values[i * n + j];
            for (std::size_t k = 0; k < j; ++k)
                sum -= lower[i * n + k] * lower[j * n + k];
            lower[i * n + j] = i == j ? std::sqrt(std::max(sum, minPivot)) : sum / lower[j * n + j];
        }
    }
    return { n, std::move(lower) };
}

std::vector<double> CholeskyFactor::solved(std::vector<double> b) const
{
    const std::size_t n = m_size;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            b[i] -= m_lower[i * n + k] * b[k];
        b[i] /= m_lower[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k)
            b[i] -= m_lower[k * n + i] * b[k];
        b[i] /= m_lower[i * n + i];
    }
    return b;
}

std::vector<double> CholeskyFactor::inverse() const
{
    std::vector<double> rows;
    for (std::size_t i = 0; i < m_size; ++i) {
        std::vector<double> unit(m_size, 0);
        unit[i] = 1;
        const std::vector<double> row = solved(std::move(unit));
        rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
}

std::vector<double> CholeskyFactor::times(const std::vector<double> &z) const
{
    std::vector<double> result(m_size, 0);
    for (std::size_t i = 0; i < m_size; ++i)
        for (std::size_t k = 0; k <= i; ++k)
            result[i] += m_lower[i * m_size + k] * z[k];
    return result;
}

} // namespace headroom
