// Runs that are told by one format alone: configurations and traces in JSON. Minimal inputs grow
// further than whole logs.
#include "runs_check.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    headroom::fuzz::checkRuns(headroom::fuzz::textOf(data, size), "a.json");
    return 0;
}
