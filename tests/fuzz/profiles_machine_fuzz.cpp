// Profiles of one kind alone: machine types.
#include "profile_check.h"

#include "model/library/hardware/machine.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    checkProfile(textOf(data, size), readMachine, [](const Machine &machine) {
        promise(machine.devices > 0 && !machine.accelerator.empty(), "a machine has chips");
    });
    return 0;
}
