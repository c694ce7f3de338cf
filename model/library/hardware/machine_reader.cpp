#include "model/library/hardware/machine.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/base/text/plain_number.h"

#include <sstream>

namespace headroom {
namespace {

// Far beyond any machine; a value outside is a slip of units.
constexpr NumberRange machineDevices { 1, 65536 };
constexpr NumberRange machineNic { 0.01, 1e4 };
constexpr NumberRange machineMemory { 1, 1e6 };
constexpr NumberRange machinePrice { 0.001, 1e4 };

/// Chips of "4x4x8"; 0 where the text is no topology.
double chipsOfTopology(const std::string &text)
{
    double product = 1;
    std::istringstream stream { text };
    for (std::string side; std::getline(stream, side, 'x');) {
        const std::optional<double> length = plainNumber(side);
        if (!length || !(*length >= 1))
            return 0;
        product *= *length;
    }
    return product;
}

void readPrice(Machine &machine, MappingReader &reader)
{
    machine.pricePerDeviceHour = reader.requiredNumber("usd_per_device_hour", machinePrice);
    machine.priceDate = reader.requiredText("date");
    machine.priceBasis = reader.requiredText("basis");
}

} // namespace

Result<Machine> readMachine(const Document &document, const std::string &file)
{
    Errors problems;
    MappingReader reader { document, file, problems };
    Machine machine;
    requireSchemaVersion(reader);
    machine.id = reader.requiredText("id");
    machine.name = reader.requiredText("name");
    machine.provider = reader.requiredText("provider");
    machine.accelerator = reader.requiredText("accelerator");
    machine.devices = asInt(reader.requiredInteger("devices", machineDevices));
    machine.topology = reader.text("topology");
    machine.source = reader.requiredText("source");
    machine.aliases = reader.texts("aliases");
    if (const auto rate = reader.optionalNumber("nic_gbytes_per_s_per_device", machineNic))
        machine.nicRate = gbytesPerSecond(*rate);
    machine.hostMemoryGib = reader.number("host_memory_gib", machineMemory, 0);
    reader.one("price", [&](MappingReader &price) { readPrice(machine, price); });
    const double chips
        = machine.topology.empty() ? machine.devices : chipsOfTopology(machine.topology);
    if (chips != machine.devices)
        reader.report("profile-contradiction", "topology",
            { "topology", machine.topology, "devices", std::to_string(machine.devices) });
    reader.rejectUnknownKeys();
    if (!problems.empty())
        return problems;
    return machine;
}

} // namespace headroom
