#include "model/runs/log_reader.h"

#include "model/runs/scan.h"

// Curves that TensorBoard exports: a row for each point, with the time at which it was written.
// @source tensorflow/tensorboard: plugins/scalar/scalars_plugin.py

namespace headroom {
namespace {

/// "1700000000.5,100,2.91"; false behind the last row.
bool readScalar(LogReader &log, const CleanLine &line)
{
    Scan scan { line.text };
    Scan first { scan.until(",") }, second { scan.until(",") };
    const auto clock = wholeNumberText(first.rest());
    const auto step = wholeNumberText(second.rest());
    constexpr double mostStep = 1e12;
    if (!clock || !step || *clock <= 0 || *step < 0 || *step > mostStep)
        return false;
    log.clocked(static_cast<std::int64_t>(*step), *clock);
    return true;
}

void beginScalars(LogReader &log, const CleanLine &line)
{
    if (trimmed(line.text) == "Wall time,Step,Value" && !log.isInBlock())
        log.beginBlock(readScalar);
}

constexpr LineReader scalarReaders[] { { "Wall time,Step,Value", beginScalars } };

} // namespace

std::span<const LineReader> scalarLines()
{
    return scalarReaders;
}

} // namespace headroom
