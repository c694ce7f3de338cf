#include "model/runs/facts/run_crash.h"

#include <algorithm>

namespace headroom {

const char *crashKindName(CrashKind kind)
{
    switch (kind) {
    case CrashKind::OutOfMemory:
        return "out-of-memory";
    case CrashKind::NotANumber:
        return "nan";
    case CrashKind::Assertion:
        return "assertion";
    case CrashKind::Timeout:
        return "timeout";
    case CrashKind::Killed:
        break;
    }
    return "killed";
}

void RunCrash::join(const RunCrash &other)
{
    if (other.kind > kind)
        return; // follows from this one
    if (other.kind < kind) {
        *this = other;
        return;
    }
    // Of several ranks the fullest one tells the most.
    if (other.allocatedBytes > allocatedBytes) {
        text = other.text;
        requestedBytes = other.requestedBytes;
        allocatedBytes = other.allocatedBytes;
        reservedBytes = other.reservedBytes;
    } else if (!requestedBytes) {
        requestedBytes = other.requestedBytes;
    }
    if (phase.empty())
        phase = other.phase;
    for (const int rank : other.ranks)
        if (ranks.size() < maxRanks && std::ranges::find(ranks, rank) == ranks.end())
            ranks.insert(std::ranges::upper_bound(ranks, rank), rank);
}

} // namespace headroom
