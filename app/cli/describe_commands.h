#pragma once

#include <string>

namespace headroom {

/// The manual page of headroom-cli in roff, made of the commands as data.
std::string manualPage(const std::string &version, const std::string &date);
/// The completion of its command lines for bash.
std::string bashCompletion();

} // namespace headroom
