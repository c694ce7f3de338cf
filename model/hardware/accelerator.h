#pragma once

#include "model/units/quantity.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

enum class AcceleratorKind { Gpu, Tpu };

/// Dense peak rates; absent when the chip has no such unit. Vendors often print the sparse (2x) rate.
struct PeakRates {
    std::optional<FlopPerSecond> fp32, tf32, bf16, fp16, fp8, fp4, int8;
    bool operator==(const PeakRates &) const = default;
};

/// One chip (GPU, or TPU chip — never a core) with its memory, rates and links, from profiles/hardware.
/// Link rates are one direction, per device.
struct Accelerator {
    std::string id;
    std::string name;
    std::string vendor;
    AcceleratorKind kind = AcceleratorKind::Gpu;
    int launchYear = 0;
    Bytes memory; ///< what the device reports in total
    Bytes usableMemory; ///< after firmware and driver
    BytesPerSecond memoryBandwidth;
    PeakRates peak;
    std::string linkType;
    BytesPerSecond linkRate; ///< scale-up (NVLink, xGMI, ICI), all links, one direction
    int linksPerDevice = 0;
    BytesPerSecond ratePerLink; ///< one link, one direction; TPU: one ICI link
    int torusDimensions = 0; ///< TPU: 2 or 3
    int devicesPerNode = 8; ///< TPU: chips per host
    int scaleUpDomain = 8; ///< devices with all-to-all fast links (72 on NVL72); TPU: the slice
    int podMax = 0; ///< TPU: chips of the largest slice
    BytesPerSecond nicRate; ///< network out of the node, per device
    BytesPerSecond hostRate; ///< to and from host memory, per device
    int jaxDevicesPerChip = 1;
    int computeUnits = 0; ///< SMs, CUs; 0 for TPU
    int mxuDimension = 0; ///< TPU systolic array side; 0 for GPU
    int tileAlignment = 64; ///< elements (16-bit) that matrix dimensions should be a multiple of
    double vmemMib = 0; ///< TPU vector memory
    bool hasSparseCore = false;
    double tdpW = 0;
    double idleW = 0;
    double hostMemoryGibPerNode = 0;
    double pricePerDeviceHour = 0; ///< USD, typical; see the profile for date and source
    bool operator==(const Accelerator &) const = default;
};

} // namespace headroom
