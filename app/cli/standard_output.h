#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Puts a piece of the result on standard output.
void writeOutput(std::string_view piece);

/// Flushes standard output; the system's reason when some of it could not be written.
std::optional<std::string> outputProblem();

} // namespace headroom
