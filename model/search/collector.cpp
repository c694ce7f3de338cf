#include "model/search/collector.h"

#include <algorithm>
#include <limits>

namespace headroom {

void ParetoFront::add(const RankedPoint &point)
{
    const auto position = std::ranges::lower_bound(m_points, point.step, {}, &RankedPoint::step);
    if (position != m_points.begin() && std::prev(position)->peak <= point.peak)
        return;
    if (position != m_points.end() && position->step == point.step) {
        if (position->peak < point.peak)
            return;
        if (position->peak == point.peak) {
            if (simplerFirst(point, *position))
                *position = point;
            return;
        }
    }
    const auto end = std::find_if(position, m_points.end(),
        [&point](const RankedPoint &other) { return other.peak < point.peak; });
    if (position == end) {
        m_points.insert(position, point);
        return;
    }
    *position = point;
    m_points.erase(std::next(position), end);
}

bool ParetoFront::dominates(Seconds step, Bytes peak) const
{
    const auto after = std::ranges::upper_bound(m_points, step.value(), {}, &RankedPoint::step);
    if (after == m_points.begin())
        return false;
    const RankedPoint &best = *std::prev(after);
    return best.peak < peak.value() || (best.peak == peak.value() && best.step < step.value());
}

void ParetoFront::merge(const ParetoFront &other)
{
    for (const RankedPoint &point : other.m_points)
        add(point);
}

void Collector::add(const RankedPoint &point, int simplicity)
{
    std::optional<RankedPoint> &simplest = m_simplest[static_cast<std::size_t>(simplicity)];
    if (!simplest || saferFirst(point, *simplest))
        simplest = point;
    m_pareto.add(point);
    if (point.isSafe)
        m_safeFronts[static_cast<std::size_t>(axesInUse(point.candidate))].add(point);
    keep(point);
}

void Collector::keep(const RankedPoint &point)
{
    if (m_heap.size() < m_top) {
        m_heap.push_back(point);
        std::push_heap(m_heap.begin(), m_heap.end());
    } else if (m_top > 0 && point < m_heap.front()) {
        std::pop_heap(m_heap.begin(), m_heap.end());
        m_heap.back() = point;
        std::push_heap(m_heap.begin(), m_heap.end());
    }
}

void Collector::addLate(const RankedPoint &point)
{
    if (!m_late || point.step < m_late->step
        || (point.step == m_late->step && simplerFirst(point, *m_late)))
        m_late = point;
}

void Collector::merge(const Collector &other)
{
    counts.enumerated += other.counts.enumerated;
    counts.evaluated += other.counts.evaluated;
    counts.feasible += other.counts.feasible;
    for (const RankedPoint &point : other.m_heap)
        keep(point);
    for (std::size_t i = 0; i < m_simplest.size(); ++i)
        if (other.m_simplest[i]
            && (!m_simplest[i] || saferFirst(*other.m_simplest[i], *m_simplest[i])))
            m_simplest[i] = other.m_simplest[i];
    m_pareto.merge(other.m_pareto);
    for (std::size_t i = 0; i < m_safeFronts.size(); ++i)
        m_safeFronts[i].merge(other.m_safeFronts[i]);
    if (other.m_late)
        addLate(*other.m_late);
}

std::optional<RankedPoint> Collector::standard() const
{
    std::optional<RankedPoint> standard;
    for (const auto &point : m_simplest)
        if (point && (!standard || saferFirst(*point, *standard)))
            standard = point;
    return standard;
}

double Collector::worstValue() const
{
    return m_heap.size() < m_top ? std::numeric_limits<double>::infinity() : m_heap.front().value;
}

std::vector<RankedPoint> Collector::best() const
{
    std::vector<RankedPoint> points = m_heap;
    std::sort(points.begin(), points.end());
    return points;
}

} // namespace headroom
