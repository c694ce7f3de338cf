#pragma once

#include "model/base/units/quantity.h"
#include "model/physics/prepare/collective_machine.h"
#include "model/physics/prepare/layout.h"

#include <algorithm>
#include <bit>

namespace headroom {

/// Who takes part in a collective, and beside whom.
struct CollectiveGroup
{
    GroupSpan span;
    double axes = 1; ///< TPU: torus axes that the group has to itself, 1 to 3
    double sharing = 1; ///< groups that use the same NICs at the same time
};

/// One way to run a collective, reduced to what depends on bytes alone:
/// latency + fill·b/(b + half) + b·perByte·slowdown(b). Plain numbers: a curve has room for many
/// lines and sets few, and quantities would be cleared. @unit seconds
struct CollectiveLine
{
    double latency;
    double perByte;
    double fill; ///< that a large message loses until its pipeline runs full
    std::int16_t slowdown; ///< row of CollectiveMachine::slowdowns; negative: none
    CollectiveAlgorithm algorithm;
    CollectiveProtocol protocol;
    Evidence evidence;
    float channels; ///< SMs of a large operation
};

/// What one collective does. Bytes are those that one device sends, the mean over the group.
struct CollectiveCost
{
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring;
    CollectiveProtocol protocol = CollectiveProtocol::Simple;
    Seconds seconds;
    Seconds latency; ///< part of it that no byte changes
    Bytes link; ///< over scale-up links (TPU: torus)
    Bytes peer; ///< over PCIe inside the node
    Bytes network;
    double channels = 0; ///< SMs that it holds while it runs; 0 on TPU
    Evidence evidence = Evidence::Cited; ///< the weakest of what enters
};

/// All ways a group may run one kind of collective; of each size the cheapest is taken, as the
/// library does. Valid as long as the machine it was made from.
class CollectiveCurve
{
public:
    CollectiveCurve() = default;
    CollectiveCurve(
        const CollectiveMachine &machine, CollectiveKind kind, const CollectiveGroup &group);
    CollectiveCurve(const CollectiveCurve &other) { *this = other; }
    /// Of the lines only those that are set: a tenth of the bytes.
    CollectiveCurve &operator=(const CollectiveCurve &other)
    {
        m_count = other.m_count;
        std::copy_n(other.m_lines.begin(), m_count, m_lines.begin());
        m_start = other.m_start;
        m_fillHalf = other.m_fillHalf;
        m_slowdowns = other.m_slowdowns;
        m_machine = other.m_machine;
        m_kind = other.m_kind;
        m_group = other.m_group;
        return *this;
    }

    /// Time for this many bytes (NCCL's count, see CollectiveKind); 0 for none or a group of one.
    /// No allocation.
    Seconds seconds(Bytes bytes) const
    {
        if (m_count == 0 || !(bytes > Bytes {}))
            return {};
        const Size size(bytes, m_fillHalf);
        Seconds best = lineSeconds(m_lines[0], size);
        for (std::size_t i = 1; i < m_count; ++i)
            best = std::min(best, lineSeconds(m_lines[i], size));
        return m_start + best;
    }

    /// The same with algorithm, bytes on each link and channels.
    CollectiveCost cost(Bytes bytes) const;

    /// Time of one more small message that follows others at once.
    Seconds latency() const;

    std::span<const CollectiveLine> lines() const { return { m_lines.data(), m_count }; }

private:
    /// A message, and its place among the corrections: step and how far it is to the next.
    struct Size
    {
        Size(Bytes bytes, Bytes fillHalf)
            : amount(bytes.value())
            , filled(bytes / (bytes + fillHalf))
        {
            constexpr int exponentBias = 1023, mantissaBits = 52;
            constexpr auto one = std::uint64_t { exponentBias } << mantissaBits;
            constexpr auto mantissa = (std::uint64_t { 1 } << mantissaBits) - 1;
            constexpr double firstStep = 64;
            const auto bits = std::bit_cast<std::uint64_t>(amount / firstStep);
            const int exponent = static_cast<int>(bits >> mantissaBits) - exponentBias;
            step = static_cast<std::size_t>(
                std::clamp(exponent, 0, static_cast<int>(correctionSteps) - 1));
            const bool isInside = exponent >= 0 && exponent < static_cast<int>(correctionSteps);
            part = isInside    ? std::bit_cast<double>((bits & mantissa) | one) - 1
                : exponent < 0 ? 0
                               : 1;
        }
        double amount; ///< bytes
        double filled; ///< share of the pipeline's fill that it meets
        std::size_t step = 0;
        double part = 0;
    };

    Seconds lineSeconds(const CollectiveLine &line, const Size &size) const
    {
        double slope = line.perByte;
        if (line.slowdown >= 0) {
            const auto &slowdown = (*m_slowdowns)[static_cast<std::size_t>(line.slowdown)];
            slope *= slowdown[size.step]
                + (slowdown[size.step + 1] - slowdown[size.step]) * size.part;
        }
        return Seconds { line.latency + line.fill * size.filled + size.amount * slope };
    }

    void addRows();
    void addSymmetric();
    void addPairs();
    void addTorus();
    void add(const CollectiveLine &line);
    void prune();

    /// The first m_count are set; clearing the others would take longer than making them.
    std::array<CollectiveLine, maxCollectiveRows> m_lines;
    std::size_t m_count = 0;
    Seconds m_start;
    Bytes m_fillHalf { 1 };
    const std::vector<std::array<double, correctionSteps + 1>> *m_slowdowns = nullptr;
    const CollectiveMachine *m_machine = nullptr;
    CollectiveKind m_kind = CollectiveKind::AllGather;
    CollectiveGroup m_group;
};

/// How a group of the layout runs one kind of collective. @param axes  see CollectiveGroup
inline CollectiveCurve curveOf(
    const Prepared &p, CollectiveKind kind, const GroupSpan &span, double axes = 1)
{
    return { p.collectives, kind, { span, axes, 1 } };
}

} // namespace headroom
