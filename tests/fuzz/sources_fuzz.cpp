// Settings in users' files of any format, under the name of every format.
#include "sources_check.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    for (const char *name : { "a.sh", "a.yaml", "a.toml", "a.json" })
        headroom::fuzz::checkSources(headroom::fuzz::textOf(data, size), name);
    return 0;
}
