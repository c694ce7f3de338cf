#pragma once

#include "model/calibration/calibrate.h"

namespace headroom {

/// The JSON of `calibrate`. `left`: rows that could not be compared.
Document calibrationDocument(
    const Calibration &calibration, const std::vector<ExcludedRow> &left = {});
/// The same for people.
std::string calibrationText(
    const Calibration &calibration, const std::vector<ExcludedRow> &left = {});

/// Constants that own runs told something of: moved by more than 0.2 %, or known better by 5 %.
std::vector<CalibratedConstant> movedConstants(const Calibration &calibration);

/// "ampere.gemm_16bit"
std::string constantId(const ProfileConstant &constant);

} // namespace headroom
