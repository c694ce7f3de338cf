#pragma once

#include "model/launch/common/launch_spec.h"

namespace headroom {

/// Scripts that measure the machine before the run: network check and memory of the runtime.
void addMachineChecks(const LaunchSpec &spec, ExportDraft &draft);

} // namespace headroom
