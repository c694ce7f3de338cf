#pragma once

#include "model/base/document/document.h"
#include "model/estimate/estimator.h"
#include "model/runs/read_runs.h"

#include <string>
#include <vector>

namespace headroom {

/// A rate of a chip, fitted so that the estimate takes as long as the kit measured.
struct FittedRate
{
    std::string id; ///< key of the chip file: "bf16_tflops"
    double value = 0; ///< in the unit of the key
    double relative = 0; ///< the rate that the nearest relative has, in the same unit
    int samples = 0; ///< measurements that it rests on
    bool operator==(const FittedRate &) const = default;
};

/// A chip file made from measurements.
struct MeasuredChip
{
    Document file; ///< as profiles/hardware holds it
    std::string device; ///< as its driver calls it
    std::string relative; ///< id of the chip that gives every value that nobody measured
    bool isSameChip = false; ///< the relative is the measured chip itself
    std::vector<FittedRate> rates;
    std::vector<std::string> assumed; ///< groups and keys that are the relative's
};

/// The chip that the measuring kit ran on, under a new id. Matrix multiplication, memory bandwidth,
/// host link, links inside a node and network are fitted: each the rate at which the library's own
/// formulas take as long for the kit's operations as was measured, so that an estimate of the same
/// operations gives the kit's times. Memory, compute units and capability are the driver's. The
/// rest is copied from the chip of that driver name, else from the one that the kit's plan names,
/// and is marked ASSUMED. Problems: "chip-file-name" (not 1 to 40 of a–z, 0–9, dash),
/// "chip-file-kit" (not exactly one file of the kit), "chip-file-relative" (no known chip is
/// named), "chip-file-nothing" (no rate could be fitted).
Result<MeasuredChip> measuredChip(const RunsReading &reading, const std::string &name,
    const ProfileLibrary &library, const Estimator &estimator);

/// The chip file as text, with a comment that says where it is from.
std::string chipFileText(const MeasuredChip &chip);
/// What was measured and what was not, for people.
std::string measuredChipText(const MeasuredChip &chip);
/// The same as JSON: {"id", "device", "relative", "rates": [{"id", "value", "relative",
/// "samples"}], "assumed": […]}.
Document measuredChipDocument(const MeasuredChip &chip);

} // namespace headroom
