#include "model/plan/fields/machine_choice.h"

#include "model/plan/fields/plan_fields.h"

#include <algorithm>

namespace headroom {

void takeMachine(LoadedPlan &loaded, const ProfileLibrary &library)
{
    HardwareChoice &hardware = loaded.plan.hardware;
    if (hardware.machine.empty())
        return;
    const auto machine = library.machine(hardware.machine);
    if (!machine)
        return;
    const auto isStated = [&loaded](const char *path) {
        return loaded.lines.contains(path)
            || std::ranges::find(loaded.setPaths, path) != loaded.setPaths.end();
    };
    const bool hasDevices = isStated("hardware.devices_per_node");
    if (!isStated("hardware.accelerator"))
        hardware.accelerator = (*machine)->accelerator;
    if (!hasDevices)
        hardware.devicesPerNode = (*machine)->devices;
    const bool isWhole = hardware.devicesPerNode == (*machine)->devices;
    if (!isStated("hardware.topology") && isWhole)
        hardware.topology = (*machine)->topology;
}

std::vector<FieldChange> changesToMachine(
    const Plan &plan, const std::string &id, const ProfileLibrary &library)
{
    if (id.empty())
        return { { "hardware.machine", {} } };
    const auto machine = library.machine(id);
    if (!machine)
        return {};
    std::vector<FieldChange> changes { { "hardware.machine", (*machine)->id },
        { "hardware.accelerator", (*machine)->accelerator },
        { "hardware.devices_per_node", std::to_string((*machine)->devices) },
        { "hardware.topology", (*machine)->topology } };
    for (const char *site : { "hardware.nic_gbytes_per_s_per_device",
             "hardware.host_memory_gib_per_node", "hardware.price_per_device_hour" })
        changes.push_back({ site, {} });
    std::erase_if(changes, [&plan](const FieldChange &change) {
        return planFieldText(plan, change.path) == change.value;
    });
    return changes;
}

std::vector<FieldChange> withMachine(
    const Plan &plan, FieldChange change, const ProfileLibrary &library)
{
    if (change.path == "hardware.machine") {
        std::vector<FieldChange> changes = changesToMachine(plan, change.value, library);
        return changes.empty() ? std::vector { std::move(change) } : changes;
    }
    std::vector<FieldChange> changes { std::move(change) };
    if (changes.front().path != "hardware.accelerator" || plan.hardware.machine.empty())
        return changes;
    const auto machine = library.machine(plan.hardware.machine);
    const auto chip = library.accelerator(changes.front().value);
    if (machine && chip && (*machine)->accelerator != (*chip)->id)
        changes.push_back({ "hardware.machine", {} });
    return changes;
}

} // namespace headroom
