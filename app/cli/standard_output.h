#pragma once

#include "model/base/files/file_lock.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Puts a piece of the result on standard output.
void writeOutput(std::string_view piece);

/// Flushes standard output; the system's reason when some of it could not be written.
std::optional<std::string> outputProblem();

/// Waiting for another process is said on standard error at once.
LockPatience toldPatience();

} // namespace headroom
