#pragma once

#include "model/launch/common/launch_spec.h"
#include "model/launch/maxtext/maxtext_config.h"

#include <string>

namespace headroom {

/// Variables that every JAX run on this chip needs, the effective flags' own first.
std::vector<LaunchFlag> jaxEnvironment(const LaunchSpec &spec, MaxTextHardware hardware);

/// What a MaxText launch script takes over from its caller.
enum class FlagSource {
    Script, ///< the script sets the flags of the plan
    Caller, ///< XLA_FLAGS and LIBTPU_INIT_ARGS come from the caller
};

/// config.yml and run.sh of a MaxText run, or run.sh alone for a program of one's own when the plan
/// is for plain JAX.
void addJaxRun(
    const LaunchSpec &spec, MaxTextHardware hardware, FlagSource flags, ExportDraft &draft);

/// Script that measures the share of the step that waits for input.
void addInputCheck(const LaunchSpec &spec, ExportDraft &draft);

} // namespace headroom
