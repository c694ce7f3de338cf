#pragma once

#include "model/calibration/calibrate.h"

namespace headroom {

/// The JSON of `calibrate`.
Document calibrationDocument(const Calibration &calibration);
/// The same for people.
std::string calibrationText(const Calibration &calibration);

/// Constants that own runs told something of: moved by more than 0.2 %, or known better by 5 %.
std::vector<CalibratedConstant> movedConstants(const Calibration &calibration);

/// "ampere.gemm_16bit"
std::string constantId(const ProfileConstant &constant);

} // namespace headroom
