#pragma once

#include "model/timeline/layer_steps.h"
#include "model/timeline/pass_program.h"

namespace headroom {

/// Writes kernels and the exchanges on activations of layers into a program, in execution order.
class KernelWriter
{
public:
    explicit KernelWriter(PassProgram &program)
        : m_program(program)
    { }

    /// Starts a layer (or −1: embedding, head); gate() then speaks of its kernels.
    void beginLayer(int layer) { m_layer = static_cast<std::int16_t>(layer); }
    /// Forgets the kernels that gate() looks at.
    void beginWindow() { m_window.clear(); }
    /// Lets gate() look at every kernel from this operation on.
    void setWindow(std::size_t firstOp);
    /// The next kernel waits for this.
    void await(OpDependency dependency);
    /// One kernel behind the last one; its index, −1 without work.
    std::int32_t kernel(BlockOp op, BlockPhase phase, TimeTerm term, Seconds work);

    // The halves of a layer with their exchanges on activations, and in each two stops at which the
    // device waits for the host to launch kernels.
    void forwardAttention(const DirectionSteps &steps);
    void forwardMlp(const DirectionSteps &steps);
    void replayAttention(const DirectionSteps &steps);
    void backwardMlp(const DirectionSteps &steps); ///< with its replayed kernels first
    void backwardAttention(const DirectionSteps &steps);

    /// The point at which this share of the window's computation is done.
    OpDependency gate(double share) const;
    /// Completion of the kernel written last.
    OpDependency last() const { return { m_last, 1 }; }

private:
    void gemm(
        BlockOp op, BlockPhase phase, Seconds work, const Exchange &before, const Exchange &after);
    void launch(const DirectionSteps &steps, BlockPhase phase);
    std::int32_t exchange(BlockOp op, BlockPhase phase, TimeTerm term, const Exchange &exchange,
        OpDependency since, int part = 0, int parts = 1);

    PassProgram &m_program;
    std::int16_t m_layer = -1;
    std::int32_t m_last = -1;
    std::vector<std::int32_t> m_window;
    std::vector<OpDependency> m_awaited; ///< at most one per stream
    std::vector<OpDependency> m_afterNext;
};

} // namespace headroom
