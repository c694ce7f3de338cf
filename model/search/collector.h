#pragma once

#include "model/search/ranked_point.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace headroom {

/// Points that no other point beats in both step time and memory, by rising step time.
class ParetoFront
{
public:
    /// Takes the point unless it is dominated, and drops what it dominates.
    void add(const RankedPoint &point);
    /// Some member is at least as good in both, and better in one.
    bool dominates(Seconds step, Bytes peak) const;
    void merge(const ParetoFront &other);
    const std::vector<RankedPoint> &points() const { return m_points; }

private:
    std::vector<RankedPoint> m_points;
};

struct SearchCounts
{
    std::uint64_t enumerated = 0; ///< valid points
    std::uint64_t evaluated = 0; ///< with both time and memory
    std::uint64_t feasible = 0; ///< that fit
};

/// What a search keeps of its points, however many there are: the best N, the Pareto front, the
/// best of each class of simplicity. Collectors of several threads merge into the same result in
/// any order.
class Collector
{
public:
    /// @param top how many of the best points are kept
    explicit Collector(std::size_t top)
        : m_top(top)
    { }
    /// A point that fits and meets the deadline.
    /// @param simplicity simplicityClass() of the point
    void add(const RankedPoint &point, int simplicity);
    /// A point that fits but takes longer than the deadline allows.
    void addLate(const RankedPoint &point);
    void merge(const Collector &other);

    /// Values above this one cannot enter the best N.
    double worstValue() const;
    /// The best N in order.
    std::vector<RankedPoint> best() const;
    const ParetoFront &pareto() const { return m_pareto; }
    /// By the number of axes: the front of the points that fit with the probability asked for.
    const std::array<ParetoFront, axisCounts> &safeFronts() const { return m_safeFronts; }
    /// By simplicity class: the best safe point, or where the class has none the best.
    const std::array<std::optional<RankedPoint>, simplicityClasses> &simplest() const
    {
        return m_simplest;
    }
    const std::optional<RankedPoint> &fastestLate() const { return m_late; }
    /// What a recommendation is measured against: the best safe point, else the best.
    std::optional<RankedPoint> standard() const;

    SearchCounts counts;

private:
    void keep(const RankedPoint &point);

    std::size_t m_top;
    std::vector<RankedPoint> m_heap; ///< worst in front
    ParetoFront m_pareto;
    std::array<ParetoFront, axisCounts> m_safeFronts;
    std::array<std::optional<RankedPoint>, simplicityClasses> m_simplest;
    std::optional<RankedPoint> m_late;
};

} // namespace headroom
