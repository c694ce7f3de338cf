// What real runs leave behind, of any kind, under the name of every kind, and the series of steps.
#include "runs_check.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    for (const char *name : { "a.log", "a.json", "a.toml", "a.yml", "a.sh", "a.csv" })
        checkRuns(textOf(data, size), name);
    const std::string series = stepSeriesText(parseStepSeries(std::string { textOf(data, size) }));
    promise(parseStepSeries(series).size() <= 4 * maxSeriesPoints, "a series is bounded");
    return 0;
}
