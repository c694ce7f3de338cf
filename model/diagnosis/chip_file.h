#pragma once

#include "model/diagnosis/measured_chip.h"

namespace headroom {

/// The file of a measured chip: the relative's, with what was measured or told by the driver put in
/// its place. Adds to `result` what is the relative's alone. @param chip the relative with the
/// rates of `result`
Document chipFile(const Document &relative, const KitMachine &kit, const Accelerator &chip,
    const std::string &name, MeasuredChip &result);

/// To four digits, in the shortest spelling.
double fourDigits(double value);

} // namespace headroom
