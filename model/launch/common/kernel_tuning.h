#pragma once

#include "model/launch/common/launch_spec.h"

namespace headroom {

/// tune_kernels.sh and what it runs: block sizes of Pallas kernels for the plan's shapes. MaxText
/// on TPU has the best written where run.sh reads them.
void addKernelTuning(const LaunchSpec &spec, ExportDraft &draft);

} // namespace headroom
