// Profiles of one kind alone: chips.
#include "profile_check.h"

#include "model/library/hardware/accelerator_reader.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    checkProfile(textOf(data, size), readAcceleratorProfile, [](const AcceleratorProfile &profile) {
        promise(profile.accelerator.usableMemory <= profile.accelerator.memory,
            "a chip holds what can be used of it");
    });
    return 0;
}
