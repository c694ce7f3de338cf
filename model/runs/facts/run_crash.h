#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What ended a run, in the order in which one explains another: a rank that runs out of memory
/// makes the others wait until they time out.
enum class CrashKind { OutOfMemory, NotANumber, Assertion, Killed, Timeout };
const char *crashKindName(CrashKind kind); ///< "out-of-memory" | "nan" | "assertion" | …

/// The end of a run as its log tells it. Bytes are of a device's memory; absent: not told.
struct RunCrash
{
    CrashKind kind = CrashKind::Killed;
    std::string text; ///< its line, shortened
    std::optional<double> requestedBytes, allocatedBytes, reservedBytes;
    std::vector<int> ranks; ///< that tell it, sorted; at most maxRanks
    std::string phase; ///< forward | loss | backward | optimizer | loading | compilation; or empty

    static constexpr std::size_t maxRanks = 64;
    /// Takes what another line says of the same end.
    void join(const RunCrash &other);
    bool operator==(const RunCrash &) const = default;
};

} // namespace headroom
