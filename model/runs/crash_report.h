#pragma once

#include "model/base/document/document.h"
#include "model/runs/facts/run_crash.h"

#include <optional>
#include <string>

namespace headroom {

/// The end of a run as `runs add` prints it: null without one.
Document crashMembers(const std::optional<RunCrash> &crash);
/// "  ended: out-of-memory in backward (rank 1), 19.75 GiB allocated, …"; empty without one.
std::string crashLine(const std::optional<RunCrash> &crash);

} // namespace headroom
