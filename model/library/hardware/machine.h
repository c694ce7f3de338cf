#pragma once

#include "model/base/outcome/result.h"
#include "model/base/units/quantity.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

class Document;

/// A machine type of a cloud or a maker, from profiles/machines: so many of one chip behind one
/// host, or a slice of TPUs. What it leaves open is the chip's.
struct Machine
{
    std::string id; ///< "p5", "a3-mega", "v5p-128"
    std::string name; ///< as the provider calls it: "p5.48xlarge"
    std::string provider;
    std::string accelerator; ///< id of a hardware profile
    int devices = 8; ///< chips of the machine, of a TPU slice all its chips
    std::string topology; ///< of a TPU slice: "4x4x4"
    std::optional<BytesPerSecond> nicRate; ///< out of the machine, per device, one direction
    double hostMemoryGib = 0; ///< of the machine; 0: the chip's usual
    double pricePerDeviceHour = 0; ///< USD, on demand; 0: none is published
    std::string priceDate; ///< "2026-08"
    std::string priceBasis; ///< region, terms and where it was read
    std::string source; ///< of everything else
    std::vector<std::string> aliases;
    bool operator==(const Machine &) const = default;
};

/// Reads a file of profiles/machines. All problems are listed with `file` and line: unknown keys,
/// wrong types, impossible values, a price without date or basis, a topology that is not the
/// product of its sides.
Result<Machine> readMachine(const Document &document, const std::string &file);

} // namespace headroom
