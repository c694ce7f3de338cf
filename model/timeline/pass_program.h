#pragma once

#include "model/timeline/timeline.h"

#include <array>
#include <vector>

namespace headroom {

/// Something that must have happened before an operation may start: a share of another one's work.
/// Share 0: it has started; 1: it is complete.
struct OpDependency
{
    std::int32_t op = -1;
    double share = 1;
};

/// One operation in the order in which its stream is given work.
struct PassOp
{
    double work = 0; ///< seconds if it ran alone
    TimelineStream stream = TimelineStream::Compute;
    TimeTerm term = TimeTerm::Gemm;
    BlockOp op = BlockOp::Norms;
    BlockPhase phase = BlockPhase::Forward;
    std::int16_t layer = -1, part = 0, parts = 1;
    double contention = 0; ///< κ: what a second beside computation costs both (FORMULAS §6.6)
    double reach = 1; ///< share of the computation beside it that it can use
    std::array<OpDependency, 4> dependencies {};
    int dependencyCount = 0;
};

/// Operations of one pass. Streams work in order; a dependency always names an earlier operation.
class PassProgram
{
public:
    /// @param timeFactor multiplies the work of every operation (flags that slow a whole step)
    explicit PassProgram(double timeFactor)
        : m_timeFactor(timeFactor)
    { }

    /// Appends an operation and returns its index; one without work is left out (−1), and
    /// dependencies on −1 count as met.
    std::int32_t add(PassOp op, std::initializer_list<OpDependency> dependencies = {});
    /// One more dependency of the operation added last; forgotten when it is full or −1.
    void require(std::int32_t op, OpDependency dependency);
    /// Ends the pass: computation waits for everything that is still under way but for gradients
    /// between replicas, which only the update needs.
    void join(std::int32_t also = -1);

    const std::vector<PassOp> &ops() const { return m_ops; }
    std::vector<PassOp> &ops() { return m_ops; }

private:
    std::vector<PassOp> m_ops;
    double m_timeFactor = 1;
    std::array<std::int32_t, timelineStreamCount> m_last { -1, -1, -1, -1, -1, -1, -1 };
};

/// Plays the program: every stream runs its operations in order as soon as their dependencies are
/// met. Computation and a collective that run together each progress at 1/(1+κ) of their speed,
/// which makes a pair last max + κ·min, as the closed form has it; where a collective reaches only
/// a share r of the computation, at 1/(1+κ·r) and r/(1+κ·r).
PassTemplate playProgram(const PassProgram &program);

} // namespace headroom
