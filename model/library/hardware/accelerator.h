#pragma once

#include "model/base/units/quantity.h"
#include "model/library/hardware/compute_capability.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

enum class AcceleratorKind { Gpu, Tpu };

/// Dense peak rates; absent when the chip has no such unit. Vendors often print the sparse (2x)
/// rate.
struct PeakRates
{
    std::optional<FlopPerSecond> fp32, tf32, bf16, fp16, fp8, fp4, int8;
    bool operator==(const PeakRates &) const = default;
};

/// One chip (GPU, or TPU chip — never a core) with its memory, rates and links, from
/// profiles/hardware. Link rates are one direction, per device.
struct Accelerator
{
    std::string id;
    std::string name;
    std::string vendor; ///< for people; what follows from it: isNvidia(), isAmd()
    AcceleratorKind kind = AcceleratorKind::Gpu;
    int launchYear = 0; ///< for people; what a chip can do follows from `capability` and `peak`
    std::optional<ComputeCapability> capability; ///< unset where the chip's file does not state it
    Bytes memory; ///< what the device reports in total
    Bytes usableMemory; ///< after firmware and driver
    BytesPerSecond memoryBandwidth;
    PeakRates peak;
    std::optional<double> bestGemmBf16; ///< share of the peak, best of a search over shapes
    std::string linkType;
    std::string topologyText; ///< for people
    BytesPerSecond linkRate; ///< scale-up (NVLink, xGMI, ICI), all links, one direction
    int linksPerDevice = 0;
    BytesPerSecond ratePerLink; ///< one link, one direction; TPU: one ICI link
    int torusDimensions = 0; ///< TPU: 2 or 3
    int wrapAxisSize = 0; ///< TPU: an axis closes to a ring at this length; 0: see wrapAxisMultiple
    int wrapAxisMultiple = 0; ///< TPU: axes close to rings when all are multiples of this
    std::vector<int> podTopology; ///< TPU: the largest slice
    int devicesPerNode = 8; ///< TPU: chips per host
    int scaleUpDomain
        = 8; ///< devices with all-to-all fast links (72 on NVL72); TPU: the largest slice
    int podMax = 0; ///< TPU: chips of the largest slice
    BytesPerSecond nicRate; ///< network out of the node, per device
    std::string hostLink; ///< for people: "PCIe5 x16"
    BytesPerSecond hostRate; ///< to and from host memory, per device
    int jaxDevicesPerChip = 1; ///< a package of two dies shows two
    int computeUnits = 0; ///< SMs, CUs; 0 for TPU
    int mxuDimension = 0; ///< TPU systolic array side; 0 for GPU
    int tileAlignment = 64; ///< elements (16-bit) that matrix dimensions should be a multiple of
    double vmemMib = 0; ///< TPU vector memory, smallest figure of the sources; 0: unknown
    double vmemHighestMib = 0; ///< largest figure; differs where sources disagree
    bool hasSparseCore = false;
    int sparseCores = 0;
    double tdpW = 0;
    double powerCapW = 0; ///< lower limit that this part is sold with; tdpW when there is none
    double idleW = 0;
    double hostMemoryGibPerNode = 0;
    double pricePerDeviceHour = 0; ///< USD, typical; see the profile for date and source
    std::string priceDate; ///< of the profile's price: "2026-08"
    std::string source;
    std::string note;
    std::map<std::string, std::string> sources; ///< group of values -> where it was read

    bool isNvidia() const { return vendor == "NVIDIA"; }
    bool isAmd() const { return vendor == "AMD"; }
    /// GPUs that driver, PyTorch, JAX and Slurm count of one chip, and so the processes of a
    /// program that starts one for each GPU. A TPU host has one process.
    int processesPerChip() const { return kind == AcceleratorKind::Gpu ? jaxDevicesPerChip : 1; }
    /// Whether nothing says that the chip is older than that generation.
    bool mayBeSince(ComputeCapability least) const { return !capability || *capability >= least; }
    /// Whether nothing says that the chip is of that generation or later.
    bool mayBeBefore(ComputeCapability next) const { return !capability || *capability < next; }
    bool operator==(const Accelerator &) const = default;
};

} // namespace headroom
