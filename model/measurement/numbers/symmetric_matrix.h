#pragma once

#include <cstddef>
#include <vector>

namespace headroom {

/// The lower factor of a positive matrix, L·Lᵀ = A (Cholesky).
class CholeskyFactor
{
public:
    CholeskyFactor(std::size_t size, std::vector<double> lower)
        : m_size(size)
        , m_lower(std::move(lower))
    { }

    /// x of A·x = b.
    std::vector<double> solved(std::vector<double> b) const;
    /// The inverse of A, row by row.
    std::vector<double> inverse() const;
    /// L·z: deviations with the covariance A from independent ones of variance 1.
    std::vector<double> times(const std::vector<double> &z) const;

private:
    std::size_t m_size;
    std::vector<double> m_lower; ///< row by row; the rest is 0
};

/// A small symmetric matrix; only the lower half is read.
class SymmetricMatrix
{
public:
    explicit SymmetricMatrix(std::size_t size)
        : m_size(size)
        , m_values(size * size, 0)
    { }
    /// From all rows.
    SymmetricMatrix(std::size_t size, std::vector<double> values)
        : m_size(size)
        , m_values(std::move(values))
    { }

    double &at(std::size_t row, std::size_t column) { return m_values[row * m_size + column]; }
    /// Of a positive matrix; a pivot that rounding made negative counts as next to nothing.
    CholeskyFactor factorised() const;

private:
    std::size_t m_size;
    std::vector<double> m_values;
};

} // namespace headroom
