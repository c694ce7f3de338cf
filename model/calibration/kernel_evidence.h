#pragma once

#include "model/calibration/calibrate.h"

namespace headroom {

/// What the measuring kit timed, where a formula of the estimate predicts it: GEMMs, the forward
/// attention core, copies, the host's time to issue a kernel. Nothing for the rest.
std::optional<MeasuredKernel> measuredKernel(const OperationSample &sample);

/// What it should take on a machine; nothing where no formula is of this kind.
std::optional<double> kernelSeconds(
    const MeasuredKernel &own, const Prepared &machine, const Candidate &candidate);

/// Adds what single kernels say of the chip, on the machine of the first run; the stack has no part
/// in them, but for the host's time to issue them.
void addKernels(std::vector<Observation> &observations, const CalibrationRequest &request);

/// Adds GEMMs, attention and element-wise work of profiled runs, each beside the same terms of
/// the estimate. The runs outlive the observations.
void addTerms(std::vector<Observation> &observations, const std::vector<OwnRun> &runs);

} // namespace headroom
