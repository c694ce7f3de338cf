// Learners' progress: whatever is read without a problem is written and read again equal.
#include "fuzz_entry.h"

#include "model/lessons/progress.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto progress = parseProgress(textOf(data, size), "ada.json");
    if (!progress)
        return 0;
    const auto again = parseProgress(writeProgress(*progress), "ada.json");
    promise(again.hasValue() && *again == *progress, "progress survives being written and read");
    return 0;
}
