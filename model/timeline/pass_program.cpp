#include "model/timeline/pass_program.h"

namespace headroom {

std::int32_t PassProgram::add(PassOp op, std::initializer_list<OpDependency> dependencies)
{
    if (!(op.work > 0))
        return -1;
    op.work *= m_timeFactor;
    op.dependencyCount = 0;
    m_ops.push_back(op);
    const auto index = static_cast<std::int32_t>(m_ops.size()) - 1;
    for (const OpDependency &dependency : dependencies)
        require(index, dependency);
    m_last[static_cast<std::size_t>(op.stream)] = index;
    return index;
}

void PassProgram::require(std::int32_t op, OpDependency dependency)
{
    if (op < 0 || dependency.op < 0 || dependency.op >= op)
        return;
    PassOp &own = m_ops[static_cast<std::size_t>(op)];
    // A stream is in order already: completion of its own earlier work needs no dependency.
    if (m_ops[static_cast<std::size_t>(dependency.op)].stream == own.stream)
        return;
    if (own.dependencyCount < static_cast<int>(own.dependencies.size()))
        own.dependencies[static_cast<std::size_t>(own.dependencyCount++)] = dependency;
}

void PassProgram::join(std::int32_t also)
{
    PassOp last;
    last.stream = TimelineStream::Compute;
    if (also >= 0)
        last.dependencies[static_cast<std::size_t>(last.dependencyCount++)] = { also, 1 };
    for (std::size_t stream = 1; stream < timelineStreamCount; ++stream)
        if (stream != static_cast<std::size_t>(TimelineStream::Replicas) && m_last[stream] >= 0
            && last.dependencyCount < 4)
            last.dependencies[static_cast<std::size_t>(last.dependencyCount++)]
                = { m_last[stream], 1 };
    m_ops.push_back(last);
}

} // namespace headroom
