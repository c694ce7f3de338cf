#pragma once

#include "model/launch/maxtext/maxtext_config.h"

namespace headroom {

/// Adds block sizes of splash attention, where MaxText's own configurations of the chip have some.
void addMaxTextSplash(const LaunchSpec &spec, MaxTextSection &section);

} // namespace headroom
