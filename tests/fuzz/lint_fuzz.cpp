// Scripts of any language, under the name of every language.
#include "lint_check.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    for (const char *file : { "a.sh", "a.py", "" })
        headroom::fuzz::checkLint(headroom::fuzz::textOf(data, size), file);
    return 0;
}
