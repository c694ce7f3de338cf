// Pinned plans: whatever is read without a problem is written and read again equal.
#include "fuzz_entry.h"

#include "model/plan/fields/pinned_plans.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto pins = parsePins(textOf(data, size), "a.pins.yaml");
    if (!pins)
        return 0;
    promise(pins->size() <= maxPinnedPlans, "the number of pins is bounded");
    const auto again = parsePins(writePins(*pins), "a.pins.yaml");
    promise(again.hasValue() && *again == *pins, "pins survive being written and read");
    return 0;
}
